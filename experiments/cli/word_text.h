// Words on the command line that stand for one of a closed set.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string_view>
#include <vector>

#include "experiments/config/nearest_name.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

template <class T>
struct WordFor {
  std::string_view word;
  T value;
};

// The value that `text` stands for; the error is kConfig, names `option` and lists the words.
template <class T>
Result<T> FromWord(std::string_view option, std::string_view text,
                   std::span<const WordFor<T>> words) {
  std::vector<std::string_view> known;
  for (const WordFor<T>& candidate : words) {
    if (candidate.word == text) return candidate.value;
    known.push_back(candidate.word);
  }
  const std::string_view nearest = NearestName(text, known);
  return Fail(ErrorKind::kConfig,
              fmt::format("{}: \"{}\" is unknown; {}expected one of {}", option, text,
                          nearest.empty() ? "" : fmt::format("did you mean {}? ", nearest),
                          fmt::join(known, ", ")));
}

}  // namespace bitladder::experiments
