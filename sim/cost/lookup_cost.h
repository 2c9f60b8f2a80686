// What a lookup costs in wasted block reads, given the false-positive rate of each run.
#pragma once

#include <span>
#include <vector>

namespace bitladder::sim {

// R, wasted I/Os of a zero-result lookup (Monkey 2017 Eq. 3): sum of weight_j * p_j over runs.
// `weights` empty means all 1; otherwise one probability (or price) for each run.
double ZeroResultCost(std::span<const double> fpr, std::span<const double> weights = {});

// V, all I/Os of a lookup for an existing key: sum_j mass_j (1 + sum of p over runs newer than j).
// Runs newest first; `target_mass` sums to 1. (Monkey 2017 Eq. 9 is the case of all mass on the
// oldest run.)
double ExistingCost(std::span<const double> fpr, std::span<const double> target_mass);

// The whole distribution of wasted I/Os of one zero-result lookup: Poisson-binomial over the runs'
// p. Returns P(0), P(1), ..., truncated where the rest is below 1e-12 (the last entry carries the
// rest).
std::vector<double> WastedIoDistribution(std::span<const double> fpr);

// Spread of the mean wasted I/Os of `lookups` zero-result lookups with distinct random keys:
// variance = sum p (1-p) / lookups (the lookups' sampling) + sum fpr_sd^2 (the filters' own
// randomness).
double ZeroResultCostSd(std::span<const double> fpr, std::span<const double> fpr_sd,
                        double lookups);

}  // namespace bitladder::sim
