#!/usr/bin/env bash
# Records on how many real modules each semantic rule was applied, in spec/evidence.json and in the table from which
# `ballast explain` quotes it: scripts/nightly/evidence.sh [--build DIR] [FOLDER]… with the golden releases, the folder of
# BALLAST_CORPUS, and these. The names of folders show the producers (tests/check/evidence_test.cpp). Exit code 1 if
# a warning or an error was found: such a rule is narrowed or becomes a note.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

build=$root/build/release
if [[ ${1:-} == --build ]]; then
    build=$(cd "$2" && pwd)
    shift 2
fi
folders=$root/tests/golden/releases${BALLAST_CORPUS:+:$BALLAST_CORPUS}
for folder in "$@"; do
    folders+=:$(cd "$folder" && pwd)
done
BALLAST_EVIDENCE=$folders "$build/tests/ballast_tests" --gtest_filter='Evidence.IsRecorded' --gtest_brief=1
git -C "$root" --no-pager diff --stat -- spec/evidence.json
"$build/tests/ballast_tests" --gtest_filter='Evidence.HoldsWithoutExceptionForWarningsAndErrors' --gtest_brief=1
