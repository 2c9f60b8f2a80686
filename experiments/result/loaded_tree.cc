#include "experiments/result/loaded_tree.h"

#include <algorithm>

namespace bitladder::experiments {

std::uint64_t LoadedTree::entries() const {
  std::uint64_t sum = 0;
  for (const LoadedRun& run : runs) sum += run.entries;
  return sum;
}

int LoadedTree::levels() const {
  int largest = 0;
  for (const LoadedRun& run : runs) largest = std::max(largest, run.level);
  return largest;
}

}  // namespace bitladder::experiments
