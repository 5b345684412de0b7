#!/usr/bin/env bash
# Builds the specification as one HTML file, which needs no network: the chapters in spec/, the glossary, railroad
# diagrams, search. COMMAND is the ballast whose grammar is shown.
#     scripts/release/spec.sh [-o FILE] [COMMAND]    by default build/spec.html, build/release/src/ballast
set -euo pipefail

source "$(dirname "$0")/one_file.sh" build/spec.html build/release/src/ballast "$@"
command=$from

# Debian's modules belong to Debian's Python, which may not be the first one in PATH.
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import railroad' 2>/dev/null; then python=$candidate && break; fi
done

missing=()
if ! type -P cmark-gfm >/dev/null; then missing+=(cmark-gfm); fi
if [[ -z $python ]]; then missing+=(python3-railroad-diagrams); fi
if ((${#missing[@]} != 0)); then
    echo "spec.sh: these Debian packages are missing: ${missing[*]} (scripts/dev/install_dependencies.sh --with-spec)" >&2
    exit 2
fi
if [[ ! -x $command ]]; then
    echo "spec.sh: there is no command $command (scripts/demo.sh builds it)" >&2
    exit 2
fi
exec "$python" -B "$root/scripts/release/site/build.py" "$command" "$output"
