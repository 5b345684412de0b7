#!/usr/bin/env bash
# Installs what is missing, builds, and runs all tests. Real dumps are read from the folder in BALLAST_CORPUS, if any.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_dependencies.sh --with-tests
cmake --preset release -DBALLAST_TESTS=ON -DBALLAST_BENCH=ON >/dev/null
cmake --build --preset release
ctest --preset release
