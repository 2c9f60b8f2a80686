// A JSON document as a value: members in the file's order, integers kept apart from other numbers.
// Reading is strict_json.h; this file holds the value and the three ways of writing it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace bitladder::experiments {

struct Json;
struct JsonMember;
using JsonArray = std::vector<Json>;
using JsonObject = std::vector<JsonMember>;  // in order of appearance, each name once

// Non-negative integers are std::uint64_t, negative ones std::int64_t, all other numbers double
// (finite).
struct Json {
  using Value = std::variant<std::nullptr_t, bool, std::uint64_t, std::int64_t, double, std::string,
                             JsonArray, JsonObject>;
  Value value;  // null

  Json();
  Json(std::nullptr_t);
  Json(bool b);
  Json(std::uint64_t n);
  Json(int n);
  Json(double
           number);  // a whole number that std::uint64_t or std::int64_t holds exactly becomes one
  Json(std::string_view text);
  Json(const char* text);
  Json(std::string text);
  Json(JsonArray array);
  Json(JsonObject object);

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(value); }
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const JsonArray* array() const { return std::get_if<JsonArray>(&value); }
  const JsonObject* object() const { return std::get_if<JsonObject>(&value); }
  JsonObject* object() { return std::get_if<JsonObject>(&value); }

  // The member of that name; null when there is none or this is no object.
  const Json* Find(std::string_view name) const;

  bool operator==(const Json&) const;
};

struct JsonMember {
  std::string name;
  Json value;
  bool operator==(const JsonMember&) const = default;
};

// What makes or destroys a value needs the member type whole, so these follow it.
inline Json::Json() = default;
inline Json::Json(std::nullptr_t) {}
inline Json::Json(bool b) : value(b) {}
inline Json::Json(std::uint64_t n) : value(n) {}
inline Json::Json(std::string_view text) : value(std::string(text)) {}
inline Json::Json(const char* text) : value(std::string(text)) {}
inline Json::Json(std::string text) : value(std::move(text)) {}
inline Json::Json(JsonArray array) : value(std::move(array)) {}
inline Json::Json(JsonObject object) : value(std::move(object)) {}

// One line, members in order. Numbers in their shortest form that reads back as the same double.
std::string WriteJson(const Json& json);

// One line with members sorted by name, byte by byte: equal documents give equal text.
std::string WriteCanonicalJson(const Json& json);

// Indented by two spaces, members in order; ends with a line break.
std::string WritePrettyJson(const Json& json);

// `pointer` extended by one member name or index, escaped as RFC 6901 asks.
std::string PointerTo(std::string_view pointer, std::string_view name);
std::string PointerTo(std::string_view pointer, std::size_t index);

}  // namespace bitladder::experiments
