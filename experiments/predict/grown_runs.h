// The runs that a config's tree holds once it is loaded, by theory.
#pragma once

#include "experiments/config/experiment_config.h"
#include "experiments/result/loaded_tree.h"
#include "experiments/result_type.h"
#include "sim/tree/tree_design.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::experiments {

// Run sizes by the base-T digits of the number of flushes (sim/tree/tree_growth.h); no fingerprint.
Result<LoadedTree> GrownRuns(const TreeConfig& tree);

// The runs as the theory takes them.
sim::TreeShape ShapeOf(const LoadedTree& tree);

// The tree as the papers' equations see it, full at its own number of levels.
sim::TreeDesign DesignOf(const TreeConfig& tree);

}  // namespace bitladder::experiments
