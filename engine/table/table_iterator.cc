#include "engine/table/table_iterator.h"

#include <optional>
#include <string>

#include "engine/check.h"
#include "engine/io/read_ahead_file.h"
#include "engine/table/block.h"
#include "engine/table/block_io.h"
#include "engine/table/format.h"

namespace bitladder::engine {

namespace {

class TableIterator final : public Iterator {
 public:
  TableIterator(const RandomAccessFile& file, const Fences& fences, bool verify_checksums,
                std::uint64_t read_ahead_bytes)
      : fences_(fences), verify_checksums_(verify_checksums) {
    if (read_ahead_bytes > 0) read_ahead_.emplace(file, read_ahead_bytes);
    file_ = read_ahead_ ? &*read_ahead_ : &file;
  }
  TableIterator(const TableIterator&) = delete;
  TableIterator& operator=(const TableIterator&) = delete;

  bool Valid() const override { return status_ && cursor_ && cursor_->Valid(); }

  void SeekToFirst() override {
    if (!status_) return;
    previous_.clear();
    if (!LoadBlock(0)) return;
    cursor_->SeekToFirst();
    Settle();
  }

  void Seek(std::string_view internal_key) override {
    if (!status_) return;
    previous_.clear();
    if (!LoadBlock(fences_.Find(internal_key).value_or(fences_.size()))) return;
    cursor_->Seek(internal_key);
    Settle();
  }

  void Next() override {
    ENGINE_CHECK(Valid(), block_, fences_.size());
    previous_.assign(cursor_->key());
    cursor_->Next();
    Settle();
  }

  std::string_view key() const override { return cursor_->key(); }
  std::string_view value() const override { return cursor_->value(); }
  Status status() const override { return status_; }

 private:
  // False at the end of the table or at an error.
  bool LoadBlock(std::size_t block) {
    block_ = block;
    cursor_.reset();
    if (block >= fences_.size()) return false;
    auto read = ReadBlock(*file_, fences_.handle(block), verify_checksums_);
    if (!read) {
      status_ = tl::unexpected(read.error());
      return false;
    }
    data_ = std::move(*read);
    cursor_.emplace(data_.payload);
    return true;
  }

  // Goes on to the next block where this one is used up, and checks the entry found.
  void Settle() {
    while (cursor_ && cursor_->status() && !cursor_->Valid()) {
      if (LoadBlock(block_ + 1)) cursor_->SeekToFirst();
    }
    if (!cursor_) return;
    if (!cursor_->status()) return Corrupt(cursor_->status().error().message);
    const auto parsed = ParseInternalKey(cursor_->key());
    if (!parsed) return Corrupt(parsed.error().message);
    if (!previous_.empty() && CompareInternalKeys(previous_, cursor_->key()) >= 0) {
      return Corrupt("keys are not in ascending order");
    }
    if (CompareInternalKeys(cursor_->key(), fences_.key(block_)) > 0) {
      return Corrupt("a key lies above its block's fence");
    }
  }

  void Corrupt(std::string_view what) {
    status_ = CorruptAt(file_->path(), fences_.handle(block_).offset, what);
  }

  std::optional<ReadAheadFile> read_ahead_;
  const RandomAccessFile* file_;
  const Fences& fences_;
  const bool verify_checksums_;
  std::size_t block_ = 0;
  Block data_;
  std::optional<BlockCursor> cursor_;  // empty before the first seek and at the end
  std::string previous_;               // the key before; empty after a seek
  Status status_;
};

}  // namespace

std::unique_ptr<Iterator> NewTableIterator(const RandomAccessFile& file, const Fences& fences,
                                           bool verify_checksums, std::uint64_t read_ahead_bytes) {
  return std::make_unique<TableIterator>(file, fences, verify_checksums, read_ahead_bytes);
}

}  // namespace bitladder::engine
