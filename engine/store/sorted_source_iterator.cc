#include "engine/store/sorted_source_iterator.h"

#include <fmt/format.h>

namespace bitladder::engine {

void SortedSourceIterator::Next() {
  std::string_view key;
  valid_ = source_.Next(&key, &value_);
  if (!valid_) {
    return;
  }
  status_ = CheckLimits(key.size(), value_.size());
  if (status_ && entries_ > 0 && key <= UserKey(internal_key_)) {
    status_ =
        Fail(ErrorCode::kInvalidArgument,
             fmt::format("key {} of a bulk load is not above the one before it", entries_ + 1));
  }
  valid_ = status_.has_value();
  entries_ += 1;
  internal_key_.clear();
  AppendInternalKey(&internal_key_, key, sequence_, ValueType::kValue);
}

}  // namespace bitladder::engine
