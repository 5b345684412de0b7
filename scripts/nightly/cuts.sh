#!/usr/bin/env bash
# Cuts golden and real files: `show` answers from what is before the cut, says that it is incomplete, and meets no limit.
# Prints a table by kind. Real files are those of the folder BALLAST_CORPUS and of the folders that are given.
#     scripts/nightly/cuts.sh [--files N] [--cuts N] [--details] [FOLDER…]
set -euo pipefail
cd "$(dirname "$0")/../.."

python3 scripts/nightly/cuts.py "${BALLAST_COMMAND:-build/release/src/ballast}" tests/golden/{dumps,train,modules,releases,tpu} \
    ${BALLAST_CORPUS:+"$BALLAST_CORPUS"} "$@"
