// Solves the equations of a ribbon filter's keys.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/filter/filter_bytes.h"
#include "engine/filter/ribbon_equation.h"
#include "engine/filter/ribbon_layout.h"

namespace bitladder::engine {

// The triangular system after on-the-fly Gaussian elimination: at most one equation starts at a
// slot.
class RibbonSystem {
 public:
  explicit RibbonSystem(const RibbonLayout& layout);

  // Eliminates the keys' equations under `seed`; false as soon as one contradicts those before it.
  // Equal hashes give equal equations and do not contradict. Forgets what an earlier call did.
  bool Eliminate(std::span<const std::uint64_t> hashes, std::uint64_t seed);

  // The slots' values by back substitution, free slots 0, in the layout's bytes.
  void Solve(AlignedBytes* payload) const;

 private:
  bool Add(RibbonEquation equation);

  RibbonLayout layout_;
  std::vector<Uint128> coefficients_;  // of the equation that starts at a slot; 0: none
  std::vector<std::uint32_t> wanted_;
};

}  // namespace bitladder::engine
