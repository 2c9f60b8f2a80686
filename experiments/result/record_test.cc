#include "experiments/result/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "experiments/config/strict_json.h"

namespace bitladder::experiments {
namespace {

using ::testing::ElementsAre;

Point PointOfTest() {
  Point point;
  point.config.name = "example";
  point.repetition = 2;
  point.params = {{"filters.bits_per_key", "5"}, {"filters.allocation", "\"monkey\""}};
  point.id = "0123";
  point.dataset_id = "4567";
  return point;
}

// One run of 1000 keys at 5 bits, 400 lookups of which 40 were wasted.
Outcome OutcomeOfTest() {
  Outcome outcome;
  outcome.tree = LoadedTree{"f00d", {{1, 1, 1000}}};
  outcome.filters = FilterPlan{"bloom", {{5.0005, 5120, 5000}}, 5000};
  Prediction prediction;
  prediction.runs = {{0.1, 0.004}};
  prediction.lookups = 400;
  prediction.wasted_ios = {.mean = 0.1, .variance = 0.09, .filter_variance = 1.6e-5};
  prediction.wasted_ios_pi95 = {28, 53};
  prediction.wasted_ios_per_lookup_ideal = 0.0905;
  prediction.wasted_ios_per_lookup_closed_form = 0.091;
  prediction.ios_per_lookup_pmf = {0.9, 0.1};
  outcome.prediction = prediction;
  Observation seen;
  seen.runs = {{.filter_bits = 5000,
                .filter_file_bytes = 640,
                .filter_resident_bytes = 700,
                .fpr_from_filter = 0.101,
                .fill_ratio = 0.5,
                .filter_probes = 400,
                .false_positives = 40,
                .block_reads = 40}};
  seen.lookups = 400;
  seen.wasted_block_accesses = 40;
  seen.wasted_ios = 40;
  seen.ios_per_lookup_histogram = {360, 40};
  seen.block_reads = 40;
  seen.pread_calls = 40;
  seen.filter_probes = 400;
  seen.latency = LatencySummary{.count = 400, .mean_us = 1.5, .p50_us = 1.25};
  outcome.observation = seen;
  return outcome;
}

const Json& At(const Json& json, std::initializer_list<std::string_view> names) {
  const Json* at = &json;
  for (const std::string_view name : names) {
    at = at->Find(name);
    EXPECT_NE(at, nullptr) << name;
    if (at == nullptr) return json;
  }
  return *at;
}

std::vector<std::string> NamesOf(const Json& json) {
  std::vector<std::string> names;
  for (const JsonMember& member : *json.object()) names.push_back(member.name);
  return names;
}

TEST(Record, HasTheMembersThatTheDesignNames) {
  const Json record = RecordJson(PointOfTest(), OutcomeOfTest());
  EXPECT_THAT(NamesOf(record),
              ElementsAre("schema_version", "experiment", "point_id", "dataset_id", "repetition",
                          "seed_data", "seed_lookups", "backend", "status", "params", "config",
                          "tree", "filter_memory", "predicted", "measured", "comparison"));
  EXPECT_EQ(At(record, {"params", "filters.allocation"}), Json("monkey"));
  EXPECT_EQ(At(record, {"params", "filters.bits_per_key"}), Json(5));
  EXPECT_EQ(At(record, {"config", "tree", "size_ratio"}), Json(2));
  EXPECT_EQ(At(record, {"tree", "fingerprint"}), Json("f00d"));
  EXPECT_EQ(At(record, {"filter_memory", "budget_bits"}), Json(5000));
  EXPECT_EQ(At(record, {"filter_memory", "spent_bits"}), Json(5000));
  EXPECT_EQ(At(record, {"filter_memory", "spent_status"}), Json("ok"));
  EXPECT_EQ(At(record, {"filter_memory", "file_bytes"}), Json(640));
  EXPECT_EQ(At(record, {"filter_memory", "resident_bytes"}), Json(700));
  EXPECT_EQ(At(record, {"predicted", "wasted_ios_per_lookup_pi95"}),
            Json(JsonArray{Json(0.07), Json(0.1325)}));
  EXPECT_EQ(At(record, {"measured", "wasted_ios_per_lookup"}), Json(0.1));
  EXPECT_EQ(At(record, {"measured", "latency_us", "p50"}), Json(1.25));
  EXPECT_EQ(At(record, {"comparison", "within_pi95"}), Json(true));
}

TEST(Record, OfASimulationHasCountsAndRatesButNoBytesAndNoTimes) {
  Outcome outcome = OutcomeOfTest();
  outcome.observation->simulated = true;
  outcome.observation->pread_calls = std::nullopt;
  outcome.observation->latency = std::nullopt;
  outcome.observation->runs[0].fill_ratio = std::nullopt;
  const Json record = RecordJson(PointOfTest(), outcome);
  const Json why("simulated: lookups are drawn, no file is read");
  for (const char* name : {"pread_calls", "kernel_read_bytes", "latency_us"}) {
    EXPECT_TRUE(At(record, {"measured", name}).is_null()) << name;
    EXPECT_EQ(At(record, {"measured", std::string(name) + "_status"}), why);
  }
  for (const char* name : {"file_bytes", "resident_bytes"}) {
    EXPECT_TRUE(At(record, {"filter_memory", name}).is_null()) << name;
    EXPECT_EQ(At(record, {"filter_memory", std::string(name) + "_status"}), why);
  }
  EXPECT_EQ(At(record, {"measured", "kernel_read_bytes_meaning"}), why);
  EXPECT_EQ(At(record, {"measured", "wasted_ios"}), Json(40));
  const Json& run = At(record, {"tree", "runs"}).array()->front();
  EXPECT_EQ(At(run, {"fpr_from_filter"}), Json(0.101));
  EXPECT_EQ(At(run, {"fill_ratio_status"}), why);
}

TEST(Record, TellsRequestedFromSpentBitsAndCountsRatesPerVainProbe) {
  const Json record = RecordJson(PointOfTest(), OutcomeOfTest());
  const Json& run = At(record, {"tree", "runs"}).array()->front();
  EXPECT_EQ(At(run, {"bits_per_key_requested"}), Json(5.0005));
  EXPECT_EQ(At(run, {"bits_per_key"}), Json(5.0));
  EXPECT_TRUE(At(run, {"bits_per_key_at_creation"}).is_null());
  EXPECT_EQ(At(run, {"fpr_measured"}), Json(0.1));
  // R 4.2, binom.test(40, 400).
  EXPECT_NEAR(std::get<double>(At(run, {"fpr_measured_ci95"}).array()->front().value), 0.0724,
              1e-4);
}

// Every null has a reason beside it.
void ExpectReasons(const Json& json, const std::string& where) {
  if (const JsonArray* array = json.array()) {
    for (const Json& item : *array) ExpectReasons(item, where + "[]");
  }
  const JsonObject* object = json.object();
  if (object == nullptr) return;
  for (const JsonMember& member : *object) {
    if (member.value.is_null()) {
      const Json* status = json.Find(member.name + "_status");
      EXPECT_TRUE(status != nullptr && status->text() != nullptr && !status->text()->empty())
          << where << "/" << member.name;
    }
    ExpectReasons(member.value, where + "/" + member.name);
  }
}

TEST(Record, GivesAReasonForEveryNull) {
  ExpectReasons(RecordJson(PointOfTest(), OutcomeOfTest()), "measured");
  Outcome modelled = OutcomeOfTest();
  modelled.tree->fingerprint.clear();
  modelled.observation.reset();
  modelled.prediction->wasted_ios_per_lookup_closed_form.reset();
  modelled.prediction->closed_form_status = "no equation";
  ExpectReasons(RecordJson(PointOfTest(), modelled), "modelled");
  Outcome failed;
  failed.error = "the disk is full";
  ExpectReasons(RecordJson(PointOfTest(), failed), "failed");
  Outcome counted = OutcomeOfTest();
  counted.observation->latency.reset();
  counted.observation->pread_calls.reset();
  counted.observation->runs[0] = {};
  ExpectReasons(RecordJson(PointOfTest(), counted), "counted");
}

TEST(Record, OfAFailedPointSaysWhy) {
  Outcome failed;
  failed.error = "the disk is full";
  const Json record = RecordJson(PointOfTest(), failed);
  EXPECT_EQ(At(record, {"status"}), Json("failed"));
  EXPECT_EQ(At(record, {"error"}), Json("the disk is full"));
  EXPECT_EQ(At(record, {"repetition"}), Json(2));
  EXPECT_EQ(At(record, {"config", "name"}), Json("example"));
  EXPECT_TRUE(At(record, {"measured"}).is_null());
}

// Whatever number goes wrong, the line stays JSON.
TEST(Record, NeverHoldsANumberThatJsonCannot) {
  Outcome outcome = OutcomeOfTest();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  outcome.filters->runs[0].bits_per_key_requested = infinite;
  outcome.prediction->runs[0] = {nan, infinite};
  outcome.prediction->wasted_ios_per_lookup_ideal = nan;
  outcome.prediction->wasted_ios_per_lookup_closed_form = infinite;
  outcome.prediction->ios_per_lookup_pmf = {0.5, nan};
  outcome.observation->runs[0].fill_ratio = nan;
  outcome.observation->latency->max_us = infinite;
  const Json record = RecordJson(PointOfTest(), outcome);
  const Result<Json> read = ParseStrictJson(WriteJson(record));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(*read, record);
  EXPECT_TRUE(At(*read, {"predicted", "wasted_ios_per_lookup_ideal"}).is_null());
  EXPECT_NE(At(*read, {"predicted", "wasted_ios_per_lookup_ideal_status"}).text(), nullptr);
}

TEST(SpentStatus, AcceptsATenthOfAPercentBelowTheBudgetAndExplainsMore) {
  EXPECT_EQ(SpentStatus(1'000'000, 1'000'000), "ok");
  EXPECT_EQ(SpentStatus(1'000'000, 999'000), "ok");
  EXPECT_EQ(SpentStatus(0, 0), "ok");
  EXPECT_THAT(SpentStatus(1'000'000, 990'000), ::testing::StartsWith("spends 1 % less"));
  EXPECT_THAT(SpentStatus(1'000'000, 1'020'000), ::testing::StartsWith("spends 2 % more"));
}

}  // namespace
}  // namespace bitladder::experiments
