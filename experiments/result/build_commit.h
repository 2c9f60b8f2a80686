// The commit that this program was built from; commit.cmake writes the definitions at build time.
#pragma once

namespace bitladder::experiments {

extern const char* const kBuildCommit;  // 40 hex digits; empty outside a git checkout
extern const bool kBuildDirty;          // tracked files differed from the commit

}  // namespace bitladder::experiments
