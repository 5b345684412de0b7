#!/usr/bin/env python3
# The page of `ballast report` in Firefox: it is drawn, follows links and keys, and says what it says in Chromium, which
# page_test.py asks in detail. firefox_test.py BALLAST GOLDEN
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from firefox import Firefox

ballast, golden = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
folder = browser = None


def page_of(name, *paths):
    subprocess.run([ballast, "report", *paths, "-o", folder / f"{name}.html"], check=False)
    return (folder / f"{name}.html").as_uri()


class FirefoxTest(unittest.TestCase):
    maxDiff = None

    def open(self, address):
        browser.open(address)
        browser.wait("document.documentElement.dataset.ready")

    def test_a_module(self):
        page = page_of("train", golden / "train" / "before")
        self.open(page + "#step=70&buffer=ynn_fusion.8")
        browser.wait("document.querySelector('.card')?.checkVisibility()")
        self.assertEqual(browser.evaluate("document.querySelector('#holders').textContent"), "In use at instruction 70")
        self.assertIn("59: ynn_fusion.8 fusion(copy_bitcast_fusion.7, add_bitcast_fusion.1)",
                      browser.evaluate("[...document.querySelectorAll('.card dd')].map(e => e.textContent)"))
        browser.evaluate("[...document.querySelectorAll('.card dd button')].find(b => b.textContent === 'copy_bitcast_fusion.7').click()")
        browser.wait("location.hash.includes('copy_bitcast_fusion.7')")
        browser.evaluate("history.back()")
        browser.wait("document.querySelector('.card h3').textContent === 'ynn_fusion.8'")
        self.assertGreater(browser.evaluate("document.querySelectorAll('.frame-of').length"), 10)
        self.assertGreater(browser.evaluate("document.querySelector('.curve path.outline').getBBox().width"), 200)
        # The canvas has colours of its values.
        self.assertGreater(browser.evaluate("""(c => new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size)
            (document.querySelector('canvas'))"""), 20)

    def test_lists_and_changes(self):
        self.open(page_of("folder", golden / "modules"))
        rows = browser.evaluate("document.querySelectorAll('tbody tr').length")
        self.assertGreater(rows, 2)
        browser.evaluate("location.hash = 'module-1'")
        browser.wait("document.querySelector('.figure strong')?.textContent")
        self.open(page_of("diff", golden / "train" / "before", golden / "train" / "after"))
        self.assertEqual(browser.evaluate("document.querySelectorAll('.over path').length"), 2)

    def test_ten_thousand_values_are_drawn_soon(self):
        large = folder / "large.txt"
        with large.open("wb") as to:
            subprocess.run([ballast, "generate", "--size", "6000000", "--seed", "1", "--era", "D18"], stdout=to, check=True)
        page = page_of("large", large)
        times = []
        for _ in range(3):
            self.open(page)
            times.append(int(browser.evaluate("document.documentElement.dataset.ready")))
        print(f"drawn after {times} ms", file=sys.stderr)
        self.assertLess(min(times), 3000)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="ballast-pages-") as made, Firefox() as browser:
        folder = pathlib.Path(made)
        done = unittest.TextTestRunner(verbosity=2).run(unittest.TestLoader().loadTestsFromTestCase(FirefoxTest))
    sys.exit(0 if done.wasSuccessful() else 1)
