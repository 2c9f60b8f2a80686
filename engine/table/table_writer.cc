#include "engine/table/table_writer.h"

#include <fmt/format.h>

#include <utility>

#include "engine/check.h"
#include "engine/table/block_builder.h"
#include "engine/table/block_io.h"
#include "engine/table/filter_block.h"
#include "engine/table/properties_block.h"
#include "engine/table/separator.h"
#include "engine/table/table_keys.h"

namespace bitladder::engine {

Status Validate(const TableOptions& options) {
  const auto refuse = [](std::string what) {
    return Fail(ErrorCode::kInvalidArgument, std::move(what));
  };
  if (options.block_bytes < 256 || options.block_bytes > 1048576) {
    return refuse(
        fmt::format("block_bytes is {}, allowed are 256 to 1048576", options.block_bytes));
  }
  if (options.restart_interval < 1 || options.restart_interval > 1024) {
    return refuse(
        fmt::format("restart_interval is {}, allowed are 1 to 1024", options.restart_interval));
  }
  if (options.block_align && options.compression != Compression::kNone) {
    return refuse("block_align needs compression none, as compressed blocks fill no page");
  }
  return {};
}

namespace {

constexpr std::size_t kMaxPartBytes = std::size_t{1} << 30;  // of one key or value
constexpr std::uint64_t kEntryOverheadBytes = 16;            // of THEORY's entry size

class TableWriterImpl final : public TableWriter {
 public:
  TableWriterImpl(std::unique_ptr<WritableFile> table, std::unique_ptr<WritableFile> hashes,
                  const TableOptions& options)
      : options_(options),
        table_(std::move(table)),
        hashes_(std::move(hashes)),
        block_(options.restart_interval),
        index_(1) {}

  Status Add(std::string_view internal_key, std::string_view value) override {
    if (internal_key.size() > kMaxPartBytes || value.size() > kMaxPartBytes) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("{}: a key of {} and a value of {} bytes, {} each are allowed",
                              table_->path(), internal_key.size(), value.size(), kMaxPartBytes));
    }
    const auto parsed = ParseInternalKey(internal_key);
    ENGINE_CHECK(parsed.has_value(), internal_key.size(), kInternalKeyTrailerBytes);
    const bool first = properties_.entries == 0;
    ENGINE_CHECK(first || CompareInternalKeys(properties_.largest, internal_key) < 0,
                 properties_.entries, parsed->sequence);
    if (!block_.empty() &&
        block_.SizeWith(internal_key, value) + kBlockTrailerBytes > options_.block_bytes) {
      ENGINE_TRY(CloseBlock(FenceBetween(properties_.largest, internal_key)));
    }
    keys_.AddVersion(parsed->user_key, first || UserKey(properties_.largest) != parsed->user_key);
    block_.Add(internal_key, value);
    Count(*parsed, internal_key, value);
    return {};
  }

  std::uint64_t distinct_keys() const override { return keys_.distinct.size(); }

  Result<TableProperties> Finish(const FilterSpec& filter, bool sync) override {
    ENGINE_TRY(CheckFilter(options_.filter_layout, filter));
    properties_.distinct_keys = distinct_keys();
    properties_.filter = filter;
    // The last fence is the last key itself, so that the fences reject whatever lies beyond it.
    if (!block_.empty()) ENGINE_TRY(CloseBlock(properties_.largest));
    BlockBuilder metaindex(1);
    ENGINE_TRY(WriteMetaBlock(kPropertiesName, EncodeProperties(properties_), &metaindex));
    const std::string filter_bytes = BuildFilterBlock(options_.filter_layout, filter, keys_);
    properties_.filter_block_bytes = filter_bytes.size();
    if (!filter_bytes.empty()) {
      const std::string name = FilterBlockName({options_.filter_layout, filter.kind});
      ENGINE_TRY(WriteMetaBlock(name, filter_bytes, &metaindex));
    }
    Footer footer;
    ENGINE_TRY(WriteBlock(metaindex.Finish(), Compression::kNone, &footer.metaindex));
    ENGINE_TRY(WriteBlock(index_.Finish(), Compression::kNone, &footer.index));
    out_.clear();
    AppendFooter(&out_, footer);
    ENGINE_TRY(AppendOut());
    properties_.file_bytes = offset_;
    ENGINE_TRY(WriteTableKeys(*hashes_, keys_));
    for (WritableFile* file : {table_.get(), hashes_.get()}) {
      ENGINE_TRY(sync ? file->Sync() : file->Flush());
      ENGINE_TRY(file->Close());
    }
    return properties_;
  }

 private:
  void Count(const ParsedInternalKey& parsed, std::string_view internal_key,
             std::string_view value) {
    if (properties_.entries == 0) properties_.smallest.assign(internal_key);
    properties_.largest.assign(internal_key);
    ++properties_.entries;
    if (parsed.type == ValueType::kDeletion) ++properties_.deletions;
    properties_.logical_bytes += parsed.user_key.size() + value.size() + kEntryOverheadBytes;
  }

  Status CloseBlock(const std::string& fence) {
    if (options_.block_align) ENGINE_TRY(PadToPage());
    BlockHandle handle;
    ENGINE_TRY(WriteBlock(block_.Finish(), options_.compression, &handle));
    block_.Reset();
    ++properties_.data_blocks;
    // By run the blocks are of no use to a filter.
    if (options_.filter_layout == FilterLayout::kBlock) keys_.EndBlock(handle.offset, offset_);
    std::string encoded;
    AppendBlockHandle(&encoded, handle);
    index_.Add(fence, encoded);
    return {};
  }

  Status PadToPage() {
    const std::uint64_t beyond = offset_ % options_.block_bytes;
    if (beyond == 0) return {};
    out_.assign(static_cast<std::size_t>(options_.block_bytes - beyond), '\0');
    return AppendOut();
  }

  Status WriteMetaBlock(std::string_view name, std::string_view payload, BlockBuilder* metaindex) {
    BlockHandle handle;
    ENGINE_TRY(WriteBlock(payload, Compression::kNone, &handle));
    std::string encoded;
    AppendBlockHandle(&encoded, handle);
    metaindex->Add(name, encoded);
    return {};
  }

  Status WriteBlock(std::string_view payload, Compression compression, BlockHandle* handle) {
    out_.clear();
    handle->offset = offset_;
    handle->size = AppendBlock(&out_, payload, compression);
    return AppendOut();
  }

  Status AppendOut() {
    offset_ += out_.size();
    return table_->Append(out_);
  }

  TableOptions options_;
  std::unique_ptr<WritableFile> table_;
  std::unique_ptr<WritableFile> hashes_;
  BlockBuilder block_;
  BlockBuilder index_;
  TableKeys keys_;
  TableProperties properties_;
  std::string out_;  // what is written next
  std::uint64_t offset_ = 0;
};

}  // namespace

Result<std::unique_ptr<TableWriter>> TableWriter::Create(FileSystem& file_system,
                                                         const std::string& table_path,
                                                         const std::string& hashes_path,
                                                         const TableOptions& options) {
  if (const Status valid = Validate(options); !valid) {
    return Fail(valid.error().code, fmt::format("{}: {}", table_path, valid.error().message));
  }
  auto table = file_system.CreateWritable(table_path);
  if (!table) return tl::unexpected(table.error());
  auto hashes = file_system.CreateWritable(hashes_path);
  if (!hashes) return tl::unexpected(hashes.error());
  return std::make_unique<TableWriterImpl>(std::move(*table), std::move(*hashes), options);
}

}  // namespace bitladder::engine
