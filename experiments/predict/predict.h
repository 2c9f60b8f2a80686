// What theory says of a point on a tree: the whole predicted half of a record.
#pragma once

#include <cstdint>

#include "experiments/config/experiment_config.h"
#include "experiments/result/filter_plan.h"
#include "experiments/result/loaded_tree.h"
#include "experiments/result/prediction.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// `filters` is the plan of this config on this tree; the interval is for `lookups` lookups. With
// updates between the lookups the costs are those of the tree that grows under them
// (predict/growing_cost.h); the ideal cost and the closed form stay those of the loaded tree.
Result<Prediction> Predict(const ExperimentConfig& config, const LoadedTree& tree,
                           const FilterPlan& filters, std::uint64_t lookups);

// The config's number of lookups. "auto" is the smallest of at least 16 384 for which the counts of
// false positives that are predicted for uniform and Monkey allocation of this budget give
// 1/FP_uniform + 1/FP_monkey <= 6.25e-4, a relative standard deviation of 2.5 % on their ratio; at
// most 2^24, for rates so small that this would take hours. Repeated keys do not enter: it is as
// many as distinct keys would take, for under skew a false positive that repeats keeps its part of
// the spread however many lookups follow, and no number reaches what uniform lookups reach.
Result<std::uint64_t> LookupCount(const ExperimentConfig& config, const LoadedTree& tree);

}  // namespace bitladder::experiments
