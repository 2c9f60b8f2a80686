// What a run prints at its end: predicted beside measured, what Monkey gained, and the ladders.
#pragma once

#include <string>
#include <vector>

#include "experiments/config/json.h"
#include "experiments/run/runner.h"

namespace bitladder::experiments {

// Whether the user asked for no colours: NO_COLOR is set and not empty (no-color.org).
bool NoColour();

// Whether standard output is a terminal and NO_COLOR is not set.
bool ColourOnStdout();

// `records` in the order of the sweep; repetitions of a point are pooled, and the prediction's
// interval is the one for all their lookups together. At most 80 columns wide unless the names of
// what is swept are long. `colour`: an interval that was missed is red.
std::string SummaryText(const std::vector<const Json*>& records, const RunSummary& summary,
                        const std::string& directory, bool colour);

}  // namespace bitladder::experiments
