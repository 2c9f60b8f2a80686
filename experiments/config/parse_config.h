// A config document (without its sweep) to the typed config and back.
#pragma once

#include <string>

#include "experiments/config/experiment_config.h"
#include "experiments/config/json.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

// Every member must be a known field with an allowed value; what is left out keeps its default.
// Members
// "$schema", "schema_version" and "sweep" at the top are for the caller and skipped here, except
// that a schema_version other than kConfigSchemaVersion is an error.
Result<ExperimentConfig> ConfigFromJson(const Json& document);

// Every field that applies, sections as objects: a document that ConfigFromJson reads back to
// `config`.
Json ConfigToJson(ExperimentConfig config);

// One line, members sorted, shortest numbers: equal configs give equal text on every machine.
std::string CanonicalConfigJson(const ExperimentConfig& config);

}  // namespace bitladder::experiments
