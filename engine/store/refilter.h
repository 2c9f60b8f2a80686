// Builds a run's filter anew from the key hashes beside its table, without reading a data block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/filter/filter.h"
#include "engine/io/file_system.h"
#include "engine/result.h"

namespace bitladder::engine {

struct BuiltFilter {
  std::shared_ptr<const FilterReader> reader;  // null when the spec gives no filter
  std::uint64_t file_bytes = 0;                // of the filter block
};

// The bytes of the filter block that the table writer would have made with `spec`. `expected_keys`
// is what the manifest says; another number of hashes is kCorruption.
Result<std::string> FilterBlockFromHashes(FileSystem& file_system, const std::string& hashes_path,
                                          std::uint64_t expected_keys, const FilterSpec& spec);

// The same, opened.
Result<BuiltFilter> BuildFromHashes(FileSystem& file_system, const std::string& hashes_path,
                                    std::uint64_t expected_keys, const FilterSpec& spec);

}  // namespace bitladder::engine
