#!/usr/bin/env bash
# The picture in docs/page.md: a dump in the page that scripts/release/page.sh has built, as docs/drop.png. Needs a Chromium.
# docs/heap.svg is made by scripts/dev/update_documents.sh.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [[ ! -e build/ballast.html ]]; then
    echo "screenshots.sh: there is no build/ballast.html (scripts/release/page.sh builds it)" >&2
    exit 2
fi
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
