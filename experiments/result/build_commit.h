// The commit that this program was built from. Defined in a file that commit.cmake writes at build time.
#pragma once

namespace bitladder::experiments {

extern const char* const kBuildCommit;  // 40 hex digits; empty outside a git checkout
extern const bool kBuildDirty;          // tracked files differed from the commit

}  // namespace bitladder::experiments
