#!/usr/bin/env bash
# Line coverage of the code that faces the grammar (builder, printer, era, tree) by all tests, property tests and seeds.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/dev/install_dependencies.sh --with-coverage --with-tests
cmake --preset coverage >/dev/null
cmake --build --preset coverage
rm -rf build/coverage/profiles
mkdir -p build/coverage/profiles
LLVM_PROFILE_FILE=$PWD/build/coverage/profiles/%p.profraw ctest --test-dir build/coverage >/dev/null
llvm-profdata-19 merge -o build/coverage/all.profdata build/coverage/profiles/*.profraw
llvm-cov-19 report build/coverage/tests/ballast_tests -object build/coverage/src/ballast \
    -instr-profile=build/coverage/all.profdata src/read src/print src/ast src/era
