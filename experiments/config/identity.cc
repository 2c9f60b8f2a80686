#include "experiments/config/identity.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "experiments/config/parse_config.h"

namespace bitladder::experiments {
namespace {

std::string Hash128(const std::string& text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

std::string PointId(const ExperimentConfig& config) {
  const ExperimentConfig defaults;
  ExperimentConfig identity = config;
  identity.name = defaults.name;
  identity.question = defaults.question;
  identity.repetitions = defaults.repetitions;
  return Hash128(CanonicalConfigJson(identity));
}

std::string DatasetId(const ExperimentConfig& config) {
  ExperimentConfig identity;  // defaults where the tree does not depend on the field
  identity.backend = config.backend;
  identity.seed_data = config.seed_data;
  identity.tree = config.tree;
  identity.tree.levels_rule = TreeConfig().levels_rule;
  identity.storage.block_bytes = config.storage.block_bytes;
  identity.storage.block_align = config.storage.block_align;
  identity.storage.compression = config.storage.compression;
  const bool filters_are_written_with_the_tree =
      config.backend == "rocksdb" || config.backend == "leveldb";
  if (filters_are_written_with_the_tree) identity.filters = config.filters;
  // Another text than any point hashes, so that no dataset bears a point's id.
  return Hash128("dataset " + CanonicalConfigJson(identity));
}

}  // namespace bitladder::experiments
