#include "engine/table/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/check.h"
#include "engine/table/block.h"
#include "engine/table/block_io.h"
#include "engine/table/filter_block.h"
#include "engine/table/table_keys.h"
#include "engine/table/table_parts.h"

namespace bitladder::engine {

namespace {

constexpr std::uint64_t kEntryOverheadBytes = 16;

class TableVerifier {
 public:
  explicit TableVerifier(TableParts parts) : parts_(std::move(parts)) {}

  Status Run() {
    for (std::size_t block = 0; block < parts_.fences.size(); ++block) {
      ENGINE_TRY(CheckDataBlock(block));
    }
    found_.distinct_keys = keys_.distinct.size();
    found_.data_blocks = parts_.fences.size();
    found_.file_bytes = parts_.file->size();
    found_.filter_block_bytes = parts_.filter_handle.size;
    ENGINE_TRY(CheckEveryByteBelongs());
    if (!parts_.properties) return {};
    found_.filter = parts_.properties->filter;
    ENGINE_TRY(CheckProperties());
    return CheckFilterBytes();
  }

  Status CheckHashesFile(FileSystem& file_system, const std::string& path) const {
    const auto stored = ReadTableKeys(file_system, path);
    ENGINE_TRY(stored);
    const auto differs = [](const KeyHash& a, const KeyHash& b) {
      return a.wide != b.wide || a.leveldb != b.leveldb;
    };
    const std::size_t common = std::min(stored->distinct.size(), keys_.distinct.size());
    for (std::size_t i = 0; i < common; ++i) {
      if (differs(stored->distinct[i], keys_.distinct[i])) {
        return CorruptAt(path, 0, fmt::format("hash {} is not that of the table's key", i));
      }
    }
    if (stored->distinct.size() != keys_.distinct.size()) {
      return CorruptAt(path, 0,
                       fmt::format("{} hashes, but the table holds {} distinct keys",
                                   stored->distinct.size(), keys_.distinct.size()));
    }
    const bool by_block = !stored->blocks.empty();
    if (by_block && (stored->blocks != keys_.blocks || stored->repeated != keys_.repeated ||
                     stored->data_end != keys_.data_end)) {
      return CorruptAt(path, 0, "the blocks and versions are not those of the table");
    }
    return {};
  }

  const TableProperties& found() const { return found_; }

 private:
  tl::unexpected<Error> Corrupt(const BlockHandle& handle, std::string_view what) const {
    return CorruptAt(parts_.file->path(), handle.offset, what);
  }

  Status CheckDataBlock(std::size_t block) {
    const BlockHandle& handle = parts_.fences.handle(block);
    const auto read = ReadBlock(*parts_.file, handle, true);
    ENGINE_TRY(read);
    BlockCursor cursor(read->payload);
    cursor.SeekToFirst();
    if (cursor.status() && !cursor.Valid()) return Corrupt(handle, "a data block without entries");
    for (; cursor.Valid(); cursor.Next()) {
      ENGINE_TRY(CheckEntry(block, cursor.key(), cursor.value()));
    }
    if (!cursor.status()) return Corrupt(handle, cursor.status().error().message);
    keys_.EndBlock(handle.offset, handle.offset + handle.size + kBlockTrailerBytes);
    return CheckRestarts(handle, read->payload);
  }

  // Walking the entries never uses the restarts, seeking does.
  Status CheckRestarts(const BlockHandle& handle, std::string_view payload) const {
    BlockCursor walker(payload);
    BlockCursor seeker(payload);
    for (walker.SeekToFirst(); walker.Valid(); walker.Next()) {
      seeker.Seek(walker.key());
      if (!seeker.Valid() || seeker.key() != walker.key() || seeker.value() != walker.value()) {
        return Corrupt(handle, "a search does not find an entry of the block");
      }
    }
    return {};
  }

