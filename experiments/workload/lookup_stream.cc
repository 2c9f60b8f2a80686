#include "experiments/workload/lookup_stream.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "experiments/check.h"

namespace bitladder::experiments {
namespace {

// Half of the places in a random-order domain are absent keys; with 2^16 places there are
// thousands.
constexpr std::uint64_t kLeastPlaces = std::uint64_t{1} << 16;

Result<std::vector<PlaceRange>> CommonRange(std::span<const PlaceRange> runs) {
  PlaceRange common{0, UINT64_MAX};
  for (const PlaceRange& run : runs) {
    common.smallest = std::max(common.smallest, run.smallest);
    common.largest = std::min(common.largest, run.largest);
  }
  if (common.smallest >= common.largest || common.largest - common.smallest < kLeastPlaces) {
    return Fail(
        ErrorKind::kRun,
        "no absent keys lie inside every run's key range: a run holds too few entries; choose "
        "/tree/entries as a multiple of the buffer's entries");
  }
  return std::vector<PlaceRange>{common};
}

Result<std::vector<PlaceRange>> DisjointRanges(std::span<const PlaceRange> runs) {
  std::vector<PlaceRange> ranges;
  for (const PlaceRange& run : runs) {
    if (run.smallest < run.largest) ranges.push_back(run);  // one key alone has no inside
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const PlaceRange& a, const PlaceRange& b) { return a.smallest < b.smallest; });
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    EXPERIMENTS_CHECK(ranges[i - 1].largest < ranges[i].smallest, ranges[i - 1].largest,
                      ranges[i].smallest);
  }
  if (ranges.empty()) {
    return Fail(ErrorKind::kRun,
                "no absent keys lie inside any run's key range: every run holds one entry; enlarge "
                "/tree/entries or /tree/buffer_bytes");
  }
  return ranges;
}

}  // namespace

Result<std::vector<PlaceRange>> AbsentDomain(LoadOrder order, std::span<const PlaceRange> runs) {
  return order == LoadOrder::kRandom ? CommonRange(runs) : DisjointRanges(runs);
}

LookupStream::LookupStream(const KeySpace& key_space, const LookupMix& mix,
                           std::vector<PlaceRange> absent_domain, RandomStream random)
    : key_space_(key_space), mix_(mix), absent_domain_(std::move(absent_domain)), random_(random) {
  EXPERIMENTS_CHECK(mix.existing_fraction == 0 || mix.entries > 0, mix.existing_fraction,
                    mix.entries);
  EXPERIMENTS_CHECK(mix.existing_fraction >= 1 || !absent_domain_.empty(), mix.existing_fraction,
                    0);
  for (const PlaceRange& range : absent_domain_) domain_places_ += range.largest - range.smallest;
}

Lookup LookupStream::Next() {
  if (mix_.existing_fraction > 0 && random_.NextUnit() < mix_.existing_fraction) {
    return {key_space_.PresentPlace(random_.Below(mix_.entries)), true};
  }
  return {NextAbsentPlace(), false};
}

std::uint64_t LookupStream::NextAbsentPlace() {
  for (;;) {
    std::uint64_t draw = random_.Below(domain_places_);
    for (const PlaceRange& range : absent_domain_) {
      const std::uint64_t places = range.largest - range.smallest;
      if (draw < places) {
        const std::uint64_t place = range.smallest + draw;
        if (key_space_.IsNeverLoaded(place)) return place;
        break;
      }
      draw -= places;
    }
  }
}

}  // namespace bitladder::experiments
