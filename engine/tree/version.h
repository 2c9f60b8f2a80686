// What the store holds at one moment, as a value: the runs, newest first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/filter/filter.h"
#include "engine/table/table_writer.h"

namespace bitladder::engine {

// The filter that a run was assigned after it was written.
struct FilterAssignment {
  FilterSpec spec;
  FilterLayout layout = FilterLayout::kRun;
  bool operator==(const FilterAssignment&) const = default;
};

// One run: one table file. `buffers` is its size in flushes, as the merge rule counts it.
struct RunMeta {
  int level = 1;                  // 1 is the smallest
  std::uint64_t file_number = 0;  // of NNNNNN.ldb and NNNNNN.hashes
  std::uint64_t buffers = 1;      // >= 1
  TableProperties table;
  std::optional<FilterAssignment>
      assigned;  // replaces the filter at creation; kept by the manifest
  bool operator==(const RunMeta&) const = default;
};

// Immutable by convention: every change makes a new Version.
struct Version {
  std::vector<RunMeta>
      runs;  // by level ascending, within a level newest first: the order of a lookup
  bool operator==(const Version&) const = default;

  int largest_level() const { return runs.empty() ? 0 : runs.back().level; }
};

// The version in which the `newest_removed` newest runs are gone and `added`, when there is one, is
// the newest run of its level. Every smaller level must be empty after the removal (a bug
// otherwise).
Version Replace(const Version& version, std::size_t newest_removed, std::optional<RunMeta> added);

}  // namespace bitladder::engine
