#include "engine/tree/version.h"

#include <utility>

#include "engine/check.h"

namespace bitladder::engine {

Version Replace(const Version& version, std::size_t newest_removed, std::optional<RunMeta> added) {
  ENGINE_CHECK(newest_removed <= version.runs.size(), newest_removed, version.runs.size());
  Version next;
  next.runs.reserve(version.runs.size() + 1 - newest_removed);
  if (added) {
    next.runs.push_back(*std::move(added));
  }
  for (std::size_t i = newest_removed; i < version.runs.size(); ++i) {
    ENGINE_CHECK(next.runs.empty() || next.runs.back().level <= version.runs[i].level,
                 next.runs.back().level, version.runs[i].level);
    next.runs.push_back(version.runs[i]);
  }
  return next;
}

}  // namespace bitladder::engine
