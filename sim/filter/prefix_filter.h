// A filter over the distinct prefixes of a run's keys, by which a scan within one prefix skips the
// run.
#pragma once

#include "sim/filter/fpr_model.h"

namespace bitladder::sim {

// Distinct prefixes among `entries` >= 0 keys whose prefixes are independent and uniform among
// `possible_prefixes` >= 1 (may be infinite): P (1 - (1 - 1/P)^n).
double ExpectedDistinctPrefixes(double entries, double possible_prefixes);

// The filter of a run of `entries` keys with `distinct_prefixes` >= 1 prefixes, asked for
// `bits_per_key` of the keys: `model` over the prefixes at entries/distinct_prefixes times the
// bits. Its rate is that at which a scan within a prefix that the run does not hold reads the run
// all the same.
ExpectedFilter ExpectPrefixFilter(const FprModel& model, double bits_per_key, double entries,
                                  double distinct_prefixes);

}  // namespace bitladder::sim
