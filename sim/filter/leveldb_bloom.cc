#include "sim/filter/leveldb_bloom.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/check.h"
#include "sim/filter/inverse.h"
#include "sim/filter/leveldb_bloom_simulation.h"
#include "sim/filter/leveldb_bloom_table.h"
#include "sim/filter/occupancy.h"
#include "sim/filter/whole_bits.h"
#include "sim/random_stream.h"

namespace bitladder::sim {
namespace {

constexpr double kMostSimulatedEntries = 0x1p27;

// Where `x` lies between the entries of `grid`, clamped to its ends.
struct GridPlace {
  std::size_t below = 0;
  double share = 0;  // of the entry below + 1
};
GridPlace Locate(std::span<const double> grid, double x) {
  if (x <= grid.front()) return {};
  if (x >= grid.back()) return {.below = grid.size() - 2, .share = 1};
  const auto above = std::upper_bound(grid.begin(), grid.end(), x);
  const auto below = static_cast<std::size_t>(above - grid.begin()) - 1;
  return {.below = below, .share = (x - grid[below]) / (grid[below + 1] - grid[below])};
}

// Bilinear in log2 of the bits and in bits per key.
double Excess(double bits, double bits_per_key) {
  const LevelDbExcessTable table = LevelDbExcess();
  const GridPlace row = Locate(table.log2_bits, std::log2(bits));
  const GridPlace column = Locate(table.bits_per_key, bits_per_key);
  const auto in_row = [&](std::size_t r) {
    const double* values = &table.log_excess[r * table.bits_per_key.size() + column.below];
    return values[0] + column.share * (values[1] - values[0]);
  };
  const double low = in_row(row.below), high = in_row(row.below + 1);
  return std::exp(low + row.share * (high - low));
}

int ProbesAt(double bits_per_key) {
  return LevelDbProbes(static_cast<int>(std::clamp<double>(bits_per_key, 1, kMaxBitsPerKey)));
}

// The curve at `probes`, of one filter.
double CurveRate(double bits, double entries, int probes) {
  if (bits <= 1) return 1;
  const double reachable = std::min(bits, 0x1p32);  // positions come from 32-bit numbers
  const double independent = ExpectedMaybeRate(reachable, entries * probes, probes);
  const double beyond_floor = std::min(1.0, independent * Excess(bits, bits / entries));
  const double floor = -std::expm1(entries * std::log1p(-0x1p-32));
  return std::clamp(floor + (1 - floor) * beyond_floor, std::numeric_limits<double>::min(), 1.0);
}

double CurveSd(double bits, double entries, int probes) {
  if (bits <= 1) return 0;
  const double cells = std::min(bits, 0x1p32), throws = entries * probes;
  const double independent = ExpectedMaybeRate(cells, throws, probes);
  if (independent <= 0) return 0;
  return CurveRate(bits, entries, probes) * MaybeRateSd(cells, throws, probes) / independent;
}

// One filter as LevelDB builds it at B whole bits per key. fpr_sd is that of one filter's own rate,
// with the simulation's noise.
ExpectedFilter SimulateFilter(int whole_bits_per_key, double entries) {
  const int probes = LevelDbProbes(whole_bits_per_key);
  const double bits = LevelDbFilterBits(whole_bits_per_key, entries);
  const double sd_share = CurveSd(bits, entries, probes) / CurveRate(bits, entries, probes);
  const double filters = std::floor(std::clamp(2e5 / entries, 1.0, 4096.0));
  const double lookups =
      std::floor(std::clamp(2500 / CurveRate(bits, entries, probes), 0x1p18, 0x1p23) / filters);
  RandomStream random(1, "leveldb filter");
  const auto maybes =
      static_cast<double>(CountMaybes({.bits = static_cast<std::uint64_t>(bits),
                                       .entries = static_cast<std::uint64_t>(entries),
                                       .probes = probes,
                                       .filters = static_cast<std::uint64_t>(filters),
                                       .lookups = static_cast<std::uint64_t>(lookups)},
                                      random));
  // Half a "maybe" more stands for the rates that none was seen of.
  const double fpr = (maybes + 0.5) / (filters * lookups);
  const double noise = std::sqrt(maybes + 0.5) / (filters * lookups);
  const double own = fpr * sd_share * std::sqrt(1 + 1 / filters);
  return {.spent_bits = bits, .fpr = std::min(1.0, fpr), .fpr_sd = std::hypot(own, noise)};
}

// The curve of filters over `entries` keys each.
double BitsPerKeyOnCurve(double fpr, double entries) {
  if (fpr >= 1) return 0;
  double low = 1 / entries;
  for (int whole = 2; whole <= kMaxBitsPerKey; ++whole) {
    const double high = std::nextafter(static_cast<double>(whole), 0.0);
    if (high <= low) continue;
    const auto rate = [&](double b) { return CurveRate(b * entries, entries, ProbesAt(b)); };
    if (rate(high) <= fpr) return LeastBitsInside(rate, fpr, low, high);
    low = whole;
  }
  return std::numeric_limits<double>::infinity();
}

class LevelDbBloomModel final : public FprModel {
 public:
  // 0 entries a block: one filter for the run.
  explicit LevelDbBloomModel(int entries_per_block) : entries_per_block_(entries_per_block) {}

