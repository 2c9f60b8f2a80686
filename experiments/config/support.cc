// What has been built so far, in one table. A row goes away, or its list grows, when more is built.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/config/field_value.h"
#include "experiments/config/fields.h"
#include "experiments/config/validate.h"

namespace bitladder::experiments {
namespace {

// A choice field and those of its words (or tags of its objects) that work so far.
struct SupportedWords {
  std::string_view path;
  std::vector<std::string_view> words;
};

// A number field whose only value so far is its default.
constexpr std::string_view kOnlyDefault[] = {"workload.range_fraction",
                                             "workload.updates_fraction"};

const std::vector<SupportedWords>& Supported() {
  static const std::vector<SupportedWords> supported = {
      {"backend", {"model", "engine"}},
      {"filters.kind", {"bloom", "none", "ideal"}},
      {"filters.allocation", {"uniform", "monkey", "monkey_closed_form", "explicit"}},
      {"filters.assigned", {"after_load"}},
      {"filters.layout", {"run"}},
      {"workload.distribution", {"uniform"}},
      {"device", {"measured"}},
  };
  return supported;
}

std::string PointerOf(const Field& field) {
  const std::string_view section = SectionOf(field);
  return PointerTo(section.empty() ? "" : PointerTo("", section), NameOf(field));
}

}  // namespace

Status CheckSupported(const ExperimentConfig& config) {
  ExperimentConfig scratch = config;
  for (const SupportedWords& row : Supported()) {
    const Field& field = *FindField(row.path);
    const std::string& word = std::get<ChoiceType>(field.type).ref(scratch);
    if (std::find(row.words.begin(), row.words.end(), word) != row.words.end()) continue;
    return Fail(ErrorKind::kConfig,
                fmt::format("{}: \"{}\" is not supported yet; supported: \"{}\"", PointerOf(field),
                            word, fmt::join(row.words, "\", \"")));
  }
  for (const std::string_view path : kOnlyDefault) {
    const Field& field = *FindField(path);
    const Json value = WriteField(field, scratch);
    if (value == DefaultOf(field)) continue;
    return Fail(ErrorKind::kConfig,
                fmt::format("{}: {} is not supported yet; supported: {}", PointerOf(field),
                            WriteJson(value), WriteJson(DefaultOf(field))));
  }
  return {};
}

}  // namespace bitladder::experiments
