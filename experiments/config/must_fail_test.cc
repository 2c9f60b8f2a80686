// Configs that must be refused, each with the JSON pointer, value and mend that its error has to
// name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "experiments/config/load_plan.h"

namespace bitladder::experiments {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Refused {
  const char* behaviour;
  std::string text;
  std::string starts_with;            // the pointer, or the line and column
  std::vector<std::string> mentions;  // value, allowed range, nearest name
};

void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.behaviour; }

std::string Nested(int depth) {
  return "{\"name\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
}

const std::vector<Refused>& RefusedConfigs() {
  static const std::vector<Refused> cases = {
      // Text that is not JSON.
      {"EmptyFile", "", "line 1, column 1: ", {"unexpected end of input"}},
      {"CutShort", "{\"tree\":\n  {\"entries\": 5", "line 2, column ", {"unexpected end of input"}},
      {"TrailingComma", "{\"seed_data\": 1,\n}", "line 2, column 1: ", {"'}'"}},
      {"Comment", "{ // no\n}", "line 1, column 3: ", {"invalid literal"}},
      {"TextAfterTheEnd", "{} {}", "line 1, column 4: ", {"'{'"}},
      {"NotANumber", "{\"seed_data\": NaN}", "line 1, column 15: ", {"invalid literal"}},
      {"InvalidUtf8", "{\"name\": \"\xff\"}", "line 1, column 11: ", {"ill-formed UTF-8"}},
      {"TooDeep", Nested(40), "/name/0", {"nested more than 32 deep"}},
      // Text that is JSON, but no config.
      {"NotAnObject", "[]", "a config is one JSON object", {}},
      {"DuplicateField",
       "{\"tree\": {\"size_ratio\": 2, \"size_ratio\": 3}}",
       "/tree/size_ratio: ",
       {"twice"}},
      {"DuplicateSection", "{\"tree\": {}, \"tree\": {}}", "/tree: ", {"twice"}},
      {"DuplicateInSweep",
       "{\"sweep\": {\"seed_data\": [1], \"seed_data\": [2]}}",
       "/sweep/seed_data: ",
       {"twice"}},
      {"UnknownSection", "{\"tre\": {}}", "/tre: ", {"did you mean \"tree\"?"}},
      {"UnknownField",
       "{\"tree\": {\"size_ration\": 4}}",
       "/tree/size_ration: ",
       {"did you mean \"size_ratio\"?"}},
      {"FieldInTheWrongPlace", "{\"size_ratio\": 4}", "/size_ratio: ", {"\"tree.size_ratio\""}},
      {"UnknownFieldFarFromAny",
       "{\"storage\": {\"zzzz\": 4}}",
       "/storage/zzzz: ",
       {"known here: io, block_bytes"}},
      {"DottedName", "{\"tree.size_ratio\": 4}", "/tree.size_ratio: ", {"unknown field"}},
      {"NameWithASlash", "{\"a/b\": 4}", "/a~1b: ", {"unknown field"}},
      {"SectionThatIsANumber", "{\"tree\": 3}", "/tree: ", {"expected an object", "entries"}},
      {"OtherSchemaVersion", "{\"schema_version\": 2}", "/schema_version: 2 ", {"expected 1"}},
      // Types and ranges.
      {"NegativeCount", "{\"tree\": {\"entries\": -1}}", "/tree/entries: -1 ", {"from 1 to"}},
      {"FractionalCount", "{\"tree\": {\"entries\": 1.5}}", "/tree/entries: 1.5 ", {"an integer"}},
      {"CountThatOverflows64Bits",
       "{\"seed_data\": 18446744073709551616}",
       "/seed_data: 18446744073709551616 ",
       {"64 bits"}},
      {"CountThatADoubleWouldRound",
       "{\"seed_data\": 1e19}",
       "/seed_data: 1e+19 ",
       {"an integer from 0 to 18446744073709551615"}},
      {"CountAbove32Bits",
       "{\"tree\": {\"value_bytes\": 4294967297}}",
       "/tree/value_bytes: 4294967297 ",
       {"from 0 to 1048576"}},
      {"NumberThatOverflows",
       "{\"filters\": {\"bits_per_key\": 1e999}}",
       "line 1, column ",
       {"1e999"}},
      {"CountAsText", "{\"tree\": {\"entries\": \"5\"}}", "/tree/entries: \"5\" ", {"an integer"}},
      {"CountAsTruth", "{\"tree\": {\"entries\": true}}", "/tree/entries: true ", {"an integer"}},
      {"CountAsNull", "{\"tree\": {\"entries\": null}}", "/tree/entries: null ", {"an integer"}},
      {"TruthAsCount",
       "{\"storage\": {\"block_align\": 1}}",
       "/storage/block_align: 1 ",
       {"true or false"}},
      {"SizeRatioOne",
       "{\"tree\": {\"size_ratio\": 1}}",
       "/tree/size_ratio: 1 ",
       {"from 2 to 1000"}},
      {"NoRepetition", "{\"repetitions\": 0}", "/repetitions: 0 ", {"from 1 to 10000"}},
      {"AutoWrittenAsZero",
       "{\"workload\": {\"lookups\": 0}}",
       "/workload/lookups: 0 ",
       {"or \"auto\""}},
      {"MisspeltAuto",
       "{\"workload\": {\"lookups\": \"atuo\"}}",
       "/workload/lookups: \"atuo\" ",
       {"or \"auto\""}},
      {"FractionAboveOne",
       "{\"workload\": {\"existing_fraction\": 1.01}}",
       "/workload/existing_fraction: 1.01 ",
       {"a number from 0 to 1"}},
      {"TotalAsBitsPerKey",
       "{\"filters\": {\"bits_per_key\": 5237760}}",
       "/filters/bits_per_key: 5237760 ",
       {"from 0 to 128", "filters.memory_bytes"}},
      {"MisspeltWord",
       "{\"filters\": {\"allocation\": \"monky\"}}",
       "/filters/allocation: \"monky\" ",
       {"did you mean \"monkey\"?", "\"uniform\""}},
      {"UnknownWord",
       "{\"storage\": {\"io\": \"zzz\"}}",
       "/storage/io: \"zzz\" ",
       {"one of \"buffered\", \"mmap\", \"direct\""}},
      {"NameThatIsNoFileName", "{\"name\": \"a/b\"}", "/name: \"a/b\" ", {"letters, digits"}},
      {"QuestionOnTwoLines", "{\"question\": \"a\\nb\"}", "/question: ", {"one line"}},
      // Fields that are a word or an object.
      {"HalfAFluidPolicy",
       "{\"tree\": {\"merge_policy\": {\"inner_runs\": 2}}}",
       "/tree/merge_policy: ",
       {"\"last_runs\" is missing"}},
      {"FluidPolicyWithAStranger",
       "{\"tree\": {\"merge_policy\": {\"inner_runs\": 2, \"last_runs\": 1, \"x\": 1}}}",
       "/tree/merge_policy/x: ",
       {"unknown member"}},
      {"NegativeRuns",
       "{\"tree\": {\"merge_policy\": {\"inner_runs\": -2, \"last_runs\": 1}}}",
       "/tree/merge_policy/inner_runs: -2 ",
       {"from 1 to 999"}},
      {"ExplicitBitsWithAWord",
       "{\"filters\": {\"allocation\": {\"explicit\": [5, \"x\"]}}}",
       "/filters/allocation/explicit/1: \"x\" ",
       {"a number from 0 to 128"}},
      {"NoExplicitBits",
       "{\"filters\": {\"allocation\": {\"explicit\": []}}}",
       "/filters/allocation/explicit: [] ",
       {"a list of 1 to 64"}},
      {"ZipfAsWord",
       "{\"workload\": {\"distribution\": \"zipf\"}}",
       "/workload/distribution: \"zipf\" ",
       {"{\"zipf\": a number from 0 to 10}"}},
      {"FractionalLevel",
       "{\"workload\": {\"distribution\": {\"target_level\": 1.5}}}",
       "/workload/distribution/target_level: 1.5 ",
       {"an integer from 1 to 64"}},
      {"EmptyDevice", "{\"device\": {}}", "/device: {} ", {"\"measured\"", "\"read_us\""}},
      // Fields against each other.
      {"FluidRunsAboveT",
       "{\"tree\": {\"size_ratio\": 4, \"merge_policy\": {\"inner_runs\": 4, \"last_runs\": 1}}}",
       "/tree/merge_policy/inner_runs: 4 ",
       {"1 to T-1 = 3"}},
      {"FluidLastRunsAboveT",
       "{\"tree\": {\"size_ratio\": 4, \"merge_policy\": {\"inner_runs\": 3, \"last_runs\": 9}}}",
       "/tree/merge_policy/last_runs: 9 ",
       {"1 to T-1 = 3"}},
      {"BufferOfFifteenEntries",
       "{\"tree\": {\"value_bytes\": 992, \"buffer_bytes\": 16383}}",
       "/tree/buffer_bytes: 16383 ",
       {"15 entries", "16384 or more"}},
      // 31 buffers of 1024 entries make five levels at T = 2.
      {"ExplicitBitsOfThreeLevelsOfFive",
       "{\"tree\": {\"entries\": 31744},"
       " \"filters\": {\"allocation\": {\"explicit\": [9, 8, 7]}}}",
       "/filters/allocation/explicit: 3 levels",
       {"a tree of 5"}},
      {"TargetBelowTheTree",
       "{\"tree\": {\"entries\": 31744}, \"workload\": {\"existing_fraction\": 1,"
       " \"distribution\": {\"target_level\": 6}}}",
       "/workload/distribution/target_level: 6 ",
       {"has 5 levels"}},
      {"TwoBudgets",
       "{\"filters\": {\"bits_per_key\": 5, \"memory_bytes\": 4096}}",
       "/filters/bits_per_key: has no effect",
       {"memory_bytes"}},
      {"BudgetAboveWhatFiltersHold",
       "{\"tree\": {\"entries\": 1000}, \"filters\": {\"memory_bytes\": 16001}}",
       "/filters/memory_bytes: 16001 ",
       {"16000 bytes"}},
      {"IdealFilterOnDisk",
       "{\"filters\": {\"kind\": \"ideal\"}}",
       "/filters/kind: \"ideal\" ",
       {"backend \"model\""}},
      {"BlockLayoutOfBloom",
       "{\"filters\": {\"layout\": \"block\"}}",
       "/filters/layout: \"block\" ",
       {"leveldb_bloom"}},
      {"PaddedAndCompressed",
       "{\"storage\": {\"compression\": \"snappy\"}}",
       "/storage/block_align: ",
       {"\"none\"", "block_align to false"}},
      {"DirectReadsOfOddBlocks",
       "{\"storage\": {\"io\": \"direct\", \"block_bytes\": 1000}}",
       "/storage/block_bytes: 1000 ",
       {"multiple of 512"}},
      {"MoreThanAllOperations",
       "{\"workload\": {\"range_fraction\": 0.6, \"updates_fraction\": 0.5}}",
       "/workload/range_fraction: 0.6 ",
       {"at most 0.9999"}},
      {"UpdatesInOrder",
       "{\"tree\": {\"load_order\": \"sequential\"}, \"workload\": {\"updates_fraction\": 0.5}}",
       "/tree/load_order: \"sequential\" ",
       {"updates_fraction 0.5", "use \"random\""}},
      {"UpdatesOfAListOfLevels",
       "{\"tree\": {\"entries\": 1024}, \"filters\": {\"allocation\": {\"explicit\": [1]}}, "
       "\"workload\": {\"updates_fraction\": 0.5}}",
       "/filters/allocation: \"explicit\" ",
       {"use a policy"}},
      {"TemporalityWithoutExistingKeys",
       "{\"workload\": {\"distribution\": {\"temporality\": 0.1}}}",
       "/workload/distribution: ",
       {"existing_fraction above 0"}},
      {"TemporalityOfAllEntries",
       "{\"workload\": {\"existing_fraction\": 1, \"distribution\": {\"temporality\": 1}}}",
       "/workload/distribution/temporality: 1 ",
       {"below 1"}},
      // 32 buffers at T = 2 are one run on level 6.
      {"TargetOnAnEmptyLevel",
       "{\"tree\": {\"entries\": 32768}, \"workload\": {\"existing_fraction\": 1,"
       " \"distribution\": {\"target_level\": 2}}}",
       "/workload/distribution/target_level: 2 ",
       {"leave that level empty"}},
      {"TargetOfAGrowingTree",
       "{\"filters\": {\"assigned\": \"at_creation\"}, \"workload\": {\"existing_fraction\": 1,"
       " \"distribution\": {\"target_level\": 1}}}",
       "/workload/distribution: \"target_level\" ",
       {"after_load"}},
      {"PopularAbsentKeysOfOrderedLoads",
       "{\"tree\": {\"load_order\": \"sequential\"},"
       " \"workload\": {\"distribution\": {\"zipf\": 0.99}}}",
       "/workload/distribution: \"zipf\" ",
       {"load_order \"random\""}},
      // Sweeps.
      {"SweepThatIsAList", "{\"sweep\": []}", "/sweep: ", {"dotted paths"}},
      {"UnknownAxis",
       "{\"sweep\": {\"filters.bits\": [1]}}",
       "/sweep/filters.bits: ",
       {"no field has this path"}},
      {"AxisWithoutItsSection",
       "{\"sweep\": {\"bits_per_key\": [1]}}",
       "/sweep/bits_per_key: ",
       {"did you mean \"filters.bits_per_key\"?"}},
      {"AxisOverTheName", "{\"sweep\": {\"name\": [\"a\"]}}", "/sweep/name: ", {"cannot be swept"}},
      {"EmptyAxis", "{\"sweep\": {\"seed_data\": []}}", "/sweep/seed_data: ", {"a list of values"}},
      {"BadValueInAnAxis",
       "{\"sweep\": {\"tree.size_ratio\": [2, 3, 1]}}",
       "/sweep/tree.size_ratio/2: 1 ",
       {"from 2 to 1000"}},
      {"SameValueTwice",
       "{\"sweep\": {\"filters.bits_per_key\": [1, 1.0]}}",
       "/sweep/filters.bits_per_key: 1 ",
       {"twice"}},
      {"RangeOfWords",
       "{\"sweep\": {\"filters.kind\": {\"from\": 1, \"to\": 2, \"steps\": 2}}}",
       "/sweep/filters.kind: ",
       {"list the values"}},
      {"RangeOfOneStep",
       "{\"sweep\": {\"seed_data\": {\"from\": 1, \"to\": 2, \"steps\": 1}}}",
       "/sweep/seed_data/steps: ",
       {"from 2 to 10000"}},
      {"RangeWithoutEnd",
       "{\"sweep\": {\"seed_data\": {\"from\": 1, \"steps\": 2}}}",
       "/sweep/seed_data: ",
       {"\"to\""}},
      {"RangeWithAStranger",
       "{\"sweep\": {\"seed_data\": {\"from\": 1, \"to\": 9, \"step\": 2}}}",
       "/sweep/seed_data/step: ",
       {"unknown member"}},
      {"LogRangeFromZero",
       "{\"sweep\": {\"seed_data\": {\"from\": 0, \"to\": 9, \"steps\": 3, \"scale\": \"log\"}}}",
       "/sweep/seed_data: ",
       {"above 0"}},
      {"RangeFinerThanItsIntegers",
       "{\"sweep\": {\"seed_data\": {\"from\": 1, \"to\": 3, \"steps\": 9}}}",
       "/sweep/seed_data: ",
       {"twice"}},
      {"ZippedAxesOfUnequalLength",
       "{\"sweep\": {\"seed_data\": {\"values\": [1, 2], \"zip\": \"z\"},"
       " \"seed_lookups\": {\"values\": [1], \"zip\": \"z\"}}}",
       "/sweep/seed_lookups: ",
       {"1 values", "2 in /sweep/seed_data"}},
      {"ZippedAxesThatMakeOnePointTwice",
       "{\"sweep\": {\"seed_data\": {\"values\": [1, 1], \"zip\": \"z\"},"
       " \"seed_lookups\": {\"values\": [1, 1], \"zip\": \"z\"}}}",
       "/sweep: ",
       {"twice"}},
      {"MorePointsThanAnyoneRuns",
       "{\"sweep\": {\"seed_data\": {\"from\": 1, \"to\": 10000, \"steps\": 10000},"
       " \"seed_lookups\": {\"from\": 1, \"to\": 10000, \"steps\": 10000}}}",
       "/sweep: ",
       {"more than 200000 points"}},
      {"RuleBrokenAtOnePointOfASweep",
       "{\"tree\": {\"merge_policy\": {\"inner_runs\": 3, \"last_runs\": 1}},"
       " \"sweep\": {\"tree.size_ratio\": [4, 3]}}",
       "/tree/merge_policy/inner_runs: 3 ",
       {"(at the point tree.size_ratio=3)"}},
      // Not built so far: refused, never ignored.
      {"BackendToCome",
       "{\"backend\": \"rocksdb\"}",
       "/backend: \"rocksdb\" ",
       {"supported: \"model\""}},
      {"DeviceToCome",
       "{\"device\": {\"read_us\": 7751}}",
       "/device: ",
       {"supported: \"measured\""}},
      {"CacheOfASimulationToCome",
       "{\"backend\": \"simulation\", \"storage\": {\"block_cache_bytes\": 65536}}",
       "/storage/block_cache_bytes: 65536 ",
       {"supported: 0"}},
      {"RangesToCome",
       "{\"workload\": {\"range_fraction\": 0.1}}",
       "/workload/range_fraction: 0.1 ",
       {"supported: 0"}},
  };
  return cases;
}

class RefusedConfig : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedConfig, IsOneLineThatNamesPlaceValueAndMend) {
  const Refused& refused = GetParam();
  const Result<Plan> plan = PlanFromText(refused.text, "test");
  ASSERT_FALSE(plan.has_value()) << refused.text;
  EXPECT_EQ(plan.error().kind, ErrorKind::kConfig);
  EXPECT_THAT(plan.error().message, StartsWith(refused.starts_with));
  EXPECT_THAT(plan.error().message, Not(HasSubstr("\n")));
  for (const std::string& mention : refused.mentions) {
    EXPECT_THAT(plan.error().message, HasSubstr(mention));
  }
}

INSTANTIATE_TEST_SUITE_P(, RefusedConfig, ::testing::ValuesIn(RefusedConfigs()),
                         [](const auto& test) { return std::string(test.param.behaviour); });

}  // namespace
}  // namespace bitladder::experiments
