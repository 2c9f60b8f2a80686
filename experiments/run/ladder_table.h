// The ladders of a run as lines of text: a small drawing and the bits of each level.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/run/pooled_point.h"

namespace bitladder::experiments {

// Columns for the allocations' names; what is longer gets a line of its own.
std::size_t AllocationWidth(const std::vector<PooledPoint>& points);

// Bits per key and allocation, the first columns of a row.
std::string RowLabel(const PooledPoint& point, std::size_t width);

// A line for what is swept beside bits and allocation, whenever it changes.
void AppendGroup(const PooledPoint& point, std::string* group, std::string* out);

// One bar a level, level 1 first, in eighths of `most_bits`; a dot where there is no filter. UTF-8,
// one column a level.
std::string LadderDrawing(const std::vector<LevelBits>& ladder, double most_bits);

// A row a point: its drawing, all to one scale, and as many of its levels, the largest ones, as fit
// into 80 columns.
void AppendLadders(const std::vector<PooledPoint>& points, std::string* out);

}  // namespace bitladder::experiments
