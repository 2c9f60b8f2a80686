#!/usr/bin/env bash
# Checks that every C++ file is laid out by clang-format 14 with the root's .clang-format.
# Mend with: ./scripts/check_format.sh --fix
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
formatter="$(command -v clang-format-14 || command -v clang-format)"
mode=(--dry-run --Werror)
if [[ "${1:-}" == --fix ]]; then
  mode=(-i)
fi
find sim engine experiments -name '*.h' -print0 -o -name '*.cc' -print0 |
  xargs -0 "$formatter" "${mode[@]}"
