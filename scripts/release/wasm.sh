#!/usr/bin/env bash
# Builds the module for browsers and Node with Emscripten 3.1.6 and, around it, the npm package `ballast-xla`
# (build/wasm/package, build/wasm/ballast-xla-VERSION.tgz; build/wasm/ballast.js is its code as one file). Installs the
# package without a network into an empty project and tests it there. `--compare` also compares its answers with those of
# the command on golden, real and generated files; COMMAND is build/release/src/ballast by default.
#     scripts/release/wasm.sh [--compare [COMMAND]]
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/dev/install_dependencies.sh --with-wasm
build=build/wasm

# --- the module ---

emcmake cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG" \
    -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=BOTH -DBALLAST_TESTS=OFF -DBALLAST_BENCH=OFF -DBALLAST_TOOL=OFF \
    -DBALLAST_FILES=ON -DBALLAST_SQLITE=OFF -DBALLAST_ARCHIVES=OFF -DBALLAST_COMPRESSION=OFF -DBALLAST_THREADS=OFF \
    -DBALLAST_POSIX=OFF -DBALLAST_PCH=OFF -DBALLAST_UNITY=ON >/dev/null
cmake --build "$build" --target ballast_wasm

# --- the package ---

tools=$build/tools
scripts/dev/npm_packages.sh "$tools" typescript fzstd
package=$build/package
rm -rf "$package"
mkdir -p "$package/node_modules"
cp -r bindings/wasm/npm/{package.json,README.md,tsconfig.json,src,bin} "$package"
cp LICENSE "$package"
cp -r "$tools/node_modules/fzstd" "$package/node_modules"
node "$tools/node_modules/typescript/bin/tsc" -p "$package"
cp "$build/bindings/wasm/module.mjs" "$package/dist/module.js"
cp bindings/wasm/npm/src/module.d.ts "$package/dist"
cp "$build/bindings/wasm/module.wasm" "$package/dist/ballast.wasm"
chmod +x "$package/bin/ballast-xla.js"
node scripts/release/wasm/one_file.mjs "$package/dist" >"$build/ballast.js"
(cd "$package" && npm pack --silent --pack-destination ..)

# --- tests ---

node scripts/release/wasm/test.mjs "$build" "$tools/node_modules/typescript/bin/tsc"
if [[ "${1:-}" == --compare ]]; then node scripts/release/wasm/compare.mjs "$build/package/dist/index.js" "${2:-build/release/src/ballast}"; fi
wasm=$package/dist/ballast.wasm
echo "ballast.wasm: $(stat -c %s "$wasm") bytes, $(gzip -9 <"$wasm" | wc -c) gzipped"
