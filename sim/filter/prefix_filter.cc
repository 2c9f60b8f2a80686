#include "sim/filter/prefix_filter.h"

#include <cmath>

#include "sim/check.h"

namespace bitladder::sim {

double ExpectedDistinctPrefixes(double entries, double possible_prefixes) {
  SIM_CHECK(entries >= 0 && possible_prefixes >= 1, entries, possible_prefixes);
  if (std::isinf(possible_prefixes)) return entries;
  if (possible_prefixes == 1) return entries >= 1 ? 1 : entries;
  return -possible_prefixes * std::expm1(entries * std::log1p(-1 / possible_prefixes));
}

ExpectedFilter ExpectPrefixFilter(const FprModel& model, double bits_per_key, double entries,
                                  double distinct_prefixes) {
  SIM_CHECK(distinct_prefixes >= 1 && distinct_prefixes <= entries, distinct_prefixes, entries);
  return model.Expect(bits_per_key * entries / distinct_prefixes, distinct_prefixes);
}

}  // namespace bitladder::sim
