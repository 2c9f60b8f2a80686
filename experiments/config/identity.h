// Ids by content: the same experiment has the same id on every machine and in every file.
#pragma once

#include <string>

#include "experiments/config/experiment_config.h"

namespace bitladder::experiments {

// 32 hex digits: XXH3-128 of the canonical JSON of the config without name, question and
// repetitions. Changes with kConfigSchemaVersion and with every field that is added.
std::string PointId(const ExperimentConfig& config);

// 32 hex digits over what the loaded tree depends on: backend, seed_data, tree (without
// levels_rule, which only closed forms read) and the storage fields that shape files; also the
// filters where they are written with the tree (rocksdb and leveldb).
std::string DatasetId(const ExperimentConfig& config);

}  // namespace bitladder::experiments
