#include "experiments/selftest/self_test.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "engine/filter/filter.h"
#include "experiments/backends/backend.h"
#include "experiments/config/load_plan.h"
#include "experiments/confront/filter_cell.h"
#include "experiments/result/comparison.h"
#include "experiments/result/provenance.h"
#include "experiments/result/record.h"
#include "experiments/run/point_runner.h"
#include "experiments/workload/key_space.h"
#include "experiments/workload/random_stream.h"

namespace bitladder::experiments {
namespace {

constexpr double kDeviations = 5;

std::string SequentialKey(std::uint64_t number) { return fmt::format("{:016}", number); }

SelfCheck CheckAvalanche() {
  constexpr int kKeys = 20'000;
  RandomStream stream(1, "selftest");
  std::uint64_t flipped = 0;
  for (int i = 0; i < kKeys; ++i) {
    std::string key = SequentialKey(static_cast<std::uint64_t>(i));
    const std::uint64_t hash = engine::WideHash(key);
    const std::uint64_t bit = stream.Below(8 * key.size());
    key[bit / 8] = static_cast<char>(key[bit / 8] ^ (1 << (bit % 8)));
    flipped += static_cast<std::uint64_t>(std::popcount(hash ^ engine::WideHash(key)));
  }
  const double trials = 64.0 * kKeys;
  const double share = static_cast<double>(flipped) / trials;
  const double bound = kDeviations * 0.5 / std::sqrt(trials);
  return {"hash: bits that one flipped key bit flips", fmt::format("{:.5f}", share),
          fmt::format("0.5 +- {:.5f}", bound), std::abs(share - 0.5) <= bound};
}

// Chi-square with 255 degrees of freedom: mean 255, standard deviation sqrt(510).
SelfCheck CheckBuckets(int shift, const std::string& which) {
  constexpr std::uint64_t kKeys = 256'000;
  std::array<std::uint64_t, 256> buckets{};
  for (std::uint64_t i = 0; i < kKeys; ++i) {
    ++buckets[engine::WideHash(SequentialKey(i)) >> shift & 0xff];
  }
  double chi_square = 0;
  for (const std::uint64_t bucket : buckets) {
    chi_square += std::pow(static_cast<double>(bucket) - kKeys / 256.0, 2) / (kKeys / 256.0);
  }
  const double bound = 255 + kDeviations * std::sqrt(510.0);
  return {"hash: chi-square of its " + which + " byte", fmt::format("{:.1f}", chi_square),
          fmt::format("at most {:.1f}", bound), chi_square <= bound};
}

std::vector<engine::KeyHash> HashesOf(bool present, std::uint64_t count) {
  const KeySpace keys({.seed = 1});
  std::vector<engine::KeyHash> hashes;
  std::string key;
  for (std::uint64_t i = 0; i < count; ++i) {
    keys.WriteKey(present ? keys.PresentPlace(i) : keys.AbsentPlace(i), &key);
    hashes.push_back(engine::HashUserKey(key));
  }
  return hashes;
}

}  // namespace

std::vector<SelfCheck> CheckHash() {
  return {CheckAvalanche(), CheckBuckets(56, "first"), CheckBuckets(0, "last")};
}

std::vector<SelfCheck> CheckFilters() {
  constexpr double kLeastProbability = 1e-6;
  const std::vector<engine::KeyHash> present = HashesOf(true, 20'000);
  const std::vector<engine::KeyHash> absent = HashesOf(false, 200'000);
  std::vector<SelfCheck> checks;
  for (const engine::FilterKind kind :
       {engine::FilterKind::kBloom, engine::FilterKind::kLevelDbBloom,
        engine::FilterKind::kBlockedBloom, engine::FilterKind::kRibbon,
        engine::FilterKind::kBinaryFuse}) {
    const FilterCell cell = MeetModel({kind, 8 * 1024}, present, absent);
    const bool agrees = cell.tail_probability >= kLeastProbability;
    checks.push_back(
        {fmt::format("{}: false-positive rate", engine::FilterKindName(kind)),
         fmt::format("{:.6f}, {} false negatives", cell.measured_fpr(), cell.false_negatives),
         fmt::format("{:.6f}, 0 false negatives", cell.expected_fpr),
         agrees && cell.false_negatives == 0});
  }
  return checks;
}

Result<std::vector<SelfCheck>> CheckStore(const std::string& directory) {
  const Result<Plan> plan = PlanFromText(R"({"tree": {"entries": 15872, "value_bytes": 32,
    "buffer_bytes": 32768}, "filters": {"bits_per_key": 4},
    "workload": {"lookups": 20000, "existing_fraction": 0.25}})",
                                         "selftest");
  if (!plan) return tl::unexpected(plan.error());
  const Point& point = plan->points.front();
  Result<std::unique_ptr<Backend>> backend = MakeBackend(point.config.backend);
  if (!backend) return tl::unexpected(backend.error());
  auto dataset = (*backend)->Load(point, directory + "/store");
  if (!dataset) return tl::unexpected(dataset.error());
  const Outcome outcome = RunPoint(point, **dataset);
  if (!outcome.error.empty()) return Fail(ErrorKind::kRun, outcome.error);
  const Prediction& predicted = *outcome.prediction;
  const Observation& seen = *outcome.observation;
  const CountInterval limit =
      PredictionInterval(predicted.wasted_ios.Total(seen.lookups), 1 - 1e-6);
  std::vector<SelfCheck> checks = {{"store: wasted I/Os", fmt::format("{}", seen.wasted_ios),
                                    fmt::format("{} to {}", limit.low, limit.high),
                                    limit.Contains(seen.wasted_ios)}};
  for (SelfCheck& check : CheckCounters(RecordJson(point, outcome))) {
    checks.push_back(std::move(check));
  }
  return checks;
}

SelfCheck CheckClock(const std::string& directory) {
  constexpr double kMostNs = 1000;
  const Json machine = MachineJson(directory);
  const Json* reading = machine.Find("clock_reading_ns");
  const auto* ns = reading == nullptr ? nullptr : std::get_if<double>(&reading->value);
  const auto* whole = reading == nullptr ? nullptr : std::get_if<std::uint64_t>(&reading->value);
  const double cost = ns != nullptr ? *ns : whole != nullptr ? static_cast<double>(*whole) : 1e9;
  return {"clock: one reading", fmt::format("{:.0f} ns", cost),
          fmt::format("at most {:.0f} ns", kMostNs), cost <= kMostNs};
}

Result<std::vector<SelfCheck>> RunSelfTest(const std::string& directory) {
  std::vector<SelfCheck> all;
  const auto append = [&all](std::vector<SelfCheck> checks) {
    std::move(checks.begin(), checks.end(), std::back_inserter(all));
  };
  append(CheckHash());
  append(CheckFilters());
  for (auto* check : {CheckStore, CheckDirectReads}) {
    Result<std::vector<SelfCheck>> checks = check(directory);
    if (!checks) return tl::unexpected(checks.error());
    append(*std::move(checks));
  }
  all.push_back(CheckClock(directory));
  return all;
}

bool AllPassed(std::span<const SelfCheck> checks) {
  return std::all_of(checks.begin(), checks.end(),
                     [](const SelfCheck& check) { return check.passed; });
}

}  // namespace bitladder::experiments
