#include "experiments/errata/erratum.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/check.h"

namespace bitladder::experiments {
namespace {

constexpr NamedErratum kErrata[] = {
    {"filtered_levels_from_cost", FilteredLevelsFromCost},
    {"unfiltered_levels_floored", UnfilteredLevelsFloored},
    {"asymptotic_budget", AsymptoticBudget},
    {"guide_example", GuideExample},
    {"guide_equation_3", GuideEquationThree},
    {"leveldb_probes", LevelDbProbes},
    {"leveldb_small_filters", LevelDbSmallFilters},
};

std::string Row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

}  // namespace

std::span<const NamedErratum> Errata() { return kErrata; }

std::string ErratumAsMarkdown(const Erratum& erratum) {
  std::string out = fmt::format("# {}\n\n{}\n\n", erratum.title, erratum.says);
  out += Row(erratum.header);
  out += Row(std::vector<std::string>(erratum.header.size(), "---:"));
  for (const std::vector<std::string>& row : erratum.rows) {
    EXPERIMENTS_CHECK(row.size() == erratum.header.size(), row.size(), erratum.header.size());
    out += Row(row);
  }
  return out + fmt::format("\n{}\n", erratum.shows);
}

}  // namespace bitladder::experiments
