#!/usr/bin/env bash
# Installs the Debian packages that are missing. Without options: what building the command needs. Each option adds the
# libraries that tests and benchmarks link, and its own: --with-tests what tests run, --with-clang what the checks need,
# --with-mutants what drawing mutants needs, --with-node what packages of npm need, --with-wasm what scripts/release/wasm.sh needs,
# --with-parsers what scripts/nightly/parsers.sh needs, --with-coverage what coverage reports need, --with-bench what benchmarks
# are compared with, --with-packaging what makes and tests packages, --with-spec what scripts/release/spec.sh needs,
# --with-python what building the Python package needs.
set -euo pipefail

spec=(python3 cmark-gfm python3-railroad-diagrams)
packages=(g++ cmake ninja-build tao-pegtl-dev libfmt-dev libcli11-dev rapidjson-dev robin-map-dev libprotozero-dev zlib1g-dev
    libzstd-dev libsqlite3-dev libarchive-dev)
if (($# != 0)); then packages+=(libgtest-dev librapidcheck-dev libbenchmark-dev libfast-float-dev); fi
for wish in "$@"; do
    case "$wish" in
    --with-tests) packages+=(jq python3 python3-jsonschema python3-yaml chromium "${spec[@]}") ;;
    --with-spec) packages+=("${spec[@]}") ;;
    --with-python) packages+=(python3-dev python3-venv) ;;
    --with-clang) packages+=(clang-19 clang-format-19 libclang-rt-19-dev) ;;
    --with-packaging) packages+=(dpkg-dev file debootstrap lintian) ;;
    --with-bench) packages+=(libsimdjson-dev) ;;
    --with-mutants) packages+=(python3 python3-clang-19) ;;
    --with-parsers)
        packages+=(lua5.4 lua-lpeg mypy)
        command -v npm >/dev/null || packages+=(nodejs npm)
        ;;
    --with-node) command -v npm >/dev/null || packages+=(nodejs npm) ;;
    --with-wasm)
        packages+=(emscripten libfast-float-dev zstd)
        command -v npm >/dev/null || packages+=(nodejs npm)
        ;;
    --with-coverage) packages+=(clang-19 libclang-rt-19-dev llvm-19) ;;
    *)
        echo "install_dependencies.sh: unknown option: $wish" >&2
        exit 2
        ;;
    esac
done

missing=()
for package in "${packages[@]}"; do
    dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing+=("$package")
done
if ((${#missing[@]} == 0)); then exit 0; fi

root=()
if ((EUID != 0)); then root=(sudo); fi
echo "installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${root[@]}" apt-get update -q >/dev/null
"${root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}" >/dev/null