  std::string_view name() const override { return "leveldb_bloom"; }

  double Fpr(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    const double keys = KeysInFilter(entries);
    return CurveRate(bits_per_key * keys, keys, ProbesAt(bits_per_key));
  }

  double FprSd(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    const double keys = KeysInFilter(entries);
    return CurveSd(bits_per_key * keys, keys, ProbesAt(bits_per_key)) / std::sqrt(entries / keys);
  }

  double BitsPerKeyFor(double fpr, double entries) const override {
    SIM_CHECK(fpr > 0 && fpr <= 1 && entries >= 1, fpr, entries);
    return BitsPerKeyOnCurve(fpr, KeysInFilter(entries));
  }

  double SpentBits(double bits_per_key, double entries) const override {
    SIM_CHECK(bits_per_key >= 0 && entries >= 1, bits_per_key, entries);
    const int whole = static_cast<int>(RequestIn1024ths(bits_per_key) / 1024);
    if (whole == 0) return 0;
    const double keys = KeysInFilter(entries);
    const double full = std::floor(std::floor(entries) / keys);
    const double rest = std::floor(entries) - full * keys;
    return full * LevelDbFilterBits(whole, keys) + (rest > 0 ? LevelDbFilterBits(whole, rest) : 0);
  }

  ExpectedFilter Expect(double bits_per_key, double entries) const override {
    const double spent = SpentBits(bits_per_key, entries);
    if (spent == 0) return {};
    const double keys = KeysInFilter(entries);
    const int whole = static_cast<int>(RequestIn1024ths(bits_per_key) / 1024);
    if (keys > kMostSimulatedEntries) {
      return {.spent_bits = spent,
              .fpr = CurveRate(spent, entries, LevelDbProbes(whole)),
              .fpr_sd = CurveSd(spent, entries, LevelDbProbes(whole))};
    }
    ExpectedFilter filter = SimulateFilter(whole, keys);
    filter.spent_bits = spent;
    filter.fpr_sd /= std::sqrt(std::floor(entries) / keys);
    return filter;
  }

 private:
  double KeysInFilter(double entries) const {
    const double keys = std::floor(entries);
    return entries_per_block_ == 0 ? keys : std::min<double>(keys, entries_per_block_);
  }

  int entries_per_block_;
};

}  // namespace

int LevelDbProbes(int whole_bits_per_key) {
  SIM_CHECK(whole_bits_per_key >= 1, whole_bits_per_key, 1);
  return std::clamp(69 * whole_bits_per_key / 100, 1, 30);
}

double LevelDbFilterBits(int whole_bits_per_key, double entries) {
  SIM_CHECK(whole_bits_per_key >= 1 && entries >= 1, whole_bits_per_key, entries);
  return 8 * std::ceil(std::max(64.0, whole_bits_per_key * std::floor(entries)) / 8);
}

std::unique_ptr<FprModel> MakeLevelDbBloomModel() { return std::make_unique<LevelDbBloomModel>(0); }

std::unique_ptr<FprModel> MakeLevelDbBlockModel(int entries_per_block) {
  SIM_CHECK(entries_per_block >= 1, entries_per_block, 1);
  return std::make_unique<LevelDbBloomModel>(entries_per_block);
}

}  // namespace bitladder::sim
