#!/usr/bin/env bash
# Colours all golden texts with spec/xla-memory.tmLanguage.json as VS Code does. Fails if a token other than a blank has
# no scope, or if a token of a few known lines has another scope than it should. Needs Node.js and npm; the packages
# are those of .ci/pins.txt.
#     scripts/textmate.sh [GRAMMAR]
set -euo pipefail
cd "$(dirname "$0")/.."

folder=build/textmate
mkdir -p "$folder"
pinned() { awk '$1 == "npm" && $2 ~ /^vscode-/' .ci/pins.txt; }
if [[ $(cat "$folder/pins" 2>/dev/null) != "$(pinned)" ]]; then
    mapfile -t packages < <(pinned | awk '{ print $2 "@" $3 }')
    npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent "${packages[@]}"
    while read -r _ name _ integrity; do
        if ! grep -qF "\"integrity\": \"$integrity\"" "$folder/package-lock.json"; then
            echo "textmate.sh: $name is not what .ci/pins.txt says" >&2
            exit 2
        fi
    done < <(pinned)
    pinned >"$folder/pins"
fi
node scripts/textmate/check.mjs "$folder/node_modules" "${1:-spec/xla-memory.tmLanguage.json}" \
    tests/golden/{dumps,later,modules,releases,train}
