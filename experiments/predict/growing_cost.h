// What lookups and updates cost while the tree grows under them.
#pragma once

#include <vector>

#include "experiments/config/experiment_config.h"
#include "experiments/predict/growing_tree.h"
#include "experiments/result/filter_plan.h"
#include "experiments/result/prediction.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

struct GrowingCost {
  LookupCost wasted_ios;    // of one lookup, averaged over all lookups of the phase
  std::vector<double> pmf;  // likewise
};

// The expectation over the phase: each lookup meets the runs of its moment. A run keeps its filter
// while it lives, so lookups of different states still share the runs that both meet:
//   Var(sum) = sum_s n_s V_s + sum_r s_r^2 ((sum_s n_s w_rs)^2 - sum_s n_s w_rs^2)
// over states s and distinct runs r, with LookupCost's symbols; F is what makes n V + n (n-1) F of
// it. Existing lookups choose from the entries loaded, wherever those have been merged to.
Result<GrowingCost> CostWhileGrowing(const ExperimentConfig& config,
                                     const std::vector<TreeState>& states,
                                     const FilterPlan& filters);

PredictedUpdates PredictUpdates(const ExperimentConfig& config, const OperationMix& mix,
                                const FilterPlan& filters);

}  // namespace bitladder::experiments
