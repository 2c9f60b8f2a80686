#include "experiments/closed_forms/closed_form_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/check.h"
#include "sim/allocate/monkey.h"
#include "sim/cost/closed_form.h"
#include "sim/tree/tree_shape.h"

namespace bitladder::experiments {
namespace {

constexpr std::array kSizeRatios = {2, 4, 10};
constexpr std::array kLevels = {2, 3, 4, 5, 7, 10, 15, 20};
constexpr std::array kBitsPerKey = {0.5, 1.0, 2.0, 5.0, 10.0};
constexpr double kEntries = 1e9;  // any: every cost is a function of h alone

struct NamedPolicy {
  std::string_view name;
  sim::MergePolicy policy;
};

std::vector<NamedPolicy> PoliciesAt(int size_ratio) {
  if (size_ratio == 2) return {{"leveling", sim::Leveling()}};
  return {{"leveling", sim::Leveling()},
          {"tiering", sim::Tiering(size_ratio)},
          {"lazy_leveling", sim::LazyLeveling(size_ratio)}};
}

double ExactCost(int size_ratio, int levels, const sim::MergePolicy& policy, double bits_per_key) {
  const sim::TreeShape tree = sim::FullTree(kEntries, size_ratio, levels, policy).value();
  std::vector<double> entries;
  for (const sim::Run& run : tree.runs) entries.push_back(run.entries);
  return sim::SolveMonkey(entries, {}, bits_per_key * tree.entries()).cost;
}

ClosedFormRow MakeRow(int size_ratio, const NamedPolicy& named, int levels, double bits_per_key) {
  const sim::ClosedFormTree tree = sim::ZeroResultTree(size_ratio, levels, named.policy).value();
  const sim::MonkeyClosedForm limit = sim::MonkeyLimit(tree, bits_per_key);
  ClosedFormRow row;
  row.size_ratio = size_ratio;
  row.policy = named.name;
  row.levels = levels;
  row.bits_per_key = bits_per_key;
  row.unfiltered_levels = limit.unfiltered_levels;
  row.uniform = sim::UniformClosedForm(tree, bits_per_key);
  row.exact = ExactCost(size_ratio, levels, named.policy, bits_per_key);
  row.finite = sim::MonkeyFinite(tree, bits_per_key).cost();
  row.limit = limit.cost();
  return row;
}

// Six significant digits, the same text in every format.
std::string Number(double value) { return fmt::format("{:.6g}", value); }

// Two decimals, and no sign on what rounds to nothing.
std::string Percent(double value) {
  const std::string text = fmt::format("{:.2f}", value);
  return text == "-0.00" ? "0.00" : text;
}

using Cells = std::vector<std::pair<std::string_view, std::string>>;

Cells CellsOf(const ClosedFormRow& row) {
  return {{"size_ratio", fmt::format("{}", row.size_ratio)},
          {"merge_policy", std::string(row.policy)},
          {"levels", fmt::format("{}", row.levels)},
          {"bits_per_key", Number(row.bits_per_key)},
          {"unfiltered_levels", fmt::format("{}", row.unfiltered_levels)},
          {"uniform_wasted_ios_per_lookup", Number(row.uniform)},
          {"exact_wasted_ios_per_lookup", Number(row.exact)},
          {"finite_wasted_ios_per_lookup", Number(row.finite)},
          {"limit_wasted_ios_per_lookup", Number(row.limit)},
          {"limit_error_percent", Percent(row.LimitErrorPercent())}};
}

std::string MarkdownRow(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string LargestErrors(const std::vector<ClosedFormRow>& rows) {
  double largest = 0, finite = 0;
  for (const ClosedFormRow& row : rows) {
    largest = std::max(largest, std::abs(row.LimitErrorPercent()));
    finite = std::max(finite, std::abs(row.finite / row.exact - 1));
  }
  return fmt::format(
      "The limit is off by up to {:.1f} %. The closed form of the finite tree (Monkey 2017 App. B, "
      "Eq. 15-18) equals the exact optimum in every row, within {}.\n",
      largest, finite < 1e-9 ? "1e-9" : fmt::format("{:.1e}", finite));
}

}  // namespace

std::vector<ClosedFormRow> ClosedFormRows() {
  std::vector<ClosedFormRow> rows;
  for (const int size_ratio : kSizeRatios) {
    for (const NamedPolicy& policy : PoliciesAt(size_ratio)) {
      for (const double bits_per_key : kBitsPerKey) {
        for (const int levels : kLevels) {
          rows.push_back(MakeRow(size_ratio, policy, levels, bits_per_key));
        }
      }
    }
  }
  return rows;
}

std::string ClosedFormsAsCsv(const std::vector<ClosedFormRow>& rows) {
  std::string out;
  for (const ClosedFormRow& row : rows) {
    std::vector<std::string> names, values;
    for (auto& [name, value] : CellsOf(row)) {
      names.emplace_back(name);
      values.push_back(value);
    }
    if (out.empty()) out = fmt::format("{}\n", fmt::join(names, ","));
    out += fmt::format("{}\n", fmt::join(values, ","));
  }
  return out;
}

std::string ClosedFormsAsJson(const std::vector<ClosedFormRow>& rows) {
  std::vector<std::string> objects;
  for (const ClosedFormRow& row : rows) {
    std::vector<std::string> members;
    for (const auto& [name, value] : CellsOf(row)) {
      const bool is_text = name == "merge_policy";
      members.push_back(is_text ? fmt::format("\"{}\": \"{}\"", name, value)
                                : fmt::format("\"{}\": {}", name, value));
    }
    objects.push_back(fmt::format("  {{{}}}", fmt::join(members, ", ")));
  }
  return fmt::format("[\n{}\n]\n", fmt::join(objects, ",\n"));
}

std::string ClosedFormsAsMarkdown(const std::vector<ClosedFormRow>& rows) {
  std::string out =
      "# The papers' closed forms on finite trees\n\n"
      "Wasted I/Os of a zero-result lookup by the papers' closed form, the limit of many levels "
      "(Monkey 2017 Eq. 7 and 8; Dostoevsky 2018 Eq. 10 for lazy leveling), against the exact "
      "optimum of a full tree of L levels with ideal filters: the closed form's error in percent. "
      "h is bits per key over the entries on disk. At T = 2 the merge policies are one tree. "
      "closed_forms.csv and closed_forms.json beside this page hold the costs themselves, with "
      "uniform's and those of the finite form.\n\n"
      "Regenerate: `./scripts/closed_forms.sh`.\n\n";
  std::vector<std::string> header = {"T", "merge policy", "h"};
  for (const int levels : kLevels) header.push_back(fmt::format("L={}", levels));
  out += MarkdownRow(header);
  out += MarkdownRow(std::vector<std::string>(header.size(), "---:"));
  EXPERIMENTS_CHECK(rows.size() % kLevels.size() == 0, rows.size(), kLevels.size());
  for (std::size_t first = 0; first < rows.size(); first += kLevels.size()) {
    const ClosedFormRow& row = rows[first];
    std::vector<std::string> cells = {fmt::format("{}", row.size_ratio), std::string(row.policy),
                                      Number(row.bits_per_key)};
    for (std::size_t k = 0; k < kLevels.size(); ++k) {
      cells.push_back(Percent(rows[first + k].LimitErrorPercent()));
    }
    out += MarkdownRow(cells);
  }
  return out + "\n" + LargestErrors(rows);
}

}  // namespace bitladder::experiments
