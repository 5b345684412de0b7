"""The examples of docs/python.md are run."""

import doctest
import re

import pytest
from conftest import ROOT

TEXT = (ROOT / "docs" / "python.md").read_text()


def test_sessions_print_what_the_document_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    sessions = "\n".join(re.findall(r"```pycon\n(.*?)```", TEXT, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(sessions, {}, "docs/python.md", "docs/python.md", 0)
    assert len(test.examples) > 8
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_other_examples_compile() -> None:
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        compile(block, "docs/python.md", "exec")
