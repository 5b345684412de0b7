#!/usr/bin/env bash
# What the build costs: compiles everything that scripts/demo.sh builds, one unit at a time, and prints the CPU seconds
# of the 20 dearest units and of each room. CPU seconds hardly depend on what else the machine does.
#     scripts/dev/build_cost.sh              prints
#     scripts/dev/build_cost.sh --compare    also ends with 1 where a room costs over a quarter more than .ci/build_cost.txt says
#     scripts/dev/build_cost.sh --update     rewrites .ci/build_cost.txt
set -euo pipefail

# As the launcher of the compiler: the CPU seconds of one unit.
if [[ "${1:-}" == --launch ]]; then
    log=$2
    shift 2
    TIMEFORMAT='%U %S'
    exec 3>&1 4>&2
    spent=$({ time "$@" 1>&3 2>&4; } 2>&1)
    unit=
    for word in "$@"; do if [[ $word == *.cpp || $word == *.cxx ]]; then unit=$word; fi; done
    echo "$spent $unit" >>"$log"
    exit
fi

cd "$(dirname "$0")/../.."
mode=${1:-}
[[ $mode == "" || $mode == --compare || $mode == --update ]] || { echo "usage: scripts/dev/build_cost.sh [--compare | --update]" >&2; exit 2; }

scripts/dev/install_dependencies.sh
build=$PWD/build/cost
rm -rf "$build"
cmake --preset release -B "$build" -DBALLAST_UNITY=OFF -DBALLAST_TESTS=OFF -DBALLAST_BENCH=OFF \
    "-DCMAKE_CXX_COMPILER_LAUNCHER=$PWD/scripts/dev/build_cost.sh;--launch;$build/log" >/dev/null
cmake --build "$build" -j 1 >/dev/null

# CPU seconds and the path of each unit; a precompiled header or a generated unit belongs to no room.
awk -v root="$PWD/" '{ path = $3; sub(root, "", path); printf "%.2f %s\n", $1 + $2, path }' "$build/log" | sort -rn >"$build/units"
awk '{ room = "generated"; if ($2 ~ /^src\/[a-z]+\//) { split($2, part, "/"); room = part[2] }
       sum[room] += $1; all += $1 }
     END { for (room in sum) printf "%.1f %s\n", sum[room], room; printf "%.1f all\n", all }' "$build/units" | sort -rn >"$build/rooms"
echo "CPU seconds of the 20 dearest units"
head -n 20 "$build/units"
echo "CPU seconds of each room"
cat "$build/rooms"

case $mode in
--update) cp "$build/rooms" .ci/build_cost.txt ;;
--compare)
    # A room below five seconds varies by more than a quarter.
    awk 'NR == FNR { before[$2] = $1; next }
         $1 <= 5 { next }
         !($2 in before) { printf "%s: %.1f CPU seconds, not in the table\n", $2, $1; worse = 1; next }
         $1 > 1.25 * before[$2] { printf "%s: %.1f CPU seconds, %.1f in the table\n", $2, $1, before[$2]; worse = 1 }
         END { exit worse }' .ci/build_cost.txt "$build/rooms"
    ;;
esac
