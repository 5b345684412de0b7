#!/usr/bin/env bash
# Runs what works on several threads under the thread sanitizer: the files of a folder.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/dev/install_dependencies.sh --with-clang
cmake --preset threads -DBALLAST_TESTS=OFF >/dev/null
cmake --build --preset threads --target ballast_tool
ballast=$PWD/build/threads/src/ballast
export TSAN_OPTIONS=halt_on_error=1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for seed in 1 2 3 4 5 6 7 8; do
    "$ballast" generate --seed $seed --size 3M --era D18 >"$work/$seed.txt"
done
# A module of three files.
for section in assignment values live-range; do
    ending=-buffer-assignment.txt
    [[ $section == values ]] && ending=-buffer-assignment-values.txt
    [[ $section == live-range ]] && ending=-live-range.txt
    "$ballast" generate --seed 9 --size 12M --together --section $section >"$work/module_0009.split.cpu_after_optimizations$ending"
done
# A fault at the end of one, and at the start of another.
sed -i '$s/bytes/byts/' "$work/1.txt"
sed -i '30s/value/valu/' "$work/2.txt"
for command in "validate --only form" validate roundtrip era summary; do
    "$ballast" $command -j 4 "$work"/module_0009* >/dev/null 2>"$work/said" || [[ $? == 1 ]] || { cat "$work/said" && exit 2; }
    "$ballast" $command -j 4 "$work" >/dev/null 2>"$work/said" || [[ $? == 1 ]] || { cat "$work/said" && exit 2; }
done
echo "no data race"
