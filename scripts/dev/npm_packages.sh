#!/usr/bin/env bash
# Installs packages of npm into FOLDER/node_modules, at the versions of .ci/pins.txt and with their integrity. Nothing is
# fetched if they are there already. Needs Node.js and npm.
#     scripts/dev/npm_packages.sh FOLDER NAME…
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1
shift

pinned() {
    for name in "$@"; do awk -v name="$name" '$1 == "npm" && $2 == name' "$root/.ci/pins.txt"; done
}
if (($(pinned "$@" | wc -l) != $#)); then
    echo "npm_packages.sh: .ci/pins.txt lacks one of: $*" >&2
    exit 2
fi
mkdir -p "$folder"
if [[ $(cat "$folder/pins" 2>/dev/null) == "$(pinned "$@")" ]]; then exit 0; fi
mapfile -t packages < <(pinned "$@" | awk '{ print $2 "@" $3 }')
npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent "${packages[@]}"
while read -r _ name _ integrity; do
    if ! grep -qF "\"integrity\": \"$integrity\"" "$folder/package-lock.json"; then
        echo "npm_packages.sh: $name is not what .ci/pins.txt says" >&2
        exit 2
    fi
done < <(pinned "$@")
pinned "$@" >"$folder/pins"
