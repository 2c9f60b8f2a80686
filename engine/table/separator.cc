#include "engine/table/separator.h"

#include <algorithm>

#include "engine/check.h"
#include "engine/table/format.h"

namespace bitladder::engine {

std::string FenceBetween(std::string_view last, std::string_view next) {
  const std::string_view low = UserKey(last);
  const std::string_view high = UserKey(next);
  const std::size_t shorter = std::min(low.size(), high.size());
  std::size_t common = 0;
  while (common < shorter && low[common] == high[common]) ++common;
  // Where one is a prefix of the other (or both are versions of one key) nothing lies between that
  // is shorter. Raising the byte must stay below `high`, and only a cut makes the fence shorter.
  if (common < shorter && common + 1 < low.size()) {
    const auto raised = static_cast<unsigned char>(static_cast<unsigned char>(low[common]) + 1);
    if (raised < static_cast<unsigned char>(high[common])) {
      std::string user_key(low.substr(0, common));
      user_key.push_back(static_cast<char>(raised));
      std::string fence;
      AppendInternalKey(&fence, user_key, kMaxSequence, ValueType::kValue);
      return fence;
    }
  }
  return std::string(last);
}

}  // namespace bitladder::engine
