#include "engine/store/file_names.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace bitladder::engine {
namespace {

struct Ending {
  FileKind kind;
  std::string_view text;
};
constexpr std::array kEndings = {
    Ending{FileKind::kTable, ".ldb"}, Ending{FileKind::kHashes, ".hashes"},
    Ending{FileKind::kLog, ".log"}, Ending{FileKind::kTemporary, ".tmp"}};
constexpr std::string_view kManifestStart = "MANIFEST-";

std::optional<StoreFile> Numbered(FileKind kind, std::string_view digits) {
  StoreFile file{kind, 0};
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, file.number);
  if (error != std::errc() || stop != end || file.number > kMaxFileNumber) {
    return std::nullopt;
  }
  return file;
}

}  // namespace

std::string FileName(const StoreFile& file) {
  switch (file.kind) {
    case FileKind::kManifest:
      return fmt::format("{}{:06}", kManifestStart, file.number);
    case FileKind::kCurrent:
      return "CURRENT";
    case FileKind::kLock:
      return "LOCK";
    default:
      break;
  }
  for (const Ending& ending : kEndings) {
    if (ending.kind == file.kind) {
      return fmt::format("{:06}{}", file.number, ending.text);
    }
  }
  return {};
}

std::string FilePath(const std::string& directory, const StoreFile& file) {
  return directory + "/" + FileName(file);
}

std::optional<StoreFile> ParseFileName(std::string_view name) {
  std::optional<StoreFile> file;
  if (name == "CURRENT") {
    file = StoreFile{FileKind::kCurrent, 0};
  } else if (name == "LOCK") {
    file = StoreFile{FileKind::kLock, 0};
  } else if (name.starts_with(kManifestStart)) {
    file = Numbered(FileKind::kManifest, name.substr(kManifestStart.size()));
  } else {
    for (const Ending& ending : kEndings) {
      if (name.ends_with(ending.text)) {
        file = Numbered(ending.kind, name.substr(0, name.size() - ending.text.size()));
      }
    }
  }
  // A number may be spelt in one way only.
  return file && FileName(*file) == name ? file : std::nullopt;
}

}  // namespace bitladder::engine
