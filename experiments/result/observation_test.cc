#include "experiments/result/observation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

namespace bitladder::experiments {
namespace {

TEST(SummarizeLatency, TakesPercentilesByRank) {
  std::vector<std::uint64_t> nanoseconds(10'000);
  std::iota(nanoseconds.rbegin(), nanoseconds.rend(), 1);  // 10 000 ... 1
  const LatencySummary summary = SummarizeLatency(nanoseconds).value();
  EXPECT_EQ(summary.count, 10'000U);
  EXPECT_DOUBLE_EQ(summary.mean_us, 5.0005);
  EXPECT_DOUBLE_EQ(summary.p50_us, 5);
  EXPECT_DOUBLE_EQ(summary.p90_us, 9);
  EXPECT_DOUBLE_EQ(summary.p99_us, 9.9);
  EXPECT_DOUBLE_EQ(summary.p999_us, 9.99);
  EXPECT_DOUBLE_EQ(summary.max_us, 10);
}

TEST(SummarizeLatency, NamesTheSlowestOfFewAsItsTail) {
  std::vector<std::uint64_t> nanoseconds = {300, 100, 200};
  const LatencySummary summary = SummarizeLatency(nanoseconds).value();
  EXPECT_DOUBLE_EQ(summary.p50_us, 0.2);
  EXPECT_DOUBLE_EQ(summary.p99_us, 0.3);
  EXPECT_DOUBLE_EQ(summary.p999_us, 0.3);
}

TEST(SummarizeLatency, HasNothingToSayOfNothing) { EXPECT_FALSE(SummarizeLatency({}).has_value()); }

}  // namespace
}  // namespace bitladder::experiments
