// A SortedSource as a cursor over internal keys, so that a bulk load is a merge of one input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/store/store.h"
#include "engine/store/write_batch.h"
#include "engine/table/format.h"
#include "engine/table/iterator.h"

namespace bitladder::engine {

// Every entry gets the same sequence number: keys ascend strictly, so internal keys still differ.
// Keys that do not ascend, or are too long, end it with kInvalidArgument. Forward only: Seek is not
// used.
class SortedSourceIterator final : public Iterator {
 public:
  SortedSourceIterator(SortedSource& source, std::uint64_t sequence)
      : source_(source), sequence_(sequence) {}

  bool Valid() const override { return valid_; }
  void SeekToFirst() override { Next(); }
  void Seek(std::string_view) override {
    valid_ = false;
    status_ = Fail(ErrorCode::kInvalidArgument, "a bulk load cannot seek");
  }
  void Next() override;
  std::string_view key() const override { return internal_key_; }
  std::string_view value() const override { return value_; }
  Status status() const override { return status_; }

 private:
  SortedSource& source_;
  std::uint64_t sequence_;
  std::uint64_t entries_ = 0;
  std::string internal_key_;
  std::string_view value_;
  bool valid_ = false;
  Status status_;
};

}  // namespace bitladder::engine
