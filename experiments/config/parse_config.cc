#include "experiments/config/parse_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/config/field_value.h"
#include "experiments/config/fields.h"
#include "experiments/config/nearest_name.h"

namespace bitladder::experiments {
namespace {

constexpr std::string_view kSchema = "$schema";
constexpr std::string_view kSchemaVersion = "schema_version";
constexpr std::string_view kSweep = "sweep";

// Names that may stand in a section; for the top (""), its own fields and the sections.
std::vector<std::string_view> NamesIn(std::string_view section) {
  std::vector<std::string_view> names;
  for (const Field& field : Fields()) {
    if (SectionOf(field) == section) {
      names.push_back(NameOf(field));
    } else if (section.empty() && (names.empty() || names.back() != SectionOf(field))) {
      names.push_back(SectionOf(field));
    }
  }
  if (section.empty()) names.insert(names.end(), {kSchema, kSchemaVersion, kSweep});
  return names;
}

// A name that is right, but in another place: "size_ratio" at the top means "/tree/size_ratio".
const Field* FieldNamed(std::string_view name) {
  for (const Field& field : Fields()) {
    if (NameOf(field) == name) return &field;
  }
  return nullptr;
}

std::string UnknownName(std::string_view pointer, std::string_view section, std::string_view name) {
  const std::vector<std::string_view> known = NamesIn(section);
  std::string mend;
  if (const Field* elsewhere = FieldNamed(name)) {
    mend = fmt::format("did you mean \"{}\"?", elsewhere->path);
  } else if (const std::string_view nearest = NearestName(name, known); !nearest.empty()) {
    mend = fmt::format("did you mean \"{}\"?", nearest);
  } else {
    mend = fmt::format("known here: {}", fmt::join(known, ", "));
  }
  return fmt::format("{}: unknown field; {}", pointer, mend);
}

bool IsSection(std::string_view name) {
  return std::any_of(Fields().begin(), Fields().end(),
                     [&](const Field& field) { return SectionOf(field) == name; });
}

class ConfigReader {
 public:
  Status ReadSection(const JsonObject& members, std::string_view section) {
    for (const JsonMember& member : members) {
      const Status read = section.empty() ? ReadTop(member) : ReadMember(member, section);
      if (!read) return read;
    }
    return {};
  }

  // A field that was given although the others leave it without effect is refused, not ignored.
  Status CheckThatGivenFieldsApply() const {
    for (const auto& [field, pointer] : given_) {
      if (field->applies != nullptr && !field->applies(config)) {
        return Fail(ErrorKind::kConfig,
                    fmt::format("{}: has no effect: {}", pointer, field->idle_because));
      }
    }
    return {};
  }

  ExperimentConfig config;

 private:
  Status ReadTop(const JsonMember& member) {
    const std::string pointer = PointerTo("", member.name);
    if (member.name == kSweep) return {};
    if (member.name == kSchema) {
      if (member.value.text() != nullptr) return {};
      return Fail(ErrorKind::kConfig, fmt::format("{}: expected the path of a schema", pointer));
    }
    if (member.name == kSchemaVersion) {
      if (member.value == Json(kConfigSchemaVersion)) return {};
      return Fail(ErrorKind::kConfig, fmt::format("{}: {} is not allowed; expected {}", pointer,
                                                  WriteJson(member.value), kConfigSchemaVersion));
    }
    if (member.name.empty() || !IsSection(member.name)) return ReadMember(member, "");
    if (const JsonObject* section = member.value.object()) {
      return ReadSection(*section, member.name);
    }
    return Fail(ErrorKind::kConfig, fmt::format("{}: expected an object with the fields {}",
                                                pointer, fmt::join(NamesIn(member.name), ", ")));
  }

  Status ReadMember(const JsonMember& member, std::string_view section) {
    const std::string pointer =
        PointerTo(section.empty() ? "" : PointerTo("", section), member.name);
    // A dot in a name would read as a path; no name has one.
    const Field* field = member.name.find('.') != std::string::npos ? nullptr
                         : section.empty()                          ? FindField(member.name)
                                           : FindField(fmt::format("{}.{}", section, member.name));
    if (field == nullptr) {
      return Fail(ErrorKind::kConfig, UnknownName(pointer, section, member.name));
    }
    given_.emplace_back(field, pointer);
    return ReadField(*field, member.value, pointer, &config);
  }

  std::vector<std::pair<const Field*, std::string>> given_;
};

}  // namespace

Result<ExperimentConfig> ConfigFromJson(const Json& document) {
  const JsonObject* members = document.object();
  if (members == nullptr) {
    return Fail(ErrorKind::kConfig, "a config is one JSON object, in braces");
  }
  ConfigReader reader;
  const Status read = reader.ReadSection(*members, "");
  if (!read) return tl::unexpected<Error>(read.error());
  const Status apply = reader.CheckThatGivenFieldsApply();
  if (!apply) return tl::unexpected<Error>(apply.error());
  return reader.config;
}

Json ConfigToJson(ExperimentConfig config) {
  JsonObject document;
  document.push_back({std::string(kSchemaVersion), Json(kConfigSchemaVersion)});
  for (const Field& field : Fields()) {
    if (field.applies != nullptr && !field.applies(config)) continue;
    JsonObject* target = &document;
    if (const std::string_view section = SectionOf(field); !section.empty()) {
      if (document.back().name != section) document.push_back({std::string(section), JsonObject()});
      target = document.back().value.object();
    }
    target->push_back({std::string(NameOf(field)), WriteField(field, config)});
  }
  return Json(std::move(document));
}

std::string CanonicalConfigJson(const ExperimentConfig& config) {
  return WriteCanonicalJson(ConfigToJson(config));
}

}  // namespace bitladder::experiments
