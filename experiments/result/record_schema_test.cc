// The table of record members against records: each side has what the other has.
#include "experiments/result/record_schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "experiments/config/strict_json.h"
#include "experiments/result/record.h"
#include "experiments/result/record_fields.h"

namespace bitladder::experiments {
namespace {

const RecordField* FieldAt(const std::string& path) {
  for (const RecordField& field : RecordFields()) {
    if (field.path == path) return &field;
  }
  return nullptr;
}

bool IsNumber(const Json& json) {
  return std::holds_alternative<std::uint64_t>(json.value) ||
         std::holds_alternative<std::int64_t>(json.value) ||
         std::holds_alternative<double>(json.value);
}

bool AllOf(const Json& json, bool (*is)(const Json&)) {
  const JsonArray* items = json.array();
  return items != nullptr && std::all_of(items->begin(), items->end(), is);
}

bool IsCount(const Json& json) { return std::holds_alternative<std::uint64_t>(json.value); }
bool IsNumberOrNull(const Json& json) { return json.is_null() || IsNumber(json); }

bool HasType(const Json& json, RecordType type) {
  switch (type) {
    case RecordType::kText:
      return json.text() != nullptr;
    case RecordType::kFlag:
      return std::holds_alternative<bool>(json.value);
    case RecordType::kCount:
      return IsCount(json);
    case RecordType::kNumber:
      return IsNumber(json);
    case RecordType::kInterval:
      return AllOf(json, IsNumberOrNull) && json.array()->size() == 2;
    case RecordType::kCounts:
      return AllOf(json, IsCount);
    case RecordType::kNumbers:
      return AllOf(json, IsNumberOrNull);
    case RecordType::kSections:
      return json.array() != nullptr;
    case RecordType::kObject:
    case RecordType::kSection:
      return json.object() != nullptr;
  }
  return false;
}

// Walks a record; every member must be declared, of its type, and every declared one must be there.
class Walk {
 public:
  void Section(const Json& json, const std::string& path) {
    for (const JsonMember& member : *json.object()) Member(json, member, path);
    for (const RecordField& field : RecordFields()) {
      const std::size_t dot = field.path.rfind('.');
      const std::string parent(dot == std::string_view::npos ? "" : field.path.substr(0, dot));
      if (parent != path || field.optional) continue;
      const std::string_view name =
          dot == std::string_view::npos ? field.path : field.path.substr(dot + 1);
      EXPECT_NE(json.Find(name), nullptr) << "declared, not in the record: " << field.path;
    }
  }

  std::set<std::string> seen;

 private:
  void Member(const Json& section, const JsonMember& member, const std::string& parent) {
    const std::string path = parent.empty() ? member.name : parent + "." + member.name;
    const RecordField* field = FieldAt(path);
    if (field == nullptr) {
      const std::string ending = "_status";
      ASSERT_TRUE(path.ends_with(ending)) << "in the record, not declared: " << path;
      const std::string name = member.name.substr(0, member.name.size() - ending.size());
      ASSERT_NE(section.Find(name), nullptr) << path;
      EXPECT_TRUE(section.Find(name)->is_null()) << path;
      return;
    }
    seen.insert(path);
    if (member.value.is_null()) {
      EXPECT_TRUE(MayBeNull(*field)) << path;
      return;
    }
    ASSERT_TRUE(HasType(member.value, field->type)) << path << ": " << WriteJson(member.value);
    if (field->type == RecordType::kSection) Section(member.value, path);
    if (field->type != RecordType::kSections) return;
    for (const Json& item : *member.value.array()) Section(item, path + "[]");
  }
};

Point PointOfTest() {
  Point point;
  point.config.name = "example";
  point.params = {{"filters.bits_per_key", "5"}};
  return point;
}

Outcome MeasuredOutcome() {
  Outcome outcome;
  outcome.tree = LoadedTree{"f00d", {{1, 1, 1000}}};
  outcome.filters = FilterPlan{"bloom", {{5.0005, 5120, 5000}}, 5000};
  outcome.prediction.emplace();
  outcome.prediction->runs = {{0.1, 0.004}};
  outcome.prediction->lookups = 400;
  outcome.prediction->wasted_ios.mean = 0.1;
  outcome.prediction->closed_form_status = "no equation";
  outcome.prediction->latency = PredictedLatency{.mean_us = 2, .p50_us = 1};
  outcome.prediction->updates.emplace();
  outcome.observation.emplace();
  outcome.observation->runs.resize(1);
  outcome.observation->runs[0].filter_probes = 400;
  outcome.observation->lookups = 400;
  outcome.observation->ios_per_lookup_histogram = {360, 40};
  outcome.observation->latency.emplace();
  outcome.observation->updates.emplace();
  outcome.observation->updates->latency.emplace();
  return outcome;
}

TEST(RecordFields, AreTheMembersOfMeasuredModelledAndFailedRecords) {
  Walk walk;
  walk.Section(RecordJson(PointOfTest(), MeasuredOutcome()), "");
  Outcome modelled = MeasuredOutcome();
  modelled.observation.reset();
  walk.Section(RecordJson(PointOfTest(), modelled), "");
  Outcome failed;
  failed.error = "the disk is full";
  walk.Section(RecordJson(PointOfTest(), failed), "");
  for (const RecordField& field : RecordFields()) {
    EXPECT_TRUE(walk.seen.count(std::string(field.path))) << "in no record: " << field.path;
  }
}

TEST(RecordFields, HaveUniquePathsAfterTheirSectionAndADocumentation) {
  std::set<std::string_view> paths;
  for (const RecordField& field : RecordFields()) {
    EXPECT_TRUE(paths.insert(field.path).second) << field.path;
    EXPECT_TRUE(field.doc.ends_with('.')) << field.path;
    std::string_view parent = field.path.substr(0, field.path.rfind('.'));
    if (parent == field.path || field.path.rfind('.') == std::string_view::npos) continue;
    if (parent.ends_with("[]")) parent.remove_suffix(2);
    EXPECT_TRUE(paths.count(parent)) << field.path;
  }
}

TEST(RecordSchema, IsJsonThatRefusesUnknownMembers) {
  const Result<Json> schema = ParseStrictJson(RecordSchema());
  ASSERT_TRUE(schema.has_value()) << schema.error().message;
  EXPECT_EQ(*schema->Find("additionalProperties"), Json(false));
  EXPECT_NE(schema->Find("properties")->Find("measured"), nullptr);
}

}  // namespace
}  // namespace bitladder::experiments
