#include "experiments/result/record.h"

#include <utility>
#include <vector>

#include "experiments/check.h"
#include "experiments/config/parse_config.h"
#include "experiments/config/strict_json.h"
#include "experiments/result/absence.h"
#include "experiments/result/comparison.h"
#include "experiments/result/json_members.h"
#include "experiments/result/measured_json.h"
#include "experiments/result/predicted_json.h"
#include "experiments/result/tree_json.h"

namespace bitladder::experiments {
namespace {

Json ParamsJson(const Point& point) {
  JsonMembers params;
  for (const auto& [path, text] : point.params) {
    Result<Json> value = ParseStrictJson(text);
    EXPERIMENTS_CHECK(value.has_value(), text.size(), 0);
    params.Add(path, *std::move(value));
  }
  return params.Take();
}

Json ComparisonJson(const Comparison& comparison) {
  return JsonMembers()
      .AddOr("no wasted I/O is predicted", "wasted_ios_ratio",
             OptionalJson(comparison.wasted_ios_ratio))
      .AddOr("the prediction is certain: its spread is 0", "z_score",
             OptionalJson(comparison.z_score))
      .Add("within_pi95", Json(comparison.within_pi95))
      .AddOr("latency was not both predicted and measured", "latency_ratio",
             OptionalJson(comparison.latency_ratio))
      .AddOr("no update was flushed", "copies_ratio", OptionalJson(comparison.copies_ratio))
      .Take();
}

}  // namespace

Json RecordJson(const Point& point, const Outcome& outcome) {
  const bool ok = outcome.error.empty();
  const std::string_view why_not = ok ? kNotMeasured : "the point failed";
  const Observation* seen = outcome.observation ? &*outcome.observation : nullptr;
  JsonMembers out;
  out.Add("schema_version", Json(kRecordSchemaVersion))
      .Add("experiment", Json(point.config.name))
      .Add("point_id", Json(point.id))
      .Add("dataset_id", Json(point.dataset_id))
      .Add("repetition", Json(point.repetition))
      .Add("seed_data", Json(point.config.seed_data))
      .Add("seed_lookups", Json(point.config.seed_lookups))
      .Add("backend", Json(point.config.backend))
      .Add("status", Json(ok ? "ok" : "failed"));
  if (!ok) out.Add("error", Json(outcome.error));
  out.Add("params", ParamsJson(point)).Add("config", ConfigToJson(point.config));
  out.AddOr(why_not, "tree", outcome.tree ? std::optional<Json>(TreeJson(outcome)) : std::nullopt)
      .AddOr(why_not, "filter_memory",
             outcome.filters ? std::optional<Json>(FilterMemoryJson(*outcome.filters, seen))
                             : std::nullopt)
      .AddOr(why_not, "predicted",
             outcome.prediction ? std::optional<Json>(PredictedJson(*outcome.prediction))
                                : std::nullopt)
      .AddOr(why_not, "measured", seen ? std::optional<Json>(MeasuredJson(*seen)) : std::nullopt);
  if (seen && outcome.prediction && point.config.storage.block_cache_bytes > 0) {
    out.AddNull("comparison", "the prediction knows of no block cache");
  } else {
    out.AddOr(why_not, "comparison",
              seen && outcome.prediction
                  ? std::optional<Json>(ComparisonJson(Compare(*outcome.prediction, *seen)))
                  : std::nullopt);
  }
  return out.Take();
}

}  // namespace bitladder::experiments
