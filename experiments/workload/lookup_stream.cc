#include "experiments/workload/lookup_stream.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "experiments/check.h"
#include "experiments/workload/mix.h"

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

IndexPermutation EntriesByRank(std::uint64_t entries, std::uint64_t entry_seed) {
  return IndexPermutation(entries, RandomStream(entry_seed, "entries by rank"));
}

LookupStream::LookupStream(const KeySpace& key_space, const LookupMix& mix,
                           std::vector<PlaceRange> absent_domain, RandomStream random)
    : key_space_(key_space), mix_(mix), absent_domain_(std::move(absent_domain)), random_(random) {
  EXPERIMENTS_CHECK(mix.existing_fraction == 0 || mix.entries > 0, mix.existing_fraction,
                    mix.entries);
  EXPERIMENTS_CHECK(mix.existing_fraction >= 1 || !absent_domain_.empty(), mix.existing_fraction,
                    0);
  IndexRange& targets = mix_.popularity.targets;
  if (targets.first == targets.end) targets = {0, mix.entries};
  EXPERIMENTS_CHECK(targets.first <= targets.end && targets.end <= mix.entries, targets.end,
                    mix.entries);
  for (const PlaceRange& range : absent_domain_) domain_places_ += range.largest - range.smallest;
  if (mix.popularity.kind == Popularity::Kind::kZipf) {
    ranks_.emplace(mix.entries, mix.popularity.parameter);
    entries_by_rank_ = EntriesByRank(mix.entries, mix.popularity.entry_seed);
  }
}

Lookup LookupStream::Next() {
  if (mix_.existing_fraction > 0 && random_.NextUnit() < mix_.existing_fraction) {
    return {key_space_.PresentPlace(NextExistingIndex()), true};
  }
  return {ranks_ ? PopularAbsentPlace(ranks_->Draw(random_)) : NextAbsentPlace(), false};
}

std::uint64_t LookupStream::NextExistingIndex() {
  const Popularity& popularity = mix_.popularity;
  if (ranks_) return entries_by_rank_->Forward(ranks_->Draw(random_));
  if (popularity.kind == Popularity::Kind::kUniform) {
    return popularity.targets.first +
           random_.Below(popularity.targets.end - popularity.targets.first);
  }
  // An age in [0, entries), newest first, from a density with one step at c x entries: an entry
  // that the step cuts gets its part of both sides.
  const auto entries = static_cast<double>(mix_.entries);
  const double c = popularity.parameter;
  const bool recent = random_.NextUnit() < 1 - c;
  const double unit = random_.NextUnit();
  const double age = recent ? unit * c * entries : (c + unit * (1 - c)) * entries;
  return mix_.entries - 1 - std::min(static_cast<std::uint64_t>(age), mix_.entries - 1);
}

std::uint64_t LookupStream::NextAbsentPlace() {
  for (;;) {
    const std::uint64_t place = PlaceInDomain(random_.Below(domain_places_));
    if (key_space_.IsNeverLoaded(place)) return place;
  }
}

std::uint64_t LookupStream::PopularAbsentPlace(std::uint64_t rank) const {
  const std::uint64_t key = Mix64(mix_.popularity.absent_seed ^ rank);
  for (std::uint64_t attempt = 0;; ++attempt) {
    const std::uint64_t draw = Mix64(key + attempt);
    __extension__ using Wide = unsigned __int128;
    const auto scaled = static_cast<std::uint64_t>(Wide{draw} * domain_places_ >> 64);
    const std::uint64_t place = PlaceInDomain(scaled);
    if (key_space_.IsNeverLoaded(place)) return place;
  }
}

std::uint64_t LookupStream::PlaceInDomain(std::uint64_t draw) const {
  for (const PlaceRange& range : absent_domain_) {
    const std::uint64_t places = range.largest - range.smallest;
    if (draw < places) return range.smallest + draw;
    draw -= places;
  }
  EXPERIMENTS_CHECK(false, draw, domain_places_);
  return 0;
}

}  // namespace bitladder::experiments
