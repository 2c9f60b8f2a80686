#include "experiments/result/record_fields.h"

namespace bitladder::experiments {
namespace {

using enum RecordType;

constexpr bool kNullable = true;
constexpr bool kOptional = true;

constexpr RecordField kFields[] = {
    {"schema_version", kCount, "", "Version of the record's form."},
    {"experiment", kText, "", "Name of the experiment."},
    {"point_id", kText, "", "Hash of the resolved config: 32 hex digits."},
    {"dataset_id", kText, "", "Hash of what the loaded tree depends on: 32 hex digits."},
    {"repetition", kCount, "", "0, 1, ...; repetitions differ in their lookups only."},
    {"seed_data", kCount, "", "Fixed keys, tree and filters."},
    {"seed_lookups", kCount, "", "Fixed the lookups, salted by point and repetition."},
    {"backend", kText, "", "What answered the point."},
    {"status", kText, "", "ok or failed."},
    {"error", kText, "", "Why the point failed, on one line.", false, kOptional},
    {"params", kObject, "", "The swept fields: dotted path and value."},
    {"config", kObject, "",
     "The resolved config of this point, as experiment.schema.json describes."},

    {"tree", kSection, "", "The tree that was loaded or modelled.", kNullable},
    {"tree.fingerprint", kText, "", "Hash of every table's bytes.", kNullable},
    {"tree.entries", kCount, "entries", "On disk, distinct keys."},
    {"tree.levels", kCount, "levels", "Number of the largest level that holds a run."},
    {"tree.runs", kSections, "", "Runs, newest first."},
    {"tree.runs[].level", kCount, "", "1 is the smallest."},
    {"tree.runs[].run", kCount, "", "Within its level, 1 is the newest."},
    {"tree.runs[].entries", kCount, "entries", "Distinct keys of the run."},
    {"tree.runs[].bits_per_key_requested", kNumber, "bits per key",
     "What the allocation asked for, before rounding."},
    {"tree.runs[].bits_per_key", kNumber, "bits per key", "filter_bits / entries."},
    {"tree.runs[].bits_per_key_at_creation", kNumber, "bits per key",
     "What the run was given when it was written."},
    {"tree.runs[].filter_bits", kCount, "bits", "Payload of the filter in force."},
    {"tree.runs[].fpr_predicted", kNumber, "",
     "Expected false-positive rate, before the filter is built."},
    {"tree.runs[].fpr_predicted_sd", kNumber, "",
     "Standard deviation of a built filter's own rate around fpr_predicted."},
    {"tree.runs[].fpr_from_filter", kNumber, "",
     "The rate that the built filter's own fill gives."},
    {"tree.runs[].fill_ratio", kNumber, "", "Share of the filter's bits that are set."},
    {"tree.runs[].filter_probes", kCount, "probes",
     "Lookups that asked this filter for a key that the run does not hold.", kNullable},
    {"tree.runs[].false_positives", kCount, "probes", "Of filter_probes, those answered maybe.",
     kNullable},
    {"tree.runs[].true_positives", kCount, "probes", "Probes for keys that the run holds.",
     kNullable},
    {"tree.runs[].fence_rejections", kCount, "probes",
     "Of false_positives, those for which no block was searched.", kNullable},
    {"tree.runs[].block_reads", kCount, "blocks", "Data blocks read from the file.", kNullable},
    {"tree.runs[].audit_probes", kCount, "probes",
     "Probes of the filter alone, for absent keys, beside the lookups.", kNullable},
    {"tree.runs[].audit_false_positives", kCount, "probes",
     "Of audit_probes, those answered maybe.", kNullable},
    {"tree.runs[].fpr_measured", kNumber, "",
     "(false_positives + audit_false_positives) / (filter_probes + audit_probes)."},
    {"tree.runs[].fpr_measured_ci95", kInterval, "",
     "Clopper-Pearson interval of fpr_measured, for this very filter."},

    {"filter_memory", kSection, "", "Memory of all filters together.", kNullable},
    {"filter_memory.budget_bits", kCount, "bits", "M, what the allocation might spend."},
    {"filter_memory.spent_bits", kCount, "bits", "Sum of filter_bits."},
    {"filter_memory.spent_status", kText, "", "ok, or why spent and budget differ."},
    {"filter_memory.file_bytes", kCount, "bytes", "Filter blocks as stored.", kNullable},
    {"filter_memory.resident_bytes", kCount, "bytes", "Filters in memory, all told.", kNullable},

    {"predicted", kSection, "", "What theory says of this tree before any lookup.", kNullable},
    {"predicted.lookups", kCount, "lookups", "That the interval is for."},
    {"predicted.wasted_ios_per_lookup", kNumber, "I/Os",
     "With the real run sizes and the real filter's curve."},
    {"predicted.wasted_ios_per_lookup_sd", kNumber, "I/Os",
     "Of the mean over the lookups; lookups and filters are both random."},
    {"predicted.wasted_ios_per_lookup_pi95", kInterval, "I/Os",
     "Holds the measured mean in 95 of 100 experiments."},
    {"predicted.wasted_ios_per_lookup_certain", kNumber, "I/Os",
     "Of the mean: runs without a filter, which every lookup reads."},
    {"predicted.wasted_ios_variance_of_one_lookup", kNumber, "I/Os^2", "Against fresh filters."},
    {"predicted.wasted_ios_covariance_of_two_lookups", kNumber, "I/Os^2",
     "They meet the same filters."},
    {"predicted.wasted_ios_per_lookup_ideal", kNumber, "I/Os",
     "With rates exp(-b ln2^2) at the requested bits, on the same runs."},
    {"predicted.wasted_ios_per_lookup_closed_form", kNumber, "I/Os",
     "The paper's equation on the designed tree."},
    {"predicted.ios_per_lookup_pmf", kNumbers, "", "P(0), P(1), ... wasted I/Os of one lookup."},
    {"predicted.latency_us", kSection, "us", "Of one lookup, from calibrated costs.", kNullable},

    {"measured", kSection, "", "What the backend counted and timed.", kNullable},
    {"measured.lookups", kCount, "lookups", "Point lookups."},
    {"measured.found", kCount, "lookups", "That found a value."},
    {"measured.found_in_buffer", kCount, "lookups", "Of found, those that no run served."},
    {"measured.wasted_block_accesses", kCount, "blocks",
     "Data blocks that a lookup searched and that did not hold its key."},
    {"measured.wasted_ios", kCount, "I/Os",
     "Of wasted_block_accesses, those that no block cache served."},
    {"measured.wasted_ios_per_lookup", kNumber, "I/Os", "wasted_ios / lookups."},
    {"measured.wasted_ios_per_lookup_ci95", kInterval, "I/Os",
     "Of the mean against these very filters: the lookups' sampling alone."},
    {"measured.ios_per_lookup_histogram", kCounts, "lookups",
     "Lookups with 0, 1, ... wasted I/Os."},
    {"measured.fence_rejections", kCount, "probes",
     "Filters answered maybe, and no block could hold the key."},
    {"measured.block_reads", kCount, "blocks", "Data blocks read from files: logical reads."},
    {"measured.pread_calls", kCount, "calls", "System calls that read.", kNullable},
    {"measured.kernel_read_bytes", kCount, "bytes",
     "What the kernel fetched from devices meanwhile.", kNullable},
    {"measured.kernel_read_bytes_meaning", kText, "", "How far kernel_read_bytes can be believed."},
    {"measured.filter_probes", kCount, "probes", "Of all filters, true positives included."},
    {"measured.latency_us", kSection, "us", "Of one lookup, closed loop.", kNullable},
    {"measured.latency_us.count", kCount, "lookups", "Timed lookups."},
    {"measured.latency_us.mean", kNumber, "us", "Arithmetic mean."},
    {"measured.latency_us.p50", kNumber, "us", "Median."},
    {"measured.latency_us.p90", kNumber, "us", "90th percentile."},
    {"measured.latency_us.p99", kNumber, "us", "99th percentile."},
    {"measured.latency_us.p999", kNumber, "us", "99.9th percentile."},
    {"measured.latency_us.max", kNumber, "us", "The slowest lookup."},

    {"comparison", kSection, "", "What prediction and measurement say of each other.", kNullable},
    {"comparison.wasted_ios_ratio", kNumber, "", "Measured / predicted."},
    {"comparison.z_score", kNumber, "", "(Measured - predicted) / sd."},
    {"comparison.within_pi95", kFlag, "", "Whether the measured count lies in the interval."},
    {"comparison.latency_ratio", kNumber, "", "Measured / predicted mean latency."},
};

}  // namespace

std::span<const RecordField> RecordFields() { return kFields; }

bool MayBeNull(const RecordField& field) {
  return field.nullable || field.type == kNumber || field.type == kInterval;
}

}  // namespace bitladder::experiments
