#include "sim/tree/tree_growth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

namespace bitladder::sim {
namespace {

using std::uint64_t;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The merge rule of tree_growth.h played flush by flush, straight from its text.
class FlushByFlush {
 public:
  struct StoredRun {
    uint64_t number;  // from the oldest of its level
    uint64_t entries;
    uint64_t entries_at_creation;
  };
  struct Level {
    uint64_t arrivals = 0;
    std::deque<StoredRun> runs;  // newest first
  };

  FlushByFlush(int size_ratio, MergePolicy policy)
      : size_ratio_(static_cast<uint64_t>(size_ratio)), policy_(policy) {}

  void Flush(uint64_t buffer_entries) {
    total_ += buffer_entries;
    uint64_t arriving = buffer_entries;
    std::size_t at = 0;
    for (;; ++at) {
      if (at == levels_.size()) levels_.emplace_back();
      if (levels_[at].arrivals + 1 < size_ratio_) break;
      for (const StoredRun& run : levels_[at].runs) arriving += run.entries;
      levels_[at] = Level{};
    }
    if (written_.size() <= at) written_.resize(at + 1);
    Arrive(arriving, at);
  }

  const std::vector<Level>& levels() const { return levels_; }
  const std::vector<uint64_t>& written() const { return written_; }

 private:
  void Arrive(uint64_t entries, std::size_t at) {
    Level& level = levels_[at];
    const bool largest = at + 1 == levels_.size();
    const auto runs = static_cast<uint64_t>(largest ? policy_.last_runs : policy_.inner_runs);
    ++level.arrivals;
    const uint64_t number = (level.arrivals * runs + size_ratio_ - 2) / (size_ratio_ - 1);
    if (!level.runs.empty() && level.runs.front().number == number) {
      entries += level.runs.front().entries;
      level.runs.pop_front();
    }
    level.runs.push_front({number, entries, total_});
    written_[at] += entries;
  }

  uint64_t size_ratio_;
  MergePolicy policy_;
  uint64_t total_ = 0;
  std::vector<Level> levels_;
  std::vector<uint64_t> written_;
};

void ExpectSameTree(const TreeGrowth& growth, const FlushByFlush& played) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < played.levels().size(); ++i) {
    int run = 0;
    for (const auto& stored : played.levels()[i].runs) {
      ASSERT_LT(at, growth.shape.runs.size());
      const sim::Run expected = {static_cast<int>(i) + 1, ++run,
                                 static_cast<double>(stored.entries)};
      EXPECT_EQ(growth.shape.runs[at], expected);
      EXPECT_EQ(growth.entries_at_creation[at], stored.entries_at_creation);
      ++at;
    }
  }
  EXPECT_EQ(at, growth.shape.runs.size());
  EXPECT_EQ(growth.entries_written, played.written());
}

TEST(TreeGrowth, EqualsTheMergeRulePlayedFlushByFlushForEveryPolicyAndEveryPartialFlush) {
  constexpr uint64_t kBuffer = 3;
  for (int size_ratio = 2; size_ratio <= 6; ++size_ratio) {
    for (int inner = 1; inner < size_ratio; ++inner) {
      for (int last = 1; last < size_ratio; ++last) {
        const MergePolicy policy = {inner, last};
        for (uint64_t entries = 1; entries <= 500; entries += entries < 60 ? 1 : 7) {
          FlushByFlush played(size_ratio, policy);
          for (uint64_t rest = entries; rest > 0; rest -= std::min(rest, kBuffer)) {
            played.Flush(std::min(rest, kBuffer));
          }
          const auto growth = GrowTree(entries, kBuffer, size_ratio, policy);
          ASSERT_TRUE(growth.has_value());
          ASSERT_NO_FATAL_FAILURE(ExpectSameTree(*growth, played))
              << "T=" << size_ratio << " K=" << inner << " Z=" << last << " entries=" << entries;
        }
      }
    }
  }
}

TEST(TreeGrowth, LevelsAreTheBaseTDigitsOfTheNumberOfFlushes) {
  // 1023 buffers of 1024 entries at T = 2: ten levels, each twice the one before; 1024: one run.
  const TreeShape full = GrownTree(1047552, 1024, 2, Leveling()).value();
  ASSERT_EQ(full.runs.size(), 10u);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(full.runs[static_cast<std::size_t>(i)], (sim::Run{i + 1, 1, 1024.0 * (1 << i)}));
  }
  EXPECT_THAT(GrownTree(1048576, 1024, 2, Leveling())->runs, ElementsAre(sim::Run{11, 1, 1048576}));
  // 407 = 4 0 7 in base 10: the empty level has no run.
  EXPECT_THAT(GrownTree(407, 1, 10, Leveling())->runs,
              ElementsAre(sim::Run{1, 1, 7}, sim::Run{3, 1, 400}));
}

