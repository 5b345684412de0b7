#!/usr/bin/env bash
# Installs what is missing, builds, and runs the main job on the example dumps.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install_dependencies.sh
cmake --preset release -DBALLAST_TESTS=OFF -DBALLAST_BENCH=OFF >/dev/null
cmake --build --preset release

echo '$ ballast roundtrip tests/golden/dumps'
build/release/src/ballast roundtrip tests/golden/dumps
echo
echo '$ ballast show tests/golden/dumps/d17.txt'
build/release/src/ballast show tests/golden/dumps/d17.txt
