#include "experiments/result/statistics.h"

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/negative_binomial.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>

#include "experiments/check.h"

namespace bitladder::experiments {
namespace {

// Variances this close to the mean, relatively, make no difference to a whole-numbered interval.
constexpr double kPoissonTolerance = 1e-6;

// Smallest whole number from 0 to `limit` for which `holds` is true; it is true from some number
// on, at `limit` at the latest.
template <class Predicate>
std::uint64_t FirstWhere(std::uint64_t limit, const Predicate& holds) {
  std::uint64_t low = 0;
  std::uint64_t high = limit;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// `largest` bounds the search from above.
template <class Distribution>
CountInterval EqualTailed(const Distribution& distribution, double largest, double tail) {
  const auto limit = static_cast<std::uint64_t>(largest);
  const auto at = [](std::uint64_t count) { return static_cast<double>(count); };
  return {
      // P(X < low) <= tail, and no larger low has it: P(X <= low) > tail.
      .low = FirstWhere(limit, [&](std::uint64_t k) { return cdf(distribution, at(k)) > tail; }),
      .high = FirstWhere(limit,
                         [&](std::uint64_t k) {
                           return cdf(boost::math::complement(distribution, at(k))) <= tail;
                         }),
  };
}

CountInterval RandomPart(double mean, double variance, double tail) {
  // Far beyond any quantile asked for: Cantelli's bound with 10^3 standard deviations is 10^-6.
  const double far = std::ceil(mean + 1000 * std::sqrt(variance)) + 1000;
  if (std::abs(variance - mean) <= kPoissonTolerance * mean) {
    return EqualTailed(boost::math::poisson_distribution<>(mean), far, tail);
  }
  if (variance > mean) {
    const double r = mean * mean / (variance - mean);
    return EqualTailed(boost::math::negative_binomial_distribution<>(r, mean / variance), far,
                       tail);
  }
  const double trials = std::max(std::round(mean * mean / (mean - variance)), std::ceil(mean));
  return EqualTailed(boost::math::binomial_distribution<>(trials, mean / trials), trials, tail);
}

}  // namespace

Interval ClopperPearson(std::uint64_t successes, std::uint64_t trials, double confidence) {
  EXPERIMENTS_CHECK(successes <= trials, successes, trials);
  if (trials == 0) return {0, 1};
  using Binomial = boost::math::binomial_distribution<>;
  const double tail = (1 - confidence) / 2;
  const auto n = static_cast<double>(trials);
  const auto k = static_cast<double>(successes);
  return {successes == 0 ? 0 : Binomial::find_lower_bound_on_p(n, k, tail),
          successes == trials ? 1 : Binomial::find_upper_bound_on_p(n, k, tail)};
}

Interval PoissonMean(std::uint64_t count, double confidence) {
  const double tail = (1 - confidence) / 2;
  const auto n = static_cast<double>(count);
  using Gamma = boost::math::gamma_distribution<>;
  return {count == 0 ? 0 : quantile(Gamma(n), tail),
          quantile(boost::math::complement(Gamma(n + 1), tail))};
}

std::uint64_t MostSuccesses(std::uint64_t trials, double probability, double tail) {
  const boost::math::binomial_distribution<> distribution(static_cast<double>(trials), probability);
  return FirstWhere(trials, [&](std::uint64_t c) {
    return cdf(boost::math::complement(distribution, static_cast<double>(c))) <= tail;
  });
}

CountInterval PredictionInterval(const CountMoments& moments, double confidence) {
  EXPERIMENTS_CHECK(moments.mean >= 0 && moments.variance >= 0, moments.mean, moments.variance);
  const auto certain = static_cast<std::uint64_t>(moments.certain);
  if (moments.mean == 0) return {certain, certain};
  const double tail = (1 - confidence) / 2;
  const CountInterval random = RandomPart(moments.mean, moments.variance, tail);
  return {certain + random.low, certain + random.high};
}

}  // namespace bitladder::experiments
