#include "sim/device/lookup_latency.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace bitladder::sim {
namespace {

TEST(LookupLatency, ConstantReadsMakeTheQuantilesOfTheIoCount) {
  // Cumulated: 0.677, 0.960, 0.998, 1: the median reads nothing, p90 one block, p99 two, p99.9
  // three.
  const std::vector<double> pmf = {0.677, 0.283, 0.038, 0.002};
  const auto latency =
      LookupLatency(ConstantDevice(100), pmf, {.other_us = 2}, RandomStream(1, "latency")).value();
  EXPECT_NEAR(latency.mean_us, 2 + 100 * (0.283 + 2 * 0.038 + 3 * 0.002), 1e-9);
  EXPECT_NEAR(latency.p50_us, 2, 1e-9);
  EXPECT_NEAR(latency.p90_us, 102, 1e-9);
  EXPECT_NEAR(latency.p99_us, 202, 1e-9);
  EXPECT_NEAR(latency.p999_us, 302, 1e-9);
}

TEST(LookupLatency, DrawsFollowTheDistributionOfTheIoCount) {
  // 0.9 lies 0.005 from the share of lookups without I/O: 6 standard errors of 131072 draws.
  const auto p90 = [](double none) {
    return LookupLatency(ConstantDevice(100), std::vector{none, 1 - none}, {},
                         RandomStream(5, "latency"))
        ->p90_us;
  };
  EXPECT_EQ(p90(0.905), 0);
  EXPECT_EQ(p90(0.895), 100);
}

TEST(LookupLatency, SpreadOfConstantReadsIsThatOfTheIoCount) {
  const std::vector<double> pmf = {0.5, 0.25, 0.25};
  const auto latency =
      LookupLatency(ConstantDevice(10), pmf, {}, RandomStream(1, "latency")).value();
  EXPECT_NEAR(latency.sd_us, 10 * std::sqrt(0.25 + 4 * 0.25 - 0.75 * 0.75), 1e-9);
}

// The rank of a quantile q of n draws is binomial: 5.33 standard errors are left once in 10^7.
TEST(LookupLatency, ExponentialReadsHaveTheQuantilesOfTheirSum) {
  const DeviceModel device = {.read = {.exponential_us = 50}};
  const double draws = 131072;
  const auto slack = [&](double q) { return 5.33 * std::sqrt(q * (1 - q) / draws); };
  const auto one =
      LookupLatency(device, std::vector{0.0, 1.0}, {}, RandomStream(1, "latency")).value();
  const auto share_of_one = [](double us) { return 1 - std::exp(-us / 50); };
  EXPECT_NEAR(share_of_one(one.p50_us), 0.5, slack(0.5));
  EXPECT_NEAR(share_of_one(one.p90_us), 0.9, slack(0.9));
  EXPECT_NEAR(share_of_one(one.p99_us), 0.99, slack(0.99));
  EXPECT_NEAR(share_of_one(one.p999_us), 0.999, slack(0.999));
  EXPECT_NEAR(one.sd_us, 50, 1e-9);
  const auto two =
      LookupLatency(device, std::vector{0.0, 0.0, 1.0}, {}, RandomStream(2, "latency")).value();
  const auto share_of_two = [](double us) { return 1 - std::exp(-us / 50) * (1 + us / 50); };
  EXPECT_NEAR(share_of_two(two.p50_us), 0.5, slack(0.5));
  EXPECT_NEAR(share_of_two(two.p99_us), 0.99, slack(0.99));
  EXPECT_NEAR(two.mean_us, 100, 1e-9);
}

TEST(LookupLatency, TransferOfABlockCountsInEveryRead) {
  const DeviceModel device = {.read = {.fixed_us = 10}, .read_bytes_per_us = 100};
  const auto latency = LookupLatency(device, std::vector{0.0, 0.0, 1.0}, {.block_bytes = 500},
                                     RandomStream(1, "latency"))
                           .value();
  EXPECT_NEAR(latency.mean_us, 30, 1e-9);
  EXPECT_NEAR(latency.p999_us, 30, 1e-9);
}

TEST(LookupLatency, ImproperDistributionsAreErrorsThatNameIt) {
  for (const auto& pmf : {std::vector<double>{}, {0.5, 0.4}, {1.5, -0.5}, {std::nan("")}}) {
    const auto latency = LookupLatency(ConstantDevice(1), pmf, {}, RandomStream(1, "latency"));
    ASSERT_FALSE(latency.has_value());
    EXPECT_EQ(latency.error().message.find("ios_pmf"), 0u) << latency.error().message;
  }
  EXPECT_FALSE(
      LookupLatency(ConstantDevice(1), std::vector{1.0}, {.draws = 0}, RandomStream(1, "x"))
          .has_value());
}

}  // namespace
}  // namespace bitladder::sim
