// Writing results so that a crash at any moment leaves a whole file or a whole line.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "experiments/result_type.h"

namespace bitladder::experiments {

// The message of a failed system call on `path`: what was tried, where, why, and for a full disk
// the mend. Its kind is kRun.
Error FileError(std::string_view what, const std::string& path, int error_number);

// Replaces the file at `path` in one step: after a crash it holds the old or the new contents.
// Durable on return.
Status WriteFileAtomically(const std::string& path, std::string_view contents);

// A file that grows by whole lines, each durable before Append returns.
class LineFile {
 public:
  // Opens or creates `path`, and locks it for as long as it is open: a second process, or a second
  // LineFile, gets a kConfig error.
  static Result<std::unique_ptr<LineFile>> Open(const std::string& path);
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  // Cuts the file to `size` bytes: what a torn last line left behind goes.
  Status CutTo(std::uint64_t size);

  // `line` without line break. After an error the last line may be torn.
  Status Append(std::string_view line);

 private:
  LineFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  int descriptor_;
  std::string path_;
};

}  // namespace bitladder::experiments
