#!/usr/bin/env bash
# Builds the page that reads dumps without an installation, as one HTML file that needs no network (docs/page.md).
# PACKAGE is the npm package that scripts/release/wasm.sh builds. Needs Node.js; npm if the packages of .ci/pins.txt are not in
# build/page yet.
#     scripts/release/page.sh [-o FILE] [PACKAGE]    by default build/ballast.html, build/wasm/package
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
output=$root/build/ballast.html
while getopts o: option; do
    case $option in
    o) output=$OPTARG ;;
    *) echo "usage: scripts/release/page.sh [-o FILE] [PACKAGE]" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
package=$(realpath -m "${1:-$root/build/wasm/package}")
for file in dist/index.js dist/index.d.ts dist/ballast.wasm; do
    if [[ ! -e $package/$file ]]; then
        echo "page.sh: there is no $package/$file (scripts/release/wasm.sh builds it)" >&2
        exit 2
    fi
done

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
