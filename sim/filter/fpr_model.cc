#include "sim/filter/fpr_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "sim/filter/binary_fuse.h"
#include "sim/filter/blocked_bloom.h"
#include "sim/filter/bloom.h"
#include "sim/filter/ideal.h"
#include "sim/filter/leveldb_bloom.h"
#include "sim/filter/no_filter.h"
#include "sim/filter/ribbon.h"

namespace bitladder::sim {
namespace {

struct Kind {
  std::string_view name;
  std::unique_ptr<FprModel> (*make)();
};

constexpr std::array kKinds = {
    Kind{"ideal", MakeIdealModel},
    Kind{"bloom", MakeBloomModel},
    Kind{"leveldb_bloom", MakeLevelDbBloomModel},
    Kind{"blocked_bloom", MakeBlockedBloomModel},
    Kind{"ribbon", MakeRibbonModel},
    Kind{"binary_fuse", MakeBinaryFuseModel},
    Kind{"none", MakeNoFilterModel},
};

constexpr auto kNames = [] {
  std::array<std::string_view, kKinds.size()> names;
  std::transform(kKinds.begin(), kKinds.end(), names.begin(), [](const Kind& k) { return k.name; });
  return names;
}();

}  // namespace

ExpectedFilter FprModel::Expect(double bits_per_key, double entries) const {
  const double bits = SpentBits(bits_per_key, entries);
  return {.spent_bits = bits,
          .fpr = Fpr(bits / entries, entries),
          .fpr_sd = FprSd(bits / entries, entries)};
}

std::span<const std::string_view> FprModelNames() { return kNames; }

Result<std::unique_ptr<FprModel>> MakeFprModel(std::string_view name) {
  for (const Kind& kind : kKinds) {
    if (kind.name == name) return kind.make();
  }
  return Fail(
      fmt::format("filter kind \"{}\" is unknown; known kinds: {}", name, fmt::join(kNames, ", ")));
}

}  // namespace bitladder::sim
