// What has been built so far, in one table, asked of theory and engine where they know it
// themselves.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/filter/filter.h"
#include "experiments/config/field_value.h"
#include "experiments/config/fields.h"
#include "experiments/config/validate.h"
#include "sim/allocate/allocation.h"
#include "sim/filter/fpr_model.h"

namespace bitladder::experiments {
namespace {

// Number fields whose only value so far is their default.
std::vector<std::string_view> OnlyDefault(std::string_view backend) {
  std::vector<std::string_view> paths = {"workload.range_fraction"};
  if (backend == "simulation") {
    paths.push_back("storage.block_cache_bytes");
    paths.push_back("workload.updates_fraction");
  }
  return paths;
}

// A choice field and those of its words (or tags of its objects) that work so far.
struct SupportedWords {
  std::string_view path;
  std::vector<std::string_view> words;
};

// Kinds with a curve to predict from and, where filters are built, code that builds them.
std::vector<std::string_view> FilterKinds(std::string_view backend) {
  std::vector<std::string_view> kinds;
  for (const std::string_view kind : sim::FprModelNames()) {
    const bool builds_none = backend == "model" || backend == "simulation";
    if (builds_none || engine::FilterKindByName(kind)) kinds.push_back(kind);
  }
  return kinds;
}

std::vector<std::string_view> Policies() {
  std::vector<std::string_view> names;
  for (const sim::AllocationPolicy& policy : sim::AllocationPolicies()) {
    names.push_back(policy.name);
  }
  return names;
}

// A simulation draws distinct keys, so it knows no favourites.
std::vector<std::string_view> Distributions(std::string_view backend) {
  if (backend == "simulation") return {"uniform", "temporality", "target_level"};
  return {"uniform", "zipf", "temporality", "target_level"};
}

std::vector<SupportedWords> Supported(std::string_view backend) {
  return {
      {"backend", {"model", "simulation", "engine"}},
      {"filters.kind", FilterKinds(backend)},
      {"filters.allocation", Policies()},
      {"filters.assigned", {"after_load", "at_creation"}},
      {"filters.layout", {"run"}},
      {"workload.distribution", Distributions(backend)},
      {"device", {"measured"}},
  };
}

std::string PointerOf(const Field& field) {
  const std::string_view section = SectionOf(field);
  return PointerTo(section.empty() ? "" : PointerTo("", section), NameOf(field));
}

}  // namespace

Status CheckSupported(const ExperimentConfig& config) {
  ExperimentConfig scratch = config;
  for (const SupportedWords& row : Supported(config.backend)) {
    const Field& field = *FindField(row.path);
    const std::string& word = std::get<ChoiceType>(field.type).ref(scratch);
    if (std::find(row.words.begin(), row.words.end(), word) != row.words.end()) continue;
    return Fail(ErrorKind::kConfig,
                fmt::format("{}: \"{}\" is not supported yet; supported: \"{}\"", PointerOf(field),
                            word, fmt::join(row.words, "\", \"")));
  }
  for (const std::string_view path : OnlyDefault(config.backend)) {
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
