#!/usr/bin/env bash
# Fuzzes for hours, as a fleet would: each target first in a fast build that grows the corpus, then with sanitizers on
# what has grown; the corpus is merged down to what covers something, and a report says which lines it reaches.
#
#     scripts/nightly/fuzz_long.sh SECONDS_PER_TARGET [TARGET…]
#
# Leaves build/fuzz-long/corpus/TARGET, build/fuzz-long/crashes and build/fuzz-long/coverage.txt.
set -euo pipefail
cd "$(dirname "$0")/../.."
source scripts/dev/fuzz_targets.sh

seconds=${1:?seconds per target}
shift
targets=("$@")
if ((${#targets[@]} == 0)); then targets=("${fuzz_targets[@]}"); fi
out=build/fuzz-long
mkdir -p $out/crashes

scripts/dev/install_dependencies.sh --with-coverage
for preset in fuzz-fast sanitize; do
    cmake --preset $preset >/dev/null
    cmake --build --preset $preset --target "${targets[@]}"
done
cmake --preset coverage >/dev/null
cmake --build --preset coverage --target "${targets[@]/%/_replay}"

failed=0
for target in "${targets[@]}"; do
    mapfile -t seeds < <(fuzz_seeds "$target")
    grown=$out/grown/$target
    corpus=$out/corpus/$target
    mkdir -p "$grown" "$corpus"
    options=(-max_len=16384 -timeout=20 -rss_limit_mb=4096 -dict=fuzz/ballast.dict -print_final_stats=1
        -artifact_prefix="$out/crashes/$target-")
    echo "$target: fast build"
    build/fuzz-fast/fuzz/"$target" "${options[@]}" -max_total_time="$seconds" "$grown" "${seeds[@]}" \
        >"$out/$target.fast.log" 2>&1 || failed=1
    echo "$target: sanitizers"
    build/sanitize/fuzz/"$target" "${options[@]}" -max_total_time="$seconds" "$grown" "${seeds[@]}" \
        >"$out/$target.log" 2>&1 || failed=1
    build/sanitize/fuzz/"$target" -merge=1 "$corpus" "$grown" "${seeds[@]}" >/dev/null 2>&1 || failed=1
    LLVM_PROFILE_FILE=$out/$target.profraw build/coverage/fuzz/"${target}_replay" "$corpus" || failed=1
done
llvm-profdata-19 merge -o $out/all.profdata $out/*.profraw
objects=("${targets[@]/#/-object=build/coverage/fuzz/}")
llvm-cov-19 report build/coverage/fuzz/"${targets[0]}_replay" "${objects[@]/%/_replay}" -instr-profile=$out/all.profdata src grammar include \
    >$out/coverage.txt
tail -n 1 $out/coverage.txt
ls $out/crashes
exit $failed
