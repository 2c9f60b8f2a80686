// A 128-bit hash (XXH3) over numbers and whole files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/io/file_system.h"
#include "engine/result.h"

namespace bitladder::engine {

class FingerprintHash {
 public:
  FingerprintHash();
  ~FingerprintHash();
  void AddNumber(std::uint64_t number);  // its eight little-endian bytes
  Status AddFile(FileSystem& file_system, const std::string& path);  // its size, then its bytes
  std::string Digest() const;                                        // 32 hexadecimal digits

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bitladder::engine
