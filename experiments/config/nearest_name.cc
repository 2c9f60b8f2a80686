#include "experiments/config/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace bitladder::experiments {
namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kShortestStart = 3;

bool SameLetter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Optimal string alignment distance, three rows of the usual table.
std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (SameLetter(a[i - 1], b[j - 1]) ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && SameLetter(a[i - 1], b[j - 2]) && SameLetter(a[i - 2], b[j - 1])) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::string_view NearestName(std::string_view given, std::span<const std::string_view> known) {
  if (given.empty() || given.size() > kLongestName) return {};
  std::string_view nearest;
  std::size_t least = ~std::size_t{0};
  for (const std::string_view name : known) {
    const std::size_t distance = EditDistance(given, name);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  const std::size_t allowed = std::max<std::size_t>(1, std::max(given.size(), nearest.size()) / 3);
  if (least <= allowed) return nearest;
  const auto longer = std::find_if(known.begin(), known.end(), [&](std::string_view name) {
    return given.size() >= kShortestStart && name.starts_with(given);
  });
  return longer == known.end() ? std::string_view() : *longer;
}

}  // namespace bitladder::experiments
