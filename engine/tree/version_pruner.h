// Which versions of a key a merge keeps: a pure decision, entry by entry in internal-key order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/table/format.h"

namespace bitladder::engine {

// A version is dropped when a newer version of its key hides it from the present and from every
// live snapshot. A tombstone is dropped too when the result is the oldest run of the tree and no
// live snapshot can see what the tombstone hides: then nothing is left that it could hide.
class VersionPruner {
 public:
  // `snapshots`: sequence numbers of live snapshots, in any order.
  VersionPruner(std::vector<std::uint64_t> snapshots, bool into_oldest);

  // Call for every entry of the merged input, in order. False: leave it out.
  bool Keep(const ParsedInternalKey& key);

 private:
  // True when a snapshot lies in [sequence, newer): it sees this version and not the newer one.
  bool SnapshotBetween(std::uint64_t sequence, std::uint64_t newer) const;

  std::vector<std::uint64_t> snapshots_;  // ascending
  bool into_oldest_;
  std::string user_key_;
  std::optional<std::uint64_t> newer_;  // sequence of the next newer version of user_key_
};

}  // namespace bitladder::engine
