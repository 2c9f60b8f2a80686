#!/usr/bin/env bash
# ./scripts/test.sh [flags of ctest]
#
# Sets up, builds everything and runs every test: C++, Python and the checks of the source itself.
# PRESET (default release) chooses another build, e.g. PRESET=asan. Ends with "N passed, N failed".
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset="${PRESET:-release}"

./scripts/setup.sh
cmake --preset "$preset"
cmake --build --preset "$preset"

report="$PWD/build/$preset/ctest.xml"
rm -f "$report"
status=0
ctest --preset "$preset" --parallel "$(nproc)" --output-junit "$report" "$@" || status=$?

# count ATTRIBUTE: a number from the report's <testsuite> element.
count() {
  sed -n "s/^[[:space:]]*$1=\"\([0-9]*\)\".*/\1/p" "$report" | head -n 1
}
if [[ ! -s "$report" ]]; then
  echo "0 passed, 0 failed: no test ran" >&2
  exit 1
fi
total="$(count tests)"
failed="$(count failures)"
skipped=$(($(count disabled) + $(count skipped)))
summary="$((total - failed - skipped)) passed, $failed failed"
if ((skipped > 0)); then
  summary+=", $skipped skipped"
fi
echo "$summary"
exit "$status"
