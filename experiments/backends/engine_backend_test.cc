#include "experiments/backends/engine_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <thread>

#include "engine/io/memory_file_system.h"
#include "experiments/backends/small_tree_for_test.h"
#include "experiments/predict/filter_planning.h"
#include "experiments/predict/grown_runs.h"
#include "experiments/result/temporary_directory_for_test.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;

FilterPlan PlanFor(const ExperimentConfig& config, const LoadedTree& tree) {
  return PlanFilters(config, config.filters.allocation, tree).value();
}

class EngineBackendTest : public ::testing::Test {
 protected:
  std::unique_ptr<Dataset> Load(const ExperimentConfig& config) {
    auto dataset = backend_.Load(PointOf(config), "/data" + std::to_string(++loads_));
    EXPECT_TRUE(dataset.has_value()) << dataset.error().message;
    return *std::move(dataset);
  }

  static Observation Observe(Dataset& dataset, const ExperimentConfig& config, int repetition = 0) {
    auto seen = dataset.Observe(PointOf(config, repetition), PlanFor(config, dataset.tree()),
                                config.workload.lookups);
    EXPECT_TRUE(seen.has_value()) << seen.error().message;
    return seen->value();
  }

  engine::MemoryFileSystem file_system_;
  EngineBackend backend_{file_system_};
  int loads_ = 0;
};

TEST_F(EngineBackendTest, LoadsTheTreeThatTheoryGrows) {
  for (const std::string loader : {"insert", "bulk"}) {
    ExperimentConfig config = SmallTree();
    config.tree.loader = loader;
    const auto dataset = Load(config);
    EXPECT_EQ(dataset->tree().runs, GrownRuns(config.tree).value().runs) << loader;
    EXPECT_EQ(dataset->tree().fingerprint.size(), 32U);
  }
}

// Both loaders put the same keys into the same runs, so that the same filters meet the same
// lookups; only where a probe of the file may end differently (block boundaries) could they differ.
TEST_F(EngineBackendTest, CountsTheSameWhicheverLoaderMadeTheTree) {
  ExperimentConfig config = SmallTree();
  const auto inserted = Load(config);
  config.tree.loader = "bulk";
  const auto bulk = Load(config);
  config.tree.loader = "insert";  // the id salts the lookups, so both must ask with one
  const Observation a = Observe(*inserted, config);
  const Observation b = Observe(*bulk, config);
  EXPECT_GT(a.wasted_ios, 0U);
  EXPECT_EQ(a.wasted_ios, b.wasted_ios);
  for (std::size_t i = 0; i < a.runs.size(); ++i) {
    EXPECT_EQ(a.runs[i].false_positives, b.runs[i].false_positives) << i;
    EXPECT_EQ(a.runs[i].fpr_from_filter, b.runs[i].fpr_from_filter) << i;
  }
}

TEST_F(EngineBackendTest, FindsNothingAndProbesEveryRunForAbsentKeys) {
  const ExperimentConfig config = SmallTree();
  const auto dataset = Load(config);
  const Observation seen = Observe(*dataset, config);
  EXPECT_EQ(seen.lookups, 2000U);
  EXPECT_EQ(seen.found, 0U);
  EXPECT_EQ(seen.fence_rejections, 0U) << "absent keys lie inside every run's range";
  EXPECT_EQ(seen.filter_probes, 2000U * 5);
  EXPECT_EQ(seen.block_reads, seen.wasted_ios);
  EXPECT_EQ(std::accumulate(seen.ios_per_lookup_histogram.begin(),
                            seen.ios_per_lookup_histogram.end(), std::uint64_t{0}),
            2000U);
  std::uint64_t weighted = 0;
  for (std::size_t i = 0; i < seen.ios_per_lookup_histogram.size(); ++i) {
    weighted += i * seen.ios_per_lookup_histogram[i];
  }
  EXPECT_EQ(weighted, seen.wasted_ios);
  EXPECT_FALSE(seen.latency.has_value());
  EXPECT_FALSE(seen.pread_calls.has_value()) << "nothing is called in memory";
}

TEST_F(EngineBackendTest, FindsEveryExistingKey) {
  ExperimentConfig config = SmallTree();
  config.workload.existing_fraction = 1;
  const auto dataset = Load(config);
  const Observation seen = Observe(*dataset, config);
  EXPECT_EQ(seen.found, 2000U);
  std::uint64_t true_positives = 0;
  for (const ObservedRun& run : seen.runs) {
    true_positives += run.true_positives;
    EXPECT_LE(run.false_positives, run.filter_probes);
  }
  EXPECT_EQ(true_positives, 2000U);
  EXPECT_EQ(seen.runs.back().filter_probes, 0U)
      << "only keys of the oldest run get there, and probes that find are not in vain";
  EXPECT_GT(seen.filter_probes, 2000U);
  EXPECT_EQ(seen.block_reads, seen.wasted_ios + 2000U);
}

