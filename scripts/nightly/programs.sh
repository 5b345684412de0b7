#!/usr/bin/env bash
# Random programs: scripts/nightly/programs.sh cpu|tpu|cuda [--first SEED] [--count N] [--minutes M] [--release VERSION]… draws JAX
# programs by seed, compiles them with a release from PyPI (for TPU and CUDA ahead of time, without a device), and judges what
# ballast says of the texts. A program that falls short is reduced and kept in build/programs. Exit code 1 if one fell short,
# 2 if nothing compiled. Not part of CI.
set -euo pipefail
source "$(dirname "$0")/command.sh"
exec python3 -B "$root/tests/producers/fuzz/judge.py" --ballast "$ballast" "$@"
