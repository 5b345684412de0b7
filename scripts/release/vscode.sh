#!/usr/bin/env bash
# Builds the extension for VS Code and packs it as a .vsix. PACKAGE is the npm package that
# scripts/release/wasm.sh builds. Needs Node.js and Python; npm if the packages of .ci/pins.txt are not in build/vscode yet.
#     scripts/release/vscode.sh [-o FILE] [PACKAGE]    by default build/ballast-xla.vsix, build/wasm/package
set -euo pipefail

source "$(dirname "$0")/one_file.sh" build/ballast-xla.vsix build/wasm/package "$@"
needs_package
package=$from

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
