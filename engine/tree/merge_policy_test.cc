#include "engine/tree/merge_policy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace bitladder::engine {
namespace {

RunMeta RunOf(int level, std::uint64_t buffers) {
  RunMeta run;
  run.level = level;
  run.buffers = buffers;
  return run;
}

Version VersionOf(std::vector<RunMeta> runs) { return Version{std::move(runs)}; }

// What one flush makes of a tree whose entries are all different.
struct Step {
  MergePlan plan;
  Version version;
};
Step FlushUnique(const Version& version, const TreeRule& rule) {
  const MergePlan plan = PlanFlush(version, rule);
  return {plan, Replace(version, plan.newest_runs, RunOf(plan.level, plan.buffers_in))};
}

std::vector<std::uint64_t> Digits(std::uint64_t number, std::uint64_t base) {
  std::vector<std::uint64_t> digits;  // least significant first
  for (; number > 0; number /= base) {
    digits.push_back(number % base);
  }
  return digits;
}

std::uint64_t Power(std::uint64_t base, std::size_t exponent) {
  std::uint64_t power = 1;
  for (std::size_t i = 0; i < exponent; ++i) {
    power *= base;
  }
  return power;
}

// The arrivals, 1-based, that each of `runs` runs takes of T-1, oldest run first: as equal as they
// can be.
std::vector<std::uint64_t> ArrivalsOfRuns(std::uint64_t arrivals, std::uint64_t limit,
                                          std::uint64_t runs) {
  std::vector<std::uint64_t> taken;
  for (std::uint64_t arrival = 1; arrival <= arrivals; ++arrival) {
    const std::uint64_t run = (arrival * runs + limit - 1) / limit;  // ceil
    taken.resize(run);
    taken[run - 1] += 1;
  }
  return taken;
}

const std::vector<TreeRule> kRules = {{2, 1, 1},  {3, 1, 1},  {3, 2, 1},  {3, 1, 2},  {3, 2, 2},
                                      {4, 1, 1},  {4, 3, 3},  {4, 3, 1},  {4, 2, 1},  {5, 2, 3},
                                      {10, 1, 1}, {10, 9, 9}, {10, 9, 1}, {10, 3, 2}, {10, 4, 7}};

std::string Name(const TreeRule& rule) {
  return fmt::format("T={} K={} Z={}", rule.size_ratio, rule.inner_runs, rule.last_runs);
}

TEST(MergePolicy, UniqueInsertsGiveTheBaseTDigitsOfTheFlushesSpreadOverTheRunsOfEachLevel) {
  for (const TreeRule& rule : kRules) {
    SCOPED_TRACE(Name(rule));
    const auto size_ratio = static_cast<std::uint64_t>(rule.size_ratio);
    Version version;
    for (std::uint64_t flushes = 1; flushes <= 5000; ++flushes) {
      version = FlushUnique(version, rule).version;
      const std::vector<std::uint64_t> digits = Digits(flushes, size_ratio);
      Version expected;
      for (std::size_t i = 0; i < digits.size(); ++i) {
        // A level obeys Z until it first empties, which is when the next level comes into being.
        const bool largest = i + 1 == digits.size();
        const auto runs = static_cast<std::uint64_t>(largest ? rule.last_runs : rule.inner_runs);
        std::vector<std::uint64_t> taken = ArrivalsOfRuns(digits[i], size_ratio - 1, runs);
        std::reverse(taken.begin(), taken.end());  // newest first
        for (const std::uint64_t arrivals : taken) {
          expected.runs.push_back(RunOf(static_cast<int>(i) + 1, arrivals * Power(size_ratio, i)));
        }
      }
      ASSERT_EQ(version, expected) << flushes << " flushes";
    }
  }
}

// Monkey (SIGMOD 2017) Eq. 10 and Dostoevsky (SIGMOD 2018) section 4: at a full tree the copies
// are, per level and entry, the sum over runs of g(g+1)/(2T), g the arrivals a run takes. In whole
// buffers: T^(i-1) times the sum of 1+...+g, for every cycle of level i; the first cycle of a level
// but the last passes while it is the largest, with Z runs.
TEST(MergePolicy, CopiesAtFullTreesEqualEquationTenExactly) {
  for (const TreeRule& rule : kRules) {
    SCOPED_TRACE(Name(rule));
    const auto size_ratio = static_cast<std::uint64_t>(rule.size_ratio);
    const std::size_t levels = size_ratio == 2 ? 10 : size_ratio < 10 ? 4 : 3;
    const auto cycle = [&](int runs) {
      std::uint64_t copies = 0;
      for (const std::uint64_t g :
           ArrivalsOfRuns(size_ratio - 1, size_ratio - 1, static_cast<std::uint64_t>(runs))) {
        copies += g * (g + 1) / 2;
      }
      return copies;
    };
    std::uint64_t expected = 0;
    for (std::size_t i = 1; i <= levels; ++i) {
      const std::uint64_t cycles = Power(size_ratio, levels - i);
      expected += Power(size_ratio, i - 1) *
                  (cycle(rule.last_runs) + (cycles - 1) * cycle(rule.inner_runs));
    }
    Version version;
    std::uint64_t written = 0;
    for (std::uint64_t flushes = 1; flushes < Power(size_ratio, levels); ++flushes) {
      const Step step = FlushUnique(version, rule);
      version = step.version;
      written += step.plan.buffers_in;
    }
    EXPECT_EQ(written, expected);
    if (rule.inner_runs == rule.last_runs && (rule.size_ratio - 1) % rule.inner_runs == 0) {
      // L (T-1)(T-1+K)/(2KT) copies an entry, over the T^L buffers of whole cycles.
      const auto t = size_ratio;
      const auto k = static_cast<std::uint64_t>(rule.inner_runs);
      EXPECT_EQ(written * 2 * k * t, levels * (t - 1) * (t - 1 + k) * Power(t, levels));
    }
    if (rule == TreeRule{2, 1, 1}) {
      EXPECT_EQ(written, 5u * 1024u);  // 5.00 copies
    }
  }
}

TEST(MergePolicy, NoLevelEverHoldsMoreRunsThanAllowed) {
  for (const TreeRule& rule : kRules) {
    SCOPED_TRACE(Name(rule));
    Version version;
    for (int flushes = 1; flushes <= 1500; ++flushes) {
      version = FlushUnique(version, rule).version;
      for (int level = 1; level <= version.largest_level(); ++level) {
        const auto runs = std::count_if(version.runs.begin(), version.runs.end(),
                                        [&](const RunMeta& run) { return run.level == level; });
        ASSERT_LE(runs, level == version.largest_level() ? rule.last_runs : rule.inner_runs);
      }
    }
  }
}

TEST(MergePolicy, ACascadeIsOneMergeIntoItsFinalLevel) {
  // T=2 leveling after 7 flushes: levels 1, 2, 3 hold 1, 2, 4 buffers; flush 8 joins them all.
  const Version version = VersionOf({RunOf(1, 1), RunOf(2, 2), RunOf(3, 4)});
  const MergePlan expected{3, 4, 8, true};
  EXPECT_EQ(PlanFlush(version, {2, 1, 1}), expected);
}

TEST(MergePolicy, TombstonesMayGoOnlyWhenNoOlderRunRemains) {
  // T=4 tiering: the flush starts a run and merges with nothing.
  EXPECT_FALSE(PlanFlush(VersionOf({RunOf(1, 1)}), {4, 3, 3}).into_oldest);
  EXPECT_TRUE(PlanFlush(Version{}, {4, 3, 3}).into_oldest);
  // T=4 leveling: level 1 merges, level 2 is older.
  EXPECT_FALSE(PlanFlush(VersionOf({RunOf(1, 1), RunOf(2, 4)}), {4, 1, 1}).into_oldest);
  EXPECT_TRUE(PlanFlush(VersionOf({RunOf(1, 3), RunOf(2, 4)}), {4, 1, 1}).into_oldest);
}

TEST(MergePolicy, ALevelThatUpdatesShrankTakesArrivalsIntoItsRunInsteadOfStartingOne) {
  // T=4 tiering, level 2: one run of 2 instead of 4 buffers. 3 + 1 buffers arrive: 6 make 1
  // arrival.
  const Version version = VersionOf({RunOf(1, 1), RunOf(1, 1), RunOf(1, 1), RunOf(2, 2)});
  const MergePlan expected{4, 2, 6, true};
  EXPECT_EQ(PlanFlush(version, {4, 3, 3}), expected);
}

TEST(MergePolicy, ALargestLevelWithMoreThanZRunsIsBroughtToZByTheNextArrival) {
  // T=4 lazy leveling after the largest level vanished: level 1 holds two runs where one is
  // allowed.
  const MergePlan expected{2, 1, 3, true};
  EXPECT_EQ(PlanFlush(VersionOf({RunOf(1, 1), RunOf(1, 1)}), {4, 3, 1}), expected);
}

TEST(MergePolicy, HugeLevelsDoNotOverflow) {
  const std::uint64_t half = std::numeric_limits<std::uint64_t>::max() / 2;
  const MergePlan plan = PlanFlush(VersionOf({RunOf(1, half)}), {1000, 999, 999});
  EXPECT_EQ(plan.buffers_in, half + 1);
  EXPECT_EQ(plan.level, 7);  // 1000^6 <= 2^63 < 1000^7
}

TEST(MergePolicy, SizesWhoseSumIsBeyond64BitsCountAsTheLargest) {
  const std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
  for (const TreeRule& rule : kRules) {
    for (const Version& version :
         {VersionOf({RunOf(1, max)}), VersionOf({RunOf(1, max), RunOf(1, max), RunOf(2, max)}),
          VersionOf({RunOf(1, 1), RunOf(2, max), RunOf(40, max)})}) {
      const MergePlan plan = PlanFlush(version, rule);
      EXPECT_LE(plan.buffers_in, max);
      EXPECT_GE(plan.buffers_in, version.runs[0].buffers) << Name(rule);
      EXPECT_LE(plan.level, 64) << Name(rule);
    }
  }
}

TEST(MergePolicy, MergedBuffersKeepsTheSumOfUniqueInsertsAndRoundsShrunkRunsUp) {
  EXPECT_EQ(MergedBuffers(8, 8192, 8192), 8u);
  EXPECT_EQ(MergedBuffers(2, 2048, 1024), 1u);
  EXPECT_EQ(MergedBuffers(2, 2048, 1025), 2u);
  EXPECT_EQ(MergedBuffers(3, 3000, 1), 1u);
  EXPECT_EQ(MergedBuffers(3, 3000, 0), 0u);
  const std::uint64_t huge = std::uint64_t{1} << 62;
  EXPECT_EQ(MergedBuffers(huge, huge, huge), huge);
}

TEST(MergePolicy, RefusesRulesOutOfRangeNamingFieldAndRange) {
  EXPECT_TRUE(Validate(TreeRule{2, 1, 1}).has_value());
  EXPECT_EQ(Validate(TreeRule{1, 1, 1}).error().message, "size_ratio is 1, allowed are 2..1000");
  EXPECT_EQ(Validate(TreeRule{4, 4, 1}).error().message,
            "merge_policy.inner_runs is 4, allowed are 1..3");
  EXPECT_EQ(Validate(TreeRule{4, 1, 0}).error().message,
            "merge_policy.last_runs is 0, allowed are 1..3");
}

}  // namespace
}  // namespace bitladder::engine
