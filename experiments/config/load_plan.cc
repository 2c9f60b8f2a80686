#include "experiments/config/load_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "experiments/config/identity.h"
#include "experiments/config/overrides.h"
#include "experiments/config/parse_config.h"
#include "experiments/config/strict_json.h"
#include "experiments/config/sweep.h"
#include "experiments/config/validate.h"

namespace bitladder::experiments {
namespace {

Result<std::string> ReadText(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Fail(ErrorKind::kConfig, "is a directory; expected a config file");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Fail(ErrorKind::kConfig, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  // One byte more than is allowed, so that the parser refuses what does not end.
  std::string text(kMaxJsonBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad()) {
    return Fail(ErrorKind::kConfig, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  return text;
}

// "configs/fig 11c.json" -> "fig_11c": the stem, with what a name may not have replaced.
std::string NameFromPath(const std::string& path) {
  std::string name = std::filesystem::path(path).stem().string().substr(0, 64);
  for (char& c : name) {
    const bool plain = (std::isalnum(static_cast<unsigned char>(c)) != 0 && (c & 0x80) == 0) ||
                       c == '_' || c == '.' || c == '-';
    if (!plain) c = '_';
  }
  return name;
}

// Puts an axis' value where the file would have it.
void SetByPath(const Field& field, const Json& value, Json* document) {
  JsonObject* target = document->object();
  if (const std::string_view section = SectionOf(field); !section.empty()) {
    auto found = std::find_if(target->begin(), target->end(),
                              [&](const JsonMember& member) { return member.name == section; });
    if (found == target->end()) {
      found = target->insert(target->end(), {std::string(section), Json(JsonObject())});
    }
    target = found->value.object();
  }
  const std::string_view name = NameOf(field);
  const auto found = std::find_if(target->begin(), target->end(),
                                  [&](const JsonMember& member) { return member.name == name; });
  if (found == target->end()) {
    target->push_back({std::string(name), value});
  } else {
    found->value = value;
  }
}

std::string PlaceInSweep(const Point& point) {
  if (point.params.empty()) return {};
  std::vector<std::string> places;
  for (const auto& [path, value] : point.params)
    places.push_back(fmt::format("{}={}", path, value));
  return fmt::format(" (at the point {})", fmt::join(places, " "));
}

Result<Point> MakePoint(const Json& document, const Sweep& sweep, std::uint64_t index,
                        std::string_view default_name) {
  Point point;
  Json resolved = document;
  const std::vector<std::size_t> positions = AxisPositions(sweep, index);
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    const Axis& axis = sweep.axes[i];
    const Json& value = axis.values[positions[i]];
    SetByPath(*axis.field, value, &resolved);
    point.params.emplace_back(std::string(axis.field->path), WriteJson(value));
  }
  Result<ExperimentConfig> config = ConfigFromJson(resolved);
  Status checked;
  if (!config) {
    checked = tl::unexpected<Error>(config.error());
  } else {
    checked = CheckAcrossFields(*config);
    if (checked) checked = CheckSupported(*config);
  }
  if (!checked) {
    return Fail(ErrorKind::kConfig, checked.error().message + PlaceInSweep(point));
  }
  point.config = std::move(*config);
  if (point.config.name.empty()) point.config.name = default_name;
  point.id = PointId(point.config);
  point.dataset_id = DatasetId(point.config);
  return point;
}

}  // namespace

Result<Plan> PlanFromText(std::string_view text, std::string_view default_name,
                          std::span<const std::string> overrides) {
  Result<Json> document = ParseStrictJson(text);
  if (!document) return tl::unexpected<Error>(document.error());
  const Status overridden = ApplyOverrides(overrides, &*document);
  if (!overridden) return tl::unexpected<Error>(overridden.error());

  Plan plan;
  plan.config_json = WriteJson(*document);
  Result<ExperimentConfig> base = ConfigFromJson(*document);
  if (!base) return tl::unexpected<Error>(base.error());
  plan.base = std::move(*base);
  if (plan.base.name.empty()) plan.base.name = default_name;

  Sweep sweep;
  if (const Json* axes = document->Find("sweep")) {
    Result<Sweep> read = SweepFromJson(*axes);
    if (!read) return tl::unexpected<Error>(read.error());
    sweep = std::move(*read);
  }
  for (const Axis& axis : sweep.axes) plan.axes.emplace_back(axis.field->path);

  if (PointCount(sweep) * static_cast<std::uint64_t>(plan.base.repetitions) > kMaxPoints) {
    return Fail(ErrorKind::kConfig,
                fmt::format("/repetitions: {} for each of {} points are more than {} in all",
                            plan.base.repetitions, PointCount(sweep), kMaxPoints));
  }
  std::set<std::string> ids;
  for (std::uint64_t index = 0; index < PointCount(sweep); ++index) {
    Result<Point> point = MakePoint(*document, sweep, index, default_name);
    if (!point) return tl::unexpected<Error>(point.error());
    if (!ids.insert(point->id).second) {
      return Fail(ErrorKind::kConfig,
                  "/sweep: the same point stands twice in it" + PlaceInSweep(*point));
    }
    for (int repetition = 0; repetition < point->config.repetitions; ++repetition) {
      point->repetition = repetition;
      plan.points.push_back(*point);
    }
  }
  return plan;
}

Result<Plan> LoadPlan(const std::string& path, std::span<const std::string> overrides) {
  const Result<std::string> text = ReadText(path);
  if (!text) {
    return Fail(ErrorKind::kConfig, fmt::format("{}: {}", path, text.error().message));
  }
  Result<Plan> plan = PlanFromText(*text, NameFromPath(path), overrides);
  if (!plan) {
    // An override's error names the override; the others are about the file.
    const bool about_override = plan.error().message.starts_with("--set ");
    return Fail(ErrorKind::kConfig, about_override
                                        ? plan.error().message
                                        : fmt::format("{}: {}", path, plan.error().message));
  }
  return plan;
}

}  // namespace bitladder::experiments
