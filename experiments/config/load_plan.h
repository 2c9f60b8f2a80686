// A config file to a plan: parse, override, expand, check every point, name it. Nothing is run.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "experiments/result_type.h"
#include "experiments/run/plan.h"

namespace bitladder::experiments {

// Reads the config at `path`, applies `overrides` ("tree.size_ratio=4", see overrides.h) and
// expands the sweep. Every error has kind kConfig and is one line: file, JSON pointer, value, what
// is allowed.
Result<Plan> LoadPlan(const std::string& path, std::span<const std::string> overrides = {});

// The same from text; `default_name` names the experiment when the text does not.
Result<Plan> PlanFromText(std::string_view text, std::string_view default_name,
                          std::span<const std::string> overrides = {});

}  // namespace bitladder::experiments
