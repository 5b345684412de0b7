#!/usr/bin/env bash
# Fills in the recipes of packaging/ for an archive of the sources, and packs them: version, digests, and the address that
# a release of the repository BALLAST_REPOSITORY has (`OWNER/ballast` by default).
#     scripts/recipes.sh SOURCES RECIPES     ballast-VERSION.tar.gz, ballast-VERSION-recipes.tar.gz
set -euo pipefail
sources=$(realpath "$1")
recipes=$(realpath -m "$2")
cd "$(dirname "$0")/.."

version=$(sed -n 's/^project(ballast VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
repository=${BALLAST_REPOSITORY:-OWNER/ballast}
sha256=$(sha256sum "$sources" | cut -d ' ' -f 1)
sha512=$(sha512sum "$sources" | cut -d ' ' -f 1)
url=https://github.com/$repository/releases/download/v$version/${sources##*/}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=ballast-$version-recipes
cp -r packaging "$work/$name"
find "$work/$name" -type f -exec sed -i -e "s|@VERSION@|$version|g" -e "s|@SHA256@|$sha256|g" -e "s|@SHA512@|$sha512|g" \
    -e "s|@URL@|$url|g" -e "s|@REPOSITORY@|$repository|g" {} +
if grep -rnE '@[A-Z0-9]+@' "$work/$name"; then echo "recipes.sh: unknown names in packaging/" >&2 && exit 2; fi
LC_ALL=C tar --create --directory "$work" --sort=name --format=ustar --mtime="@${SOURCE_DATE_EPOCH:-$(date +%s)}" \
    --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX "$name" | gzip -9n >"$recipes"
