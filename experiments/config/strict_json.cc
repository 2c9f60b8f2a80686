#include "experiments/config/strict_json.h"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bitladder::experiments {
namespace {

std::string LineAndColumn(std::string_view text, std::size_t position) {
  std::size_t line = 1;
  std::size_t column = 0;
  for (std::size_t i = 0; i < std::min(position, text.size()); ++i) {
    ++column;
    if (text[i] == '\n') {
      ++line;
      column = 0;
    }
  }
  return fmt::format("line {}, column {}", line, column == 0 ? 1 : column);
}

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ..." -> the
// part after the place; bytes that would break the line or the terminal become '?'.
std::string Reason(std::string_view what) {
  const std::size_t start = what.find(": ");
  std::string reason(start == std::string_view::npos ? what : what.substr(start + 2));
  for (char& c : reason) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) c = '?';
  }
  return reason;
}

// Receives the parser's events and builds the value. Every handler returns false after an error.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  bool null() override { return Add(Json()); }
  bool boolean(bool value) override { return Add(Json(value)); }
  bool number_integer(number_integer_t value) override {
    // The lexer reads "-0" as an integer, and Json keeps naturals apart.
    return Add(value < 0 ? Integer(value) : Json(static_cast<std::uint64_t>(value)));
  }
  bool number_unsigned(number_unsigned_t value) override { return Add(Json(value)); }
  bool number_float(number_float_t value, const string_t& token) override {
    if (token.find_first_of(".eE") == string_t::npos) {
      return Stop(fmt::format("{}: {} does not fit into 64 bits", NextPointer(), token));
    }
    return Add(Json(value));
  }
  bool string(string_t& value) override { return Add(Json(std::move(value))); }
  bool binary(binary_t&) override { return Stop("binary values are not JSON"); }

  bool start_object(std::size_t) override { return Open(JsonObject()); }
  bool key(string_t& name) override {
    Frame& frame = frames_.back();
    if (!frame.names.insert(name).second) {
      return Stop(fmt::format("{}: this name stands twice in its object; keep one of them",
                              PointerTo(frame.pointer, name)));
    }
    frame.next_name = std::move(name);
    return true;
  }
  bool end_object() override { return Close(); }
  bool start_array(std::size_t) override { return Open(JsonArray()); }
  bool end_array() override { return Close(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception& error) override {
    return Stop(fmt::format("{}: {}", LineAndColumn(text_, position), Reason(error.what())));
  }

  Json TakeRoot() { return std::move(root_); }
  const std::string& error() const { return error_; }

 private:
  struct Frame {
    std::string pointer;
    Json container;
    std::set<std::string> names;
    std::string next_name;
  };

  static Json Integer(std::int64_t value) {
    Json json;
    json.value = value;
    return json;
  }

  bool Stop(std::string error) {
    error_ = std::move(error);
    return false;
  }

  std::string NextPointer() const {
    if (frames_.empty()) return "/";
    const Frame& frame = frames_.back();
    if (const JsonArray* array = frame.container.array()) {
      return PointerTo(frame.pointer, array->size());
    }
    return PointerTo(frame.pointer, frame.next_name);
  }

  bool Add(Json json) {
    if (frames_.empty()) {
      root_ = std::move(json);
      return true;
    }
    Frame& frame = frames_.back();
    if (auto* array = std::get_if<JsonArray>(&frame.container.value)) {
      array->push_back(std::move(json));
    } else {
      frame.container.object()->push_back({std::move(frame.next_name), std::move(json)});
    }
    return true;
  }

  bool Open(Json container) {
    std::string pointer = frames_.empty() ? "" : NextPointer();
    if (static_cast<int>(frames_.size()) >= kMaxJsonDepth) {
      return Stop(fmt::format("{}: nested more than {} deep", pointer, kMaxJsonDepth));
    }
    frames_.push_back({std::move(pointer), std::move(container), {}, {}});
    return true;
  }

  bool Close() {
    Json closed = std::move(frames_.back().container);
    frames_.pop_back();
    return Add(std::move(closed));
  }

  std::string_view text_;
  std::vector<Frame> frames_;
  Json root_;
  std::string error_;
};

}  // namespace

Result<Json> ParseStrictJson(std::string_view text) {
  if (text.size() > kMaxJsonBytes) {
    return Fail(ErrorKind::kConfig,
                fmt::format("{} bytes of JSON; at most {} are read", text.size(), kMaxJsonBytes));
  }
  Builder builder(text);
  try {
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) {
      return Fail(ErrorKind::kConfig, builder.error());
    }
  } catch (const nlohmann::json::exception& error) {
    return Fail(ErrorKind::kConfig, Reason(error.what()));
  }
  return builder.TakeRoot();
}

}  // namespace bitladder::experiments
