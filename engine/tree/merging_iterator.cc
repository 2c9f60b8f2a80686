#include "engine/tree/merging_iterator.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "engine/table/format.h"

namespace bitladder::engine {
namespace {

// A binary heap of the inputs that are not at their end, the smallest key on top. Keys are kept
// beside the inputs, so that a comparison costs no virtual call.
class MergingIterator final : public Iterator {
 public:
  explicit MergingIterator(std::vector<std::unique_ptr<Iterator>> inputs)
      : inputs_(std::move(inputs)) {}

  bool Valid() const override { return status_.has_value() && !heap_.empty(); }

  void SeekToFirst() override {
    for (const auto& input : inputs_) {
      input->SeekToFirst();
    }
    Rebuild();
  }

  void Seek(std::string_view internal_key) override {
    for (const auto& input : inputs_) {
      input->Seek(internal_key);
    }
    Rebuild();
  }

  void Next() override {
    Entry& top = heap_.front();
    top.input->Next();
    if (top.input->Valid()) {
      top.key = top.input->key();
    } else {
      status_ = top.input->status();
      top = heap_.back();
      heap_.pop_back();
    }
    SiftDown(0);
  }

  std::string_view key() const override { return heap_.front().key; }
  std::string_view value() const override { return heap_.front().input->value(); }
  Status status() const override { return status_; }

 private:
  struct Entry {
    std::string_view key;
    Iterator* input;
  };

  static bool Before(const Entry& a, const Entry& b) {
    return CompareInternalKeys(a.key, b.key) < 0;
  }

  void Rebuild() {
    heap_.clear();
    status_ = {};
    for (const auto& input : inputs_) {
      if (input->Valid()) {
        heap_.push_back({input->key(), input.get()});
      } else if (const Status status = input->status(); !status && status_) {
        status_ = status;
      }
    }
    for (std::size_t i = heap_.size() / 2; i-- > 0;) {
      SiftDown(i);
    }
  }

  void SiftDown(std::size_t parent) {
    const std::size_t size = heap_.size();
    for (std::size_t child = 2 * parent + 1; child < size; child = 2 * parent + 1) {
      if (child + 1 < size && Before(heap_[child + 1], heap_[child])) {
        ++child;
      }
      if (!Before(heap_[child], heap_[parent])) {
        return;
      }
      std::swap(heap_[child], heap_[parent]);
      parent = child;
    }
  }

  std::vector<std::unique_ptr<Iterator>> inputs_;
  std::vector<Entry> heap_;
  Status status_;
};

}  // namespace

std::unique_ptr<Iterator> NewMergingIterator(std::vector<std::unique_ptr<Iterator>> inputs) {
  return std::make_unique<MergingIterator>(std::move(inputs));
}

}  // namespace bitladder::engine
