#include "experiments/config/schema.h"

#include <fmt/format.h>

#include "experiments/config/field_value.h"
#include "experiments/config/fields.h"
#include "experiments/config/json.h"
#include "experiments/config/sweep.h"

namespace bitladder::experiments {
namespace {

Json Texts(const std::vector<std::string_view>& texts) {
  JsonArray array;
  for (const std::string_view text : texts) array.push_back(Json(text));
  return Json(std::move(array));
}

JsonObject Object(JsonObject properties, JsonArray required) {
  JsonObject schema = {{"type", "object"},
                       {"properties", Json(std::move(properties))},
                       {"additionalProperties", Json(false)}};
  if (!required.empty()) schema.push_back({"required", Json(std::move(required))});
  return schema;
}

struct TypeSchema {
  JsonObject operator()(const IntegerType& type) const {
    JsonObject integer = {{"type", "integer"}, {"minimum", type.min}, {"maximum", type.max}};
    if (type.zero_word.empty()) return integer;
    return {{"anyOf", JsonArray{Json(JsonObject{{"const", Json(type.zero_word)}}),
                                Json(std::move(integer))}}};
  }
  JsonObject operator()(const NumberType& type) const {
    return {{"type", type.whole ? "integer" : "number"},
            {"minimum", Json(type.min)},
            {"maximum", Json(type.max)}};
  }
  JsonObject operator()(const NumberListType& type) const {
    return {{"type", "array"},
            {"minItems", Json(1)},
            {"maxItems", Json(std::uint64_t{type.max_items})},
            {"items", Json((*this)(NumberType{nullptr, type.min, type.max}))}};
  }
  JsonObject operator()(const FlagType&) const { return {{"type", "boolean"}}; }
  JsonObject operator()(const TextType& type) const {
    return {{"type", "string"},
            {"maxLength", Json(std::uint64_t{type.max_bytes})},
            {"pattern", type.plain ? "^[A-Za-z0-9_.-]*$" : "^[^\\u0000-\\u001f\\u007f]*$"}};
  }
  JsonObject operator()(const ChoiceType& type) const {
    JsonObject words = {{"enum", Texts(type.words)}};
    if (type.forms.empty()) return words;
    JsonArray ways = {Json(std::move(words))};
    for (const ObjectForm& form : type.forms) ways.push_back(Json(FormSchema(form)));
    return {{"anyOf", Json(std::move(ways))}};
  }

 private:
  JsonObject FormSchema(const ObjectForm& form) const {
    JsonObject properties;
    JsonArray required;
    for (const ObjectMember& member : form.members) {
      JsonObject schema = std::visit(*this, member.type);
      schema.insert(schema.begin(), {"description", Json(member.doc)});
      properties.push_back({std::string(member.name), Json(std::move(schema))});
      if (member.required) required.push_back(Json(member.name));
    }
    JsonObject schema = Object(std::move(properties), std::move(required));
    schema.insert(schema.begin(), {"description", Json(form.doc)});
    return schema;
  }
};

std::string Description(const Field& field) {
  return field.unit.empty() ? std::string(field.doc)
                            : fmt::format("{} [{}]", field.doc, field.unit);
}

Json FieldSchema(const Field& field) {
  JsonObject schema = {{"description", Description(field)}};
  for (JsonMember& member : std::visit(TypeSchema{}, field.type)) {
    schema.push_back(std::move(member));
  }
  schema.push_back({"default", DefaultOf(field)});
  return Json(std::move(schema));
}

// What one axis may be: a list, a list with a zip name, and for numbers a range.
Json AxisSchema(const Field& field) {
  const JsonObject list = {{"type", "array"},
                           {"minItems", Json(1)},
                           {"items", Json(std::visit(TypeSchema{}, field.type))}};
  const JsonObject zip = {{"type", "string"}, {"minLength", Json(1)}};
  JsonArray ways = {Json(list),
                    Json(Object({{"values", Json(list)}, {"zip", Json(zip)}}, {Json("values")}))};
  if (std::holds_alternative<IntegerType>(field.type) ||
      std::holds_alternative<NumberType>(field.type)) {
    const Json number = JsonObject{{"type", "number"}};
    ways.push_back(Json(Object(
        {{"from", number},
         {"to", number},
         {"steps",
          JsonObject{{"type", "integer"}, {"minimum", Json(2)}, {"maximum", Json(kMaxRangeSteps)}}},
         {"scale", JsonObject{{"enum", Texts({"linear", "log"})}}},
         {"zip", Json(zip)}},
        {Json("from"), Json("to"), Json("steps")})));
  }
  return JsonObject{{"anyOf", Json(std::move(ways))}};
}

JsonObject SweepSchema() {
  JsonObject axes;
  for (const Field& field : Fields()) {
    if (MayBeSwept(field)) axes.push_back({std::string(field.path), AxisSchema(field)});
  }
  JsonObject schema = Object(std::move(axes), {});
  schema.insert(
      schema.begin(),
      {"description",
       "Axes by dotted path; every combination is a point, zipped axes advance together."});
  return schema;
}

}  // namespace

std::string ConfigSchema() {
  JsonObject properties = {
      {"$schema", JsonObject{{"type", "string"}}},
      {"schema_version", JsonObject{{"const", Json(kConfigSchemaVersion)}}},
  };
  for (const Field& field : Fields()) {
    const std::string_view section = SectionOf(field);
    if (section.empty()) {
      properties.push_back({std::string(field.path), FieldSchema(field)});
      continue;
    }
    if (properties.back().name != section) {
      properties.push_back({std::string(section), Json(Object({}, {}))});
    }
    for (JsonMember& member : *properties.back().value.object()) {
      if (member.name != "properties") continue;
      member.value.object()->push_back({std::string(NameOf(field)), FieldSchema(field)});
    }
  }
  properties.push_back({"sweep", Json(SweepSchema())});
  JsonObject schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                       {"title", "bitladder experiment"},
                       {"description", "Written by `bitladder schema config`; do not edit."}};
  for (JsonMember& member : Object(std::move(properties), {})) schema.push_back(std::move(member));
  return WritePrettyJson(Json(std::move(schema)));
}

}  // namespace bitladder::experiments
