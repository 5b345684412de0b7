#!/usr/bin/env python3
"""Looks in the newest wheels of XLA for texts about memory that are nearly, but not exactly, what ballast reads.

    scripts/nightly/wheel_literals.py              lists those that spec/wheel_literals.json lacks
    scripts/nightly/wheel_literals.py --record     also adds them to it, once the grammar and the sentences are up to date
    options: [--wheels FOLDER] with wheels that are there already, else pip fetches the newest of each product

A marker is a literal of the grammar or of a sentence in src/failures. A text of a wheel is near a marker if most of its
words are the marker's, or the other way round, in any order. The record has a hash of each text, by product.
Exit code 1 if there is a new text, 2 if no wheel could be read.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ROOT / "spec" / "wheel_literals.json"
PRODUCTS = ["jaxlib", "libtpu", "jax-cuda12-pjrt", "jax-rocm7-pjrt", "tf-nightly", "torch-xla"]

TEXT = re.compile(rb"[\t\n\x20-\x7e]{16,600}")
WORD = re.compile(r"[A-Za-z]{3,}")
ABOUT_MEMORY = re.compile(r"alloc|memory|\b[hvs]mem\b|\bhbm\b|oom|exhausted|buffer|fragment|live.?range|padd", re.I)
QUOTED = re.compile(r'"((?:\\.|[^"\\\n])*)"')
LEAST_WORDS = 4
LEAST_SHARE = 0.6

Literal = collections.namedtuple("Literal", "product version date text marker")


def words_of(text):
    return frozenset(word.lower() for word in WORD.findall(text))


def markers(root):
    """The literals that ballast reads, by their words."""
    result = {}
    for path in sorted([*(root / "grammar").glob("*.hpp"), *(root / "src/failures").glob("*_sentences.cpp")]):
        for literal in QUOTED.findall(path.read_text(encoding="utf-8")):
            literal = re.sub(r"\\[nt]", " ", literal).strip(" .,:;()[]{}")
            words = words_of(literal)
            if len(words) >= LEAST_WORDS:
                result.setdefault(words, literal)
    return result


class Nearest:
    """Finds the marker that shares the most words with a text."""

    def __init__(self, known):
        self.known = known
        self.with_word = collections.defaultdict(list)
        for words in known:
            for word in words:
                self.with_word[word].append(words)

    def marker(self, text):
        """A marker that is near the text; None if there is none, or if the text has a marker as it is known."""
        words = words_of(text)
        shared = collections.Counter(known for word in words for known in self.with_word[word])
        if any(count == len(known) and self.known[known] in text for known, count in shared.items()):
            return None
        best = max(shared, key=lambda known: shared[known] / max(len(known), len(words)), default=None)
        if best is None or shared[best] / max(len(best), len(words)) < LEAST_SHARE:
            return None
        return self.known[best]


def texts_in(data):
    for found in TEXT.finditer(data):
        for line in found.group().decode("ascii").splitlines():
            line = line.strip()
            if " " in line and ABOUT_MEMORY.search(line) and len(words_of(line)) >= LEAST_WORDS:
                yield line


def literals_of(wheel, nearest):
    """The texts of a wheel that are near a marker."""
    product, version = wheel.name.split("-")[:2]
    seen = set()
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            if ".so" not in entry.filename:
                continue
            date = "{:04}-{:02}-{:02}".format(*entry.date_time[:3])
            for text in texts_in(archive.read(entry)):
                if text in seen:
                    continue
                seen.add(text)
                marker = nearest.marker(text)
                if marker is not None:
                    yield Literal(product.replace("_", "-"), version, date, text, marker)


def fetch(product, folder):
    """The newest wheel of a product, or None."""
    target = folder / product
    done = subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest",
                           target, product], stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        print(f"wheel_literals: {product}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return next(target.glob("*.whl"), None)


def key_of(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--wheels", type=pathlib.Path)
    parser.add_argument("--record-file", type=pathlib.Path, default=RECORD, help="instead of spec/wheel_literals.json")
    options = parser.parse_args()

    record = json.loads(options.record_file.read_text()) if options.record_file.exists() else {}
    nearest = Nearest(markers(ROOT))
    fresh, read = [], 0
    with tempfile.TemporaryDirectory(prefix="ballast-wheels-") as work:
        wheels = sorted(options.wheels.glob("*.whl")) if options.wheels else (
            fetch(product, pathlib.Path(work)) for product in PRODUCTS)
        for wheel in filter(None, wheels):
            read += 1
            for literal in literals_of(wheel, nearest):
                if key_of(literal.text) not in record.get(literal.product, ()):
                    fresh.append(literal)
    if not read:
        print("wheel_literals: no wheel could be read", file=sys.stderr)
        return 2
    for literal in fresh:
        print(f"{literal.product} {literal.version} of {literal.date}: {literal.text}\n    near: {literal.marker}")
    print(f"{read} wheels, {len(fresh)} new texts")
    if options.record:
        for literal in fresh:
            record.setdefault(literal.product, []).append(key_of(literal.text))
        record = {product: sorted(set(keys)) for product, keys in sorted(record.items())}
        options.record_file.write_text(json.dumps(record, indent=1) + "\n")
    return 1 if fresh else 0


if __name__ == "__main__":
    sys.exit(main())
