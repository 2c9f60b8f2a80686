#include "experiments/workload/operation_mix.h"

#include <algorithm>
#include <cmath>

#include "experiments/check.h"

namespace bitladder::experiments {
namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t Share(std::uint64_t part, std::uint64_t of, std::uint64_t count) {
  return of == 0 ? 0 : static_cast<std::uint64_t>(Wide{count} * part / of);
}

}  // namespace

std::uint64_t OperationMix::RangesBefore(std::uint64_t lookup) const {
  return Share(lookup, lookups, ranges);
}

std::uint64_t OperationMix::UpdatesBefore(std::uint64_t lookup) const {
  return Share(lookup, lookups, updates);
}

// floor(i updates / lookups) <= u where i < (u + 1) lookups / updates.
std::uint64_t OperationMix::LookupsWithin(std::uint64_t some_updates) const {
  if (some_updates >= updates) return lookups;
  const Wide bound = (Wide{some_updates} + 1) * lookups;
  return std::min(lookups, static_cast<std::uint64_t>((bound + updates - 1) / updates));
}

OperationMix MixOf(std::uint64_t lookups, double range_fraction, double updates_fraction) {
  const double rest = 1 - range_fraction - updates_fraction;
  EXPERIMENTS_CHECK(lookups >= 1 && rest > 0, lookups, rest);
  const auto beside = [&](double fraction) {
    return static_cast<std::uint64_t>(std::round(static_cast<double>(lookups) * fraction / rest));
  };
  return {lookups, beside(range_fraction), beside(updates_fraction)};
}

}  // namespace bitladder::experiments
