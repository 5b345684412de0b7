#!/usr/bin/env bash
# Makes src/render/page/report.js, the script of the page that `ballast report` writes, from the TypeScript beside it. Its
# first line has the digests of the sources and of the lines that follow, which tests/page/script_test.py compares.
# `--check` compares the script with the one that is there. Needs Node.js; npm if the packages of .ci/pins.txt are not in
# build/report_script yet.
#     scripts/dev/report_script.sh [--check]
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=build/report_script
scripts/dev/npm_packages.sh "$folder" esbuild typescript
"$folder/node_modules/.bin/tsc" -p src/render/page/tsconfig.json
"$folder/node_modules/.bin/esbuild" src/render/page/report.ts --bundle --minify --line-limit=160 --format=iife --charset=utf8 \
    --legal-comments=none --target=chrome110,firefox115,safari16.4 --log-level=warning --outfile="$folder/body.js"
digest() { sha256sum | cut -c 1-64; }
{
    echo "// Made by scripts/dev/report_script.sh. Sources: $(LC_ALL=C cat src/render/page/*.ts | digest); script: $(digest <"$folder/body.js")"
    cat "$folder/body.js"
} >"$folder/report.js"
if [[ "${1:-}" == --check ]]; then
    cmp "$folder/report.js" src/render/page/report.js
else
    cp "$folder/report.js" src/render/page/report.js
fi
