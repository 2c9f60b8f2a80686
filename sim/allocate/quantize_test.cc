#include "sim/allocate/quantize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>

#include "sim/filter/bloom.h"
#include "sim/filter/ideal.h"
#include "sim/ideal_filter.h"

namespace bitladder::sim {
namespace {

using ::testing::HasSubstr;

// Slots of a whole number of bits, one a key: memory and rate change at whole bits per key only.
class WholeSlotModel final : public FprModel {
 public:
  std::string_view name() const override { return "whole_slots"; }
  double Fpr(double bits_per_key, double) const override {
    return std::exp2(-std::min(32.0, std::floor(bits_per_key)));
  }
  double FprSd(double, double) const override { return 0; }
  double BitsPerKeyFor(double fpr, double) const override { return std::ceil(-std::log2(fpr)); }
  double SpentBits(double bits_per_key, double entries) const override {
    return std::min(32.0, std::floor(bits_per_key)) * entries;
  }
};

AllocationProblem Problem(std::vector<double> entries_per_level, double budget_bits,
                          const FprModel* model) {
  AllocationProblem problem;
  problem.tree = TreeFromLevels(entries_per_level, {}).value();
  problem.budget_bits = budget_bits;
  problem.model = model;
  return problem;
}

TEST(Quantize, AsksOfNoRunMoreThanTheBitsPerKeyThatAFilterCanHave) {
  const auto bloom = MakeBloomModel();
  const AllocationProblem problem = Problem({10, 1e6}, 127 * 1000010, bloom.get());
  const Allocation monkey = Allocate("monkey", problem).value();
  ASSERT_GT(monkey.bits_per_key[0], 128);
  const QuantizedAllocation quantized = Quantize(problem, monkey).value();
  for (const std::uint32_t units : quantized.bits_per_key_1024) EXPECT_LE(units, 128 * 1024);
}

TEST(Quantize, SpendsTheBudgetOfARealFilterWithinAByteARunAndNeverMore) {
  const auto bloom = MakeBloomModel();
  for (const double bits_per_key : {0.5, 1.0, 3.3, 5.0, 10.0, 24.0}) {
    for (const char* policy : {"uniform", "monkey"}) {
      const AllocationProblem problem = Problem({1024, 2048, 4096, 8192, 16384, 32768, 65536},
                                                bits_per_key * 130048, bloom.get());
      const auto quantized = Quantize(problem, Allocate(policy, problem).value()).value();
      EXPECT_LE(quantized.total_spent_bits, problem.budget_bits);
      EXPECT_GE(quantized.total_spent_bits, problem.budget_bits - 8 * 7);
      double total = 0;
      for (std::size_t j = 0; j < problem.tree.runs.size(); ++j) {
        EXPECT_EQ(quantized.spent_bits[j],
                  bloom->SpentBits(quantized.bits_per_key_1024[j] * kBitsPerKeyUnit,
                                   problem.tree.runs[j].entries));
        total += quantized.spent_bits[j];
      }
      EXPECT_EQ(quantized.total_spent_bits, total);
    }
  }
}

TEST(Quantize, LeavesLessThanTheSmallestStepOfTheSmallestRun) {
  const auto ideal = MakeIdealModel();
  const AllocationProblem problem = Problem({1e5, 1e6, 1e7}, 5.33371 * 1.11e7, ideal.get());
  const auto quantized = Quantize(problem, Allocate("monkey", problem).value()).value();
  EXPECT_LE(quantized.total_spent_bits, problem.budget_bits);
  EXPECT_GT(quantized.total_spent_bits, problem.budget_bits - 1e5 * kBitsPerKeyUnit);
}

TEST(Quantize, LeavesWhatIsAlreadyWholeAlone) {
  const auto bloom = MakeBloomModel();
  const AllocationProblem problem = Problem({1024, 2048}, 5 * 3072, bloom.get());
  const auto quantized = Quantize(problem, Allocate("uniform", problem).value()).value();
  EXPECT_THAT(quantized.bits_per_key_1024, ::testing::ElementsAre(5 * 1024, 5 * 1024));
  EXPECT_EQ(quantized.total_spent_bits, 5 * 3072);
}

TEST(Quantize, SpendsTheRemainderOfWholeSlotsWhereABitGainsMost) {
  const WholeSlotModel slots;
  // 5.9 bits a key hold 5 whole ones: 5550 of 6549 bits, 999 left. Greedy by 2^-b/2/n: the first
  // run goes up to 9 bits for 40, then both in turns (a bit of ten keys is worth one of a hundred
  // once b differs by log2(10) = 3.3), until the second's next 100 bits do not fit: 8 of them are
  // 800 bits, and the first takes every whole ten of the other 199.
  const AllocationProblem problem = Problem({10, 100, 1000}, 5.9 * 1110, &slots);
  const auto quantized = Quantize(problem, Allocate("uniform", problem).value()).value();
  EXPECT_THAT(quantized.bits_per_key_1024, ::testing::ElementsAre(24 * 1024, 13 * 1024, 6041));
  EXPECT_EQ(quantized.total_spent_bits, 10 * 24 + 100 * 13 + 1000 * 5);
}

TEST(Quantize, GivesTheLeftoverToTheRunOfLargestWeight) {
  const WholeSlotModel slots;
  AllocationProblem problem = Problem({100, 100}, 1150, &slots);
  problem.weights = {1, 3};
  const auto quantized = Quantize(problem, Allocate("uniform", problem).value()).value();
  EXPECT_THAT(quantized.bits_per_key_1024, ::testing::ElementsAre(5 * 1024 + 768, 6 * 1024));
}

TEST(Quantize, RefusesAnAllocationThatAsksForMoreThanTheBudget) {
  const auto ideal = MakeIdealModel();
  AllocationProblem problem = Problem({10, 100}, 1100, ideal.get());
  const Allocation uniform = Allocate("uniform", problem).value();
  problem.budget_bits = 1000;
  EXPECT_THAT(Quantize(problem, uniform).error().message, HasSubstr("scale it first"));
}

TEST(Quantize, NeverExceedsABudgetThatRoundingInDoublesWouldExceed) {
  const auto ideal = MakeIdealModel();
  AllocationProblem problem = Problem({1000, 1024}, 2024.0 * 5, ideal.get());
  const Allocation asked = Allocate("uniform", problem).value();
  problem.budget_bits = std::nextafter(2024.0 * 5, 0.0);  // one ulp short of what was asked
  const auto quantized = Quantize(problem, asked).value();
  EXPECT_LE(quantized.total_spent_bits, problem.budget_bits);
  EXPECT_GE(quantized.total_spent_bits, problem.budget_bits - 1);
}

}  // namespace
}  // namespace bitladder::sim
