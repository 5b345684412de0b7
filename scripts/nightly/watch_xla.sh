#!/usr/bin/env bash
# Compares the functions of XLA that print the texts of this specification with the fingerprints in spec/upstream.json,
# and lists what changed, with the chapters and productions that depend on it.
#
#     scripts/nightly/watch_xla.sh [--format text|markdown] TREE
#     scripts/nightly/watch_xla.sh --record TREE
#
# TREE is a checkout of XLA. --record writes the fingerprints of TREE, which must have no changes that are not committed.
# Exit code 0 if nothing changed, 1 if something did, 2 for a wrong call.
set -euo pipefail
exec python3 "$(dirname "$0")/watch_xla.py" "$@"
