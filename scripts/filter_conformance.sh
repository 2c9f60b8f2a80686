#!/usr/bin/env bash
# ./scripts/filter_conformance.sh [KEYS...]
#
# Meets every filter kind with its rate model at sizes that no test has time for (default 10^7 and
# 10^8 keys: about three quarters of an hour and 8 GB of memory) and writes one table a size into
# results/filter_conformance/. Fails when a cell disagrees.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if (($# == 0)); then
  set -- 10000000 100000000
fi

./scripts/setup.sh
cmake --preset release
cmake --build --preset release --target filter_conformance_table

status=0
for keys in "$@"; do
  table="results/filter_conformance/${keys}_keys.md"
  echo "$keys keys into $table" >&2
  build/release/experiments/confront/filter_conformance_table "$keys" >"$table.part" || status=1
  mv "$table.part" "$table"
  tail -n 1 "$table" >&2
done
exit "$status"
