// The filter of the papers' algebra: p = exp(-b beta), beta = ln(2)^2 (Monkey 2017 Eq. 2).
#pragma once

#include <memory>

#include "sim/filter/fpr_model.h"

namespace bitladder::sim {

// Any real number of bits is spent to the full, and no filter differs from its expectation.
std::unique_ptr<FprModel> MakeIdealModel();

}  // namespace bitladder::sim
