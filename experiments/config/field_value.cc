#include "experiments/config/field_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "experiments/config/nearest_name.h"

namespace bitladder::experiments {
namespace {

constexpr std::size_t kLongestEchoedValue = 60;

std::string Echo(const Json& json) {
  std::string text = WriteJson(json);
  if (text.size() > kLongestEchoedValue) {
    // Cut before a continuation byte, so that the message stays UTF-8.
    std::size_t end = kLongestEchoedValue;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    text = text.substr(0, end) + "...";
  }
  return text;
}

std::string Allowed(const IntegerType& type) {
  std::string text = fmt::format("an integer from {} to {}", type.min, type.max);
  if (!type.zero_word.empty()) text += fmt::format(", or \"{}\"", type.zero_word);
  return text;
}
std::string Allowed(const NumberType& type) {
  return fmt::format("{} from {} to {}", type.whole ? "an integer" : "a number", type.min,
                     type.max);
}
std::string Allowed(const NumberListType& type) {
  return fmt::format("a list of 1 to {} numbers from {} to {}", type.max_items, type.min, type.max);
}
std::string Allowed(const FlagType&) { return "true or false"; }
std::string Allowed(const TextType& type) {
  return type.plain ? fmt::format("at most {} letters, digits or any of _ . -", type.max_bytes)
                    : fmt::format("one line of text of at most {} bytes", type.max_bytes);
}
std::string Allowed(const ChoiceType& type) {
  std::vector<std::string> ways;
  for (const std::string_view word : type.words) ways.push_back(fmt::format("\"{}\"", word));
  for (const ObjectForm& form : type.forms) {
    std::vector<std::string> members;
    for (const ObjectMember& member : form.members) {
      members.push_back(fmt::format("\"{}\": {}{}", member.name, AllowedText(member),
                                    member.required ? "" : " (optional)"));
    }
    ways.push_back(fmt::format("{{{}}}", fmt::join(members, ", ")));
  }
  return fmt::format("{}{}", ways.size() > 1 ? "one of " : "", fmt::join(ways, ", "));
}

// Reads one value and reports errors against one pointer and one phrase of what is allowed.
class Reader {
 public:
  Reader(std::string_view pointer, std::string_view hint, ExperimentConfig* config)
      : pointer_(pointer), hint_(hint), config_(*config) {}

  Status operator()(const IntegerType& type, const Json& json) const {
    std::uint64_t value = 0;
    const std::string* word = json.text();
    const bool is_zero_word = word != nullptr && !type.zero_word.empty() && *word == type.zero_word;
    if (!is_zero_word) {
      const auto* natural = std::get_if<std::uint64_t>(&json.value);
      if (natural == nullptr || *natural < type.min || *natural > type.max) {
        return NotAllowed(json, Allowed(type));
      }
      value = *natural;
    }
    std::visit(
        [&](auto ref) {
          auto& member = ref(config_);
          member = static_cast<std::decay_t<decltype(member)>>(value);
        },
        type.ref);
    return {};
  }

  Status operator()(const NumberType& type, const Json& json) const {
    double value = 0;
    if (!Number(json, &value) || value < type.min || value > type.max ||
        (type.whole && std::floor(value) != value)) {
      return NotAllowed(json, Allowed(type));
    }
    type.ref(config_) = value + 0.0;  // -0 becomes 0: one value, one id
    return {};
  }

  Status operator()(const NumberListType& type, const Json& json) const {
    const JsonArray* items = json.array();
    if (items == nullptr || items->empty() || items->size() > type.max_items) {
      return NotAllowed(json, Allowed(type));
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < items->size(); ++i) {
      double value = 0;
      if (!Number((*items)[i], &value) || value < type.min || value > type.max) {
        return Reader(PointerTo(pointer_, i), hint_, &config_)
            .NotAllowed((*items)[i], fmt::format("a number from {} to {}", type.min, type.max));
      }
      values.push_back(value + 0.0);
    }
    type.ref(config_) = std::move(values);
    return {};
  }

  Status operator()(const FlagType& type, const Json& json) const {
    const auto* flag = std::get_if<bool>(&json.value);
    if (flag == nullptr) return NotAllowed(json, Allowed(type));
    type.ref(config_) = *flag;
    return {};
  }

  Status operator()(const TextType& type, const Json& json) const {
    const std::string* text = json.text();
    const auto fits = [&](unsigned char c) {
      if (!type.plain) return c >= 0x20 && c != 0x7f;
      return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-';
    };
    if (text == nullptr || text->size() > type.max_bytes ||
        !std::all_of(text->begin(), text->end(), fits)) {
      return NotAllowed(json, Allowed(type));
    }
    type.ref(config_) = *text;
    return {};
  }

