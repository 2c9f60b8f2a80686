#include "experiments/result/record.h"

#include <utility>
#include <vector>

#include "experiments/check.h"
#include "experiments/config/parse_config.h"
#include "experiments/config/strict_json.h"
#include "experiments/result/comparison.h"
#include "experiments/result/json_members.h"

namespace bitladder::experiments {
namespace {

constexpr std::string_view kNotMeasured = "this backend predicts and does not measure";
constexpr std::string_view kNoUpdates = "no operation is an update";
constexpr std::string_view kNoFilter = "the run has no filter";
constexpr std::string_view kSimulated = "simulated: lookups are drawn, no file is read";

Json ParamsJson(const Point& point) {
  JsonMembers params;
  for (const auto& [path, text] : point.params) {
    Result<Json> value = ParseStrictJson(text);
    EXPERIMENTS_CHECK(value.has_value(), text.size(), 0);
    params.Add(path, *std::move(value));
  }
  return params.Take();
}

template <class T>
std::optional<Json> OptionalJson(const std::optional<T>& value) {
  return value ? std::optional<Json>(*value) : std::nullopt;
}

// Measured members of one run; all null where the backend does not measure.
void AddObservedRun(const ObservedRun* seen, bool simulated, JsonMembers* out) {
  const auto add = [&](std::string_view name, auto member) {
    out->AddOr(kNotMeasured, name, seen ? std::optional<Json>(seen->*member) : std::nullopt);
  };
  const std::string_view why_no_contents = seen ? kNoFilter : kNotMeasured;
  const auto optional = [&](std::optional<double> ObservedRun::*member) {
    return seen ? OptionalJson(seen->*member) : std::nullopt;
  };
  out->AddOr(why_no_contents, "fpr_from_filter", optional(&ObservedRun::fpr_from_filter));
  out->AddOr(simulated ? kSimulated : why_no_contents, "fill_ratio",
             optional(&ObservedRun::fill_ratio));
  add("filter_probes", &ObservedRun::filter_probes);
  add("false_positives", &ObservedRun::false_positives);
  add("true_positives", &ObservedRun::true_positives);
  add("fence_rejections", &ObservedRun::fence_rejections);
  add("block_reads", &ObservedRun::block_reads);
  add("audit_probes", &ObservedRun::audit_probes);
  add("audit_false_positives", &ObservedRun::audit_false_positives);
  // Probes of lookups and audit are alike: of one filter, for keys that its run does not hold.
  const std::uint64_t probes = seen ? seen->filter_probes + seen->audit_probes : 0;
  if (probes == 0) {
    const std::string_view why = seen ? "no lookup probed the filter in vain" : kNotMeasured;
    out->AddNull("fpr_measured", why).AddNull("fpr_measured_ci95", why);
    return;
  }
  const std::uint64_t positives = seen->false_positives + seen->audit_false_positives;
  out->Add("fpr_measured", static_cast<double>(positives) / static_cast<double>(probes));
  out->Add("fpr_measured_ci95", ClopperPearson(positives, probes));
}

Json RunJson(const LoadedRun& run, const PlannedFilter& planned, const PredictedRun& predicted,
             const Observation* observation, std::size_t index) {
  const ObservedRun* seen = observation ? &observation->runs[index] : nullptr;
  const std::uint64_t filter_bits = seen ? seen->filter_bits : planned.spent_bits;
  JsonMembers out;
  out.Add("level", Json(run.level))
      .Add("run", Json(run.run))
      .Add("entries", Json(run.entries))
      .Add("bits_per_key_requested", planned.bits_per_key_requested)
      .Add("bits_per_key", static_cast<double>(filter_bits) / static_cast<double>(run.entries))
      .AddOr("filters were assigned after the load", "bits_per_key_at_creation",
             planned.requested_at_creation
                 ? std::optional<Json>(static_cast<double>(planned.spent_bits) /
                                       static_cast<double>(run.entries))
                 : std::nullopt)
      .Add("filter_bits", Json(filter_bits))
      .Add("fpr_predicted", predicted.fpr)
      .Add("fpr_predicted_sd", predicted.fpr_sd);
  AddObservedRun(seen, observation && observation->simulated, &out);
  return out.Take();
}

Json TreeJson(const Outcome& outcome) {
  const LoadedTree& tree = *outcome.tree;
  JsonMembers out;
  out.AddOr("the tree is modelled: it has no bytes", "fingerprint",
            tree.fingerprint.empty() ? std::nullopt : std::optional<Json>(tree.fingerprint));
  out.Add("entries", Json(tree.entries())).Add("levels", Json(tree.levels()));
  JsonArray runs;
  if (outcome.filters && outcome.prediction) {
    for (std::size_t i = 0; i < tree.runs.size(); ++i) {
      runs.push_back(RunJson(tree.runs[i], outcome.filters->runs[i], outcome.prediction->runs[i],
                             outcome.observation ? &*outcome.observation : nullptr, i));
    }
  }
  return out.Add("runs", Json(std::move(runs))).Take();
}

Json FilterMemoryJson(const FilterPlan& plan, const Observation* seen) {
  std::uint64_t spent_bits = plan.spent_bits();
  std::optional<Json> file_bytes;
  std::optional<Json> resident_bytes;
  const bool simulated = seen != nullptr && seen->simulated;
  if (seen != nullptr) {
    std::uint64_t file = 0;
    std::uint64_t resident = 0;
    spent_bits = 0;
    for (const ObservedRun& run : seen->runs) {
      spent_bits += run.filter_bits;
      file += run.filter_file_bytes;
      resident += run.filter_resident_bytes;
    }
    if (!simulated) {
      file_bytes = Json(file);
      resident_bytes = Json(resident);
    }
  }
  return JsonMembers()
      .Add("budget_bits", Json(plan.budget_bits))
      .Add("spent_bits", Json(spent_bits))
      .Add("spent_status", Json(SpentStatus(plan.budget_bits, spent_bits)))
      .AddOr(simulated ? kSimulated : kNotMeasured, "file_bytes", std::move(file_bytes))
      .AddOr(simulated ? kSimulated : kNotMeasured, "resident_bytes", std::move(resident_bytes))
      .Take();
}

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

Json LatencyJson(const LatencySummary& latency) {
  return JsonMembers()
      .Add("count", Json(latency.count))
      .Add("mean", latency.mean_us)
      .Add("p50", latency.p50_us)
      .Add("p90", latency.p90_us)
      .Add("p99", latency.p99_us)
      .Add("p999", latency.p999_us)
      .Add("max", latency.max_us)
      .Take();
}

// Buffered and mapped reads reach the kernel's counter only where the page cache misses.
constexpr std::string_view kKernelBytesMeaning =
    "bytes that the page cache did not serve, with read-ahead; direct reads are all counted";

Json MeasuredUpdatesJson(const ObservedUpdates& updates) {
  constexpr std::string_view kNoFlush = "the updates filled no buffer";
  const auto flushed = static_cast<double>(updates.entries_flushed);
  const auto per_entry = [&](double sum) {
    return updates.flushes == 0 ? std::nullopt : std::optional<Json>(sum / flushed);
  };
  const auto bytes_written = static_cast<double>(updates.bytes_written);
  const double bytes_moved = bytes_written + static_cast<double>(updates.merge_bytes_read);
  const double entry_bytes = static_cast<double>(updates.logical_bytes_flushed) / flushed;
  return JsonMembers()
      .Add("count", Json(updates.count))
      .Add("flushes", Json(updates.flushes))
      .Add("merges", Json(updates.merges))
      .Add("entries_flushed", Json(updates.entries_flushed))
      .Add("entries_written", Json(updates.entries_written))
      .Add("bytes_written", Json(updates.bytes_written))
      .Add("merge_bytes_read", Json(updates.merge_bytes_read))
      .AddOr(kNoFlush, "copies_per_entry", per_entry(static_cast<double>(updates.entries_written)))
      .AddOr(kNoFlush, "ios_per_entry", per_entry(bytes_moved / updates.block_bytes))
      .AddOr(kNoFlush, "write_amplification", per_entry(bytes_written / entry_bytes))
      .AddOr("workload.timing is none", "latency_us",
             updates.latency ? std::optional<Json>(LatencyJson(*updates.latency)) : std::nullopt)
      .Take();
}

// Why a count of reads is missing.
std::string_view WhyNoReads(const Observation& seen, std::string_view otherwise) {
  if (seen.simulated) return kSimulated;
  return seen.updates ? "merges read, too, and are not told apart" : otherwise;
}

Json MeasuredJson(const Observation& seen) {
  JsonArray histogram;
  for (const std::uint64_t count : seen.ios_per_lookup_histogram) histogram.emplace_back(count);
  JsonMembers out;
  out.Add("lookups", Json(seen.lookups))
      .Add("found", Json(seen.found))
      .Add("found_in_buffer", Json(seen.found_in_buffer))
      .Add("wasted_block_accesses", Json(seen.wasted_block_accesses))
      .Add("wasted_ios", Json(seen.wasted_ios))
      .Add("wasted_ios_per_lookup",
           static_cast<double>(seen.wasted_ios) / static_cast<double>(seen.lookups))
      .Add("wasted_ios_per_lookup_ci95", MeasuredWastedIos(seen))
      .Add("ios_per_lookup_histogram", Json(std::move(histogram)))
      .Add("fence_rejections", Json(seen.fence_rejections))
      .Add("block_reads", Json(seen.block_reads))
      .AddOr(WhyNoReads(seen, "the files are in memory"), "pread_calls",
             OptionalJson(seen.pread_calls))
      .AddOr(WhyNoReads(seen, "the kernel does not tell"), "kernel_read_bytes",
             OptionalJson(seen.kernel_read_bytes))
      .Add("kernel_read_bytes_meaning", Json(seen.simulated ? kSimulated : kKernelBytesMeaning))
      .Add("filter_probes", Json(seen.filter_probes))
      .AddOr(seen.simulated ? kSimulated : "workload.timing is none", "latency_us",
             seen.latency ? std::optional<Json>(LatencyJson(*seen.latency)) : std::nullopt)
      .AddOr(kNoUpdates, "updates",
             seen.updates ? std::optional<Json>(MeasuredUpdatesJson(*seen.updates)) : std::nullopt);
  return out.Take();
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
