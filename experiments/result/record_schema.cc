#include "experiments/result/record_schema.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "experiments/check.h"
#include "experiments/config/json.h"
#include "experiments/result/record.h"
#include "experiments/result/record_fields.h"

namespace bitladder::experiments {
namespace {

// "tree.runs[].level" -> "tree.runs[]" and "level".
std::pair<std::string_view, std::string_view> SplitPath(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return {"", path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

JsonObject OfType(const char* type, bool nullable) {
  if (!nullable) return {{"type", type}};
  return {{"type", JsonArray{type, "null"}}};
}

JsonObject MembersSchema(std::string_view section);

JsonObject TypeSchema(const RecordField& field) {
  const bool nullable = MayBeNull(field);
  const Json count = JsonObject{{"type", "integer"}, {"minimum", 0}};
  const Json number = JsonObject{{"type", JsonArray{"number", "null"}}};
  JsonObject schema;
  switch (field.type) {
    case RecordType::kText:
      return OfType("string", nullable);
    case RecordType::kFlag:
      return OfType("boolean", nullable);
    case RecordType::kCount:
      schema = OfType("integer", nullable);
      schema.push_back({"minimum", 0});
      return schema;
    case RecordType::kNumber:
      return OfType("number", nullable);
    case RecordType::kInterval:
      schema = OfType("array", nullable);
      schema.insert(schema.end(), {{"minItems", 2}, {"maxItems", 2}, {"items", number}});
      return schema;
    case RecordType::kCounts:
      schema = OfType("array", nullable);
      schema.push_back({"items", count});
      return schema;
    case RecordType::kNumbers:
      schema = OfType("array", nullable);
      schema.push_back({"items", number});
      return schema;
    case RecordType::kObject:
      return OfType("object", nullable);
    case RecordType::kSection:
      schema = OfType("object", nullable);
      for (JsonMember& member : MembersSchema(field.path)) schema.push_back(std::move(member));
      return schema;
    case RecordType::kSections: {
      JsonObject item = OfType("object", false);
      for (JsonMember& member : MembersSchema(fmt::format("{}[]", field.path))) {
        item.push_back(std::move(member));
      }
      schema = OfType("array", nullable);
      schema.push_back({"items", Json(std::move(item))});
      return schema;
    }
  }
  EXPERIMENTS_CHECK(false, static_cast<int>(field.type), 0);
}

Json FieldSchema(const RecordField& field) {
  const std::string doc =
      field.unit.empty() ? std::string(field.doc) : fmt::format("{} [{}]", field.doc, field.unit);
  JsonObject schema = {{"description", Json(doc)}};
  for (JsonMember& member : TypeSchema(field)) schema.push_back(std::move(member));
  if (field.path == "schema_version") schema.push_back({"const", Json(kRecordSchemaVersion)});
  if (field.path == "status") schema.push_back({"enum", JsonArray{"ok", "failed"}});
  return Json(std::move(schema));
}

// Null is allowed only with the reason beside it.
Json NullNeedsStatus(std::string_view name, const std::string& status) {
  const Json is_null =
      JsonObject{{"properties", JsonObject{{std::string(name), JsonObject{{"type", "null"}}}}},
                 {"required", JsonArray{Json(name)}}};
  return JsonObject{{"if", is_null}, {"then", JsonObject{{"required", JsonArray{Json(status)}}}}};
}

JsonObject MembersSchema(std::string_view section) {
  JsonObject properties;
  JsonArray required;
  JsonArray rules;
  for (const RecordField& field : RecordFields()) {
    const auto [parent, name] = SplitPath(field.path);
    if (parent != section) continue;
    properties.push_back({std::string(name), FieldSchema(field)});
    if (!field.optional) required.push_back(Json(name));
    if (!MayBeNull(field)) continue;
    const std::string status = fmt::format("{}_status", name);
    properties.push_back({status, JsonObject{{"type", "string"}}});
    rules.push_back(NullNeedsStatus(name, status));
  }
  JsonObject schema = {{"properties", Json(std::move(properties))},
                       {"additionalProperties", false},
                       {"required", Json(std::move(required))}};
  if (!rules.empty()) schema.push_back({"allOf", Json(std::move(rules))});
  return schema;
}

}  // namespace

std::string RecordSchema() {
  JsonObject schema = {
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "bitladder record"},
      {"description",
       "One line of points.jsonl. Written by `bitladder schema record`; do not edit."},
      {"type", "object"}};
  for (JsonMember& member : MembersSchema("")) schema.push_back(std::move(member));
  return WritePrettyJson(Json(std::move(schema)));
}

}  // namespace bitladder::experiments