TEST_F(EngineBackendTest, ReadsEveryRunWithoutFilters) {
  ExperimentConfig config = SmallTree();
  config.filters.bits_per_key = 0;
  const auto dataset = Load(config);
  const Observation seen = Observe(*dataset, config);
  EXPECT_EQ(seen.wasted_ios, 2000U * 5);
  config.filters.kind = "none";
  EXPECT_EQ(Observe(*dataset, config).wasted_ios, 2000U * 5);
}

// Runs of a sequential load are disjoint: a false positive costs an I/O in the one run whose range
// holds the key; the fences reject all others.
TEST_F(EngineBackendTest, RejectsAllButOneRunByFencesAfterASequentialLoad) {
  ExperimentConfig config = SmallTree();
  config.tree.load_order = "sequential";
  config.filters.bits_per_key = 0;
  const auto dataset = Load(config);
  const Observation seen = Observe(*dataset, config);
  EXPECT_EQ(seen.wasted_ios, 2000U);
  EXPECT_EQ(seen.fence_rejections, 2000U * 4);
}

TEST_F(EngineBackendTest, SpendsWhatThePlanSaysForOnePointAfterAnother) {
  const auto dataset = Load(SmallTree());
  for (const double bits : {0.5, 1.0, 3.0, 7.5, 10.0, 20.0}) {
    for (const std::string allocation : {"uniform", "monkey"}) {
      ExperimentConfig config = SmallTree();
      config.filters.bits_per_key = bits;
      config.filters.allocation = allocation;
      config.workload.lookups = 10;
      const FilterPlan plan = PlanFor(config, dataset->tree());
      const Observation seen = Observe(*dataset, config);
      for (std::size_t i = 0; i < seen.runs.size(); ++i) {
        EXPECT_EQ(seen.runs[i].filter_bits, plan.runs[i].spent_bits)
            << allocation << " " << bits << " run " << i;
      }
    }
  }
}

TEST_F(EngineBackendTest, RepeatsItsCountsAndChangesThemWithRepetitionAndSeeds) {
  const ExperimentConfig config = SmallTree();
  const auto dataset = Load(config);
  const Observation first = Observe(*dataset, config);
  EXPECT_EQ(Observe(*dataset, config).ios_per_lookup_histogram, first.ios_per_lookup_histogram);
  EXPECT_NE(Observe(*dataset, config, 1).ios_per_lookup_histogram, first.ios_per_lookup_histogram);
  Point other_point = PointOf(config);
  other_point.id = "another";
  const auto salted = dataset->Observe(other_point, PlanFor(config, dataset->tree()), 2000);
  EXPECT_NE(salted.value()->ios_per_lookup_histogram, first.ios_per_lookup_histogram)
      << "points are independent of each other";
  ExperimentConfig other_lookups = config;
  other_lookups.seed_lookups = 2;
  EXPECT_NE(Observe(*dataset, other_lookups).ios_per_lookup_histogram,
            first.ios_per_lookup_histogram);
  ExperimentConfig other_data = config;
  other_data.seed_data = 2;
  const auto other = Load(other_data);
  EXPECT_NE(other->tree().fingerprint, dataset->tree().fingerprint);
  EXPECT_EQ(Load(config)->tree().fingerprint, dataset->tree().fingerprint);
}

// Two handles in two threads, one with other filters than the other.
TEST_F(EngineBackendTest, GivesThreadsHandlesWhoseFiltersAndCountsAreTheirOwn) {
  ExperimentConfig few = SmallTree();
  ExperimentConfig many = SmallTree();
  few.filters.bits_per_key = 2;
  many.filters.bits_per_key = 9;
  const auto dataset = Load(few);
  const auto shared = dataset->Share();
  ASSERT_TRUE(shared.has_value()) << shared.error().message;
  ASSERT_NE(*shared, nullptr);
  EXPECT_EQ((*shared)->tree().fingerprint, dataset->tree().fingerprint);
  Observation beside;
  std::thread other([&] { beside = Observe(**shared, many); });
  const Observation seen = Observe(*dataset, few);
  other.join();
  const auto alone = Load(few);
  EXPECT_EQ(seen.ios_per_lookup_histogram, Observe(*alone, few).ios_per_lookup_histogram);
  EXPECT_EQ(beside.ios_per_lookup_histogram, Observe(*alone, many).ios_per_lookup_histogram);
  EXPECT_LT(beside.wasted_ios, seen.wasted_ios / 2);
}

