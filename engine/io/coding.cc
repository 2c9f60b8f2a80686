#include "engine/io/coding.h"

#include <bit>
#include <cstring>
#include <limits>

#include "engine/check.h"

namespace bitladder::engine {

static_assert(std::endian::native == std::endian::little,
              "files are little-endian, as this reads them");

namespace {

template <class Integer>
void AppendFixed(std::string* out, Integer value) {
  char bytes[sizeof(value)];
  std::memcpy(bytes, &value, sizeof(value));
  out->append(bytes, sizeof(value));
}

template <class Integer>
Integer DecodeFixed(const char* p) {
  Integer value;
  std::memcpy(&value, p, sizeof(value));
  return value;
}

template <class Integer>
bool GetFixed(std::string_view* input, Integer* value) {
  if (input->size() < sizeof(Integer)) return false;
  *value = DecodeFixed<Integer>(input->data());
  input->remove_prefix(sizeof(Integer));
  return true;
}

template <class Integer>
bool GetVarint(std::string_view* input, Integer* value) {
  constexpr unsigned kBits = std::numeric_limits<Integer>::digits;
  Integer result = 0;
  unsigned shift = 0;
  for (std::size_t i = 0; i < input->size() && shift < kBits; ++i, shift += 7) {
    const auto byte = static_cast<unsigned char>((*input)[i]);
    const Integer group = byte & 0x7f;
    if (shift + 7 > kBits && (group >> (kBits - shift)) != 0) return false;
    result |= group << shift;
    if (byte < 0x80) {
      *value = result;
      input->remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

}  // namespace

void AppendFixed32(std::string* out, std::uint32_t value) { AppendFixed(out, value); }
void AppendFixed64(std::string* out, std::uint64_t value) { AppendFixed(out, value); }
std::uint32_t DecodeFixed32(const char* p) { return DecodeFixed<std::uint32_t>(p); }
std::uint64_t DecodeFixed64(const char* p) { return DecodeFixed<std::uint64_t>(p); }

void AppendVarint32(std::string* out, std::uint32_t value) { AppendVarint64(out, value); }

void AppendVarint64(std::string* out, std::uint64_t value) {
  while (value >= 0x80) {
    out->push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out->push_back(static_cast<char>(value));
}

void AppendLengthPrefixed(std::string* out, std::string_view value) {
  ENGINE_CHECK(value.size() <= std::numeric_limits<std::uint32_t>::max(), value.size(), 0);
  AppendVarint32(out, static_cast<std::uint32_t>(value.size()));
  out->append(value);
}

bool GetFixed32(std::string_view* input, std::uint32_t* value) { return GetFixed(input, value); }
bool GetFixed64(std::string_view* input, std::uint64_t* value) { return GetFixed(input, value); }
bool GetVarint32(std::string_view* input, std::uint32_t* value) { return GetVarint(input, value); }
bool GetVarint64(std::string_view* input, std::uint64_t* value) { return GetVarint(input, value); }

bool GetLengthPrefixed(std::string_view* input, std::string_view* value) {
  std::string_view rest = *input;
  std::uint32_t length = 0;
  if (!GetVarint32(&rest, &length) || length > rest.size()) return false;
  *value = rest.substr(0, length);
  *input = rest.substr(length);
  return true;
}

}  // namespace bitladder::engine
