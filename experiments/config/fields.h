// Every field of a config, declared once: dotted path, type with its allowed values, unit, one line
// of documentation and the struct member that holds it. Parser, canonical JSON, `describe`, JSON
// Schema and
// `--set` are all written from this table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "experiments/config/experiment_config.h"

namespace bitladder::experiments {

template <class T>
using MemberRef = T& (*)(ExperimentConfig&);

// A whole number in min..max. `zero_word` is the JSON text that stands for 0, e.g. "auto" (then 0
// itself is not written as a number); empty: none.
struct IntegerType {
  std::variant<MemberRef<std::uint64_t>, MemberRef<std::uint32_t>, MemberRef<int>> ref;
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  std::string_view zero_word = {};
};

struct NumberType {
  MemberRef<double> ref;
  double min = 0;
  double max = 0;
  bool whole = false;  // a whole number that the struct keeps as double
};

struct NumberListType {
  MemberRef<std::vector<double>> ref;
  double min = 0;
  double max = 0;
  std::size_t max_items = 0;
};

struct FlagType {
  MemberRef<bool> ref;
};

// `plain`: only letters, digits and "_.-", so that it can name a file; otherwise any text on one
// line.
struct TextType {
  MemberRef<std::string> ref;
  std::size_t max_bytes = 0;
  bool plain = false;
};

// An object that a choice may be written as, e.g. {"zipf": 0.99}. Its tag is what the struct's
// string member then holds.
struct ObjectMember {
  std::string_view name;
  std::string_view unit;
  std::string_view doc;
  std::variant<IntegerType, NumberType, NumberListType> type;
  bool required = true;
};
struct ObjectForm {
  std::string_view tag;
  std::string_view doc;
  std::vector<ObjectMember> members;
};

// One of a closed set of words, or one of the objects.
struct ChoiceType {
  MemberRef<std::string> ref;
  std::vector<std::string_view> words;
  std::vector<ObjectForm> forms = {};
};

using FieldType =
    std::variant<IntegerType, NumberType, NumberListType, FlagType, TextType, ChoiceType>;

struct Field {
  std::string_view path;  // dotted, e.g. "tree.size_ratio"
  std::string_view unit;  // empty when it has none
  FieldType type;
  std::string_view doc;
  std::string_view hint = {};  // the mend, added to errors about this field's value
  // Whether the field means anything beside the others; null: always. A field that means nothing is
  // left out of the canonical JSON, and giving it is an error that ends in `idle_because`.
  bool (*applies)(const ExperimentConfig&) = nullptr;
  std::string_view idle_because = {};
};

// In the order in which `describe` prints them; sections are contiguous.
std::span<const Field> Fields();

// Null when no field has this dotted path.
const Field* FindField(std::string_view path);

// "tree" for "tree.size_ratio", "" for "backend".
std::string_view SectionOf(const Field& field);
// "size_ratio" for "tree.size_ratio".
std::string_view NameOf(const Field& field);

// Version of the config's meaning; a config may state it and then must state this one.
inline constexpr int kConfigSchemaVersion = 1;

}  // namespace bitladder::experiments
