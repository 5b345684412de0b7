#!/usr/bin/env bash
# Installs a build into a folder and builds the examples against it, as a project outside of this tree would.
# usage: check_install.sh BUILD_FOLDER DUMP
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$1
dump=$2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --prefix "$folder/prefix" >/dev/null
cp -r "$root/examples" "$folder/project"
cmake -S "$folder/project" -B "$folder/build" -G Ninja -DCMAKE_PREFIX_PATH="$folder/prefix" "${@:3}" >/dev/null
cmake --build "$folder/build" >/dev/null
for name in findings holders largest_value; do "$folder/build/$name" "$dump"; done
"$folder/prefix/bin/ballast" roundtrip --quiet "$dump"
