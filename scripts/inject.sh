#!/bin/sh
# Changes digits of generated dumps, and of the real ones in BALLAST_CORPUS, and tells which share of them is noticed and
# which are not: scripts/inject.sh [BUILD [DIGITS]], so many of each dump.
set -eu
build=${1:-build}
BALLAST_INJECT=${2:-200} "$build/tests/ballast_tests" --gtest_filter='Injection.*' --gtest_brief=1
