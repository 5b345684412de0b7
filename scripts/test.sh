#!/usr/bin/env bash
# Installs what is missing, builds, and runs the tests. Real dumps are read from the folder in BALLAST_CORPUS, if any.
#     scripts/test.sh            all tests, built as released
#     scripts/test.sh --quick    for the edit loop: built without optimisation, without the tests that take long
set -euo pipefail
cd "$(dirname "$0")/.."

preset=release
case "${1:-}" in
"") ;;
--quick) preset=quick ;;
*) echo "usage: scripts/test.sh [--quick]" >&2 && exit 2 ;;
esac

scripts/dev/install_dependencies.sh --with-tests
cmake --preset "$preset" -DBALLAST_TESTS=ON -DBALLAST_BENCH=OFF -DBALLAST_PYTHON=OFF >/dev/null
cmake --build --preset "$preset"
ctest --preset "$preset"
