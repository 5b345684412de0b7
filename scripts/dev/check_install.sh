#!/usr/bin/env bash
# Installs a build into a folder and builds the examples against it, as a project outside of this tree would.
# The command comes with the component `runtime`, what the examples need with `development`, and nothing with neither.
# usage: check_install.sh BUILD_FOLDER DUMP
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
dump=$2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for component in runtime development Unspecified; do
    cmake --install "$build" --prefix "$folder/$component" --component $component >/dev/null
done
[[ ! -e $folder/runtime/include && ! -e $folder/development/bin ]]
[[ -z $(find "$folder/Unspecified" -name '*ballast*' 2>/dev/null) ]]
[[ -s $folder/runtime/share/man/man1/ballast.1 && -s $folder/runtime/share/bash-completion/completions/ballast ]]
"$folder/runtime/bin/ballast" roundtrip --quiet "$dump"

cp -r "$root/examples" "$folder/project"
cmake -S "$folder/project" -B "$folder/build" -G Ninja -DCMAKE_PREFIX_PATH="$folder/development" "${@:3}" >/dev/null
cmake --build "$folder/build" >/dev/null
for name in findings holders largest_value; do "$folder/build/$name" "$dump"; done
