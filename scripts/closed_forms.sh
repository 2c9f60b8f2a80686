#!/usr/bin/env bash
# ./scripts/closed_forms.sh
#
# Writes results/study/closed_forms: how far the papers' closed forms lie from the exact optimum on
# finite trees. A test compares the committed files with what this writes.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
folder="$root/results/study/closed_forms"

"$root/scripts/setup.sh"
(
  cd "$root"
  cmake --preset release
  cmake --build --preset release --target bitladder_closed_forms
) >&2

mkdir -p "$folder"
for format in csv json md; do
  "$root/build/release/bitladder_closed_forms" "$format" > "$folder/closed_forms.$format"
done
