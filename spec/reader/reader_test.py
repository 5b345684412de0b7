#!/usr/bin/env python3
"""The reader of the chapters reads the golden dumps, and refuses the refused files of the chapters."""
import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import reader  # noqa: E402

SPEC = pathlib.Path(__file__).resolve().parents[1]
GOLDEN = SPEC.parent / "tests/golden/dumps"
# What the reader does not read: reports, module texts, tables.
OTHERS = ("buffer_info", "framed_usage_report", "message", "module_text", "oom_report", "statistics", "tpu_", "usage_report")
BLOCK = re.compile(r"^```(accepted|refused|reported) (.*)\n((?:.*\n)*?)```$", re.MULTILINE)
MARK = re.compile(r"^ *\^(?: \[\w+\])?\n", re.MULTILINE)


def printed_back(data):
    return str(reader.read_dump(data)).encode("utf-8", "surrogateescape")


def option(words, name):
    return next((word.partition("=")[2] for word in words if word.startswith(name + "=")), None)


def changed(file, change):
    """The file with the hunks of a change."""
    for hunk in change.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before, after = ("".join(line[1:] if line != "\n" else line for line in lines if line[0] not in sign)
                         for sign in ("+", "-"))
        places = [match.start() for match in re.finditer("^" + re.escape(before), file, re.MULTILINE)]
        if len(places) != 1:
            raise ValueError(f"the lines are {len(places)} times in the file: {before}")
        file = file[:places[0]] + after + file[places[0] + len(before):]
    return file


def files():
    """Place, kind and text of the examples that are whole files."""
    blocks = [(f"{path.name}:{path.read_text().count(chr(10), 0, match.start()) + 1}", match[1], match[2].split(),
               MARK.sub("", match[3]))
              for path in sorted(SPEC.glob("*.md")) for match in BLOCK.finditer(path.read_text())]
    named = {option(words, "name"): text for _, _, words, text in blocks if option(words, "name")}
    for place, kind, words, text in blocks:
        if "escaped" in words:
            continue
        if "file" in words:
            yield place, kind, text
        elif option(words, "change"):
            yield place, kind, changed(named[option(words, "change")], text)


class Reader(unittest.TestCase):
    def test_golden_dumps_print_back(self):
        paths = [path for path in sorted(GOLDEN.iterdir()) if not path.name.startswith(OTHERS)]
        self.assertGreater(len(paths), 45)
        for path in paths:
            with self.subTest(path.name):
                self.assertEqual(printed_back(path.read_bytes()), path.read_bytes())

    def test_numbers_have_the_digits_of_their_types(self):
        for element_type, printed, others in (("f64", ("1e+06", "1000000", "0.10000000000000001"), ("1.0", "1.5e+00")),
                                              ("f32", ("1e+06", "0.100000001"), ("0.10000000000000001", "2.5e+00")),
                                              ("bf16", ("0.1001", "1.23438"), ("0.100000001",)),
                                              ("f8e4m3fn", ("0.102", "240"), ("0.1001",)),
                                              ("f128", ("0.10000000000000001", "nan"), ("1.50",))):
            for digits in printed:
                self.assertTrue(reader.is_printed(digits, element_type), (digits, element_type))
            for digits in others:
                self.assertFalse(reader.is_printed(digits, element_type), (digits, element_type))

    def test_refused_files_of_the_chapters_are_refused(self):
        refused = [(place, text) for place, kind, text in files() if kind == "refused"]
        self.assertGreater(len(refused), 20)
        for place, text in refused:
            with self.subTest(place), self.assertRaises(reader.RefusedText):
                reader.read_dump(text.encode())


if __name__ == "__main__":
    unittest.main()
