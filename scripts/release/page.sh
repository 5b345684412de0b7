#!/usr/bin/env bash
# Builds the page that reads dumps without an installation, as one HTML file that needs no network (docs/page.md).
# PACKAGE is the npm package that scripts/release/wasm.sh builds. Needs Node.js; npm if the packages of .ci/pins.txt are not in
# build/page yet.
#     scripts/release/page.sh [-o FILE] [PACKAGE]    by default build/ballast.html, build/wasm/package
set -euo pipefail

source "$(dirname "$0")/one_file.sh" build/ballast.html build/wasm/package "$@"
needs_package
package=$from

folder=$root/build/page
"$root/scripts/dev/npm_packages.sh" "$folder" esbuild fflate fzstd typescript vscode-oniguruma vscode-textmate
cat >"$folder/tsconfig.json" <<JSON
{
  "extends": "$root/bindings/wasm/page/tsconfig.json",
  "compilerOptions": {
    "paths": {
      "ballast-xla": ["$package/dist/index.d.ts"], "fzstd": ["./node_modules/fzstd"],
      "fflate": ["./node_modules/fflate"],
      "vscode-oniguruma": ["./node_modules/vscode-oniguruma"], "vscode-textmate": ["./node_modules/vscode-textmate"]
    }
  },
  "include": ["$root/bindings/wasm/page/*.ts"]
}
JSON
"$folder/node_modules/.bin/tsc" -p "$folder/tsconfig.json"
node "$root/bindings/wasm/page/build.mjs" "$folder/node_modules" "$package" "$output"
