// A standard ribbon filter (Dillinger, Walzer 2021): each key is an equation over 128 consecutive
// slots.
#pragma once

#include <memory>

#include "sim/filter/fingerprints.h"
#include "sim/filter/fpr_model.h"

namespace bitladder::sim {

// Slots over n keys: S = 8 ceil((n + floor(n e/65536) + 4)/8), e = max(0, floor(184 l/256) - 1045),
// l = 256 log2 n (interpolated): 1.02 slots a key at 10^4 keys, 1.04 at 10^6, 1.05 at 10^7. An
// equation spans min(128, S) slots, so that no key starts in the last of them but one. entries
// >= 1.
FingerprintSlots RibbonSlots(double entries);

// FprSd is 0. SpentBits, of B = floor(floor(entries q/1024)/8) bytes: r = min(32, floor(8 B/S))
// bits a slot; then, if r < 32, one bit more for the last S mod 128 slots and for as many blocks of
// 128 slots before them as the rest allows, at least one. No filter when no slot has a bit.
std::unique_ptr<FprModel> MakeRibbonModel();

}  // namespace bitladder::sim
