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
                      std::size_t at_once, bool keep_datasets) {
  std::uint64_t needed = 0;
  std::vector<std::uint64_t> passing;  // bytes that a dataset takes and gives back
  for (const DatasetJob& job : jobs) {
    const ResourceEstimate estimate = EstimateResources(job.points.front()->config);
    const std::uint64_t kept = keep_datasets ? estimate.disk_bytes : 0;
    needed += kept;
    passing.push_back(estimate.peak_disk_bytes - kept);
  }
  std::sort(passing.rbegin(), passing.rend());
  for (std::size_t i = 0; i < std::min(at_once, passing.size()); ++i) needed += passing[i];
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
