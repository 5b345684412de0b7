#!/usr/bin/env bash
# Real releases of XLA against ballast: scripts/nightly/releases.sh [PRODUCER[==VERSION]]… installs each release from PyPI into a
# cache folder (--cache DIR), compiles the programs of tests/producers with it, and prints what ballast says of the texts
# as a matrix (--json FILE). Without arguments: the newest release of each producer, so that a nightly run says within a
# day that XLA prints something new. --binary also makes binary files, for scripts/nightly/binary_forms.sh. Exit code
# 1 on any shortfall, 2 if a row could not be run. Not part of CI.
set -euo pipefail
source "$(dirname "$0")/command.sh"
exec python3 -B "$root/tests/producers/matrix.py" --ballast "$ballast" "$@"
