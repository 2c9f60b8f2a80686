// The axes of a sweep: which fields vary, over which values, and which advance together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/config/fields.h"
#include "experiments/config/json.h"
#include "experiments/result_type.h"

namespace bitladder::experiments {

struct Axis {
  const Field* field = nullptr;
  std::vector<Json> values;  // allowed, distinct, as a config file would give them
  std::string zip;           // axes of one non-empty name advance together
};

struct Sweep {
  std::vector<Axis> axes;                       // in the file's order
  std::vector<std::vector<std::size_t>> loops;  // axes that advance together; outermost loop first
};

inline constexpr std::uint64_t kMaxPoints = 200'000;
inline constexpr std::uint64_t kMaxRangeSteps = 10'000;

// False for the fields that are the same for a whole experiment: name, question, repetitions.
bool MayBeSwept(const Field& field);

// Reads the "sweep" object: dotted path -> list of values, or {"values": [...], "zip": "name"}, or
// {"from": a, "to": b, "steps": n, "scale": "linear"|"log", "zip": "name"}. A range has n >= 2
// values from a to b, both exact; those between are rounded to 12 significant digits (to whole
// numbers for integer fields), so that no last digit of a maths library decides a point's id.
// Errors carry the JSON pointer.
Result<Sweep> SweepFromJson(const Json& sweep);

// Number of points that the loops make; 1 without axes. At most kMaxPoints, or SweepFromJson had
// failed.
std::uint64_t PointCount(const Sweep& sweep);

// The index into each axis' values at point `index` of 0..PointCount-1; the first loop turns
// slowest.
std::vector<std::size_t> AxisPositions(const Sweep& sweep, std::uint64_t index);

}  // namespace bitladder::experiments
