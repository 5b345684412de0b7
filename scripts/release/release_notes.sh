#!/usr/bin/env bash
# Prints what CHANGELOG.md says about the version of a tag. Ends with 2 if the tag is not the version of CMakeLists.txt, or
# the changelog has no section for it.
#     scripts/release/release_notes.sh vVERSION
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(sed -n 's/^project(ballast VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
if [[ $1 != "v$version" ]]; then
    echo "release_notes.sh: the tag is $1, the version of CMakeLists.txt is $version" >&2
    exit 2
fi
notes=$(awk -v head="## [$version]" 'index($0, "## ") == 1 { found = index($0, head) == 1; next } found' CHANGELOG.md)
if [[ -z ${notes//[[:space:]]/} ]]; then
    echo "release_notes.sh: CHANGELOG.md has no section [$version]" >&2
    exit 2
fi
printf '%s\n' "$notes"
