#!/usr/bin/env bash
# Measures speed and memory; the tables of docs/dev/performance.md.
#     scripts/dev/bench.sh                     all of it
#     scripts/dev/bench.sh --compare COMMIT    the texts in memory alone, this tree and another commit in turns
set -euo pipefail
cd "$(dirname "$0")/../.."

compare=
while (($#)); do
    case $1 in
    --compare) compare=${2:?a commit} && shift 2 ;;
    *) echo "usage: scripts/dev/bench.sh [--compare COMMIT]" >&2 && exit 2 ;;
    esac
done

scripts/dev/install_dependencies.sh --with-bench
targets=(ballast_bench ballast_write_synthetic ballast_cold_runs ballast_tool)
cmake --preset release -DBALLAST_TESTS=ON -DBALLAST_BENCH=ON >/dev/null
bench=$PWD/build/release/bench
cmake --build --preset release --target "${targets[@]}"
if cmake --build --preset release --target help | grep -q ballast_read_json; then
    cmake --build --preset release --target ballast_read_json
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [[ -n $compare ]]; then
    # The benches of this tree with the library of the other commit: the same texts, the same way to measure.
    git worktree prune
    git worktree add --detach "$work/tree" "$compare" >/dev/null
    trap 'git worktree remove --force "$work/tree"; rm -rf "$work"' EXIT
    cmake -S "$work/tree" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DBALLAST_TESTS=OFF -DBALLAST_TOOL=OFF \
        -DBALLAST_BENCH=ON >/dev/null
    cmake --build "$work/build" --target ballast_bench -j "$(nproc)" >/dev/null
    # The names that benches have had.
    filter='^(memchr|recognise|parse|print|check|analyse)(_dump|_lines)?/(105|synthetic)(/real_time)?$'
    for round in 1 2 3 4 5; do
        for side in "$compare=$work/build/bench" "this tree=$bench"; do
            "${side#*=}/ballast_bench" --benchmark_filter="$filter" --benchmark_format=csv 2>/dev/null |
                awk -F, -v side="${side%%=*}" 'NR > 1 && $3 > 0 {
                    split($1, part, "/"); gsub(/"|_dump|_lines/, "", part[1]); printf "%s\t%s\t%s\n", part[1], side, $3 }'
        done
    done | sort | awk -F'\t' '{ key = $1 "\t" $2; if (!(key in least) || $3 < least[key]) least[key] = $3 }
        END { for (key in least) printf "%s\t%.1f ms\n", key, least[key] }' | sort
    exit
fi

echo "--- texts in memory, medians of five"
"$bench/ballast_bench" --benchmark_repetitions=5 --benchmark_min_time=0.2 --benchmark_report_aggregates_only=true \
    --benchmark_enable_random_interleaving=true 2>/dev/null | grep -E '_median|Benchmark'

ballast=$PWD/build/release/src/ballast
for kind in synthetic real; do
    text=$work/$kind-buffer-assignment.txt
    "$bench/ballast_write_synthetic" 105 "$text" $([[ $kind == real ]] && echo real)
    "$ballast" json "$text" >"$work/$kind.json"
    bytes=$(stat -c %s "$text")
    echo "--- $kind, $bytes bytes ($(stat -c %s "$work/$kind.json") as JSON), each command a process"
    {
        printf 'cat\tcat %s >/dev/null\n' "$text"
        printf 'wc -l\twc -l %s >/dev/null\n' "$text"
        printf 'md5sum\tmd5sum %s >/dev/null\n' "$text"
        if [[ -x $bench/ballast_read_json ]]; then
            printf 'simdjson, DOM\t%s dom %s\n' "$bench/ballast_read_json" "$work/$kind.json"
            printf 'simdjson, on demand\t%s on-demand %s >/dev/null\n' "$bench/ballast_read_json" "$work/$kind.json"
        fi
        for command in 'validate --only form' validate roundtrip json; do
            printf '%s\t%s %s %s >/dev/null 2>&1\n' "$command" "$ballast" "$command" "$text"
        done
        printf 'print --from-json\t%s print --from-json %s >/dev/null\n' "$ballast" "$work/$kind.json"
        printf 'era\t%s era %s >/dev/null\n' "$ballast" "$text"
        printf 'show\t%s show %s >/dev/null\n' "$ballast" "$text"
    } | "$bench/ballast_cold_runs" 9 "$bytes"
    rm "$text" "$work/$kind.json"
done

# Grows linearly? Accepted, and refused for its last line.
for megabytes in 1 10 100 1000; do
    text=$work/$megabytes-buffer-assignment.txt
    refused=$work/$megabytes-refused-buffer-assignment.txt
    "$bench/ballast_write_synthetic" $megabytes "$text"
    { cat "$text" && echo '    no peak row'; } >"$refused"
    echo "--- synthetic, $(stat -c %s "$text") bytes"
    {
        for command in 'validate --only form' validate roundtrip; do
            printf '%s\t%s %s %s >/dev/null 2>&1\n' "$command" "$ballast" "$command" "$text"
        done
        printf 'refused: validate\t%s validate %s >/dev/null\n' "$ballast" "$refused"
        printf 'refused: roundtrip\t%s roundtrip %s >/dev/null\n' "$ballast" "$refused"
    } | "$bench/ballast_cold_runs" 3 "$(stat -c %s "$text")"
    rm "$text" "$refused"
done

# What CI does: many small dumps, every core.
mkdir "$work/folder"
for ((i = 1; i <= 5000; ++i)); do
    "$ballast" generate --seed "$i" --size 8k --era D18 >"$work/folder/module_$i.x-buffer-assignment.txt"
done
measure_folder() {
    local bytes
    bytes=$(du -sb "$1" | cut -f1)
    echo "--- 5000 $2, $bytes bytes"
    {
        printf 'xargs cat\tfind %s -type f -print0 | xargs -0 cat >/dev/null\n' "$1"
        printf 'validate --only form\t%s validate --only form %s >/dev/null 2>&1\n' "$ballast" "$1"
        printf 'validate\t%s validate %s >/dev/null\n' "$ballast" "$1"
        printf 'summary\t%s summary %s >/dev/null\n' "$ballast" "$1"
    } | "$bench/ballast_cold_runs" 7 "$bytes"
}
measure_folder "$work/folder" "dumps that were drawn"

# The same with the small dumps of the corpus, as often as it takes.
if [[ -d ${BALLAST_CORPUS:-} ]]; then
    mapfile -d '' -t small < <(find "$BALLAST_CORPUS" -name '*buffer-assignment.txt' -size +4000c -size -14000c -print0 | sort -z)
    if ((${#small[@]} != 0)); then
        mkdir "$work/real"
        for ((i = 0; i < 5000; ++i)); do
            cp "${small[i % ${#small[@]}]}" "$work/real/module_$i.x-buffer-assignment.txt"
        done
        measure_folder "$work/real" "dumps of the corpus"
    fi
else
    echo "--- no corpus: BALLAST_CORPUS is no folder"
fi