  Status operator()(const ChoiceType& type, const Json& json) const {
    if (const std::string* word = json.text()) {
      if (std::find(type.words.begin(), type.words.end(), *word) == type.words.end()) {
        const std::string_view nearest = NearestName(*word, type.words);
        return NotAllowed(json, Allowed(type), nearest);
      }
      type.ref(config_) = *word;
      return {};
    }
    const JsonObject* object = json.object();
    const ObjectForm* form = object == nullptr ? nullptr : FormOf(type, *object);
    if (form == nullptr) return NotAllowed(json, Allowed(type));
    type.ref(config_) = std::string(form->tag);
    return ReadForm(*form, *object, json, Allowed(type));
  }

  Status NotAllowed(const Json& json, std::string_view allowed,
                    std::string_view nearest = {}) const {
    std::string message = fmt::format("{}: {} is not allowed", pointer_, Echo(json));
    if (!nearest.empty()) message += fmt::format("; did you mean \"{}\"?", nearest);
    message += fmt::format("{} expected {}", nearest.empty() ? ";" : "", allowed);
    if (!hint_.empty()) message += fmt::format("; {}", hint_);
    return Fail(ErrorKind::kConfig, std::move(message));
  }

 private:
  static bool Number(const Json& json, double* value) {
    if (const auto* natural = std::get_if<std::uint64_t>(&json.value)) {
      *value = static_cast<double>(*natural);
    } else if (const auto* integer = std::get_if<std::int64_t>(&json.value)) {
      *value = static_cast<double>(*integer);
    } else if (const auto* number = std::get_if<double>(&json.value)) {
      *value = *number;
    } else {
      return false;
    }
    return true;
  }

  // The form that has a member of the object's first name.
  static const ObjectForm* FormOf(const ChoiceType& type, const JsonObject& object) {
    for (const JsonMember& given : object) {
      for (const ObjectForm& form : type.forms) {
        for (const ObjectMember& member : form.members) {
          if (member.name == given.name) return &form;
        }
      }
    }
    return nullptr;
  }

  Status ReadForm(const ObjectForm& form, const JsonObject& object, const Json& json,
                  std::string_view allowed) const {
    for (const JsonMember& given : object) {
      const bool known =
          std::any_of(form.members.begin(), form.members.end(),
                      [&](const ObjectMember& member) { return member.name == given.name; });
      if (!known) {
        return Fail(ErrorKind::kConfig, fmt::format("{}: unknown member; expected {}",
                                                    PointerTo(pointer_, given.name), allowed));
      }
    }
    for (const ObjectMember& member : form.members) {
      const Json* value = json.Find(member.name);
      if (value == nullptr) {
        if (!member.required) continue;
        return Fail(ErrorKind::kConfig, fmt::format("{}: \"{}\" is missing; expected {}", pointer_,
                                                    member.name, allowed));
      }
      const Reader reader(PointerTo(pointer_, member.name), hint_, &config_);
      const Status read =
          std::visit([&](const auto& type) { return reader(type, *value); }, member.type);
      if (!read) return read;
    }
    return {};
  }

  std::string pointer_;
  std::string_view hint_;
  ExperimentConfig& config_;
};

struct JsonWriter {
  ExperimentConfig& config;

  Json operator()(const IntegerType& type) const {
    const std::uint64_t value =
        std::visit([&](auto ref) { return static_cast<std::uint64_t>(ref(config)); }, type.ref);
    if (value == 0 && !type.zero_word.empty()) return Json(type.zero_word);
    return Json(value);
  }
  Json operator()(const NumberType& type) const { return Json(type.ref(config)); }
  Json operator()(const NumberListType& type) const {
    JsonArray items;
    for (const double value : type.ref(config)) items.push_back(Json(value));
    return Json(std::move(items));
  }
  Json operator()(const FlagType& type) const { return Json(type.ref(config)); }
  Json operator()(const TextType& type) const { return Json(type.ref(config)); }
  Json operator()(const ChoiceType& type) const {
    const std::string& word = type.ref(config);
    for (const ObjectForm& form : type.forms) {
      if (form.tag != word) continue;
      JsonObject object;
      for (const ObjectMember& member : form.members) {
        object.push_back({std::string(member.name), std::visit(*this, member.type)});
      }
      return Json(std::move(object));
    }
    return Json(word);
  }
};

}  // namespace

Status ReadField(const Field& field, const Json& json, std::string_view pointer,
                 ExperimentConfig* config) {
  const Reader reader(pointer, field.hint, config);
  return std::visit([&](const auto& type) { return reader(type, json); }, field.type);
}

Json WriteField(const Field& field, ExperimentConfig& config) {
  return std::visit(JsonWriter{config}, field.type);
}

Json DefaultOf(const Field& field) {
  ExperimentConfig defaults;
  return WriteField(field, defaults);
}

std::string AllowedText(const Field& field) {
  return std::visit([](const auto& type) { return Allowed(type); }, field.type);
}

std::string AllowedText(const ObjectMember& member) {
  return std::visit([](const auto& type) { return Allowed(type); }, member.type);
}

}  // namespace bitladder::experiments
