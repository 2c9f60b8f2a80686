#include "experiments/result/json_members.h"

#include <cmath>
#include <string>

namespace bitladder::experiments {

JsonMembers& JsonMembers::Add(std::string_view name, Json value) {
  members_.push_back({std::string(name), std::move(value)});
  return *this;
}

JsonMembers& JsonMembers::Add(std::string_view name, double number) {
  if (!std::isfinite(number)) return AddNull(name, "not a finite number");
  return Add(name, Json(number));
}

JsonMembers& JsonMembers::Add(std::string_view name, const Interval& interval) {
  return Add(name, NumberArray({interval.low, interval.high}));
}

JsonMembers& JsonMembers::AddOr(std::string_view why_not, std::string_view name,
                                std::optional<Json> value) {
  if (!value) return AddNull(name, why_not);
  if (const auto* number = std::get_if<double>(&value->value)) return Add(name, *number);
  return Add(name, *std::move(value));
}

JsonMembers& JsonMembers::AddNull(std::string_view name, std::string_view why_not) {
  Add(name, Json(nullptr));
  return Add(std::string(name) + "_status", Json(why_not));
}

Json NumberArray(const std::vector<double>& numbers) {
  JsonArray array;
  array.reserve(numbers.size());
  for (const double number : numbers) {
    array.push_back(std::isfinite(number) ? Json(number) : Json(nullptr));
  }
  return Json(std::move(array));
}

}  // namespace bitladder::experiments
