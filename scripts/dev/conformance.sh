#!/usr/bin/env bash
# The conformance suite, spec/conformance: runs the readers of spec/conformance/readers.json and prints what each can, or
# makes the suite anew from the chapters, the golden files and generated texts. Further arguments are those of
# spec/conformance/run.py.
#     scripts/dev/conformance.sh [--format text|json|html] [-o FILE] [--only READER,...] [--update-baseline]
#     scripts/dev/conformance.sh --update
set -euo pipefail
cd "$(dirname "$0")/../.."

build=${BALLAST_BUILD:-build/release}
if [[ "${1:-}" == --update ]]; then
    cmake --preset release -DBALLAST_TESTS=ON >/dev/null
    cmake --build --preset release --target ballast_grammar_tests
    BALLAST_UPDATE_GOLDEN=1 "$build/tests/ballast_grammar_tests" --gtest_brief=1 --gtest_filter='Conformance.*'
    git status --short spec/conformance
    exit
fi
python3 -B spec/conformance/run.py --ballast "$build/src/ballast" "$@"
