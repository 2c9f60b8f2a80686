// Any bytes as a block's payload: walked, and searched for a key taken from the bytes.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/check.h"
#include "engine/table/block.h"
#include "engine/table/format.h"

// Input: one byte n, n bytes of a user key to search for, the payload.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using bitladder::engine::BlockCursor;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  if (input.empty()) return 0;
  const std::size_t key_bytes = static_cast<unsigned char>(input[0]);
  input.remove_prefix(1);
  if (key_bytes > input.size()) return 0;
  std::string target;
  AppendInternalKey(&target, input.substr(0, key_bytes), 100, bitladder::engine::ValueType::kValue);
  const std::string_view payload = input.substr(key_bytes);

  BlockCursor walker(payload);
  std::size_t bytes = 0;
  for (walker.SeekToFirst(); walker.Valid(); walker.Next()) {
    bytes += walker.value().size();
    ENGINE_CHECK(bytes <= payload.size(), bytes, payload.size());
  }
  BlockCursor seeker(payload);
  seeker.Seek(target);
  if (seeker.Valid()) {
    const int order = bitladder::engine::CompareInternalKeys(seeker.key(), target);
    ENGINE_CHECK(order >= 0, order, 0);
  }
  return 0;
}
