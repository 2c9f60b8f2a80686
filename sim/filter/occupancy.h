// The urn problem behind every Bloom-like filter: `throws` balls fall independently and uniformly
// into `cells` cells; X cells end up hit. A lookup that draws `probes` cells the same way answers
// "maybe" with probability F^probes, where F = X/cells is the fill of this very filter.
#pragma once

#include <vector>

namespace bitladder::sim {

// E[F^probes], to about 1e-12 relative, for any size. With a_j = P(j given cells are all hit) and
// d_j = P(the probes draw exactly j distinct cells) it is sum_j d_j a_j; a follows from the Markov
// chain "j cells still to hit -> j - 1 with probability j/cells at each throw", raised to the power
// `throws` by squaring. All terms are positive, so nothing cancels (unlike inclusion-exclusion).
//
// cells >= 1 and throws >= 0 may be fractions: the chain is defined for real `cells`, and a
// fractional throw happens with that probability. probes >= 1. Cost O(probes^3 log(throws)): 1 us
// at 7 probes.
double ExactFillMoment(double cells, double throws, int probes);

// The same after 0, 1, ..., most_keys keys that throw `throws_per_key` times each, in one pass.
// Cost O(most_keys probes^2).
std::vector<double> ExactFillMomentsByKeys(double cells, int throws_per_key, int probes,
                                           int most_keys);

struct FillStatistics {
  double mean = 0;      // E[F] = 1 - (1 - 1/cells)^throws
  double variance = 0;  // Var[F], exact
};

// Mean and variance of the fill. cells > 2, throws >= 0. About cells * variance =
// e^-c (1 - (1 + c) e^-c), c = throws/cells, in large filters.
FillStatistics FillOf(double cells, double throws);

// E[F^probes], exact where it matters and expanded around the mean fill where that is as good: from
// cells >= 1000 probes^2 (and throws >= cells/5, as every sensible filter has) the second-order
// expansion is within 2e-8 relative; its error is about 0.01 (probes^2/cells)^2. cells >= 1, throws
// >= 0.
double ExpectedMaybeRate(double cells, double throws, int probes);

// Standard deviation of F^probes over filters: exact for small ones, probes E[F]^(probes-1) Sd[F]
// within 0.3 % for large ones. cells >= 1, throws >= 0.
double MaybeRateSd(double cells, double throws, int probes);

}  // namespace bitladder::sim
