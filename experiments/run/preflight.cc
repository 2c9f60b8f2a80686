#include "experiments/run/preflight.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "experiments/config/estimate.h"

namespace bitladder::experiments {
namespace {

namespace fs = std::filesystem;

constexpr double kMebibyte = 1048576;

}  // namespace

Status PrepareDirectory(const std::string& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) {
    return Fail(ErrorKind::kConfig, fmt::format("{}: cannot create the output directory: {}",
                                                directory, error.message()));
  }
  if (::access(directory.c_str(), W_OK | X_OK) != 0) {
    return Fail(ErrorKind::kConfig, fmt::format("{}: cannot write into the output directory: {}",
                                                directory, std::strerror(errno)));
  }
  return {};
}

Status CheckDiskSpace(const std::vector<DatasetJob>& jobs, const std::string& directory,
                      bool keep_datasets) {
  std::uint64_t needed = 0;
  std::uint64_t kept = 0;
  for (const DatasetJob& job : jobs) {
    const ResourceEstimate estimate = EstimateResources(job.points.front()->config);
    needed = std::max(needed, kept + estimate.peak_disk_bytes);
    if (keep_datasets) kept += estimate.disk_bytes;
  }
  std::error_code error;
  const fs::space_info space = fs::space(directory, error);
  if (error) {
    return Fail(ErrorKind::kConfig, fmt::format("{}: cannot find out how much space is free: {}",
                                                directory, error.message()));
  }
  if (needed <= space.available) return {};
  return Fail(ErrorKind::kConfig,
              fmt::format("{}: the datasets need about {:.0f} MiB and {:.0f} MiB are free; choose "
                          "another directory or smaller /tree/entries",
                          directory, static_cast<double>(needed) / kMebibyte,
                          static_cast<double>(space.available) / kMebibyte));
}

Status CheckSameBuild(const Json& earlier, const Json& build, const std::string& directory) {
  const Json* earlier_build = earlier.Find("build");
  if (earlier_build != nullptr && *earlier_build == build) return {};
  return Fail(ErrorKind::kConfig,
              fmt::format("{}: holds records of another build of this program, and records of two "
                          "builds are not mixed; start fresh (--fresh) or choose another directory",
                          directory));
}

}  // namespace bitladder::experiments
