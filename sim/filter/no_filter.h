// No filter at all: every lookup that reaches a run reads a block of it.
#pragma once

#include <memory>

#include "sim/filter/fpr_model.h"

namespace bitladder::sim {

// Name "none". The rate is 1 and no bit is spent whatever the request; no number of bits lowers it.
std::unique_ptr<FprModel> MakeNoFilterModel();

}  // namespace bitladder::sim
