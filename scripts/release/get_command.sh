#!/usr/bin/env bash
# Puts the command into build/action/ballast, for action.yml: the released one if .ci/pins.txt has an archive of this
# version for this system, else one built from this tree. An archive whose digest is another than that of the list ends
# the script with 1.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p build/action

# Succeeds if there is a released command.
take_released() {
    local version archive url digest
    version=$(sed -n 's/^project(ballast VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
    archive=$(tr '[:upper:]' '[:lower:]' <<<"ballast-$version-$(uname -s)-$(uname -m).tar.gz")
    read -r url digest < <(awk -v name="$archive" '
        { file = $2; sub(/.*\//, "", file) }
        $1 == "binary" && file == name { print $2, $4 }' .ci/pins.txt) || return 1
    if ! curl --fail --silent --show-error --location --retry 3 --output "build/action/$archive" "$url"; then
        echo "ballast: could not download $url, building from source"
        return 1
    fi
    if ! sha256sum --check --status <<<"${digest#sha256:}  build/action/$archive"; then
        echo "::error::ballast: $url does not have the digest $digest"
        exit 1
    fi
    tar -xzf "build/action/$archive" -C build/action --strip-components=2 "${archive%.tar.gz}/bin/ballast"
}

build() {
    scripts/dev/install_dependencies.sh
    cmake -S . -B build/action/tree -G Ninja -DCMAKE_BUILD_TYPE=Release -DBALLAST_TESTS=OFF -DBALLAST_BENCH=OFF
    cmake --build build/action/tree --target ballast_tool
    cp build/action/tree/src/ballast build/action/ballast
}

take_released || build
