#!/usr/bin/env bash
# ./scripts/reproduce.sh [FIGURE...] [--full] [--fresh] [-o DIR]
#
# Runs the configs of the papers' figures (configs/paper; all of them, or those named, e.g.
# monkey_11a), one dataset at a time, then draws every figure that has records and writes the table
# of the papers' claims and the sources' errata. Results go to results/paper, with --full to
# results/scratch/paper_full, unless -o DIR is given.
#
#   --full    the papers' own sizes, up to 40 GB of disk, and a simulation beyond
#   --fresh   forget earlier records; without it a stopped run goes on
#
# Takes some 15 minutes on 2 cores and up to 12 GB of disk.
#
# Exit status: 0 done, 1 a point failed (it is in the records and drawn as such), 2 a wrong command.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
configs="$root/configs/paper"
output=""
full=0
flags=()
figures=()

while (($# > 0)); do
  case "$1" in
    -h | --help)
      sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --full) full=1 ;;
    --fresh) flags+=(--fresh) ;;
    -o | --output)
      if (($# < 2)); then
        echo "reproduce: $1 needs a directory" >&2
        exit 2
      fi
      output="$2"
      shift
      ;;
    -*)
      echo "reproduce: unknown flag $1; see --help" >&2
      exit 2
      ;;
    *)
      if [[ ! -f "$configs/$1.json" ]]; then
        known="$(cd "$configs" && echo *.json)"
        echo "reproduce: no figure $1; known: ${known//.json/}" >&2
        exit 2
      fi
      figures+=("$1")
      ;;
  esac
  shift
done
if ((${#figures[@]} == 0)); then
  for path in "$configs"/*.json; do
    figures+=("$(basename "$path" .json)")
  done
fi
if [[ -z "$output" ]]; then
  output="$root/results/paper"
  if ((full)); then output="$root/results/scratch/paper_full"; fi
fi

"$root/scripts/setup.sh"
(
  cd "$root"
  cmake --preset release
  cmake --build --preset release --target bitladder bitladder_errata
) >&2

status=0
for figure in "${figures[@]}"; do
  config="$configs/$figure.json"
  if ((full)) && [[ -f "$configs/full/$figure.json" ]]; then
    config="$configs/full/$figure.json"
  fi
  echo "reproduce: $figure" >&2
  load="$(cut -d' ' -f1 /proc/loadavg)"
  start=$SECONDS
  run_status=0
  "$root/build/release/bitladder" run "$config" -o "$output/records/$figure" "${flags[@]}" ||
    run_status=$?
  if ((run_status == 2)); then
    exit 2
  fi
  if ((run_status != 0)); then status=1; fi
  mkdir -p "$output/records/$figure"
  printf '{"seconds": %d, "load_before": %s, "load_after": %s}\n' "$((SECONDS - start))" \
    "$load" "$(cut -d' ' -f1 /proc/loadavg)" > "$output/records/$figure/took.json"
done

mkdir -p "$output/errata"
for erratum in $("$root/build/release/bitladder_errata"); do
  "$root/build/release/bitladder_errata" "$erratum" > "$output/errata/$erratum.md"
done
"$root/scripts/paper_results.py" "$output"
exit "$status"
