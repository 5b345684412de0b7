#!/usr/bin/env bash
# The pictures in README.md: the top of the page for tests/golden/train/before in both themes, as docs/page-*.png.
# Needs a Chromium. screenshots.sh [BALLAST]
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${1:-build/release/src/ballast}" report tests/golden/train/before -o "$folder/page.html"
PYTHONPATH=tests/page python3 -B - "$folder/page.html" <<'PYTHON'
import sys

from chromium import Browser

with Browser() as browser:
    browser.resize(1280, 812)
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        browser.open(sys.argv[1], ready="document.documentElement.dataset.ready")
        browser.frame()
        browser.screenshot(f"docs/page-{scheme}.png")
PYTHON
