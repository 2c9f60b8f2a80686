#include "engine/tree/version_pruner.h"

#include <algorithm>
#include <utility>

namespace bitladder::engine {

VersionPruner::VersionPruner(std::vector<std::uint64_t> snapshots, bool into_oldest)
    : snapshots_(std::move(snapshots)), into_oldest_(into_oldest) {
  std::sort(snapshots_.begin(), snapshots_.end());
}

bool VersionPruner::SnapshotBetween(std::uint64_t sequence, std::uint64_t newer) const {
  const auto first = std::lower_bound(snapshots_.begin(), snapshots_.end(), sequence);
  return first != snapshots_.end() && *first < newer;
}

bool VersionPruner::Keep(const ParsedInternalKey& key) {
  if (!newer_ || key.user_key != user_key_) {
    user_key_.assign(key.user_key);
    newer_.reset();
  }
  const bool hidden = newer_ && !SnapshotBetween(key.sequence, *newer_);
  newer_ = key.sequence;
  if (hidden) {
    return false;
  }
  const bool hides_nothing =
      into_oldest_ && (snapshots_.empty() || snapshots_.front() >= key.sequence);
  return key.type != ValueType::kDeletion || !hides_nothing;
}

}  // namespace bitladder::engine
