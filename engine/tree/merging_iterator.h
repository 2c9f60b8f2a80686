// Several sorted inputs as one: a multiway merge.
#pragma once

#include <memory>
#include <vector>

#include "engine/table/iterator.h"

namespace bitladder::engine {

// Yields every entry of every input in internal-key order; no internal key occurs twice. The first
// error of an input ends the merge: Valid() is false and status() is that error, so that a damaged
// input is never mistaken for a short one.
std::unique_ptr<Iterator> NewMergingIterator(std::vector<std::unique_ptr<Iterator>> inputs);

}  // namespace bitladder::engine
