#include "experiments/confront/filter_cell.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/negative_binomial.hpp>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "experiments/check.h"
#include "sim/filter/fpr_model.h"

namespace bitladder::experiments {
namespace {

// Twice the smaller tail of a discrete distribution, both tails with the count itself.
template <class Distribution>
double SmallerTail(const Distribution& distribution, double count) {
  const double at_most = boost::math::cdf(distribution, count);
  const double at_least =
      count == 0 ? 1 : boost::math::cdf(boost::math::complement(distribution, count - 1));
  return std::min(1.0, 2 * std::min(at_most, at_least));
}

}  // namespace

double TailProbability(std::uint64_t positives, std::uint64_t probes, double fpr, double fpr_sd) {
  const auto count = static_cast<double>(positives);
  const auto lookups = static_cast<double>(probes);
  if (fpr >= 1) return positives == probes ? 1 : 0;
  if (fpr > 0.05) {
    const double sd = std::sqrt(lookups * fpr * (1 - fpr) + std::pow(lookups * fpr_sd, 2));
    return std::erfc(std::abs(count - lookups * fpr) / sd / std::numbers::sqrt2);
  }
  const double shape = std::pow(fpr / fpr_sd, 2);
  constexpr double kNoScatter = 1e9;
  if (fpr_sd == 0 || shape > kNoScatter) {
    return SmallerTail(boost::math::binomial(lookups, fpr), count);
  }
  return SmallerTail(boost::math::negative_binomial(shape, shape / (shape + lookups * fpr)), count);
}

FilterCell MeetModel(const engine::FilterSpec& spec, std::span<const engine::KeyHash> present,
                     std::span<const engine::KeyHash> absent) {
  const auto model = sim::MakeFprModel(engine::FilterKindName(spec.kind));
  EXPERIMENTS_CHECK(model.has_value(), static_cast<int>(spec.kind), present.size());
  const sim::ExpectedFilter expected =
      (*model)->Expect(spec.bits_per_key_1024 / 1024.0, static_cast<double>(present.size()));
  FilterCell cell = {.keys = present.size(),
                     .probes = absent.size(),
                     .expected_spent_bits = expected.spent_bits,
                     .expected_fpr = expected.fpr,
                     .expected_fpr_sd = expected.fpr_sd};
  const auto opened = engine::OpenFilter(spec.kind, engine::BuildFilter(spec, present));
  EXPERIMENTS_CHECK(opened.has_value(), static_cast<int>(spec.kind), present.size());
  const engine::FilterReader* filter = opened->get();
  const auto maybe = [filter](const engine::KeyHash& key) {
    return filter == nullptr || filter->MayContain(key);
  };
  cell.spent_bits = filter == nullptr ? 0 : static_cast<double>(filter->filter_bits());
  cell.positives = static_cast<std::uint64_t>(std::count_if(absent.begin(), absent.end(), maybe));
  cell.false_negatives = present.size() - static_cast<std::uint64_t>(
                                              std::count_if(present.begin(), present.end(), maybe));
  cell.tail_probability =
      TailProbability(cell.positives, cell.probes, cell.expected_fpr, cell.expected_fpr_sd);
  return cell;
}

}  // namespace bitladder::experiments
