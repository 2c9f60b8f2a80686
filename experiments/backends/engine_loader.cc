#include "experiments/backends/engine_loader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/backends/engine_options.h"
#include "experiments/config/entry_size.h"
#include "experiments/predict/grown_runs.h"

namespace bitladder::experiments {
namespace {

Status LoadByInsert(const ExperimentConfig& config, engine::Store& store) {
  const KeySpace keys = KeySpaceOf(config);
  std::string key;
  std::string value;
  for (std::uint64_t index = 0; index < config.tree.entries; ++index) {
    const std::uint64_t place = keys.PresentPlace(index);
    keys.WriteKey(place, &key);
    keys.WriteValue(place, &value);
    if (auto put = store.Put(key, value); !put) return FailedInStore(put.error());
  }
  if (auto flushed = store.Flush(); !flushed) return FailedInStore(flushed.error());
  return {};
}

// The keys of indices first..first+count-1 in key order.
class SortedKeys final : public engine::SortedSource {
 public:
  SortedKeys(const KeySpace& keys, std::uint64_t first, std::uint64_t count) : keys_(keys) {
    places_.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) places_.push_back(keys.PresentPlace(first + i));
    std::sort(places_.begin(), places_.end());
  }

  bool Next(std::string_view* user_key, std::string_view* value) override {
    if (next_ == places_.size()) return false;
    keys_.WriteKey(places_[next_], &key_);
    keys_.WriteValue(places_[next_], &value_);
    ++next_;
    *user_key = key_;
    *value = value_;
    return true;
  }

 private:
  const KeySpace& keys_;
  std::vector<std::uint64_t> places_;
  std::size_t next_ = 0;
  std::string key_;
  std::string value_;
};

Status LoadInBulk(const ExperimentConfig& config, engine::Store& store) {
  const Result<LoadedTree> tree = GrownRuns(config.tree);
  if (!tree) return tl::unexpected(tree.error());
  const KeySpace keys = KeySpaceOf(config);
  const std::uint64_t buffer_entries = BufferEntries(config.tree);
  std::uint64_t first = 0;
  for (auto run = tree->runs.rbegin(); run != tree->runs.rend(); ++run) {
    SortedKeys source(keys, first, run->entries);
    const std::uint64_t buffers = (run->entries + buffer_entries - 1) / buffer_entries;
    if (auto loaded = store.BulkLoadRun(run->level, buffers, source); !loaded) {
      return FailedInStore(loaded.error());
    }
    first += run->entries;
  }
  return {};
}

}  // namespace

Status LoadStore(const ExperimentConfig& config, engine::Store& store) {
  return config.tree.loader == "bulk" ? LoadInBulk(config, store) : LoadByInsert(config, store);
}

}  // namespace bitladder::experiments