TEST(TreeGrowth, FluidRunsTakeFloorOrCeilOfTheArrivals) {
  // T = 10, K = 4: runs take 2, 2, 2, 3 arrivals, oldest first.
  EXPECT_THAT(GrownTree(109, 1, 10, MergePolicy{4, 1})->runs,
              ElementsAre(sim::Run{1, 1, 3}, sim::Run{1, 2, 2}, sim::Run{1, 3, 2},
                          sim::Run{1, 4, 2}, sim::Run{3, 1, 100}));
}

TEST(TreeGrowth, ALevelKeepsItsRunsUntilTheTreeGrowsBeyondIt) {
  // T = 4, K = 3, Z = 1: level 2 holds one run of up to 3 arrivals while it is the largest ...
  EXPECT_THAT(
      GrownTree(15, 1, 4, LazyLeveling(4))->runs,
      ElementsAre(sim::Run{1, 1, 1}, sim::Run{1, 2, 1}, sim::Run{1, 3, 1}, sim::Run{2, 1, 12}));
  // ... all of which moves down when level 3 appears, after which level 2 holds up to K runs.
  EXPECT_THAT(GrownTree(16, 1, 4, LazyLeveling(4))->runs, ElementsAre(sim::Run{3, 1, 16}));
  EXPECT_THAT(GrownTree(24, 1, 4, LazyLeveling(4))->runs,
              ElementsAre(sim::Run{2, 1, 4}, sim::Run{2, 2, 4}, sim::Run{3, 1, 16}));
}

TEST(TreeGrowth, CopiesPerEntryAtAFullTreeEqualEquation10AndItsFluidForm) {
  struct Case {
    int size_ratio, levels;
    MergePolicy policy;
  };
  for (const Case& c : {Case{2, 10, Leveling()}, Case{10, 6, Leveling()}, Case{10, 6, Tiering(10)},
                        Case{10, 6, MergePolicy{3, 3}}, Case{7, 7, MergePolicy{2, 2}}}) {
    const double t = c.size_ratio;
    const double full = std::pow(t, c.levels);
    const auto growth =
        GrowTree(static_cast<uint64_t>(full - 1), 1, c.size_ratio, c.policy).value();
    const double k = c.policy.inner_runs;
    const double per_level = (t - 1) * (t - 1 + k) / (2 * k * t);
    const double copies = static_cast<double>(growth.total_entries_written()) / (full - 1);
    EXPECT_NEAR(copies, c.levels * per_level * full / (full - 1), 1e-12 * copies);
  }
  const auto default_tree = GrowTree(1047552, 1024, 2, Leveling()).value();
  EXPECT_NEAR(static_cast<double>(default_tree.total_entries_written()) / 1047552, 5.00, 0.005);
}

TEST(TreeGrowth, ReachesTenToTheThirteenEntriesAndBeyond) {
  // 9 876 543 210 flushes at T = 10: the digits are there to read.
  const auto growth = GrowTree(9'876'543'210'000, 1000, 10, Leveling()).value();
  EXPECT_EQ(growth.flushes, 9'876'543'210u);
  ASSERT_EQ(growth.shape.runs.size(), 9u);
  EXPECT_EQ(growth.shape.runs.back(), (sim::Run{10, 1, 9e12}));
  EXPECT_EQ(growth.shape.runs.front(), (sim::Run{2, 1, 10000}));
  EXPECT_EQ(growth.entries_at_creation.front(), 9'876'543'210'000u);
  EXPECT_EQ(growth.entries_at_creation.back(), 9'000'000'000'000u);
  EXPECT_DOUBLE_EQ(growth.shape.entries(), 9'876'543'210'000);
  EXPECT_TRUE(GrowTree(1'000'000'000'000'000, 1, 1000, Tiering(1000)).has_value());
}

TEST(TreeGrowth, NamesTheParameterThatIsOutOfRange) {
  EXPECT_THAT(GrowTree(0, 1, 2, Leveling()).error().message, HasSubstr("entries = 0"));
  EXPECT_THAT(GrowTree(2'000'000'000'000'000, 1, 2, Leveling()).error().message,
              HasSubstr("entries = 2000000000000000"));
  EXPECT_THAT(GrowTree(1, 0, 2, Leveling()).error().message, HasSubstr("buffer_entries = 0"));
  EXPECT_THAT(GrowTree(1, 1, 2, Tiering(3)).error().message, HasSubstr("inner_runs = 2"));
}

}  // namespace
}  // namespace bitladder::sim
