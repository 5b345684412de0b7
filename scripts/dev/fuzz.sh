#!/usr/bin/env bash
# Builds the fuzz targets with sanitizers and runs them on the seeds.
#
#     scripts/dev/fuzz.sh [--runs N | --seconds N] [TARGET…]
#
# Each target runs N times, or N seconds (a minute where nothing is said). What it finds new is kept in
# build/fuzz/corpus/TARGET, crashes in build/fuzz/crashes. Ends with 1 where a target failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
source scripts/dev/fuzz_targets.sh

limit=-max_total_time=60
case "${1:-}" in
    --runs) limit=-runs=${2:?a number of runs}; shift 2 ;;
    --seconds) limit=-max_total_time=${2:?a number of seconds}; shift 2 ;;
esac
targets=("$@")
if ((${#targets[@]} == 0)); then targets=("${fuzz_targets[@]}"); fi

scripts/dev/install_dependencies.sh --with-clang
cmake --preset sanitize >/dev/null
cmake --build --preset sanitize --target "${targets[@]}"
mkdir -p build/fuzz/crashes

# One target; says how it went.
fuzz() {
    local target=$1 corpus=build/fuzz/corpus/$1 log=build/fuzz/$1.log seeds
    mkdir -p "$corpus"
    mapfile -t seeds < <(fuzz_seeds "$target")
    if build/sanitize/fuzz/"$target" "$limit" -seed=1 -max_len=8192 -timeout=10 -rss_limit_mb=4096 -dict=fuzz/ballast.dict \
        -artifact_prefix=build/fuzz/crashes/"$target"- -print_final_stats=1 "$corpus" "${seeds[@]}" >"$log" 2>&1; then
        echo "$target: $(awk '/number_of_executed_units/ {print $2}' "$log") runs, $(awk '/average_exec_per_sec/ {print $2}' "$log") a second, no finding"
    else
        echo "$target: FAILED: $(grep -a -m1 'broken promise' "$log" || true)"
        tail -n 30 "$log"
        return 1
    fi
}

# As many at a time as there are cores.
failed=0
for target in "${targets[@]}"; do
    if (($(jobs -rp | wc -l) >= $(nproc))); then wait -n || failed=1; fi
    fuzz "$target" &
done
while (($(jobs -p | wc -l) > 0)); do wait -n || failed=1; done
exit $failed
