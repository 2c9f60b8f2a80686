#include "experiments/result/record_counts.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include "experiments/result/record_fields.h"

namespace bitladder::experiments {
namespace {

constexpr std::string_view kOfTheMachine = "measured.kernel_read_bytes";

bool MustRepeat(const RecordField& field) {
  const bool counts = field.type == RecordType::kCount || field.type == RecordType::kCounts;
  return (counts || field.path == "tree.fingerprint") && field.path != kOfTheMachine;
}

// Every value at a path such as "tree.runs[].level"; absent ones are left out.
void ValuesAt(const Json& json, std::string_view path, std::vector<Json>* values) {
  const std::size_t dot = path.find('.');
  std::string_view name = path.substr(0, dot);
  const bool list = name.ends_with("[]");
  if (list) name.remove_suffix(2);
  const Json* found = json.object() == nullptr ? nullptr : json.Find(name);
  if (found == nullptr) return;
  if (dot == std::string_view::npos) {
    values->push_back(*found);
  } else if (!list) {
    ValuesAt(*found, path.substr(dot + 1), values);
  } else if (found->array() != nullptr) {
    for (const Json& each : *found->array()) ValuesAt(each, path.substr(dot + 1), values);
  }
}

}  // namespace

std::optional<std::string> FirstDifferentCount(const Json& a, const Json& b) {
  for (const RecordField& field : RecordFields()) {
    if (!MustRepeat(field)) continue;
    std::vector<Json> of_a;
    std::vector<Json> of_b;
    ValuesAt(a, field.path, &of_a);
    ValuesAt(b, field.path, &of_b);
    if (of_a != of_b) return std::string(field.path);
  }
  return std::nullopt;
}

}  // namespace bitladder::experiments
