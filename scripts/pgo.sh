#!/usr/bin/env bash
# Builds the command with the profile of a run over generated dumps of all eras: build/pgo/src/ballast.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_dependencies.sh
# One folder: the profile lies beside the objects that it is of.
targets=(ballast_tool ballast_bench ballast_write_synthetic)
rm -rf build/pgo
cmake --preset pgo -DCMAKE_CXX_FLAGS=-fprofile-generate >/dev/null
cmake --build --preset pgo --target "${targets[@]}"
ballast=$PWD/build/pgo/src/ballast

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for era in D0 D4 D8 D10 D13 D14 D16 D18 D24; do
    for seed in 1 2 3 4 5 6; do
        "$ballast" generate --seed $seed --size 100k --era $era >"$work/$era.$seed.txt"
    done
done
build/pgo/bench/ballast_write_synthetic 4 "$work/synthetic.txt"
build/pgo/bench/ballast_write_synthetic 4 "$work/real.txt" real
for round in 1 2 3; do
    "$ballast" validate -j 1 --files "$work" >/dev/null || true
    "$ballast" validate -j 1 --only form --files "$work" >/dev/null 2>&1 || true
    "$ballast" roundtrip -j 1 --files "$work" >/dev/null
    "$ballast" summary -j 1 --files "$work" >/dev/null
done
"$ballast" show "$work/real.txt" >/dev/null

cmake --preset pgo --fresh >/dev/null
cmake --build --preset pgo --target "${targets[@]}"
