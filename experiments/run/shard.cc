#include "experiments/run/shard.h"

#include <fmt/core.h>

#include <charconv>
#include <cstddef>
#include <map>

namespace bitladder::experiments {
namespace {

bool ReadNumber(std::string_view text, int* number) {
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, *number);
  return read.ec == std::errc() && read.ptr == end;
}

// The place of each id among the distinct ones, in the order of the sweep.
using Places = std::map<std::string, std::size_t>;

Places PlacesOf(const Plan& plan, std::string Point::*id) {
  Places places;
  for (const Point& point : plan.points) places.emplace(point.*id, places.size());
  return places;
}

}  // namespace

Result<Shard> ParseShard(std::string_view text) {
  Shard shard;
  const std::size_t slash = text.find('/');
  const bool read = slash != std::string_view::npos &&
                    ReadNumber(text.substr(0, slash), &shard.index) &&
                    ReadNumber(text.substr(slash + 1), &shard.count);
  if (read && 1 <= shard.index && shard.index <= shard.count && shard.count <= kMostShards) {
    return shard;
  }
  return Fail(ErrorKind::kConfig,
              fmt::format("--shard: \"{}\" is not allowed; expected I/N with 1 <= I <= N <= {}, "
                          "e.g. 2/4",
                          text, kMostShards));
}

std::string ShardText(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

Plan CutShard(const Plan& plan, const Shard& shard) {
  const auto count = static_cast<std::size_t>(shard.count);
  std::string Point::*id = &Point::dataset_id;
  Places places = PlacesOf(plan, id);
  if (places.size() < count) {
    id = &Point::id;
    places = PlacesOf(plan, id);
  }
  Plan part = plan;
  std::erase_if(part.points, [&](const Point& point) {
    return places.at(point.*id) % count != static_cast<std::size_t>(shard.index - 1);
  });
  return part;
}

}  // namespace bitladder::experiments
