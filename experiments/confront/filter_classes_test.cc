// Prefix, counting and scalable filters against their models, false alarm 1e-6 a cell.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/filter/counting_bloom.h"
#include "engine/filter/filter.h"
#include "engine/filter/prefix_filter.h"
#include "engine/filter/scalable_bloom.h"
#include "experiments/confront/filter_cell.h"
#include "experiments/confront/filter_key_sets.h"
#include "experiments/workload/key_space.h"
#include "sim/filter/counting_bloom.h"
#include "sim/filter/fpr_model.h"
#include "sim/filter/prefix_filter.h"
#include "sim/filter/scalable_bloom.h"

namespace bitladder::experiments {
namespace {

constexpr double kFalseAlarm = 1e-6;
constexpr std::uint64_t kProbes = 1'000'000;

const KeySets& Keys() {
  static const KeySets sets = MakeKeySets(KeyShape::kRandom, 100'000, kProbes);
  return sets;
}

template <class Filter>
std::uint64_t CountMaybe(const Filter& filter) {
  std::uint64_t maybe = 0;
  for (const engine::KeyHash& key : Keys().absent) maybe += filter.MayContain(key) ? 1 : 0;
  return maybe;
}

TEST(CountingBloomAgainstModel, ErrsAtTheExpectedRateWhileKeysComeAndGo) {
  for (const std::uint32_t counters_per_key : {2, 5, 8, 12}) {
    const auto shape = sim::CountingBloomFor(counters_per_key, 50'000);
    engine::CountingBloom filter(50'000, counters_per_key * 1024);
    EXPECT_EQ(static_cast<double>(filter.counters()), shape.counters);
    EXPECT_EQ(filter.probes(), shape.probes);
    std::uint64_t held = 0;
    for (const std::uint64_t target : {50'000, 20'000, 80'000, 1'000}) {
      while (held < target) filter.Add(Keys().present[held++]);
      while (held > target) EXPECT_TRUE(filter.Remove(Keys().present[--held]));
      const auto keys = static_cast<double>(held);
      EXPECT_GE(TailProbability(CountMaybe(filter), kProbes, sim::CountingBloomFpr(shape, keys),
                                sim::CountingBloomFprSd(shape, keys)),
                kFalseAlarm)
          << counters_per_key << " counters per key, " << held << " keys";
    }
  }
}

TEST(ScalableBloomAgainstModel, ErrsAtTheExpectedRateAtEverySize) {
  for (const std::uint32_t bits_per_key : {3, 6, 10}) {
    const sim::ScalableBloomDesign design = {.initial_keys = 1000,
                                             .bits_per_key = static_cast<double>(bits_per_key)};
    engine::ScalableBloom filter(1000, bits_per_key * 1024);
    std::uint64_t held = 0;
    for (const std::uint64_t target : {1'000, 5'000, 30'000, 100'000}) {
      while (held < target) filter.Add(Keys().present[held++]);
      const auto keys = static_cast<double>(held);
      EXPECT_EQ(static_cast<double>(filter.filter_bits()), sim::ScalableBloomBits(design, keys));
      EXPECT_GE(TailProbability(CountMaybe(filter), kProbes, sim::ScalableBloomFpr(design, keys),
                                sim::ScalableBloomFprSd(design, keys)),
                kFalseAlarm)
          << bits_per_key << " bits per key, " << held << " keys";
    }
  }
}

// 60 000 keys of 6000 customers: ten orders each, so that two bits per key are twenty per prefix.
TEST(PrefixFilterAgainstModel, SkipsRunsAtTheRateOfItsPrefixes) {
  constexpr std::uint64_t kCustomers = 6'000, kOrders = 10, kScans = 300'000;
  KeySpace::Options options;
  options.key_bytes = 8;
  options.order = LoadOrder::kSequential;
  const KeySpace customers(options);
  for (const char* kind : {"bloom", "blocked_bloom", "ribbon", "binary_fuse"}) {
    for (const double bits_per_key : {0.25, 0.5, 1.0, 1.6}) {
      engine::PrefixFilterBuilder builder(
          {.prefix_bytes = 8,
           .filter = {
               .kind = *engine::FilterKindByName(kind),
               .bits_per_key_1024 = static_cast<std::uint32_t>(bits_per_key * kOrders * 1024)}});
      std::string key;
      for (std::uint64_t i = 0; i < kCustomers; ++i) {
        customers.WriteKey(customers.PresentPlace(i), &key);
        for (std::uint64_t order = 0; order < kOrders; ++order) {
          builder.Add(key + static_cast<char>('0' + order));
        }
      }
      const auto reader = engine::PrefixFilterReader::Open(builder.Finish());
      ASSERT_TRUE(reader.has_value()) << reader.error().message;
      std::uint64_t maybe = 0;
      for (std::uint64_t i = 0; i < kScans; ++i) {
        customers.WriteKey(customers.AbsentPlace(i), &key);
        maybe += reader->MayContainRange(key, key + "9") ? 1 : 0;
      }
      const auto model = sim::MakeFprModel(kind);
      const sim::ExpectedFilter expected =
          sim::ExpectPrefixFilter(**model, bits_per_key, kCustomers * kOrders, kCustomers);
      EXPECT_EQ(static_cast<double>(reader->filter().filter_bits()), expected.spent_bits);
      EXPECT_GE(TailProbability(maybe, kScans, expected.fpr, expected.fpr_sd), kFalseAlarm)
          << kind << ", " << bits_per_key << " bits per key: " << maybe << " maybe, expected "
          << expected.fpr;
    }
  }
}

}  // namespace
}  // namespace bitladder::experiments
