// Builds JSON objects member by member, and never writes a number that JSON cannot hold.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/config/json.h"
#include "experiments/result/statistics.h"

namespace bitladder::experiments {

class JsonMembers {
 public:
  JsonMembers& Add(std::string_view name, Json value);
  // A number that is NaN or infinite becomes null with "<name>_status": "not a finite number".
  JsonMembers& Add(std::string_view name, double number);
  JsonMembers& Add(std::string_view name, const Interval& interval);  // [low, high]
  // null with "<name>_status": `why_not` where there is no value.
  JsonMembers& AddOr(std::string_view why_not, std::string_view name, std::optional<Json> value);
  JsonMembers& AddNull(std::string_view name, std::string_view why_not);

  Json Take() { return Json(std::move(members_)); }

 private:
  JsonObject members_;
};

// An array of numbers; a NaN or infinite one becomes null.
Json NumberArray(const std::vector<double>& numbers);

}  // namespace bitladder::experiments
