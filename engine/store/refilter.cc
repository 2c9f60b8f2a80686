#include "engine/store/refilter.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "engine/table/table_writer.h"

namespace bitladder::engine {

Result<std::string> FilterBlockFromHashes(FileSystem& file_system, const std::string& hashes_path,
                                          std::uint64_t expected_keys, const FilterSpec& spec) {
  const auto hashes = ReadKeyHashes(file_system, hashes_path);
  if (!hashes) {
    return tl::unexpected<Error>(hashes.error());
  }
  if (hashes->size() != expected_keys) {
    return Fail(ErrorCode::kCorruption, fmt::format("{}: {} key hashes, the manifest says {}",
                                                    hashes_path, hashes->size(), expected_keys));
  }
  return BuildFilter(spec, *hashes);
}

Result<BuiltFilter> BuildFromHashes(FileSystem& file_system, const std::string& hashes_path,
                                    std::uint64_t expected_keys, const FilterSpec& spec) {
  auto block = FilterBlockFromHashes(file_system, hashes_path, expected_keys, spec);
  if (!block) {
    return tl::unexpected<Error>(std::move(block).error());
  }
  BuiltFilter built;
  built.file_bytes = block->size();
  auto reader = OpenFilter(spec.kind, *std::move(block));
  if (!reader) {
    return tl::unexpected<Error>(std::move(reader).error());
  }
  built.reader = *std::move(reader);
  return built;
}

}  // namespace bitladder::engine
