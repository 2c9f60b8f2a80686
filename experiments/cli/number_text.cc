#include "experiments/cli/number_text.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "experiments/config/strict_json.h"

namespace bitladder::experiments {
namespace {

constexpr std::size_t kMostNumbers = 1000;

std::optional<double> Parse(std::string_view text) {
  const Result<Json> json = ParseStrictJson(text);
  if (!json) return std::nullopt;
  if (const auto* n = std::get_if<std::uint64_t>(&json->value)) return static_cast<double>(*n);
  if (const auto* n = std::get_if<std::int64_t>(&json->value)) return static_cast<double>(*n);
  if (const auto* n = std::get_if<double>(&json->value)) return *n;
  return std::nullopt;
}

Result<double> FromText(std::string_view option, std::string_view text, double min, double max,
                        bool whole) {
  const std::optional<double> value = Parse(text);
  if (value && *value >= min && *value <= max && (!whole || std::floor(*value) == *value)) {
    return *value;
  }
  return Fail(ErrorKind::kConfig,
              fmt::format("{}: \"{}\" is not allowed; expected a {}number from {} to {}", option,
                          text, whole ? "whole " : "", min, max));
}

Result<std::vector<double>> ListFromText(std::string_view option, std::string_view text, double min,
                                         double max, bool whole) {
  const std::vector<std::string> parts = SplitAtCommas(text);
  if (parts.size() > kMostNumbers) {
    return Fail(ErrorKind::kConfig, fmt::format("{}: {} numbers; at most {} are read", option,
                                                parts.size(), kMostNumbers));
  }
  std::vector<double> values;
  for (const std::string& part : parts) {
    const Result<double> value = FromText(option, part, min, max, whole);
    if (!value) return tl::unexpected<Error>(value.error());
    values.push_back(*value);
  }
  return values;
}

}  // namespace

Result<double> NumberFromText(std::string_view option, std::string_view text, double min,
                              double max) {
  return FromText(option, text, min, max, false);
}

Result<double> WholeFromText(std::string_view option, std::string_view text, double min,
                             double max) {
  return FromText(option, text, min, max, true);
}

Result<std::vector<double>> NumbersFromText(std::string_view option, std::string_view text,
                                            double min, double max) {
  return ListFromText(option, text, min, max, false);
}

Result<std::vector<double>> WholesFromText(std::string_view option, std::string_view text,
                                           double min, double max) {
  return ListFromText(option, text, min, max, true);
}

std::vector<std::string> SplitAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace bitladder::experiments
