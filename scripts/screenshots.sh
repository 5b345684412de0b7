#!/usr/bin/env bash
# The pictures in README.md and docs/page.md: the top of the report for tests/golden/train/before in both themes, as
# docs/page-*.png; if scripts/page.sh has built build/ballast.html, a dump in it, as docs/drop.png. Needs a Chromium.
# screenshots.sh [BALLAST]
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
if [[ ! -e build/ballast.html ]]; then exit 0; fi
PYTHONPATH=tests/page python3 -B - build/ballast.html tests/golden/dumps/d17.txt <<'PYTHON'
import sys

from chromium import Browser

with Browser() as browser:
    browser.call("DOM.enable")
    browser.resize(1000, 560)
    browser.prefer("light")
    browser.open(sys.argv[1], "#view=text", ready="document.documentElement.dataset.ready")
    browser.choose("#files", sys.argv[2])
    browser.wait("document.getElementById('line-4') && document.getElementById('working').hidden")
    x, y = browser.evaluate("""(place => [place.x + 4, place.y + 6])([...document.querySelectorAll('#line-4 [data-at]')]
        .find(one => one.innerText.trim() === 'thread-local').getBoundingClientRect())""")
    browser.click(x, y)
    browser.wait("document.querySelector('.explained').innerText.includes('thread_local_item')")
    browser.move(4, 4)
    browser.screenshot("docs/drop.png")
PYTHON
