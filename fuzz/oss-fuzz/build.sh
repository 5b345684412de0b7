#!/bin/bash -eu
# Builds every fuzz target for OSS-Fuzz and ClusterFuzzLite: the engine comes in LIB_FUZZING_ENGINE, the flags in CFLAGS
# and CXXFLAGS; targets, seeds, options and the dictionary go to OUT. Libraries are fetched at their pinned versions.
# It stands in the tree, or as a copy beside it.
here=$(cd "$(dirname "$0")" && pwd)
if [[ -f $here/../../CMakeLists.txt ]]; then cd "$here/../.."; else cd "${SRC:?}/ballast"; fi
source scripts/dev/fuzz_targets.sh

build=${WORK:-/tmp}/ballast-build
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBALLAST_TESTS=OFF -DBALLAST_BENCH=OFF -DBALLAST_TOOL=OFF \
    -DBALLAST_FUZZ=ON -DBALLAST_FUZZ_ENGINE="${LIB_FUZZING_ENGINE:-"-fsanitize=fuzzer"}"
cmake --build "$build" --target "${fuzz_targets[@]}"

for target in "${fuzz_targets[@]}"; do
    cp "$build/fuzz/$target" "$OUT/"
    cp fuzz/fuzzer.options "$OUT/$target.options"
    mapfile -t seeds < <(fuzz_seeds "$target")
    find "${seeds[@]}" -type f | zip -q -@ "$OUT/${target}_seed_corpus.zip"
done
cp fuzz/ballast.dict "$OUT/"
