#include "experiments/result/measured_json.h"

#include <utility>

#include "experiments/result/absence.h"
#include "experiments/result/comparison.h"
#include "experiments/result/json_members.h"

namespace bitladder::experiments {
namespace {

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

}  // namespace

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

}  // namespace bitladder::experiments
