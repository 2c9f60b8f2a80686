// Where the sources are wrong or imprecise: each erratum is a small table of the wrong form beside
// the right one. The right one always comes from sim or engine; only what is wrong is written here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bitladder::experiments {

// Rows of cells as they are printed, each as long as the header.
struct Erratum {
  std::string title;
  std::string says;  // what the source says, and what is right
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::string shows;  // by how much the two differ
};

struct NamedErratum {
  std::string_view name;  // of its file
  Erratum (*make)();
};

// Monkey 2017 Eq. 5/6: L_f = L - max(0, floor(R - 1)).
Erratum FilteredLevelsFromCost();
// Dostoevsky 2018 Eq. 24 floors the number of levels without filters.
Erratum UnfilteredLevelsFloored();
// Monkey 2017 section 5: the ladder of many levels, on trees that have few.
Erratum AsymptoticBudget();
// A guide to Monkey: the step of its example, and Eq. 3.
Erratum GuideExample();
Erratum GuideEquationThree();
// An article on LevelDB: where its filter's probes go.
Erratum LevelDbProbes();
// LevelDB's filters of 2 KiB of data under entries of 1 KB.
Erratum LevelDbSmallFilters();

// All of them, in the order in which they are printed.
std::span<const NamedErratum> Errata();

// A page of Markdown.
std::string ErratumAsMarkdown(const Erratum& erratum);

}  // namespace bitladder::experiments
