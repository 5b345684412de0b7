"""Judges the texts of a file with a parsimonious grammar: a line for each, `ok` or `refused`.

    parsimonious_texts.py GRAMMAR TEXTS [COUNT]    (each text after its size in bytes and a line feed)
"""

import sys

from parsimonious.exceptions import ParseError
from parsimonious.grammar import Grammar

sys.setrecursionlimit(100000)
with open(sys.argv[1], encoding="ascii") as grammar_file:
    grammar = Grammar(grammar_file.read())
count = int(sys.argv[3]) if len(sys.argv) > 3 else sys.maxsize
with open(sys.argv[2], "rb") as texts:
    while count > 0 and (size := texts.readline()):
        count -= 1
        text = texts.read(int(size)).decode("latin-1")
        try:
            grammar.parse(text)
            print("ok")
        except ParseError:
            print("refused")
