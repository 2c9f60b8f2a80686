#include "experiments/config/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bitladder::experiments {
namespace {

constexpr double kTwoTo53 = 9007199254740992.0;

void AppendText(std::string_view text, std::string* out) {
  out->push_back('"');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out->push_back('\\');
      out->push_back(c);
    } else if (c == '\n') {
      out->append("\\n");
    } else if (c == '\t') {
      out->append("\\t");
    } else if (byte < 0x20 || byte == 0x7f) {
      fmt::format_to(std::back_inserter(*out), "\\u{:04x}", byte);
    } else {
      out->push_back(c);
    }
  }
  out->push_back('"');
}

class Writer {
 public:
  Writer(bool sorted, bool pretty) : sorted_(sorted), pretty_(pretty) {}

  void Write(const Json& json, int depth) {
    if (const auto* object = json.object()) {
      WriteObject(*object, depth);
    } else if (const auto* array = json.array()) {
      WriteArray(*array, depth);
    } else {
      WriteScalar(json);
    }
  }

  std::string Take() { return std::move(out_); }

 private:
  void WriteScalar(const Json& json) {
    if (const auto* text = json.text()) {
      AppendText(*text, &out_);
    } else if (const auto* flag = std::get_if<bool>(&json.value)) {
      out_.append(*flag ? "true" : "false");
    } else if (const auto* natural = std::get_if<std::uint64_t>(&json.value)) {
      fmt::format_to(std::back_inserter(out_), "{}", *natural);
    } else if (const auto* integer = std::get_if<std::int64_t>(&json.value)) {
      fmt::format_to(std::back_inserter(out_), "{}", *integer);
    } else if (const auto* number = std::get_if<double>(&json.value)) {
      fmt::format_to(std::back_inserter(out_), "{}", *number);
    } else {
      out_.append("null");
    }
  }

  // Arrays of scalars stay on one line, so that a ladder or an axis reads as one.
  void WriteArray(const JsonArray& array, int depth) {
    const bool flat = std::none_of(array.begin(), array.end(), [](const Json& item) {
      return item.array() != nullptr || item.object() != nullptr;
    });
    out_.push_back('[');
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (i > 0) out_.append(pretty_ && flat ? ", " : ",");
      if (!flat) Break(depth + 1);
      Write(array[i], depth + 1);
    }
    if (!flat) Break(depth);
    out_.push_back(']');
  }

  void WriteObject(const JsonObject& object, int depth) {
    std::vector<const JsonMember*> members;
    members.reserve(object.size());
    for (const JsonMember& member : object) members.push_back(&member);
    if (sorted_) {
      std::sort(members.begin(), members.end(),
                [](const JsonMember* a, const JsonMember* b) { return a->name < b->name; });
    }
    out_.push_back('{');
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i > 0) out_.push_back(',');
      Break(depth + 1);
      AppendText(members[i]->name, &out_);
      out_.append(pretty_ ? ": " : ":");
      Write(members[i]->value, depth + 1);
    }
    if (!members.empty()) Break(depth);
    out_.push_back('}');
  }

  void Break(int depth) {
    if (pretty_) fmt::format_to(std::back_inserter(out_), "\n{:{}}", "", 2 * depth);
  }

  const bool sorted_;
  const bool pretty_;
  std::string out_;
};

std::string WriteWith(Writer writer, const Json& json) {
  writer.Write(json, 0);
  return writer.Take();
}

}  // namespace

Json::Json(int n) {
  if (n < 0) {
    value = std::int64_t{n};
  } else {
    value = static_cast<std::uint64_t>(n);
  }
}

Json::Json(double number) : value(number) {
  if (std::floor(number) != number || std::abs(number) > kTwoTo53) return;
  if (number < 0) {
    value = static_cast<std::int64_t>(number);
  } else {
    value = static_cast<std::uint64_t>(number);
  }
}

const Json* Json::Find(std::string_view name) const {
  const JsonObject* members = object();
  if (members == nullptr) return nullptr;
  for (const JsonMember& member : *members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

bool Json::operator==(const Json& other) const { return value == other.value; }

std::string WriteJson(const Json& json) { return WriteWith(Writer(false, false), json); }
std::string WriteCanonicalJson(const Json& json) { return WriteWith(Writer(true, false), json); }
std::string WritePrettyJson(const Json& json) {
  return WriteWith(Writer(false, true), json) + "\n";
}

std::string PointerTo(std::string_view pointer, std::string_view name) {
  std::string out(pointer);
  out.push_back('/');
  for (const char c : name) {
    if (c == '~') {
      out.append("~0");
    } else if (c == '/') {
      out.append("~1");
    } else {
      out.push_back(c);
    }
  }
  return out;
}

std::string PointerTo(std::string_view pointer, std::size_t index) {
  return fmt::format("{}/{}", pointer, index);
}

}  // namespace bitladder::experiments
