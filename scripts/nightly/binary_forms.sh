#!/usr/bin/env bash
# Compares the answers about binary files with the texts that XLA wrote in the same compilations, and with XProf's memory
# viewer: scripts/nightly/binary_forms.sh [FOLDER]…, in addition to the golden files. Folders of `scripts/nightly/releases.sh --binary
# --keep` have fresh ones. BALLAST is the command, by default that of scripts/test.sh.
set -euo pipefail
source "$(dirname "$0")/command.sh"
environment=${XDG_CACHE_HOME:-$HOME/.cache}/ballast/xprof
[[ -x $environment/bin/python ]] || python3 -m venv "$environment" || exit 2
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade xprof || exit 2

folders=("$root/tests/golden/binary" "$@")
result=0
python3 -B "$root/tests/oracle/binary_forms.py" "$ballast" "${folders[@]}" || result=1
"$environment/bin/python" -B "$root/tests/oracle/xprof_judge.py" "$ballast" "${folders[@]}" || result=1
exit "$result"
