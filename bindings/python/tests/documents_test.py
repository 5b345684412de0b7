"""The examples in documents are run."""

import doctest
import re

import pytest
from conftest import ROOT

DOCUMENTS = ["docs/python.md", "docs/cookbook.md"]


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_sessions_print_what_the_document_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks(name, "pycon")), {}, name, name, 0)
    assert len(test.examples) > 2
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@pytest.mark.parametrize("name", ["docs/python.md", "docs/many_files.md", "docs/does_it_fit.md"])
def test_other_examples_compile(name: str) -> None:
    found = blocks(name, "python")
    assert found
    for block in found:
        compile(block, name, "exec")
