#!/usr/bin/env bash
# Builds the command for the paths that real dumps take: built once to count, run on dumps of all kinds, built again with
# the counts. What it prints last is the command.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/dev/install_dependencies.sh --with-bench
# Both builds have one folder: the counts of a unit lie beside its object.
rm -rf build/profile
cmake --preset profile-generate >/dev/null
cmake --build build/profile --target ballast_tool ballast_write_synthetic

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ballast=$PWD/build/profile/src/ballast
build/profile/bench/ballast_write_synthetic 20 "$work/synthetic-buffer-assignment.txt"
build/profile/bench/ballast_write_synthetic 20 "$work/real-buffer-assignment.txt" real
mkdir "$work/small"
for era in D0 D4 D8 D12 D16 D18 D20 D22 D24; do
    for seed in 1 2 3; do
        "$ballast" generate --seed $seed --size 40K --era $era >"$work/small/$era.$seed-buffer-assignment.txt"
    done
done
for command in "validate --only form" validate roundtrip era summary; do
    for text in "$work"/*.txt "$work/small"; do
        # Generated dumps may have findings.
        "$ballast" $command "$text" >/dev/null 2>&1 || [[ $? == 1 ]]
    done
done

cmake --preset profile-use >/dev/null
cmake --build build/profile --target ballast_tool
echo "$ballast"