TEST_F(EngineBackendTest, AuditsFiltersWithoutReadingOrCounting) {
  ExperimentConfig config = SmallTree();
  config.filters.allocation = "uniform";
  config.filters.bits_per_key = 2;
  const auto dataset = Load(config);
  const Observation plain = Observe(*dataset, config);
  config.workload.filter_audit_probes = 20'000;
  const Observation audited = Observe(*dataset, config);
  EXPECT_EQ(plain.runs[0].audit_probes, 0U);
  for (const ObservedRun& run : audited.runs) {
    EXPECT_EQ(run.audit_probes, 20'000U);
    // The built filter's own fill gives its rate; 20 000 probes have a standard deviation of
    // 0.0035.
    EXPECT_NEAR(static_cast<double>(run.audit_false_positives) / 20'000, *run.fpr_from_filter,
                6 * 0.0035);
    EXPECT_EQ(run.filter_probes, 2000U) << "the lookups' probes are counted apart";
  }
}

TEST_F(EngineBackendTest, CountsTheSameHoweverTheFilesAreRead) {
  ExperimentConfig config = SmallTree();
  const auto dataset = Load(config);
  const Point point = PointOf(config);  // one id, so that the lookups are the same
  const FilterPlan plan = PlanFor(config, dataset->tree());
  const auto buffered = dataset->Observe(point, plan, 2000);
  ASSERT_TRUE(buffered.has_value());
  Point other = point;
  for (const char* io : {"mmap", "direct", "buffered"}) {
    other.config.storage.io = io;
    const auto seen = dataset->Observe(other, plan, 2000);
    ASSERT_TRUE(seen.has_value()) << io << ": " << seen.error().message;
    EXPECT_EQ((*seen)->ios_per_lookup_histogram, (*buffered)->ios_per_lookup_histogram) << io;
    EXPECT_EQ((*seen)->block_reads, (*buffered)->block_reads) << io;
  }
}

// One call for each block where files are read, none where they are mapped.
TEST(EngineBackend, CountsSystemCallsOnDisk) {
  const TemporaryDirectory directory;
  EngineBackend backend;
  ExperimentConfig config = SmallTree();
  const auto dataset = backend.Load(PointOf(config), directory.File("data"));
  ASSERT_TRUE(dataset.has_value()) << dataset.error().message;
  const FilterPlan plan = PlanFor(config, (*dataset)->tree());
  for (const std::string io : {"buffered", "mmap", "buffered"}) {
    config.storage.io = io;
    const auto seen = (*dataset)->Observe(PointOf(config), plan, 2000);
    ASSERT_TRUE(seen.has_value()) << seen.error().message;
    EXPECT_GT((*seen)->block_reads, 0U);
    EXPECT_EQ((*seen)->pread_calls.value(), io == "mmap" ? 0 : (*seen)->block_reads) << io;
  }
}

TEST_F(EngineBackendTest, CountsBlocksThatTheCacheServesAsAccessesNotAsIos) {
  ExperimentConfig config = SmallTree();
  config.filters.bits_per_key = 0;
  config.storage.block_cache_bytes = 16 << 20;
  const auto dataset = Load(config);
  const Observation seen = Observe(*dataset, config);
  EXPECT_EQ(seen.wasted_block_accesses, 2000U * 5);
  EXPECT_LT(seen.wasted_ios, 100U) << "the whole tree fits into the cache";
  config.storage.block_cache_bytes = 0;
  EXPECT_EQ(Observe(*dataset, config).wasted_ios, 2000U * 5) << "opened anew without a cache";
}

TEST_F(EngineBackendTest, TimesLookupsWhereAsked) {
  ExperimentConfig config = SmallTree();
  config.workload.timing = "per_lookup";
  const auto dataset = Load(config);
  const LatencySummary latency = Observe(*dataset, config).latency.value();
  EXPECT_EQ(latency.count, 2000U);
  EXPECT_LE(latency.p50_us, latency.p99_us);
  EXPECT_LE(latency.p99_us, latency.max_us);
}

TEST_F(EngineBackendTest, CannotDrawAbsentKeysBesideARunOfOneKey) {
  ExperimentConfig config = SmallTree();
  config.tree.entries = 64 * 4 + 1;
  config.tree.size_ratio = 4;
  const auto dataset = Load(config);
  const auto seen = dataset->Observe(PointOf(config), PlanFor(config, dataset->tree()), 10);
  ASSERT_FALSE(seen.has_value());
  EXPECT_THAT(seen.error().message, HasSubstr("/tree/entries"));
}

TEST_F(EngineBackendTest, NamesTheFileThatKeepsItFromLoading) {
  file_system_.SetContents("/data1", "a file where the directory should be");
  const auto dataset = backend_.Load(PointOf(SmallTree()), "/data1");
  ASSERT_FALSE(dataset.has_value());
  EXPECT_THAT(dataset.error().message, HasSubstr("/data1"));
}

TEST(MakeBackend, KnowsItsBackendsAndListsThemToWhoAsksForAnother) {
  EXPECT_TRUE(MakeBackend("model").has_value());
  EXPECT_TRUE(MakeBackend("engine").has_value());
  const auto unknown = MakeBackend("sqlite");
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().kind, ErrorKind::kConfig);
  EXPECT_THAT(unknown.error().message, AllOf(HasSubstr("sqlite"), HasSubstr("engine")));
}

}  // namespace
}  // namespace bitladder::experiments
