#!/usr/bin/env bash
# Builds the extension for VS Code and packs it as a .vsix. PACKAGE is the npm package that
# scripts/release/wasm.sh builds. Needs Node.js and Python; npm if the packages of .ci/pins.txt are not in build/vscode yet.
#     scripts/release/vscode.sh [-o FILE] [PACKAGE]    by default build/ballast-xla.vsix, build/wasm/package
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
output=$root/build/ballast-xla.vsix
while getopts o: option; do
    case $option in
    o) output=$OPTARG ;;
    *) echo "usage: scripts/release/vscode.sh [-o FILE] [PACKAGE]" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
package=$(realpath -m "${1:-$root/build/wasm/package}")
for file in dist/index.js dist/index.d.ts dist/ballast.wasm; do
    if [[ ! -e $package/$file ]]; then
        echo "vscode.sh: there is no $package/$file (scripts/release/wasm.sh builds it)" >&2
        exit 2
    fi
done

folder=$root/build/vscode
"$root/scripts/dev/npm_packages.sh" "$folder" esbuild typescript @types/vscode
cat >"$folder/tsconfig.json" <<JSON
{
  "extends": "$root/bindings/vscode/tsconfig.json",
  "compilerOptions": {"paths": {"ballast-xla": ["$package/dist/index.d.ts"], "vscode": ["./node_modules/@types/vscode"]}},
  "include": ["$root/bindings/vscode/*.ts"]
}
JSON
"$folder/node_modules/.bin/tsc" -p "$folder/tsconfig.json"
rm -rf "$folder/extension"
node "$root/bindings/vscode/build.mjs" "$folder/node_modules" "$package" "$folder/extension"
python3 -B "$root/bindings/vscode/pack.py" "$folder/extension" "$output"
echo "$output: $(stat -c %s "$output") bytes"
