// A 3-wise binary fuse filter (Graf, Lemire 2022): a fingerprint is the xor of three slots in
// consecutive segments.
#pragma once

#include <memory>

#include "sim/filter/fingerprints.h"
#include "sim/filter/fpr_model.h"

namespace bitladder::sim {

// Slots over n keys: with l = 256 log2 n (interpolated; at least 256), segments of 2^g slots, g =
// min(18, floor((floor(4096 l/7109) + 448)/256)); n max(1.125, 0.875 + 5102/(4 l)) slots wanted, in
// whole segments rounded up from a quarter on, at least 3. No key starts in the last two. 1.125
// slots a key in large filters. entries >= 1.
FingerprintSlots BinaryFuseSlots(double entries);

// FprSd is 0. SpentBits: 8 floor(floor(entries q/1024)/8), all of it up to 32 bits a slot; no
// filter when that leaves every key without a bit.
std::unique_ptr<FprModel> MakeBinaryFuseModel();

}  // namespace bitladder::sim
