#!/usr/bin/env bash
# Checks that the library compiles without POSIX and without threads (BALLAST_POSIX, BALLAST_THREADS): the units that
# differ then. They need the headers that CMake makes in a configured build. `--all` builds the whole library and the C
# interface instead.
#     scripts/dev/portable.sh [--all]
set -euo pipefail
cd "$(dirname "$0")/../.."

if [[ "${1:-}" == --all ]]; then
    cmake -S . -B build/portable -G Ninja -DCMAKE_BUILD_TYPE=Release -DBALLAST_UNITY=ON -DBALLAST_TESTS=OFF \
        -DBALLAST_BENCH=OFF -DBALLAST_TOOL=OFF -DBALLAST_FILES=ON -DBALLAST_SQLITE=OFF -DBALLAST_POSIX=OFF \
        -DBALLAST_ARCHIVES=OFF -DBALLAST_THREADS=OFF -DBALLAST_COMPRESSION=OFF -DCMAKE_CXX_FLAGS=-Werror >/dev/null
    cmake --build build/portable --target ballast_memory
    exit
fi

folder=build/portable_headers
mkdir -p "$folder/ballast"
made=$(ls -t build/*/include/ballast/version.hpp | head -1)
cp "${made%/*}"/*.hpp "$folder/ballast"
units=(src/base/{parallel,read_source_plain}.cpp
    src/files/{candidate,compressed_missing,memory_files,paths_plain}.cpp)
printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "$(nproc)" "${CXX:-g++}" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic \
    -Werror -DBALLAST_NO_THREADS -DBALLAST_STATIC_DEFINE -I"$folder" -Iinclude -I. -Isrc
