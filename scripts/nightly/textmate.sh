#!/usr/bin/env bash
# Colours all golden texts with spec/xla-memory.tmLanguage.json as VS Code does. Fails if a token other than a blank has
# no scope, or if a token of a few known lines has another scope than it should. Needs Node.js and npm; the packages
# are those of .ci/pins.txt.
#     scripts/nightly/textmate.sh [GRAMMAR]
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=build/textmate
scripts/dev/npm_packages.sh "$folder" vscode-textmate vscode-oniguruma
node scripts/nightly/textmate/check.mjs "$folder/node_modules" "${1:-spec/xla-memory.tmLanguage.json}" \
    tests/golden/{dumps,later,modules,releases,train}
