#!/usr/bin/env bash
# Installs what is missing, builds the command, and shows the memory of an example.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/dev/install_dependencies.sh
cmake --preset release -DBALLAST_TESTS=OFF -DBALLAST_BENCH=OFF >/dev/null
cmake --build --preset release --target ballast_tool

echo '$ ballast show tests/golden/train/before'
build/release/src/ballast show tests/golden/train/before
echo
echo 'The command is build/release/src/ballast.'
