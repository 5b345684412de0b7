#!/usr/bin/env python3
"""The specification in a real browser: widths, keys, search, themes, no network. specification_test.py BALLAST"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from chromium import Browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTHS = (320, 390, 768, 1280)
CHAPTERS = ("overview", "allocations", "shapes", "instructions", "usage_report", "diagnostics", "glossary")
COMMAND = None


class Specification(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ballast-specification-")
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name) / "spec.html"
        subprocess.run([ROOT / "scripts/release/spec.sh", "-o", cls.path, COMMAND], check=True)
        cls.browser = cls.enterClassContext(Browser(timeout=120))

    def open(self, width=1280, fragment=""):
        self.browser.resize(width, 844, phone=width < 500)
        self.browser.open(self.path, fragment, ready="document.documentElement.dataset.ready")

    def ask(self, expression):
        return self.browser.evaluate(expression)

    def search(self, text):
        self.browser.press("/")
        self.assertEqual(self.ask("document.activeElement.id"), "query")
        self.browser.type(text)
        self.browser.wait("!document.getElementById('results').hidden")

    def test_no_width_scrolls_the_page_sideways(self):
        for width in WIDTHS:
            self.open(width)
            for details in ("false", "true"):
                self.ask(f"document.querySelectorAll('details').forEach(one => {{ one.open = {details}; }})")
                self.assertLessEqual(self.ask("document.documentElement.scrollWidth"), width, f"open: {details}")

    def test_search_leads_to_a_production_by_keyboard(self):
        self.open()
        self.search("allocation_head")
        chosen = "document.querySelector('#results [aria-selected=true] b').textContent"
        self.assertEqual(self.ask(chosen), "allocation_head")
        self.browser.press("Enter")
        self.browser.wait("location.hash === '#production-allocation_head'")
        self.assertTrue(self.ask("document.getElementById('results').hidden"))
        self.assertTrue(self.ask("""(place => place.top >= 0 && place.bottom < innerHeight)(
            document.getElementById('production-allocation_head').getBoundingClientRect())"""))

    def test_arrows_choose_a_result_and_escape_closes(self):
        self.open()
        self.search("peak")
        chosen = "document.getElementById('query').getAttribute('aria-activedescendant')"
        self.assertEqual(self.ask(chosen), "result-0")
        self.browser.press("ArrowDown")
        self.assertEqual(self.ask(chosen), "result-1")
        self.browser.press("ArrowUp")
        self.assertEqual(self.ask(chosen), "result-0")
        self.browser.press("Escape")
        self.assertTrue(self.ask("document.getElementById('results').hidden"))

    def test_search_finds_rules_terms_and_text(self):
        self.open()
        for text, kind in (("peak_sum", "rule"), ("arena", "term"), ("fastest-varying", "Overview")):
            self.ask("document.activeElement.blur(); document.getElementById('query').value = ''")
            self.search(text)
            kinds = self.ask("[...document.querySelectorAll('#results .kind')].map(one => one.textContent)")
            self.assertIn(kind, kinds, text)

    def test_a_link_into_folded_diagrams_unfolds_them(self):
        self.open(fragment="#diagram-color_item")
        self.assertTrue(self.ask("document.getElementById('diagram-color_item').closest('details').open"))

    def test_the_first_key_leads_to_the_text(self):
        self.open()
        self.browser.press("Tab")
        self.assertEqual(self.ask("document.activeElement.className"), "skip")
        self.browser.press("Enter")
        self.browser.wait("document.activeElement.id === 'content'")

    def test_themes_follow_the_system_and_the_button(self):
        ground = "getComputedStyle(document.body).backgroundColor"
        self.browser.prefer("dark")
        self.open()
        dark = self.ask(ground)
        self.browser.prefer("light")
        light = self.ask(ground)
        self.assertNotEqual(dark, light)
        self.ask("document.getElementById('theme').click(); document.getElementById('theme').click()")
        self.assertEqual(self.ask(ground), dark)
        self.ask("document.getElementById('theme').click()")
        self.assertEqual(self.ask(ground), light)

    def test_the_chapters_open_on_a_phone(self):
        self.open(390)
        shown = "getComputedStyle(document.getElementById('chapters')).display !== 'none'"
        self.assertFalse(self.ask(shown))
        self.ask("document.getElementById('menu').click()")
        self.assertTrue(self.ask(shown))
        self.ask("document.querySelector('nav a[href=\"#shapes\"]').click()")
        self.browser.wait("location.hash === '#shapes'")
        self.assertFalse(self.ask(shown))

    def test_nothing_is_requested_and_nothing_complains(self):
        self.open()
        self.search("shape")
        for chapter in CHAPTERS:
            self.ask(f"location.hash = '{chapter}'")
        self.assertEqual(self.browser.complaints(), [])
        self.assertEqual(self.browser.requests(), [])


if __name__ == "__main__":
    COMMAND = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
