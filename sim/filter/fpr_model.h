// The false-positive rate of a filter kind as a function of its memory, and back.
// One family a file; MakeFprModel is the one table of them.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "sim/result.h"

namespace bitladder::sim {

// The filter that a store builds for a request, before it is built.
struct ExpectedFilter {
  double spent_bits = 0;  // 0: no filter
  double fpr = 1;         // expected false-positive rate
  double fpr_sd = 0;  // standard deviation of the built filter's own rate, and of the model itself
};

// Implementations are immutable and stateless beyond their parameters; every method is pure.
class FprModel {
 public:
  virtual ~FprModel() = default;

  virtual std::string_view name() const = 0;

  // Expected false-positive rate, before it is built, of a filter over `entries` distinct keys that
  // takes `bits_per_key` * `entries` bits. In (0, 1]; 1 at 0 bits. entries >= 1, bits_per_key >= 0.
  virtual double Fpr(double bits_per_key, double entries) const = 0;

  // Standard deviation of a built filter's own rate around Fpr: the filter's randomness, without
  // that of the lookups (0.554 k / sqrt(m) relative at half fill for a Bloom filter).
  virtual double FprSd(double bits_per_key, double entries) const = 0;

  // The least bits per key at which Fpr is at most `fpr`, in (0, 1]; infinity where none are
  // enough.
  virtual double BitsPerKeyFor(double fpr, double entries) const = 0;

  // Bits that a filter of this kind really takes when it is asked for `bits_per_key` over `entries`
  // keys: whole bytes, lines or slots, always rounded down (so never above the request), 0 when the
  // request is too small for any filter. leveldb_bloom alone rounds as LevelDB does: whole bits per
  // key, then up to bytes and to 64 bits.
  virtual double SpentBits(double bits_per_key, double entries) const = 0;

  // What a store builds over `entries` keys when it is asked for `bits_per_key`: the prediction to
  // compare a measurement with. SpentBits, and Fpr and FprSd at the bits per key spent, unless a
  // kind knows better (leveldb_bloom: its rate depends on the request beyond the bits that it
  // takes, and on the arithmetic of its exact size).
  virtual ExpectedFilter Expect(double bits_per_key, double entries) const;
};

// Names of all kinds, in the order that help texts print.
std::span<const std::string_view> FprModelNames();

// An unknown name is an error that lists the known ones.
Result<std::unique_ptr<FprModel>> MakeFprModel(std::string_view name);

}  // namespace bitladder::sim
