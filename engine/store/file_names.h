// Names of the files in a store's directory.
//   NNNNNN.ldb       a table; the number is decimal, at least six digits
//   NNNNNN.hashes    the key hashes of that table
//   NNNNNN.log       a write-ahead log
//   NNNNNN.tmp       a CURRENT that is being written
//   MANIFEST-NNNNNN  what the store consists of
//   CURRENT          the name of the manifest that counts, and a newline
//   LOCK             held by the process that writes
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bitladder::engine {

enum class FileKind { kTable, kHashes, kLog, kTemporary, kManifest, kCurrent, kLock };

struct StoreFile {
  FileKind kind = FileKind::kTable;
  std::uint64_t number = 0;  // 0 for CURRENT and LOCK
  bool operator==(const StoreFile&) const = default;
};

// Above every number that a store ever gives out; names and manifests with larger ones are not its
// own.
inline constexpr std::uint64_t kMaxFileNumber = 1'000'000'000'000'000'000;

std::string FileName(const StoreFile& file);
std::string FilePath(const std::string& directory, const StoreFile& file);

// Nothing for a name that FileName does not make: such files are none of the store's business.
std::optional<StoreFile> ParseFileName(std::string_view name);

}  // namespace bitladder::engine
