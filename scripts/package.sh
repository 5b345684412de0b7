#!/usr/bin/env bash
# Packs the command into build/package: an archive with a static command, a Debian package, an archive of the sources,
# and their digests. All are of the last commit: with changes that are not committed, the script ends with 2.
#     scripts/package.sh
# scripts/check_package.sh tests what it makes.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ -n $(git status --porcelain --untracked-files=no) ]]; then
    echo "package.sh: there are changes that are not committed" >&2
    exit 2
fi
scripts/install_dependencies.sh --with-packaging

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) # what the packages give as their time
export SOURCE_DATE_EPOCH

pack() {
    local preset=$1 generator=$2
    cmake --preset "$preset" >/dev/null
    cmake --build --preset "$preset" --target ballast_tool
    cpack --config "build/$preset/CPackConfig.cmake" -G "$generator" -B "build/$preset/packages" >/dev/null
    mv "build/$preset"/packages/ballast[-_]* build/package/
}
rm -rf build/package build/{static,release}/packages
mkdir -p build/package
pack static TGZ
pack release DEB

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:.*=//p' build/static/CMakeCache.txt)
git archive --prefix="ballast-$version/" HEAD | gzip -9n >"build/package/ballast-$version.tar.gz"

cd build/package
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
