// Every member of a record, declared once: where it stands, its type, unit and meaning. The JSON
// Schema of records is written from this table, and a test holds the records against it.
#pragma once

#include <span>
#include <string_view>

namespace bitladder::experiments {

enum class RecordType {
  kText,
  kFlag,      // true or false
  kCount,     // a whole number from 0
  kNumber,    // finite
  kInterval,  // [low, high]
  kCounts,    // a list of counts
  kNumbers,   // a list of numbers
  kObject,    // members that other declarations give: params, config
  kSection,   // an object whose members are declared here
  kSections,  // a list of such objects
};

// Null stands for what is not available, with the reason in a member of the same name and the
// ending "_status" beside it. Numbers and intervals may always be null: no NaN and no infinity is
// written.
struct RecordField {
  std::string_view path;  // dotted; "[]" after a list of sections, e.g. "tree.runs[].level"
  RecordType type;
  std::string_view unit;  // empty when it has none
  std::string_view doc;
  bool nullable = false;
  bool optional = false;  // left out where it does not apply
};

// In the order of the record; a section stands before its members.
std::span<const RecordField> RecordFields();

// Whether null, with its status, may stand for the field.
bool MayBeNull(const RecordField& field);

}  // namespace bitladder::experiments
