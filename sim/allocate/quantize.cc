#include "sim/allocate/quantize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>

#include "sim/allocate/problem.h"
#include "sim/check.h"
#include "sim/filter/whole_bits.h"

namespace bitladder::sim {
namespace {

using std::uint32_t;

// A step of the leftover pass: 1/16 bit per key while that fits somewhere, then the unit.
constexpr uint32_t kCoarseUnits = 64;
constexpr uint32_t kMaxUnits = kMaxBitsPerKey * 1024;  // what a filter can be asked for

// Sums of n_j b_j of a policy that spends M exactly may exceed it by this much, relatively.
constexpr double kSummingError = 1e-9;

struct Step {
  std::size_t run = 0;
  uint32_t units = 0;  // bits_per_key_1024 after the step
  double spent_bits = 0;
  double gain_per_bit = 0;
  bool operator<(const Step& other) const {
    return gain_per_bit != other.gain_per_bit ? gain_per_bit < other.gain_per_bit : run > other.run;
  }
};

class Quantizer {
 public:
  Quantizer(const AllocationProblem& problem, const Allocation& allocation) : problem_(problem) {
    for (std::size_t j = 0; j < problem.tree.runs.size(); ++j) {
      const double units = std::floor(allocation.bits_per_key[j] / kBitsPerKeyUnit);
      quantized_.bits_per_key_1024.push_back(
          static_cast<uint32_t>(std::min<double>(units, kMaxUnits)));
      quantized_.spent_bits.push_back(SpentBits(j, quantized_.bits_per_key_1024[j]));
      quantized_.total_spent_bits += quantized_.spent_bits[j];
    }
  }

  QuantizedAllocation Finish() {
    GiveBackExcess();
    SpendLeftover(kCoarseUnits);
    SpendLeftover(1);
    return std::move(quantized_);
  }

 private:
  double entries(std::size_t run) const { return problem_.tree.runs[run].entries; }
  double SpentBits(std::size_t run, uint32_t units) const {
    return problem_.model->SpentBits(units * kBitsPerKeyUnit, entries(run));
  }
  double Fpr(std::size_t run, uint32_t units) const {
    return problem_.model->Fpr(units * kBitsPerKeyUnit, entries(run));
  }
  double leftover() const { return problem_.budget_bits - quantized_.total_spent_bits; }

  void Set(std::size_t run, uint32_t units, double spent_bits) {
    quantized_.total_spent_bits += spent_bits - quantized_.spent_bits[run];
    quantized_.spent_bits[run] = spent_bits;
    quantized_.bits_per_key_1024[run] = units;
  }

  // Bits that sum to the budget in real arithmetic may sum to a little more in doubles: takes
  // single units from the largest filters until the budget holds.
  void GiveBackExcess() {
    while (leftover() < 0) {
      const auto& spent = quantized_.spent_bits;
      const auto largest =
          static_cast<std::size_t>(std::max_element(spent.begin(), spent.end()) - spent.begin());
      const uint32_t units = quantized_.bits_per_key_1024[largest] - 1;
      Set(largest, units, SpentBits(largest, units));
    }
  }

  // The least raise of `run` by at least `least_units` that the filter turns into memory, if it
  // fits and helps.
  std::optional<Step> NextStep(std::size_t run, uint32_t least_units) const {
    const uint32_t from = quantized_.bits_per_key_1024[run];
    const double spent = quantized_.spent_bits[run];
    uint32_t raise = least_units;
    while (from + raise <= kMaxUnits && SpentBits(run, from + raise) <= spent) raise *= 2;
    if (from + raise > kMaxUnits) return std::nullopt;
    uint32_t too_little = raise == least_units ? raise - 1 : raise / 2;
    while (raise - too_little > 1) {
      const uint32_t middle = too_little + (raise - too_little) / 2;
      (SpentBits(run, from + middle) <= spent || middle < least_units ? too_little : raise) =
          middle;
    }
    Step step = {run, from + raise, SpentBits(run, from + raise), 0};
    const double bits = step.spent_bits - spent;
    if (bits > leftover()) return std::nullopt;
    step.gain_per_bit = WeightOf(problem_, run) * (Fpr(run, from) - Fpr(run, step.units)) / bits;
    return step.gain_per_bit > 0 ? std::optional(step) : std::nullopt;
  }

  // Greedy by gain per bit. What does not fit now will not fit later, for the leftover only
  // shrinks.
  void SpendLeftover(uint32_t least_units) {
    std::priority_queue<Step> steps;
    const auto offer = [&](std::size_t run) {
      if (const auto step = NextStep(run, least_units)) steps.push(*step);
    };
    for (std::size_t j = 0; j < problem_.tree.runs.size(); ++j) offer(j);
    while (!steps.empty()) {
      const Step step = steps.top();
      steps.pop();
      if (step.spent_bits - quantized_.spent_bits[step.run] > leftover()) continue;
      Set(step.run, step.units, step.spent_bits);
      offer(step.run);
    }
  }

  const AllocationProblem& problem_;
  QuantizedAllocation quantized_;
};

}  // namespace

Result<QuantizedAllocation> Quantize(const AllocationProblem& problem,
                                     const Allocation& allocation) {
  if (auto ok = Validate(problem); !ok) return tl::unexpected(ok.error());
  SIM_CHECK(allocation.bits_per_key.size() == problem.tree.runs.size(),
            allocation.bits_per_key.size(), problem.tree.runs.size());
  if (allocation.spent_bits > problem.budget_bits * (1 + kSummingError)) {
    return Fail(fmt::format("allocation spends {} bits, more than budget_bits = {}: scale it first",
                            allocation.spent_bits, problem.budget_bits));
  }
  return Quantizer(problem, allocation).Finish();
}

}  // namespace bitladder::sim
