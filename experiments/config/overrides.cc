#include "experiments/config/overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/config/field_value.h"
#include "experiments/config/fields.h"
#include "experiments/config/nearest_name.h"
#include "experiments/config/strict_json.h"
#include "experiments/config/sweep.h"

namespace bitladder::experiments {
namespace {

constexpr std::string_view kSweepPrefix = "sweep.";

// The member of that name, made an object when it is missing; null when it is there and no object.
JsonObject* SectionIn(Json* document, std::string_view name) {
  JsonObject& members = *document->object();
  for (JsonMember& member : members) {
    if (member.name == name) return member.value.object();
  }
  members.push_back({std::string(name), Json(JsonObject())});
  return members.back().value.object();
}

void SetMember(JsonObject* object, std::string_view name, Json value) {
  for (JsonMember& member : *object) {
    if (member.name == name) {
      member.value = std::move(value);
      return;
    }
  }
  object->push_back({std::string(name), std::move(value)});
}

void RemoveAxis(std::string_view path, Json* document) {
  if (document->Find("sweep") == nullptr) return;
  JsonObject* sweep = SectionIn(document, "sweep");
  if (sweep == nullptr) return;  // not an object: SweepFromJson says so
  sweep->erase(std::remove_if(sweep->begin(), sweep->end(),
                              [&](const JsonMember& member) { return member.name == path; }),
               sweep->end());
}

// JSON when it reads as such, a word otherwise; text fields take everything as text.
Result<Json> ValueFrom(const Field* field, const std::string& text) {
  const Result<Json> json = ParseStrictJson(text);
  const bool wants_text = field != nullptr && std::holds_alternative<TextType>(field->type);
  if (json && (!wants_text || json->text() != nullptr)) return *json;
  // Through the parser once more: it refuses bytes that are not UTF-8.
  return ParseStrictJson(WriteJson(Json(text)));
}

Status SetField(const std::string& path, const std::string& text, Json* document) {
  const Field* field = FindField(path);
  if (field == nullptr) {
    std::vector<std::string_view> known;
    for (const Field& candidate : Fields()) known.push_back(candidate.path);
    const std::string_view nearest = NearestName(path, known);
    return Fail(ErrorKind::kConfig,
                nearest.empty()
                    ? std::string("no field has this path; `bitladder describe` lists them")
                    : fmt::format("no field has this path; did you mean \"{}\"?", nearest));
  }
  const Result<Json> value = ValueFrom(field, text);
  if (!value) return tl::unexpected<Error>(value.error());
  std::string pointer;
  for (const std::string_view part : {SectionOf(*field), NameOf(*field)}) {
    if (!part.empty()) pointer = PointerTo(pointer, part);
  }
  ExperimentConfig scratch;
  const Status allowed = ReadField(*field, *value, pointer, &scratch);
  if (!allowed) return allowed;

  const std::string_view section = SectionOf(*field);
  JsonObject* target = section.empty() ? document->object() : SectionIn(document, section);
  if (target == nullptr) {
    return Fail(ErrorKind::kConfig, fmt::format("/{} in the file is not an object", section));
  }
  SetMember(target, NameOf(*field), *value);
  RemoveAxis(path, document);
  return {};
}

Status SetAxis(const std::string& path, const std::string& text, Json* document) {
  const Result<Json> value = ValueFrom(nullptr, text);
  if (!value) return tl::unexpected<Error>(value.error());
  const Result<Sweep> alone = SweepFromJson(Json(JsonObject{{path, *value}}));
  if (!alone) return tl::unexpected<Error>(alone.error());
  JsonObject* sweep = SectionIn(document, "sweep");
  if (sweep == nullptr) {
    return Fail(ErrorKind::kConfig, "/sweep in the file is not an object");
  }
  SetMember(sweep, path, *value);
  return {};
}

}  // namespace

Status ApplyOverrides(std::span<const std::string> overrides, Json* document) {
  if (overrides.empty()) return {};
  if (document->object() == nullptr) {
    return Fail(ErrorKind::kConfig, "a config is one JSON object, in braces");
  }
  std::vector<std::string> paths;
  for (const std::string& override : overrides) {
    const std::size_t equals = override.find('=');
    if (equals == std::string::npos || equals == 0) {
      return Fail(ErrorKind::kConfig,
                  fmt::format("--set {}: expected path=value, e.g. tree.size_ratio=4", override));
    }
    const std::string path = override.substr(0, equals);
    const std::string text = override.substr(equals + 1);
    if (std::find(paths.begin(), paths.end(), path) != paths.end()) {
      return Fail(ErrorKind::kConfig, fmt::format("--set {}: this path is set twice", override));
    }
    paths.push_back(path);
    const Status set = path.starts_with(kSweepPrefix)
                           ? SetAxis(path.substr(kSweepPrefix.size()), text, document)
                           : SetField(path, text, document);
    if (!set) {
      return Fail(ErrorKind::kConfig, fmt::format("--set {}: {}", override, set.error().message));
    }
  }
  return {};
}

}  // namespace bitladder::experiments
