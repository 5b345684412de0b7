#!/bin/sh
# Changes digits, lines and names of generated dumps, and of the real ones in BALLAST_CORPUS, and tells which share is
# noticed, and which faults are not: scripts/dev/inject.sh [BUILD [TIMES]], so many faults of each kind in each dump.
set -eu
build=${1:-build}
BALLAST_INJECT=${2:-200} "$build/tests/ballast_tests" --gtest_filter='Injection.*' --gtest_brief=1
