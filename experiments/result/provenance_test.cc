#include "experiments/result/provenance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/config/json.h"

namespace bitladder::experiments {
namespace {

TEST(Provenance, NamesBuildAndMachine) {
  const Json build = BuildJson();
  for (const char* name : {"commit", "dirty", "version", "compiler", "build_type", "flags"}) {
    EXPECT_NE(build.Find(name), nullptr) << name;
  }
  EXPECT_EQ(build, BuildJson()) << "the same program is the same build";
  const Json machine = MachineJson(".");
  for (const char* name : {"kernel", "cpu", "cpus", "memory_bytes", "file_system", "page_cache",
                           "clock", "clock_source", "clock_reading_ns"}) {
    EXPECT_NE(machine.Find(name), nullptr) << name;
  }
  EXPECT_GT(std::get<std::uint64_t>(machine.Find("memory_bytes")->value), 1U << 20);
}

TEST(Provenance, WritesTimeInOneFormat) {
  EXPECT_THAT(UtcNow(), ::testing::MatchesRegex(
                            "20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}

}  // namespace
}  // namespace bitladder::experiments
