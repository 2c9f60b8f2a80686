#include "experiments/config/config_fuzz.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/identity.h"
#include "experiments/config/load_plan.h"
#include "experiments/config/parse_config.h"
#include "experiments/config/strict_json.h"

namespace bitladder::experiments {
namespace {

// Points of one plan that are looked at closely; a sweep may have very many.
constexpr std::size_t kPointsToCheck = 16;

void Require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "config fuzz: %s: %s\n", what, detail.c_str());
  std::abort();
}

void CheckPoint(const Point& point) {
  const std::string canonical = CanonicalConfigJson(point.config);
  const Result<Json> json = ParseStrictJson(canonical);
  Require(json.has_value(), "canonical JSON is no JSON", canonical);
  const Result<ExperimentConfig> again = ConfigFromJson(*json);
  Require(again.has_value() && *again == point.config, "canonical JSON reads back otherwise",
          canonical);
  Require(PointId(*again) == point.id, "the id changed on the way", canonical);
}

void LoadAnything(std::string_view text) {
  const std::size_t zero = text.find('\0');
  std::vector<std::string> overrides;
  if (zero != std::string_view::npos) overrides.emplace_back(text.substr(zero + 1));
  const Result<Plan> plan = PlanFromText(text.substr(0, zero), "fuzz", overrides);
  if (!plan) {
    Require(plan.error().kind == ErrorKind::kConfig, "error of another kind", plan.error().message);
    Require(!plan.error().message.empty(), "error without a message", "");
    return;
  }
  Require(!plan->points.empty(), "plan without points", std::string(text));
  for (std::size_t i = 0; i < plan->points.size() && i < kPointsToCheck; ++i) {
    CheckPoint(plan->points[i]);
  }
}

}  // namespace
}  // namespace bitladder::experiments

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bitladder::experiments::LoadAnything({reinterpret_cast<const char*>(data), size});
  return 0;
}
