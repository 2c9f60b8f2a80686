#include "engine/store/scan.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/table/format.h"
#include "engine/tree/merging_iterator.h"

namespace bitladder::engine {
namespace {

std::unique_ptr<Iterator> MergeAll(const ReadView& view) {
  std::vector<std::unique_ptr<Iterator>> inputs;
  inputs.push_back(view.memtable()->NewIterator());
  for (const ViewRun& run : view.runs()) {
    inputs.push_back(run.handle->table().NewIterator());
  }
  return NewMergingIterator(std::move(inputs));
}

class ViewScan final : public ScanIterator {
 public:
  ViewScan(std::shared_ptr<const ReadView> view, std::uint64_t sequence)
      : view_(std::move(view)), sequence_(sequence), merged_(MergeAll(*view_)) {}

  bool Valid() const override { return valid_; }

  void SeekToFirst() override {
    merged_->SeekToFirst();
    FindVisible(false);
  }

  void Seek(std::string_view user_key) override {
    seek_key_.clear();
    AppendInternalKey(&seek_key_, user_key, kMaxSequence, ValueType::kValue);
    merged_->Seek(seek_key_);
    FindVisible(false);
  }

  void Next() override {
    decided_key_.assign(key());
    merged_->Next();
    FindVisible(true);
  }

  std::string_view key() const override { return UserKey(merged_->key()); }
  std::string_view value() const override { return merged_->value(); }
  Status status() const override { return status_; }

 private:
  // From the current entry on, the first value that is the newest visible version of its key.
  // Versions of decided_key_ are passed over when `decided`: a newer one has been shown or was a
  // tombstone.
  void FindVisible(bool decided) {
    valid_ = false;
    for (; merged_->Valid(); merged_->Next()) {
      const auto entry = ParseInternalKey(merged_->key());
      if (!entry) {
        status_ = tl::unexpected<Error>(entry.error());
        return;
      }
      if (entry->sequence > sequence_ || (decided && entry->user_key == decided_key_)) {
        continue;
      }
      if (entry->type == ValueType::kValue) {
        valid_ = true;
        return;
      }
      decided_key_.assign(entry->user_key);
      decided = true;
    }
    status_ = merged_->status();
  }

  std::shared_ptr<const ReadView> view_;
  std::uint64_t sequence_;
  std::unique_ptr<Iterator> merged_;
  std::string decided_key_;
  std::string seek_key_;
  bool valid_ = false;
  Status status_;
};

}  // namespace

std::unique_ptr<ScanIterator> ScanView(std::shared_ptr<const ReadView> view,
                                       std::uint64_t sequence) {
  return std::make_unique<ViewScan>(std::move(view), sequence);
}

}  // namespace bitladder::engine
