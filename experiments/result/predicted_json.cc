#include "experiments/result/predicted_json.h"

#include "experiments/result/absence.h"
#include "experiments/result/json_members.h"

namespace bitladder::experiments {
namespace {

Json PredictedLatencyJson(const PredictedLatency& latency) {
  return JsonMembers()
      .Add("mean", latency.mean_us)
      .Add("p50", latency.p50_us)
      .Add("p90", latency.p90_us)
      .Add("p99", latency.p99_us)
      .Add("p999", latency.p999_us)
      .Take();
}

Json PredictedUpdatesJson(const PredictedUpdates& updates) {
  constexpr std::string_view kNoFlush = "the updates fill no buffer";
  return JsonMembers()
      .Add("count", Json(updates.count))
      .Add("flushes", Json(updates.flushes))
      .Add("merges", Json(updates.merges))
      .Add("entries_flushed", Json(updates.entries_flushed))
      .Add("entries_written", Json(updates.entries_written))
      .Add("merge_entries_read", Json(updates.entries_read))
      .Add("entries_per_block", updates.entries_per_block)
      .AddOr(kNoFlush, "copies_per_entry", OptionalJson(updates.copies_per_entry))
      .AddOr(kNoFlush, "ios_per_entry", OptionalJson(updates.ios_per_entry))
      .AddOr("the papers' equations do not fit this tree", "ios_per_entry_closed_form",
             OptionalJson(updates.ios_per_entry_closed_form))
      .Take();
}

}  // namespace

Json PredictedJson(const Prediction& predicted) {
  const auto lookups = static_cast<double>(predicted.lookups);
  const LookupCost& cost = predicted.wasted_ios;
  return JsonMembers()
      .Add("lookups", Json(predicted.lookups))
      .Add("wasted_ios_per_lookup", cost.mean)
      .Add("wasted_ios_per_lookup_sd", cost.MeanSd(predicted.lookups))
      .Add("wasted_ios_per_lookup_pi95",
           Interval{static_cast<double>(predicted.wasted_ios_pi95.low) / lookups,
                    static_cast<double>(predicted.wasted_ios_pi95.high) / lookups})
      .Add("wasted_ios_per_lookup_certain", cost.certain)
      .Add("wasted_ios_variance_of_one_lookup", cost.variance)
      .Add("wasted_ios_covariance_of_two_lookups", cost.Covariance())
      .Add("wasted_ios_per_lookup_ideal", predicted.wasted_ios_per_lookup_ideal)
      .AddOr(predicted.closed_form_status, "wasted_ios_per_lookup_closed_form",
             OptionalJson(predicted.wasted_ios_per_lookup_closed_form))
      .Add("ios_per_lookup_pmf", NumberArray(predicted.ios_per_lookup_pmf))
      .AddOr(predicted.latency_status, "latency_us",
             predicted.latency ? std::optional<Json>(PredictedLatencyJson(*predicted.latency))
                               : std::nullopt)
      .AddOr(kNoUpdates, "updates",
             predicted.updates ? std::optional<Json>(PredictedUpdatesJson(*predicted.updates))
                               : std::nullopt)
      .Take();
}

}  // namespace bitladder::experiments
