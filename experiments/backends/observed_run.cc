#include "experiments/backends/observed_run.h"

namespace bitladder::experiments {

ObservedRun RunSeen(const engine::RunInfo& info, const engine::RunCounters& counters) {
  ObservedRun seen;
  seen.filter_bits = info.filter_bits;
  seen.filter_file_bytes = info.filter_file_bytes;
  seen.filter_resident_bytes = info.filter_resident_bytes;
  seen.fpr_from_filter = info.fpr_from_contents;
  seen.fill_ratio = info.fill_ratio;
  seen.filter_probes = counters.filter_probes - counters.true_positives;
  seen.false_positives = counters.false_positives;
  seen.true_positives = counters.true_positives;
  seen.fence_rejections = counters.fence_rejections;
  seen.block_reads = counters.block_reads;
  return seen;
}

}  // namespace bitladder::experiments
