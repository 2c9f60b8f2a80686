#include "engine/table/dump.h"

#include <fmt/format.h>

#include <utility>

#include "engine/table/block.h"
#include "engine/table/block_io.h"
#include "engine/table/table_parts.h"

namespace bitladder::engine {

namespace {

constexpr std::size_t kShownValueBytes = 32;

std::string Quoted(std::string_view bytes) {
  std::string out = "\"";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte >= 0x20 && byte < 0x7f) {
      out += c;
    } else {
      out += fmt::format("\\x{:02x}", byte);
    }
  }
  return out + '"';
}

// "\"key\" @ 7" or "\"key\" @ 7 deleted"; a key that is not an internal key as it is.
std::string InternalKeyText(std::string_view internal_key) {
  const auto parsed = ParseInternalKey(internal_key);
  if (!parsed) return fmt::format("malformed key {}", Quoted(internal_key));
  return fmt::format("{} @ {}{}", Quoted(parsed->user_key), parsed->sequence,
                     parsed->type == ValueType::kDeletion ? " deleted" : "");
}

std::string ValueText(std::string_view value) {
  const bool cut = value.size() > kShownValueBytes;
  return fmt::format("{} bytes {}{}", value.size(), Quoted(value.substr(0, kShownValueBytes)),
                     cut ? "..." : "");
}

class TableDump {
 public:
  TableDump(const TableParts& parts, const DumpOptions& options,
            const std::function<void(std::string_view)>& print)
      : parts_(parts), options_(options), print_(print) {}

  Status Run() {
    PrintHead();
    if (parts_.properties) PrintProperties(*parts_.properties);
    if (parts_.filter != nullptr) PrintFilter(*parts_.filter);
    if (!options_.blocks) return {};
    for (std::size_t block = 0; block < parts_.fences.size(); ++block) {
      ENGINE_TRY(PrintBlock(block));
    }
    return {};
  }

 private:
  void PrintHead() {
    print_(fmt::format("table {}: {} bytes, {} data blocks, {} bytes of fences in memory\n",
                       parts_.file->path(), parts_.file->size(), parts_.fences.size(),
                       parts_.fences.resident_bytes()));
    const auto print_place = [&](std::string_view name, const BlockHandle& handle) {
      print_(fmt::format("{} at offset {}, {} bytes\n", name, handle.offset, handle.size));
    };
    for (const MetaBlock& meta : parts_.meta_blocks) print_place(meta.name, meta.handle);
    print_place("metaindex", parts_.footer.metaindex);
    print_place("index", parts_.footer.index);
  }

  void PrintProperties(const TableProperties& properties) {
    print_(fmt::format("properties: {} entries, {} distinct keys, {} deletions, {} logical bytes\n",
                       properties.entries, properties.distinct_keys, properties.deletions,
                       properties.logical_bytes));
    print_(fmt::format("filter requested: {}, {:.4f} bits per key\n",
                       FilterKindName(properties.filter.kind),
                       properties.filter.bits_per_key_1024 / 1024.0));
    if (properties.entries == 0) return;
    print_(fmt::format("smallest {}, largest {}\n", InternalKeyText(properties.smallest),
                       InternalKeyText(properties.largest)));
  }

  void PrintFilter(const FilterReader& filter) {
    std::string line =
        fmt::format("filter: {}, {} bits, {} bytes in memory", FilterKindName(filter.kind()),
                    filter.filter_bits(), filter.resident_bytes());
    if (const auto fill = filter.FillRatio()) line += fmt::format(", {:.4f} filled", *fill);
    if (const auto rate = filter.FprFromContents()) {
      line += fmt::format(", false-positive rate {:.4g} by its contents", *rate);
    }
    print_(line + '\n');
  }

  Status PrintBlock(std::size_t block) {
    const BlockHandle& handle = parts_.fences.handle(block);
    const auto read = ReadBlock(*parts_.file, handle, true);
    ENGINE_TRY(read);
    print_(fmt::format("block {} at offset {}, {} bytes, {}, fence {}\n", block, handle.offset,
                       handle.size,
                       read->compression == Compression::kSnappy ? "snappy" : "not compressed",
                       InternalKeyText(parts_.fences.key(block))));
    if (!options_.entries) return {};
    BlockCursor cursor(read->payload);
    for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
      print_(fmt::format("  {}: {}\n", InternalKeyText(cursor.key()), ValueText(cursor.value())));
    }
    if (cursor.status()) return {};
    return CorruptAt(parts_.file->path(), handle.offset, cursor.status().error().message);
  }

  const TableParts& parts_;
  const DumpOptions& options_;
  const std::function<void(std::string_view)>& print_;
};

}  // namespace

Status DumpTable(FileSystem& file_system, const std::string& path, const DumpOptions& options,
                 const std::function<void(std::string_view)>& print) {
  const auto parts = OpenTableParts(file_system, path, ReadMode::kBuffered);
  ENGINE_TRY(parts);
  return TableDump(*parts, options, print).Run();
}

}  // namespace bitladder::engine
