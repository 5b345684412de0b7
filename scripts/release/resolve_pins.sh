#!/usr/bin/env bash
# Looks up the commit or digest of everything in .ci/pins.txt and rewrites its last column. Needs the network, npm,
# and skopeo or docker for images. A tag that cannot be looked up keeps what is there; the script then ends with 1.
#     scripts/release/resolve_pins.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

# The commit of a tag; of an annotated tag the commit that it names, not the tag object.
commit_of() {
    if [[ $2 =~ ^[0-9a-f]{40}$ ]]; then echo "$2" && return; fi
    git ls-remote "$1" "refs/tags/$2" "refs/tags/$2^{}" | awk '{ found = $1 } END { if (found == "") exit 1; print found }'
}

digest_of() {
    if command -v skopeo >/dev/null; then
        skopeo inspect --format '{{.Digest}}' "docker://$1"
    else
        docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$1"
    fi
}

failed=0
resolved=$(mktemp)
trap 'rm -f "$resolved"' EXIT
while IFS= read -r line; do
    read -r kind from tag known <<<"$line"
    case $kind in
    action) found=$(commit_of "https://github.com/$from.git" "$tag") || found= ;;
    library) found=$(commit_of "$from" "$tag") || found= ;;
    image) found=$(digest_of "$from:$tag") || found= ;;
    npm) found=$(npm view "$from@$tag" dist.integrity) || found= ;;
    *) printf '%s\n' "$line" && continue ;;
    esac
    if [[ -z $found ]]; then
        echo "resolve_pins.sh: not found: $from $tag" >&2
        failed=1 found=$known
    fi
    printf '%s %s %s %s\n' "$kind" "$from" "$tag" "$found"
done <.ci/pins.txt >"$resolved"
cp "$resolved" .ci/pins.txt
exit $failed
