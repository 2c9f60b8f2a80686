// Filters of more keys than a test has time for, against their models: prints one row of a Markdown
// table a cell.
//
//   filter_conformance_table KEYS [KIND...]
//
// For each kind (all five by default) and 1 to 24 bits per key. 10^7 keys take a minute or two and
// 1 GB, 10^8 keys about ten minutes and 8 GB.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "engine/filter/filter.h"
#include "experiments/confront/filter_cell.h"
#include "experiments/confront/filter_key_sets.h"

namespace bitladder::experiments {
namespace {

using engine::FilterKind;

constexpr std::uint32_t kBitsPerKey[] = {1, 2, 3, 5, 8, 10, 13, 16, 20, 24};
constexpr std::uint64_t kProbes = 20'000'000;

std::vector<FilterKind> Kinds(int argc, char** argv) {
  if (argc <= 2) {
    return {FilterKind::kBloom, FilterKind::kLevelDbBloom, FilterKind::kBlockedBloom,
            FilterKind::kRibbon, FilterKind::kBinaryFuse};
  }
  std::vector<FilterKind> kinds;
  for (int i = 2; i < argc; ++i) {
    const auto kind = engine::FilterKindByName(argv[i]);
    if (!kind || *kind == FilterKind::kNone) return {};
    kinds.push_back(*kind);
  }
  return kinds;
}

// Standard deviations between the measured and the expected rate: lookups' sampling and filter
// together.
double Deviations(const FilterCell& cell) {
  const double p = cell.expected_fpr;
  const double sampling = p * (1 - p) / static_cast<double>(cell.probes);
  return (cell.measured_fpr() - p) /
         std::sqrt(sampling + cell.expected_fpr_sd * cell.expected_fpr_sd);
}

int Main(int argc, char** argv) {
  std::uint64_t keys = 0;
  if (argc >= 2) {
    const std::string_view text(argv[1]);
    std::from_chars(text.data(), text.data() + text.size(), keys);
  }
  const std::vector<FilterKind> kinds = Kinds(argc, argv);
  if (keys == 0 || kinds.empty()) {
    std::fputs(
        "usage: filter_conformance_table KEYS "
        "[bloom|leveldb_bloom|blocked_bloom|ribbon|binary_fuse]...\n",
        stderr);
    return 2;
  }
  const KeySets sets = MakeKeySets(KeyShape::kRandom, keys, kProbes);
  fmt::print(
      "| kind | keys | bits per key asked | spent | expected rate | measured | ratio | deviations "
      "| probability |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  bool all_agree = true;
  for (const FilterKind kind : kinds) {
    for (const std::uint32_t bits : kBitsPerKey) {
      const FilterCell cell =
          MeetModel({.kind = kind, .bits_per_key_1024 = bits * 1024}, sets.present, sets.absent);
      fmt::print("| {} | {} | {} | {:.4f} | {:.4e} | {:.4e} | {:.4f} | {:+.2f} | {:.2g} |\n",
                 engine::FilterKindName(kind), cell.keys, bits,
                 cell.spent_bits / static_cast<double>(keys), cell.expected_fpr,
                 cell.measured_fpr(), cell.measured_fpr() / cell.expected_fpr, Deviations(cell),
                 cell.tail_probability);
      std::fflush(stdout);
      all_agree = all_agree && cell.false_negatives == 0 &&
                  cell.spent_bits == cell.expected_spent_bits && cell.tail_probability >= 1e-6;
    }
  }
  fmt::print("\n{}\n", all_agree ? "Every cell agrees." : "Some cell disagrees.");
  return all_agree ? 0 : 1;
}

}  // namespace
}  // namespace bitladder::experiments

int main(int argc, char** argv) { return bitladder::experiments::Main(argc, argv); }
