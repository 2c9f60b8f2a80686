#!/usr/bin/env bash
# ./scripts/run.sh [CONFIG] [flags of `bitladder run`]
#
# Sets up, builds, runs an experiment (the quickstart unless CONFIG names another), draws its
# figures and writes its report. Results go to results/scratch/<name of the config> unless -o DIR
# is given.
# Exit status: that of `bitladder run` (0 done, 1 a point failed, 2 wrong config or command), or
# that of the plot or the report where the run succeeded.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
config="$root/configs/quickstart/quickstart.json"
output=""
flags=()

if (($# > 0)) && [[ "$1" == -h || "$1" == --help ]]; then
  sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit 0
fi
if (($# > 0)) && [[ "$1" != -* ]]; then
  config="$1"
  shift
fi
while (($# > 0)); do
  case "$1" in
    -o | --output)
      if (($# < 2)); then
        echo "run: $1 needs a directory" >&2
        exit 2
      fi
      output="$2"
      shift
      ;;
    --output=*) output="${1#--output=}" ;;
    *) flags+=("$1") ;;
  esac
  shift
done
if [[ -z "$output" ]]; then
  output="$root/results/scratch/$(basename "$config" .json)"
fi

"$root/scripts/setup.sh"
(
  cd "$root"
  cmake --preset release
  cmake --build --preset release --target bitladder report_page
) >&2

run_status=0
"$root/build/release/bitladder" run "$config" -o "$output" "${flags[@]}" || run_status=$?
if ((run_status == 2)); then
  exit 2
fi

drawn_status=0
"$root/scripts/plot.py" "$output" || drawn_status=$?
"$root/scripts/report.py" "$output" || drawn_status=$?
exit $((run_status != 0 ? run_status : drawn_status))
