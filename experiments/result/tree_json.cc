#include "experiments/result/tree_json.h"

#include <utility>

#include "experiments/result/absence.h"
#include "experiments/result/comparison.h"
#include "experiments/result/json_members.h"

namespace bitladder::experiments {
namespace {

constexpr std::string_view kNoFilter = "the run has no filter";

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

}  // namespace

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

}  // namespace bitladder::experiments
