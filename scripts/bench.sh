#!/usr/bin/env bash
# Measures speed and peak memory on synthetic dumps; the table of the README.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_dependencies.sh
cmake --preset release -DBALLAST_TESTS=ON -DBALLAST_BENCH=ON >/dev/null
cmake --build --preset release --target ballast_bench ballast_write_synthetic ballast_peak_memory ballast_tool
build/release/bench/ballast_bench --benchmark_repetitions=7 --benchmark_report_aggregates_only=true |
    grep -E '_median|Benchmark'

file=$(mktemp --suffix=-buffer-assignment.txt)
trap 'rm -f "$file"' EXIT
build/release/bench/ballast_write_synthetic 105 "$file"
build/release/bench/ballast_peak_memory "$file" build/release/src/ballast roundtrip "$file" | tail -n 1
# One that conforms.
build/release/src/ballast generate --seed 1 --size 100M --era D18 >"$file"
for command in validate show; do
    build/release/bench/ballast_peak_memory "$file" build/release/src/ballast "$command" "$file" | tail -n 1
done

# What CI does: many small dumps, all rules, every core.
folder=$(mktemp -d)
trap 'rm -rf "$file" "$folder"' EXIT
for ((i = 1; i <= 1000; ++i)); do
    build/release/src/ballast generate --seed "$i" --size 5k --era D18 >"$folder/module_$i.x-buffer-assignment.txt"
done
for run in 1 2 3; do
    begin=$(date +%s%N)
    build/release/src/ballast validate --quiet "$folder" >/dev/null
    echo "validate of 1000 dumps, $(du -sb "$folder" | cut -f1) bytes: $((($(date +%s%N) - begin) / 1000000)) ms"
done
