#include "sim/cost/block_cache.h"

#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "sim/check.h"
#include "sim/cost/lookup_cost.h"
#include "sim/range.h"

namespace bitladder::sim {
namespace {

double HitRate(const BlockClass& blocks, double lookups) {
  return blocks.accesses > 0 ? -std::expm1(-lookups * blocks.accesses / blocks.blocks) : 0;
}

// The t of CheHitRates, in lookups; the classes with accesses hold more than `cache_blocks` blocks.
double CharacteristicTime(std::span<const BlockClass> classes, double cache_blocks) {
  const auto excess = [&](double lookups) {
    double cached = 0;
    for (const BlockClass& c : classes) cached += c.blocks * HitRate(c, lookups);
    return cached - cache_blocks;
  };
  double accesses = 0;
  for (const BlockClass& c : classes) accesses += c.accesses;
  const double if_never_repeated = cache_blocks / accesses;  // a lower bound
  std::uintmax_t steps = 1000;
  const auto [low, high] = boost::math::tools::bracket_and_solve_root(
      excess, if_never_repeated, 2.0, true, boost::math::tools::eps_tolerance<double>(50), steps);
  return low + (high - low) / 2;
}

// How often lookups read the blocks of each run.
std::vector<BlockClass> AccessesOf(const TreeShape& tree, const CachedLookups& lookups) {
  std::vector<BlockClass> classes;
  double found = 0;  // P(the target of an existing lookup is in a newer run)
  for (std::size_t j = 0; j < tree.runs.size(); ++j) {
    const double mass = lookups.target_mass.empty() ? 0 : lookups.target_mass[j];
    const double x = lookups.existing_share;
    const double older = std::max(0.0, 1 - found - mass);
    const double accesses = lookups.fpr[j] * (1 - x + x * older) + x * mass;
    classes.push_back({std::ceil(tree.runs[j].entries / lookups.entries_per_block), accesses});
    found += mass;
  }
  return classes;
}

}  // namespace

Result<std::vector<double>> CheHitRates(std::span<const BlockClass> classes, double cache_blocks) {
  if (auto ok = CheckRange("cache_blocks", cache_blocks, 0, 1e18); !ok) {
    return tl::unexpected(ok.error());
  }
  double used_blocks = 0;
  for (const BlockClass& c : classes) {
    SIM_CHECK(c.blocks >= 0 && c.accesses >= 0, c.blocks, c.accesses);
    used_blocks += c.accesses > 0 ? c.blocks : 0;
  }
  double lookups = 0;
  if (used_blocks <= cache_blocks) {
    lookups = std::numeric_limits<double>::infinity();
  } else if (cache_blocks > 0) {
    lookups = CharacteristicTime(classes, cache_blocks);
  }
  std::vector<double> hit_rates;
  for (const BlockClass& c : classes) hit_rates.push_back(HitRate(c, lookups));
  return hit_rates;
}

Result<CachedCost> CostBehindCache(const TreeShape& tree, const CachedLookups& lookups) {
  SIM_CHECK(lookups.fpr.size() == tree.runs.size(), lookups.fpr.size(), tree.runs.size());
  if (auto ok = CheckRange("existing_share", lookups.existing_share, 0, 1); !ok) {
    return tl::unexpected(ok.error());
  }
  if (auto ok = CheckRange("entries_per_block", lookups.entries_per_block, 1, 1e12); !ok) {
    return tl::unexpected(ok.error());
  }
  if (lookups.target_mass.empty() && lookups.existing_share > 0) {
    return Fail("target_mass is empty: existing lookups need the mass of each run");
  }
  auto hit_rate = CheHitRates(AccessesOf(tree, lookups), lookups.cache_blocks);
  if (!hit_rate) return tl::unexpected(hit_rate.error());

  std::vector<double> missing_fpr;  // p_j (1 - hit_j): a wasted access that is a read
  for (std::size_t j = 0; j < lookups.fpr.size(); ++j) {
    missing_fpr.push_back(lookups.fpr[j] * (1 - (*hit_rate)[j]));
  }
  CachedCost cost = {std::move(*hit_rate), ZeroResultCost(missing_fpr), 0};
  if (!lookups.target_mass.empty()) {
    cost.existing_ios = ExistingCost(missing_fpr, lookups.target_mass);
    for (std::size_t j = 0; j < lookups.fpr.size(); ++j) {
      cost.existing_ios -= lookups.target_mass[j] * cost.hit_rate[j];
    }
  }
  return cost;
}

}  // namespace bitladder::sim
