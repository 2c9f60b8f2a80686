// How far the papers' closed forms, which are limits of many levels, lie from the exact optimum on
// trees that have few: the rows behind results/study/closed_forms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bitladder::experiments {

// A full tree with ideal filters; costs are wasted I/Os of a zero-result lookup.
struct ClosedFormRow {
  int size_ratio = 2;         // T
  std::string_view policy;    // leveling, tiering, lazy_leveling
  int levels = 1;             // L
  double bits_per_key = 0;    // h, over the entries on disk
  int unfiltered_levels = 0;  // L_u of the limit
  double uniform = 0;         // the same bits per key everywhere
  double exact = 0;           // the optimum by water filling over the tree's runs
  double finite = 0;          // Monkey 2017 App. B, Eq. 15-18
  double limit = 0;           // Monkey 2017 Eq. 7 and 8, Dostoevsky 2018 Eq. 10
  double LimitErrorPercent() const { return 100 * (limit / exact - 1); }
};

// T of 2, 4, 10; each policy (one at T = 2, where they are the same tree); L of 2..20; h of
// 0.5..10.
std::vector<ClosedFormRow> ClosedFormRows();

// One line a row with a header; six significant digits.
std::string ClosedFormsAsCsv(const std::vector<ClosedFormRow>& rows);
// An array of objects with the same names and digits.
std::string ClosedFormsAsJson(const std::vector<ClosedFormRow>& rows);
// A page of Markdown: the error of the limit, one column for each L.
std::string ClosedFormsAsMarkdown(const std::vector<ClosedFormRow>& rows);

}  // namespace bitladder::experiments
