# Writes the commit that is being built into a source file, and touches it only when it changed.
#   cmake -D SOURCE_DIR=... -D OUTPUT=... -P commit.cmake
set(commit "")
set(dirty "false")
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse HEAD OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "")
else()
  execute_process(COMMAND git -C ${SOURCE_DIR} status --porcelain --untracked-files=no
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    set(dirty "true")
  endif()
endif()
set(source "#include \"experiments/result/build_commit.h\"

namespace bitladder::experiments {

const char* const kBuildCommit = \"${commit}\";
const bool kBuildDirty = ${dirty};

}  // namespace bitladder::experiments
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL source)
  file(WRITE ${OUTPUT} "${source}")
endif()
