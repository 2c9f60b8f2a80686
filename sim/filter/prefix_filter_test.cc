#include "sim/filter/prefix_filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "sim/filter/bloom.h"
#include "sim/filter/split_mix_for_test.h"

namespace bitladder::sim {
namespace {

TEST(PrefixFilter, OneKeyAPrefixIsAFilterOverTheKeys) {
  const auto bloom = MakeBloomModel();
  const ExpectedFilter prefix = ExpectPrefixFilter(*bloom, 10, 1000, 1000);
  EXPECT_EQ(prefix.fpr, bloom->Fpr(10, 1000));
  EXPECT_EQ(prefix.spent_bits, 10000);
}

TEST(PrefixFilter, KeysThatShareAPrefixShareItsBits) {
  // 10 bits for each of 1000 keys are 40 for each of 250 prefixes.
  const auto bloom = MakeBloomModel();
  const ExpectedFilter prefix = ExpectPrefixFilter(*bloom, 10, 1000, 250);
  EXPECT_EQ(prefix.spent_bits, 10000);
  EXPECT_EQ(prefix.fpr, bloom->Fpr(40, 250));
}

TEST(PrefixFilter, DistinctPrefixesAreTheHitCellsOfAnUrn) {
  EXPECT_EQ(ExpectedDistinctPrefixes(1000, std::numeric_limits<double>::infinity()), 1000);
  EXPECT_EQ(ExpectedDistinctPrefixes(1000, 1), 1);
  EXPECT_NEAR(ExpectedDistinctPrefixes(2, 10), 1.9, 1e-12);  // the second is new 9 times in 10
  // 2000 draws of 700 prefixes out of 500, within 5.33 standard errors: left once in 10^7.
  SplitMix random(3);
  std::vector<double> distinct;
  for (int i = 0; i < 2000; ++i) {
    std::set<std::uint64_t> seen;
    for (int key = 0; key < 700; ++key) seen.insert(random.Below(500));
    distinct.push_back(static_cast<double>(seen.size()));
  }
  const MeanWithError mean = MeanOf(distinct, [](double d) { return d; });
  EXPECT_NEAR(mean.value, ExpectedDistinctPrefixes(700, 500), kSevenNines * mean.error);
}

}  // namespace
}  // namespace bitladder::sim