  Status CheckEntry(std::size_t block, std::string_view key, std::string_view value) {
    const BlockHandle& handle = parts_.fences.handle(block);
    const auto parsed = ParseInternalKey(key);
    if (!parsed) return Corrupt(handle, parsed.error().message);
    if (found_.entries > 0 && CompareInternalKeys(found_.largest, key) >= 0) {
      return Corrupt(handle, "keys are not in ascending order");
    }
    if (CompareInternalKeys(key, parts_.fences.key(block)) > 0 ||
        (block > 0 && CompareInternalKeys(key, parts_.fences.key(block - 1)) <= 0)) {
      return Corrupt(handle, "a key lies outside its block's fences");
    }
    const bool first = found_.entries == 0;
    keys_.AddVersion(parsed->user_key, first || UserKey(found_.largest) != parsed->user_key);
    const KeyHash& hash = keys_.distinct.back();
    if (parts_.filter != nullptr && (!parts_.filter->MayContain(hash) ||
                                     !parts_.filter->MayContainInBlock(hash, handle.offset))) {
      return Corrupt(
          parts_.filter_handle,
          fmt::format("the filter says no to a key of the block at offset {}", handle.offset));
    }
    if (first) found_.smallest = key;
    found_.largest = key;
    ++found_.entries;
    if (parsed->type == ValueType::kDeletion) ++found_.deletions;
    found_.logical_bytes += parsed->user_key.size() + value.size() + kEntryOverheadBytes;
    return {};
  }

  // Between blocks there is padding, which is zero, and nothing else.
  Status CheckEveryByteBelongs() const {
    std::vector<BlockHandle> blocks;
    for (std::size_t i = 0; i < parts_.fences.size(); ++i)
      blocks.push_back(parts_.fences.handle(i));
    for (const MetaBlock& meta : parts_.meta_blocks) {
      ENGINE_TRY(ReadBlock(*parts_.file, meta.handle, true));
      blocks.push_back(meta.handle);
    }
    blocks.push_back(parts_.footer.metaindex);
    std::uint64_t position = 0;
    for (const BlockHandle& block : blocks) {
      if (block.offset < position) return Corrupt(block, "a block overlaps the one before");
      ENGINE_TRY(CheckPadding(position, block.offset - position));
      position = block.offset + block.size + kBlockTrailerBytes;
    }
    return {};
  }

  Status CheckPadding(std::uint64_t offset, std::uint64_t bytes) const {
    std::string scratch;
    while (bytes > 0) {
      const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, 65536));
      scratch.resize(step);
      const auto padding = parts_.file->Read(offset, step, scratch.data());
      ENGINE_TRY(padding);
      const std::size_t odd = padding->find_first_not_of('\0');
      if (odd != std::string_view::npos) {
        return CorruptAt(parts_.file->path(), offset + odd, "padding that is not zero");
      }
      offset += step;
      bytes -= step;
    }
    return {};
  }

  Status CheckProperties() const {
    struct Count {
      std::string_view what;
      std::uint64_t TableProperties::*member;
    };
    constexpr std::array<Count, 4> kCounts = {{{"entries", &TableProperties::entries},
                                               {"distinct keys", &TableProperties::distinct_keys},
                                               {"deletions", &TableProperties::deletions},
                                               {"logical bytes", &TableProperties::logical_bytes}}};
    const TableProperties& said = *parts_.properties;
    for (const Count& count : kCounts) {
      if (said.*count.member == found_.*count.member) continue;
      return Corrupt(parts_.properties_handle,
                     fmt::format("the properties say {} {}, the table holds {}", said.*count.member,
                                 count.what, found_.*count.member));
    }
    if (said.smallest != found_.smallest || said.largest != found_.largest) {
      return Corrupt(parts_.properties_handle, "the properties name other end keys");
    }
    ENGINE_CHECK(said == found_, said.data_blocks, found_.data_blocks);  // checked at open
    return {};
  }

  Status CheckFilterBytes() const {
    const std::string expected = BuildFilterBlock(parts_.filter_layout, found_.filter, keys_);
    std::string_view stored;
    Result<Block> block;
    if (parts_.filter != nullptr) {
      block = ReadBlock(*parts_.file, parts_.filter_handle, true);
      ENGINE_TRY(block);
      stored = block->payload;
    }
    if (stored == expected) return {};
    return Corrupt(parts_.filter_handle, "the filter is not the one that its keys give");
  }

  TableParts parts_;
  TableProperties found_;
  TableKeys keys_;
};

}  // namespace

Result<TableProperties> VerifyTable(FileSystem& file_system, const std::string& table_path,
                                    const std::string& hashes_path) {
  auto parts = OpenTableParts(file_system, table_path, ReadMode::kBuffered);
  ENGINE_TRY(parts);
  TableVerifier verifier(std::move(*parts));
  ENGINE_TRY(verifier.Run());
  if (!hashes_path.empty()) ENGINE_TRY(verifier.CheckHashesFile(file_system, hashes_path));
  return verifier.found();
}

}  // namespace bitladder::engine
