#include "sim/filter/leveldb_bloom_simulation.h"

#include <bit>
#include <vector>

#include "sim/check.h"

namespace bitladder::sim {
namespace {

class Filter {
 public:
  Filter(std::uint64_t bits, int probes) : bits_(bits), probes_(probes), words_(bits / 64 + 1) {}

  void Insert(std::uint32_t hash) {
    const std::uint32_t delta = std::rotr(hash, 17);
    for (int i = 0; i < probes_; ++i, hash += delta) {
      const std::uint64_t position = hash % bits_;
      words_[position / 64] |= std::uint64_t{1} << position % 64;
    }
  }

  bool MayContain(std::uint32_t hash) const {
    const std::uint32_t delta = std::rotr(hash, 17);
    for (int i = 0; i < probes_; ++i, hash += delta) {
      const std::uint64_t position = hash % bits_;
      if ((words_[position / 64] >> position % 64 & 1) == 0) return false;
    }
    return true;
  }

 private:
  std::uint64_t bits_;
  int probes_;
  std::vector<std::uint64_t> words_;
};

}  // namespace

std::uint64_t CountMaybes(const LevelDbSimulation& simulation, RandomStream& random) {
  SIM_CHECK(simulation.bits >= 1 && simulation.bits <= std::uint64_t{1} << 40, simulation.bits, 0);
  SIM_CHECK(simulation.entries >= 1 && simulation.probes >= 1, simulation.entries,
            simulation.probes);
  std::uint64_t maybes = 0;
  for (std::uint64_t f = 0; f < simulation.filters; ++f) {
    Filter filter(simulation.bits, simulation.probes);
    for (std::uint64_t i = 0; i < simulation.entries; ++i) filter.Insert(random.Next32());
    for (std::uint64_t i = 0; i < simulation.lookups; ++i) {
      maybes += filter.MayContain(random.Next32());
    }
  }
  return maybes;
}

}  // namespace bitladder::sim
