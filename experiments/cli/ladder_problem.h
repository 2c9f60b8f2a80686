// From the flags of `bitladder allocate` to the allocation problem that they state, and its answer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/cli/ladder.h"
#include "experiments/result_type.h"
#include "sim/allocate/allocation.h"
#include "sim/filter/fpr_model.h"

namespace bitladder::experiments {

struct LadderProblem {
  std::vector<std::string> policies;  // known ones, each once
  std::unique_ptr<sim::FprModel> model;
  sim::AllocationProblem allocation;  // its model is `model`
};

// Errors are kConfig; they name the flag, its text and what is allowed.
Result<LadderProblem> ProblemFromFlags(const LadderFlags& flags);

// One ladder a policy, in their order. Knows theory alone, so that a page can run it as well.
Result<std::vector<Ladder>> LaddersOf(const LadderProblem& problem);

}  // namespace bitladder::experiments
