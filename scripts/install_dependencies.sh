#!/usr/bin/env bash
# Installs the Debian packages that are missing: what the build needs and, with --with-clang, what the checks need, or with
# --with-coverage what coverage reports need.
set -euo pipefail

packages=(g++ cmake ninja-build tao-pegtl-dev libfmt-dev libcli11-dev rapidjson-dev zlib1g-dev libzstd-dev libgtest-dev librapidcheck-dev libbenchmark-dev
    python3-jsonschema)
if [[ "${1:-}" == --with-clang ]]; then
    packages+=(clang-19 clang-format-19 libclang-rt-19-dev)
fi
if [[ "${1:-}" == --with-coverage ]]; then
    packages+=(clang-19 libclang-rt-19-dev llvm-19)
fi

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
