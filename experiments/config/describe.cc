#include "experiments/config/describe.h"

#include <fmt/format.h>

#include <vector>

#include "experiments/config/field_value.h"
#include "experiments/config/fields.h"
#include "experiments/config/nearest_name.h"

namespace bitladder::experiments {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::string_view kIndent = "    ";

// Breaks `text` between words; every line is indented.
void AppendWrapped(std::string_view text, std::string* out) {
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    if (column > 0 && column + 1 + word.size() > kColumns) {
      out->push_back('\n');
      column = 0;
    }
    out->append(column == 0 ? kIndent : " ");
    column += (column == 0 ? kIndent.size() : 1) + word.size();
    out->append(word);
  }
  out->push_back('\n');
}

bool LiesUnder(std::string_view path, std::string_view under) {
  return under.empty() || path == under ||
         (path.starts_with(under) && path.substr(under.size()).starts_with('.'));
}

void AppendField(const Field& field, std::string* out) {
  const Json standard = DefaultOf(field);
  out->append(fmt::format("{} = {}", field.path, WriteJson(standard)));
  if (!field.unit.empty() && standard.text() == nullptr)
    out->append(fmt::format(" {}", field.unit));
  out->push_back('\n');
  AppendWrapped(field.doc, out);
  std::string allowed = fmt::format("Allowed: {}", AllowedText(field));
  if (!field.unit.empty()) allowed += fmt::format(" ({})", field.unit);
  AppendWrapped(allowed, out);
  if (!field.hint.empty()) AppendWrapped(fmt::format("Note: {}.", field.hint), out);
}

}  // namespace

Result<std::string> DescribeFields(std::string_view under) {
  std::string out;
  for (const Field& field : Fields()) {
    if (LiesUnder(field.path, under)) AppendField(field, &out);
  }
  if (!out.empty()) return out;
  std::vector<std::string_view> known;
  for (const Field& field : Fields()) {
    known.push_back(field.path);
    if (!SectionOf(field).empty()) known.push_back(SectionOf(field));
  }
  const std::string_view nearest = NearestName(under, known);
  return Fail(ErrorKind::kConfig,
              fmt::format("no config field is called \"{}\"; {}", under,
                          nearest.empty() ? std::string("`bitladder describe` lists all")
                                          : fmt::format("did you mean \"{}\"?", nearest)));
}

}  // namespace bitladder::experiments
