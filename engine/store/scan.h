// Range iteration over a view: versions merged, hidden and deleted ones skipped.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/store/read_view.h"
#include "engine/store/store.h"

namespace bitladder::engine {

// Keeps the view as long as it lives. Shows the newest version with sequence at most `sequence` of
// each key whose newest such version is a value.
std::unique_ptr<ScanIterator> ScanView(std::shared_ptr<const ReadView> view,
                                       std::uint64_t sequence);

}  // namespace bitladder::engine
