// Errata of the papers' closed forms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/errata/erratum.h"
#include "sim/cost/closed_form.h"
#include "sim/ideal_filter.h"

namespace bitladder::experiments {
namespace {

constexpr int kManyLevels = 20;

sim::ClosedFormTree Leveling(int size_ratio, int levels) {
  return sim::ZeroResultTree(size_ratio, levels, sim::Leveling()).value();
}

// The rate that Eq. 5 gives the largest of the levels with filters, not cut off at 1: T times that
// of the level above it.
double LargestFilteredRate(const sim::ClosedFormTree& tree, int unfiltered, double cost) {
  sim::MonkeyClosedForm form;
  form.unfiltered_levels = unfiltered;
  form.unfiltered_cost = unfiltered;
  form.filtered_cost = cost - unfiltered;
  const int largest = tree.levels - unfiltered;
  return tree.size_ratio * sim::MonkeyLimitFpr(tree, form, largest - 1);
}

}  // namespace

Erratum FilteredLevelsFromCost() {
  Erratum erratum;
  erratum.title = "Monkey (SIGMOD 2017), Eq. 5: how many levels have filters";
  erratum.says =
      "The paper prints L_f = L - max(0, floor(R - 1)). For T > 2 that leaves filters on a level "
      "whose rate would be above 1. Right for leveling is L_u = max(0, ceil(R - T/(T-1))) levels "
      "without; Eq. 8, in terms of memory, is right as printed. Rates are those of Eq. 5 for the "
      "largest level with filters.";
  erratum.header = {"T", "R", "L_u printed", "its rate", "L_u right", "its rate"};
  for (const int size_ratio : {2, 4, 10}) {
    const sim::ClosedFormTree tree = Leveling(size_ratio, kManyLevels);
    for (const double cost : {0.5, 1.2, 1.5, 1.9, 2.5}) {
      const int printed = std::max(0, static_cast<int>(std::floor(cost - 1)));
      const int right = sim::UnfilteredLevelsForCost(tree, cost);
      erratum.rows.push_back({fmt::format("{}", size_ratio), fmt::format("{}", cost),
                              fmt::format("{}", printed),
                              fmt::format("{:.4f}", LargestFilteredRate(tree, printed, cost)),
                              fmt::format("{}", right),
                              fmt::format("{:.4f}", LargestFilteredRate(tree, right, cost))});
    }
  }
  erratum.shows =
      "At T = 2 both agree; at T = 10 and R = 1.5 the printed form asks for a rate of 1.35.";
  return erratum;
}

Erratum UnfilteredLevelsFloored() {
  Erratum erratum;
  erratum.title = "Dostoevsky (SIGMOD 2018), Eq. 24: how many levels have no filters";
  erratum.says =
      "The paper floors Y = log_T(X/h), X the bits per key from which on every level has filters. "
      "Then the largest level with filters would get less than 0 bits, a rate above 1; right is "
      "the next whole number. Leveling; the filtered levels are a tree of their own with h T^Y "
      "bits per key.";
  erratum.header = {"T",        "h",       "Y",        "floor(Y)", "its bits",
                    "its rate", "ceil(Y)", "its bits", "its rate"};
  for (const int size_ratio : {2, 4, 10}) {
    const sim::ClosedFormTree tree = Leveling(size_ratio, kManyLevels);
    for (const double bits_per_key : {0.1, 0.25, 0.5}) {
      const double t = size_ratio;
      const double y = std::log(sim::FilterThreshold(tree) / bits_per_key) / std::log(t);
      std::vector<std::string> row = {fmt::format("{}", size_ratio),
                                      fmt::format("{}", bits_per_key), fmt::format("{:.3f}", y)};
      for (const int unfiltered : {static_cast<int>(std::max(0.0, std::floor(y))),
                                   sim::UnfilteredLevels(tree, bits_per_key)}) {
        const int levels = kManyLevels - unfiltered;
        const double bits = sim::AsymptoticBits(Leveling(size_ratio, levels),
                                                bits_per_key * std::pow(t, unfiltered), levels);
        row.insert(row.end(), {fmt::format("{}", unfiltered), fmt::format("{:.4f}", bits),
                               fmt::format("{:.4f}", std::exp(-bits * sim::kBeta))});
      }
      erratum.rows.push_back(row);
    }
  }
  erratum.shows = "Wherever Y is not whole, the floor gives a rate above 1.";
  return erratum;
}

}  // namespace bitladder::experiments
