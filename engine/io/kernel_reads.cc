#include "engine/io/kernel_reads.h"

#include <charconv>
#include <string>
#include <string_view>

#include "engine/io/file_system.h"

namespace bitladder::engine {

Result<std::uint64_t> KernelReadBytes() {
  constexpr std::string_view kField = "\nread_bytes: ";
  const std::string path = "/proc/thread-self/io";
  const auto text = PosixFileSystem().ReadFile(path);
  if (!text) return tl::unexpected(text.error());
  const std::size_t field = text->find(kField);
  std::uint64_t bytes = 0;
  if (field != std::string::npos) {
    const char* begin = text->data() + field + kField.size();
    if (std::from_chars(begin, text->data() + text->size(), bytes).ec == std::errc{}) return bytes;
  }
  return Fail(ErrorCode::kIo, path + ": no field read_bytes");
}

}  // namespace bitladder::engine
