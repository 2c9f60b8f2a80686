// Filters that keep an r-bit fingerprint in each of a fixed number of slots (ribbon, binary fuse):
// the part of their rate that they share.
#pragma once

namespace bitladder::sim {

inline constexpr int kMaxFingerprintBits = 32;

// Where the fingerprints lie. A key is wide, and checked in one bit more, when its first slot is
// one of the last slots, which hold r + 1 bits. No key starts in the last `idle_slots`.
struct FingerprintSlots {
  double slots = 1;       // > idle_slots
  double idle_slots = 0;  // >= 0
};

// Rate at `bits` >= 0 in all: r = floor(bits/slots), at most 32; the rest makes slots wide from the
// end, and the share f of keys wide; (1 - f) 2^-r + f 2^-(r + 1). An absent key's fingerprint is
// independent of its slots, so every built filter has just this rate. From 0 to idle_slots of the
// rest nothing is gained.
double FingerprintRate(const FingerprintSlots& slots, double bits);

// The least bits with a rate of at most `fpr`, in (0, 1]; infinity below 2^-32.
double FingerprintBitsFor(const FingerprintSlots& slots, double fpr);

// 256 log2(keys), linear between powers of two, rounded down: how integer layouts see a logarithm.
// 1 <= keys <= 2^53; fractions of a key are dropped.
int Log2In256ths(double keys);

// floor(keys * factor / 65536), exact. The same range; 0 <= factor < 2^36.
double ScaledBy65536ths(double keys, double factor);

}  // namespace bitladder::sim
