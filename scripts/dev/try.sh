#!/usr/bin/env bash
# Builds and runs the tests of one room, without optimisation: those in its folder of tests, or those among them that the
# filter of GoogleTest names.
#     scripts/dev/try.sh ROOM [FILTER]    for example: scripts/dev/try.sh check, scripts/dev/try.sh cli 'Command.*'
set -euo pipefail
cd "$(dirname "$0")/../.."

room=${1:-}
if [[ -z $room || ! -d tests/$room ]] || ! compgen -G "tests/$room/*.cpp" >/dev/null; then
    echo "usage: scripts/dev/try.sh ROOM [FILTER], where ROOM is a folder of tests" >&2
    exit 2
fi
case $room in
grammar | describe) target=ballast_grammar_tests ;;
*) target=ballast_tests ;;
esac
suites=$(sed -nE 's/^(TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(([A-Za-z]+),.*/\2.*/p' tests/"$room"/*.cpp | sort -u | paste -sd:)

if [[ ! -e build/quick/CMakeCache.txt ]]; then
    scripts/dev/install_dependencies.sh --with-tests
    cmake --preset quick -DBALLAST_TESTS=ON >/dev/null
fi
cmake --build --preset quick --target "$target"
exec "build/quick/tests/$target" --gtest_brief=1 --gtest_filter="${2:-$suites}"
