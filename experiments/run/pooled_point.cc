#include "experiments/run/pooled_point.h"

#include <fmt/core.h>

#include <cstddef>
#include <map>
#include <string_view>

#include "experiments/result/comparison.h"

namespace bitladder::experiments {
namespace {

// Records are this program's own, so a number that is missing reads as 0.
double Number(const Json* json) {
  if (json == nullptr) return 0;
  if (const auto* natural = std::get_if<std::uint64_t>(&json->value)) {
    return static_cast<double>(*natural);
  }
  if (const auto* integer = std::get_if<std::int64_t>(&json->value)) {
    return static_cast<double>(*integer);
  }
  const auto* number = std::get_if<double>(&json->value);
  return number == nullptr ? 0 : *number;
}

std::uint64_t Count(const Json* json) { return static_cast<std::uint64_t>(Number(json)); }

const Json& Section(const Json& record, std::string_view name) {
  static const Json none;
  const Json* found = record.Find(name);
  return found == nullptr ? none : *found;
}

const JsonArray& RunsOf(const Json& record) {
  static const JsonArray none;
  const Json* runs = Section(record, "tree").Find("runs");
  return runs == nullptr || runs->array() == nullptr ? none : *runs->array();
}

// The words of a choice, or the object that stands for it.
std::string Text(const Json* json) {
  if (json == nullptr) return "";
  return json->text() != nullptr ? *json->text() : WriteJson(*json);
}

std::string OtherParams(const Json& record) {
  std::string others;
  const JsonObject* params = Section(record, "params").object();
  if (params == nullptr) return others;
  for (const JsonMember& param : *params) {
    if (param.name == "filters.allocation" || param.name == "filters.bits_per_key" ||
        param.name == "filters.memory_bytes") {
      continue;
    }
    others += fmt::format("{}{}={}", others.empty() ? "" : " ", param.name, Text(&param.value));
  }
  return others;
}

std::string LabelFrom(const Json& record) {
  std::string label;
  const JsonObject* params = Section(record, "params").object();
  if (params != nullptr) {
    for (const JsonMember& param : *params) {
      label += fmt::format("{}{}={}", label.empty() ? "" : " ", param.name, Text(&param.value));
    }
  }
  return label.empty() ? Text(record.Find("experiment")) : label;
}

std::vector<LevelBits> LadderOf(const Json& record) {
  std::map<std::uint64_t, std::pair<double, double>> levels;  // bits, entries
  for (const Json& run : RunsOf(record)) {
    auto& [bits, entries] = levels[Count(run.Find("level"))];
    bits += Number(run.Find("filter_bits"));
    entries += Number(run.Find("entries"));
  }
  std::vector<LevelBits> ladder;
  for (const auto& [level, sums] : levels) ladder.push_back({level, sums.first / sums.second});
  return ladder;
}

PooledPoint StartPoint(const Json& record) {
  PooledPoint point;
  const Json& config = Section(record, "config");
  point.label = LabelFrom(record);
  point.dataset_id = Text(record.Find("dataset_id"));
  point.allocation = Text(Section(config, "filters").Find("allocation"));
  point.others = OtherParams(record);
  point.ladder = LadderOf(record);
  point.bits_per_key = Number(Section(record, "filter_memory").Find("budget_bits")) /
                       Number(Section(record, "tree").Find("entries"));
  point.spent_bits = Number(Section(record, "filter_memory").Find("spent_bits"));
  const Json& predicted = Section(record, "predicted");
  point.predicted.mean = Number(predicted.Find("wasted_ios_per_lookup"));
  point.predicted.certain = Number(predicted.Find("wasted_ios_per_lookup_certain"));
  point.predicted.variance = Number(predicted.Find("wasted_ios_variance_of_one_lookup"));
  point.predicted.filter_variance = Number(predicted.Find("wasted_ios_covariance_of_two_lookups"));
  point.predicted_lookups = Count(predicted.Find("lookups"));
  return point;
}

void AddMeasurement(const Json& record, PooledPoint* point) {
  const Json& measured = Section(record, "measured");
  if (measured.is_null()) return;
  point->lookups += Count(measured.Find("lookups"));
  point->wasted_ios += Count(measured.Find("wasted_ios"));
  const Json& comparison = Section(record, "comparison");
  point->compared = !comparison.is_null();
  const Json& copies = Section(comparison, "copies_ratio");
  if (!copies.is_null() && Number(&copies) != 1) point->copies_part = true;
  for (const Json& run : RunsOf(record)) {
    if (Count(run.Find("filter_bits")) > 0) continue;
    point->certain_ios += Count(run.Find("false_positives")) - Count(run.Find("fence_rejections"));
  }
  const Json& latency = Section(measured, "latency_us");
  const double timed = Number(latency.Find("count"));
  point->timed_lookups += static_cast<std::uint64_t>(timed);
  point->latency_sum_us += timed * Number(latency.Find("mean"));
}

}  // namespace

double PooledPoint::MeasuredMean() const {
  return static_cast<double>(wasted_ios) / static_cast<double>(lookups);
}

Interval PooledPoint::MeasuredInterval() const {
  return MeasuredMeanInterval(wasted_ios, certain_ios, lookups);
}

CountInterval PooledPoint::PredictedCount(std::uint64_t of_lookups) const {
  return PredictionInterval(predicted.Total(of_lookups));
}

bool PooledPoint::WithinPrediction() const { return PredictedCount(lookups).Contains(wasted_ios); }

Interval PooledPoint::PredictedInterval() const {
  const std::uint64_t averaged = lookups > 0 ? lookups : predicted_lookups;
  const CountInterval count = PredictedCount(averaged);
  const auto n = static_cast<double>(averaged);
  return {static_cast<double>(count.low) / n, static_cast<double>(count.high) / n};
}

double PooledPoint::MeanLatencyUs() const {
  return latency_sum_us / static_cast<double>(timed_lookups);
}

std::vector<PooledPoint> PoolRepetitions(const std::vector<const Json*>& records) {
  std::vector<PooledPoint> points;
  std::map<std::string, std::size_t> index_of;
  for (const Json* record : records) {
    if (Text(record->Find("status")) != "ok") continue;
    const auto [index, is_new] = index_of.emplace(Text(record->Find("point_id")), points.size());
    if (is_new) points.push_back(StartPoint(*record));
    AddMeasurement(*record, &points[index->second]);
  }
  return points;
}

}  // namespace bitladder::experiments
