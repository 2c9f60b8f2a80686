// Little-endian integers, LevelDB's varints (7 bits a byte, least significant first, high bit: more
// follows) and length-prefixed strings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bitladder::engine {

void AppendFixed32(std::string* out, std::uint32_t value);
void AppendFixed64(std::string* out, std::uint64_t value);
std::uint32_t DecodeFixed32(const char* p);
std::uint64_t DecodeFixed64(const char* p);
void AppendVarint32(std::string* out, std::uint32_t value);
void AppendVarint64(std::string* out, std::uint64_t value);
void AppendLengthPrefixed(std::string* out, std::string_view value);

// Each takes its bytes off the front of `input`; false, with both arguments unchanged, when they
// are too few or encode a number that does not fit.
bool GetFixed32(std::string_view* input, std::uint32_t* value);
bool GetFixed64(std::string_view* input, std::uint64_t* value);
bool GetVarint32(std::string_view* input, std::uint32_t* value);
bool GetVarint64(std::string_view* input, std::uint64_t* value);
bool GetLengthPrefixed(std::string_view* input, std::string_view* value);

}  // namespace bitladder::engine
