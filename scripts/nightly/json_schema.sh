#!/usr/bin/env bash
# Checks `ballast json` with programs that are not ours: ajv accepts the JSON of all golden, real and 1,000 generated
# files and notices 20,000 renamed members and wrong types; each file comes back byte for byte. Real files are those of
# the folder BALLAST_CORPUS. Needs Node.js and npm; the package is that of .ci/pins.txt.
#     scripts/nightly/json_schema.sh [COMMAND]
set -euo pipefail
cd "$(dirname "$0")/../.."

command=${1:-build/release/src/ballast}
folder=build/json_schema
scripts/dev/npm_packages.sh "$folder" ajv

texts=$(mktemp -d)
trap 'rm -rf "$texts"' EXIT
sections=(assignment values live-range memory-usage-report out-of-memory buffer-info module-text)
for ((seed = 0; seed < 1000; ++seed)); do
    if ((seed % 2 == 0)); then
        drawn=(--era "D$((seed / 2 % 19))")
    else
        drawn=(--section "${sections[seed / 2 % ${#sections[@]}]}")
    fi
    "$command" generate --seed "$seed" --size 3000 "${drawn[@]}" >"$texts/$seed.txt"
done
"$command" json "$texts" tests/golden/{dumps,later,modules,releases,train} ${BALLAST_CORPUS:+"$BALLAST_CORPUS"} \
    2>/dev/null >"$texts/all.json" || true # some real files are refused
node scripts/nightly/json_schema/check.mjs "$folder/node_modules" spec/tree.schema.json 20000 <"$texts/all.json"

different=0
same=0
while IFS= read -r line; do
    path=$(jq -r .path <<<"$line")
    if "$command" print --from-json - <<<"$line" | cmp -s - "$path"; then
        same=$((same + 1))
    else
        different=$((different + 1))
        echo "$path: different"
    fi
done <"$texts/all.json"
echo "$same files come back, $different do not"
((different == 0))
