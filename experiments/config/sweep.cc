#include "experiments/config/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "experiments/config/field_value.h"
#include "experiments/config/nearest_name.h"

namespace bitladder::experiments {
namespace {

constexpr std::string_view kAxisForms =
    "a list of values, {\"values\": [...], \"zip\": name} or {\"from\": a, \"to\": b, \"steps\": "
    "n, "
    "\"scale\": \"linear\" or \"log\", \"zip\": name}";

tl::unexpected<Error> Wrong(std::string message) {
  return Fail(ErrorKind::kConfig, std::move(message));
}

Result<const Field*> SweptField(const std::string& path, const std::string& pointer) {
  const Field* field = FindField(path);
  if (field == nullptr) {
    std::vector<std::string_view> known;
    for (const Field& candidate : Fields()) known.push_back(candidate.path);
    std::string_view nearest = NearestName(path, known);
    for (const Field& candidate : Fields()) {
      if (NameOf(candidate) == path) nearest = candidate.path;
    }
    return Wrong(
        nearest.empty()
            ? fmt::format("{}: no field has this path; `bitladder describe` lists them", pointer)
            : fmt::format("{}: no field has this path; did you mean \"{}\"?", pointer, nearest));
  }
  if (!MayBeSwept(*field)) {
    return Wrong(
        fmt::format("{}: this field is the same for all points and cannot be swept", pointer));
  }
  return field;
}

struct Range {
  double from = 0;
  double to = 0;
  std::uint64_t steps = 0;
  bool log = false;
};

std::optional<double> NumberIn(const Json* json) {
  if (json == nullptr) return std::nullopt;
  if (const auto* n = std::get_if<std::uint64_t>(&json->value)) return static_cast<double>(*n);
  if (const auto* n = std::get_if<std::int64_t>(&json->value)) return static_cast<double>(*n);
  if (const auto* n = std::get_if<double>(&json->value)) return *n;
  return std::nullopt;
}

Result<Range> RangeFromJson(const Json& json, const std::string& pointer) {
  Range range;
  const std::optional<double> from = NumberIn(json.Find("from"));
  const std::optional<double> to = NumberIn(json.Find("to"));
  if (!from || !to) return Wrong(fmt::format("{}: \"from\" and \"to\" must be numbers", pointer));
  range.from = *from;
  range.to = *to;

  const Json* steps = json.Find("steps");
  const auto* count = steps == nullptr ? nullptr : std::get_if<std::uint64_t>(&steps->value);
  if (count == nullptr || *count < 2 || *count > kMaxRangeSteps) {
    return Wrong(fmt::format("{}: expected the number of values, an integer from 2 to {}",
                             PointerTo(pointer, "steps"), kMaxRangeSteps));
  }
  range.steps = *count;

  const Json* scale = json.Find("scale");
  if (scale != nullptr && *scale != Json("linear") && *scale != Json("log")) {
    return Wrong(fmt::format("{}: {} is not allowed; expected \"linear\" or \"log\"",
                             PointerTo(pointer, "scale"), WriteJson(*scale)));
  }
  range.log = scale != nullptr && *scale == Json("log");
  if (range.log && (range.from <= 0 || range.to <= 0)) {
    return Wrong(fmt::format("{}: a log scale needs \"from\" and \"to\" above 0", pointer));
  }
  return range;
}

double RoundTo12Digits(double value) {
  return std::strtod(fmt::format("{:.11e}", value).c_str(), nullptr);
}

std::vector<Json> ValuesOf(const Range& range, bool whole) {
  std::vector<Json> values;
  for (std::uint64_t i = 0; i < range.steps; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(range.steps - 1);
    double value = range.log ? range.from * std::pow(range.to / range.from, part)
                             : range.from + (range.to - range.from) * part;
    value = whole ? std::round(value) : RoundTo12Digits(value);
    if (i == 0) value = range.from;
    if (i + 1 == range.steps) value = range.to;
    values.push_back(Json(value));
  }
  return values;
}

// Checks each value as the field's own, makes it canonical, and refuses doubles.
Status CheckValues(const std::string& pointer, Axis* axis) {
  std::vector<std::string> seen;
  for (std::size_t i = 0; i < axis->values.size(); ++i) {
    const std::string place = PointerTo(pointer, i);
    ExperimentConfig config;
    const Status read = ReadField(*axis->field, axis->values[i], place, &config);
    if (!read) return read;
    axis->values[i] = WriteField(*axis->field, config);
    seen.push_back(WriteCanonicalJson(axis->values[i]));
  }
  std::vector<std::string> sorted = seen;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (axis->zip.empty() && twice != sorted.end()) {
    return Wrong(fmt::format("{}: {} stands twice in this axis", pointer, *twice));
  }
  return {};
}

Status ReadAxisObject(const Json& json, const std::string& pointer, Axis* axis) {
  const bool is_list = json.Find("values") != nullptr;
  const std::vector<std::string_view> known =
      is_list ? std::vector<std::string_view>{"values", "zip"}
              : std::vector<std::string_view>{"from", "to", "steps", "scale", "zip"};
  for (const JsonMember& member : *json.object()) {
    if (std::find(known.begin(), known.end(), member.name) == known.end()) {
      return Wrong(fmt::format("{}: unknown member; an axis is {}", PointerTo(pointer, member.name),
                               kAxisForms));
    }
  }
  if (const Json* zip = json.Find("zip")) {
    if (zip->text() == nullptr || zip->text()->empty()) {
      return Wrong(fmt::format("{}: expected the name that the zipped axes share",
                               PointerTo(pointer, "zip")));
    }
    axis->zip = *zip->text();
  }
  if (is_list) {
    const JsonArray* values = json.Find("values")->array();
    if (values == nullptr || values->empty()) {
      return Wrong(
          fmt::format("{}: expected a list of at least one value", PointerTo(pointer, "values")));
    }
    axis->values = *values;
    return CheckValues(PointerTo(pointer, "values"), axis);
  }
  const auto* integer = std::get_if<IntegerType>(&axis->field->type);
  if (integer == nullptr && !std::holds_alternative<NumberType>(axis->field->type)) {
    return Wrong(
        fmt::format("{}: a range needs a field that is a number; list the values", pointer));
  }
  const Result<Range> range = RangeFromJson(json, pointer);
  if (!range) return tl::unexpected<Error>(range.error());
  axis->values = ValuesOf(*range, integer != nullptr);
  return CheckValues(pointer, axis);
}

Result<Axis> AxisFromJson(const JsonMember& member) {
  const std::string pointer = PointerTo("/sweep", member.name);
  const Result<const Field*> field = SweptField(member.name, pointer);
  if (!field) return tl::unexpected<Error>(field.error());
  Axis axis;
  axis.field = *field;
  Status read;
  if (const JsonArray* values = member.value.array(); values != nullptr && !values->empty()) {
    axis.values = *values;
    read = CheckValues(pointer, &axis);
  } else if (member.value.object() != nullptr) {
    read = ReadAxisObject(member.value, pointer, &axis);
  } else {
    return Wrong(fmt::format("{}: expected {}", pointer, kAxisForms));
  }
  if (!read) return tl::unexpected<Error>(read.error());
  return axis;
}

// Groups zipped axes into one loop at the place of the first of them.
Status MakeLoops(Sweep* sweep) {
  for (std::size_t i = 0; i < sweep->axes.size(); ++i) {
    const Axis& axis = sweep->axes[i];
    const auto loop = std::find_if(
        sweep->loops.begin(), sweep->loops.end(), [&](const std::vector<std::size_t>& axes) {
          return !axis.zip.empty() && sweep->axes[axes.front()].zip == axis.zip;
        });
    if (loop == sweep->loops.end()) {
      sweep->loops.push_back({i});
      continue;
    }
    const Axis& first = sweep->axes[loop->front()];
    if (first.values.size() != axis.values.size()) {
      return Wrong(fmt::format("{}: {} values, but {} in {}, with which it is zipped",
                               PointerTo("/sweep", axis.field->path), axis.values.size(),
                               first.values.size(), PointerTo("/sweep", first.field->path)));
    }
    loop->push_back(i);
  }
  return {};
}

}  // namespace

bool MayBeSwept(const Field& field) {
  return field.path != "name" && field.path != "question" && field.path != "repetitions";
}

Result<Sweep> SweepFromJson(const Json& json) {
  const JsonObject* members = json.object();
  if (members == nullptr) {
    return Wrong("/sweep: expected an object of dotted paths, each with its values");
  }
  Sweep sweep;
  for (const JsonMember& member : *members) {
    Result<Axis> axis = AxisFromJson(member);
    if (!axis) return tl::unexpected<Error>(axis.error());
    sweep.axes.push_back(std::move(*axis));
  }
  const Status loops = MakeLoops(&sweep);
  if (!loops) return tl::unexpected<Error>(loops.error());

  std::uint64_t points = 1;
  for (const std::vector<std::size_t>& loop : sweep.loops) {
    points *= sweep.axes[loop.front()].values.size();  // at most 200 000 x 4 Mi: no overflow
    if (points > kMaxPoints) {
      return Wrong(fmt::format("/sweep: more than {} points; split the sweep", kMaxPoints));
    }
  }
  return sweep;
}

std::uint64_t PointCount(const Sweep& sweep) {
  std::uint64_t points = 1;
  for (const std::vector<std::size_t>& loop : sweep.loops) {
    points *= sweep.axes[loop.front()].values.size();
  }
  return points;
}

std::vector<std::size_t> AxisPositions(const Sweep& sweep, std::uint64_t index) {
  std::vector<std::size_t> positions(sweep.axes.size(), 0);
  for (std::size_t l = sweep.loops.size(); l-- > 0;) {
    const std::vector<std::size_t>& loop = sweep.loops[l];
    const std::uint64_t values = sweep.axes[loop.front()].values.size();
    for (const std::size_t axis : loop) positions[axis] = static_cast<std::size_t>(index % values);
    index /= values;
  }
  return positions;
}

}  // namespace bitladder::experiments
