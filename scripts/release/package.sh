#!/usr/bin/env bash
# Packs what is released into build/package, and writes the digests of all files. All are of the last commit: with changes
# that are not committed, the script ends with 2.
#     scripts/release/package.sh [--twice] [static | deb | wheel | source]…
#
# static: an archive with the static command. deb: Debian packages of the command and of the library. wheel: the Python
# package, for every Python that is installed. source: an archive of the sources.
# Without names: all of them. --twice: packs again from another folder, without ccache and with other settings of the
# shell, and ends with 1 if a byte differs. scripts/release/check_package.sh tests the packages.
set -euo pipefail
cd "$(dirname "$0")/../.."

twice=no parts=()
for word in "$@"; do
    case $word in
    --twice) twice=yes ;;
    static | deb | wheel | source) parts+=("$word") ;;
    *) echo "usage: scripts/release/package.sh [--twice] [static | deb | wheel | source]…" >&2 && exit 2 ;;
    esac
done
if ((${#parts[@]} == 0)); then parts=(static deb wheel source); fi
if [[ -n $(git status --porcelain --untracked-files=no) ]]; then
    echo "package.sh: there are changes that are not committed" >&2
    exit 2
fi
if [[ " ${parts[*]} " != " source " ]]; then scripts/dev/install_dependencies.sh --with-packaging --with-python; fi

# Times in the packages are that of the last commit that changed CMakeLists.txt, which has the version: a commit that adds a
# digest to .ci/pins.txt leaves the archive of the static command as it is. Locale, time zone and umask are fixed, too.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct -- CMakeLists.txt)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022

output=$PWD/build/package
version=$(sed -n 's/^project(ballast VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

build() {
    cmake --preset "$1" >/dev/null
    cmake --build --preset "$1" --target ballast_tool
}

pack_static() {
    local name folder
    name=ballast-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
    folder=$PWD/build/static/packages
    build static
    rm -rf "$folder"
    cmake --install build/static --component runtime --prefix "$folder/$name" --strip >/dev/null
    tar --create --directory "$folder" --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
        --numeric-owner --mode=u=rwX,go=rX "$name" | gzip -9n >"$output/$name.tar.gz"
}

pack_deb() {
    build debian
    rm -rf build/debian/packages
    cpack --config build/debian/CPackConfig.cmake -B build/debian/packages >/dev/null
    mv build/debian/packages/*.deb "$output"
}

pack_wheel() { scripts/dev/python.sh --wheels "$output"; }

pack_source() {
    git -c tar.umask=0022 archive --prefix="ballast-$version/" HEAD | gzip -9n >"$output/ballast-$version.tar.gz"
}

rm -rf "$output"
mkdir -p "$output"
for part in "${parts[@]}"; do "pack_$part"; done
(cd "$output" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)

if [[ $twice == no ]]; then exit 0; fi
other=$(mktemp -d)
trap 'rm -rf "$other"' EXIT
git clone --quiet --no-local . "$other/another/place"
(
    umask 077
    cd "$other/another/place"
    env CCACHE_DISABLE=1 TZ=Asia/Kathmandu LC_ALL=C.UTF-8 scripts/release/package.sh "${parts[@]}" >/dev/null
)
diff --recursive --brief "$output" "$other/another/place/build/package"
echo "packed twice: the same bytes"
