#include "experiments/result/provenance.h"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

#include "experiments/result/build_commit.h"
#include "experiments/result/json_members.h"
#include "experiments/result/record.h"

namespace bitladder::experiments {
namespace {

// The value after the first "name...: value" or "name = value" line of a /proc file.
std::optional<Json> ProcValue(const char* path, std::string_view name) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(name)) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(" \t", colon + 1);
    if (start != std::string::npos) return Json(line.substr(start));
  }
  return std::nullopt;
}

std::optional<Json> FirstLine(const char* path) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  return Json(line);
}

Json FileSystemJson(const std::string& directory) {
  struct Type {
    std::uint64_t magic;
    std::string_view name;
  };
  // From statfs(2); the magic number is in the manifest for all others.
  static constexpr Type kTypes[] = {
      {0xef53, "ext4"},          {0x58465342, "xfs"}, {0x9123683e, "btrfs"}, {0x01021994, "tmpfs"},
      {0x794c7630, "overlayfs"}, {0x6969, "nfs"},     {0x2fc12fc1, "zfs"},   {0x01021997, "9p"}};
  struct statfs info {};
  if (::statfs(directory.c_str(), &info) != 0) {
    return JsonMembers().AddNull("type", "statfs failed").Take();
  }
  const auto magic = static_cast<std::uint64_t>(static_cast<std::uint32_t>(info.f_type));
  const auto* known = std::find_if(std::begin(kTypes), std::end(kTypes),
                                   [magic](const Type& type) { return type.magic == magic; });
  JsonMembers out;
  out.AddOr("not in this program's list", "type",
            known == std::end(kTypes) ? std::nullopt : std::optional<Json>(known->name));
  out.Add("magic", Json(fmt::format("{:#x}", magic)))
      .Add("block_bytes", Json(static_cast<std::uint64_t>(info.f_bsize)))
      .Add("in_memory", Json(magic == 0x01021994));
  return out.Take();
}

// Median of the differences between readings that follow one another at once.
double ClockReadingNs() {
  constexpr int kReadings = 10001;
  std::vector<std::int64_t> differences;
  differences.reserve(kReadings);
  auto before = std::chrono::steady_clock::now();
  for (int i = 0; i < kReadings; ++i) {
    const auto now = std::chrono::steady_clock::now();
    differences.push_back(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now - before).count());
    before = now;
  }
  const auto middle = differences.begin() + kReadings / 2;
  std::nth_element(differences.begin(), middle, differences.end());
  return static_cast<double>(*middle);
}

}  // namespace

Json BuildJson() {
  JsonMembers out;
  const bool known = !std::string_view(kBuildCommit).empty();
  const std::string_view why_not = "built outside a git checkout";
  out.AddOr(why_not, "commit", known ? std::optional<Json>(kBuildCommit) : std::nullopt)
      .AddOr(why_not, "dirty", known ? std::optional<Json>(kBuildDirty) : std::nullopt)
      .Add("version", Json(BITLADDER_VERSION))
      .Add("compiler", Json(BITLADDER_COMPILER))
      .Add("build_type", Json(BITLADDER_BUILD_TYPE))
      .Add("flags", Json(BITLADDER_FLAGS))
      .Add("sanitizers", Json(BITLADDER_SANITIZERS))
      .Add("record_schema_version", Json(kRecordSchemaVersion));
  return out.Take();
}

Json MachineJson(const std::string& directory) {
  utsname system{};
  ::uname(&system);
  const std::string_view why_not = "the system does not tell";
  JsonMembers out;
  out.Add("system", Json(system.sysname))
      .Add("kernel", Json(system.release))
      .Add("architecture", Json(system.machine))
      .AddOr(why_not, "cpu", ProcValue("/proc/cpuinfo", "model name"))
      .Add("cpus", Json(static_cast<std::uint64_t>(::sysconf(_SC_NPROCESSORS_ONLN))))
      .Add("memory_bytes", Json(static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                                static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))))
      .Add("file_system", FileSystemJson(directory))
      .Add("page_cache", Json("left as it is: a freshly loaded dataset is cached"))
      .Add("clock", Json("std::chrono::steady_clock"))
      .AddOr(why_not, "clock_source",
             FirstLine("/sys/devices/system/clocksource/clocksource0/current_clocksource"))
      .Add("clock_reading_ns", ClockReadingNs())
      .Add("lookup_loop",
           Json("closed: one lookup at a time, each starts when the last one ended"));
  return out.Take();
}

std::string UtcNow() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace bitladder::experiments
