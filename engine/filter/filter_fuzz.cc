// Any bytes as a filter of any kind; and any hashes, built, opened and found again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "engine/check.h"
#include "engine/filter/filter.h"
#include "engine/filter/prefix_filter.h"

namespace bitladder::engine {
namespace {

constexpr std::uint8_t kKinds = 6;       // FilterKind 0..5
constexpr std::uint8_t kAsPrefix = 6;    // the bytes are a prefix filter
constexpr std::uint8_t kBuilding = 128;  // from here on: kind and request, then hashes

void Probe(const FilterReader& filter) {
  std::vector<KeyHash> keys;
  for (std::uint64_t i = 0; i < 64; ++i) {
    const std::uint64_t wide =
        i * 0x0410410410410410ULL + i;  // from one end of the filter to the other
    keys.push_back({.wide = wide, .leveldb = static_cast<std::uint32_t>(wide >> 32)});
  }
  const std::uint64_t maybe = filter.MayContainBatch(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ENGINE_CHECK(filter.MayContain(keys[i]) == ((maybe >> i & 1) != 0), i, maybe);
  }
  const double rate = filter.FprFromContents().value_or(0);
  ENGINE_CHECK(rate >= 0 && rate <= 1, rate * 1e6, filter.filter_bits());
}

void OpenAsFilter(FilterKind kind, std::string bytes) {
  const std::size_t size = bytes.size();
  const auto opened = OpenFilter(kind, std::move(bytes));
  if (!opened) {
    ENGINE_CHECK(opened.error().code == ErrorCode::kCorruption, static_cast<int>(kind), size);
    return;
  }
  if (*opened == nullptr) return;
  ENGINE_CHECK((*opened)->filter_bits() <= 8 * size, (*opened)->filter_bits(), size);
  Probe(**opened);
}

void OpenAsPrefixFilter(std::string bytes) {
  const auto opened = PrefixFilterReader::Open(std::move(bytes));
  if (!opened) return;
  (void)opened->MayContainRange("prefix/1", "prefix/2");
  Probe(opened->filter());
}

void BuildAndFind(std::uint8_t choice, std::string_view input) {
  std::uint32_t request = 0;
  if (input.size() < sizeof(request)) return;
  std::memcpy(&request, input.data(), sizeof(request));
  input.remove_prefix(sizeof(request));
  const FilterSpec spec = {.kind = static_cast<FilterKind>(choice % kKinds),
                           .bits_per_key_1024 = request % (128 * 1024 + 1)};
  std::vector<KeyHash> keys;
  for (; input.size() >= sizeof(std::uint64_t); input.remove_prefix(sizeof(std::uint64_t))) {
    std::uint64_t wide;
    std::memcpy(&wide, input.data(), sizeof(wide));
    keys.push_back({.wide = wide, .leveldb = static_cast<std::uint32_t>(wide)});
  }
  const auto opened = OpenFilter(spec.kind, BuildFilter(spec, keys));
  ENGINE_CHECK(opened.has_value(), static_cast<int>(spec.kind), keys.size());
  if (*opened == nullptr) return;
  for (const KeyHash& key : keys) ENGINE_CHECK((*opened)->MayContain(key), key.wide, keys.size());
}

void RunInput(std::uint8_t choice, std::string rest) {
  if (choice >= kBuilding) {
    BuildAndFind(choice, rest);
  } else if (choice % (kKinds + 1) == kAsPrefix) {
    OpenAsPrefixFilter(std::move(rest));
  } else {
    OpenAsFilter(static_cast<FilterKind>(choice % (kKinds + 1)), std::move(rest));
  }
}

}  // namespace
}  // namespace bitladder::engine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0) {
    bitladder::engine::RunInput(data[0],
                                std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  }
  return 0;
}
