// The JSON Schema (draft 2020-12) of one record, written from the table of its members.
#pragma once

#include <string>

namespace bitladder::experiments {

// Pretty-printed, ends with a line break. Strict: unknown members are refused, every member that is
// not optional is required, and null needs its status beside it.
std::string RecordSchema();

}  // namespace bitladder::experiments
