#!/usr/bin/env bash
# Rewrites what is derived: spec/grammar.ebnf, spec/grammar.rules, spec/xla-memory.tmLanguage.json,
# spec/diagnostics.md, spec/releases.md, spec/tree.schema.json, docs/tables.md, what the chapters in spec/ derive and
# the marks in their refused examples, docs/commands.md, docs/dev/layout.md, fuzz/ballast.dict, the golden outputs of
# the command, tests/golden/semantic/findings.{txt,json}, tests/golden/generated.txt, and the outputs of the examples in
# README.md and docs/. Look at the difference before you keep it.
set -euo pipefail
cd "$(dirname "$0")/../.."

preset=quick # the build that is there
if [[ ! -e build/quick/CMakeCache.txt && -e build/release/CMakeCache.txt ]]; then preset=release; fi
cmake --preset "$preset" -DBALLAST_TESTS=ON >/dev/null
cmake --build --preset "$preset"
tests=build/$preset/tests
BALLAST_UPDATE_GOLDEN=1 "$tests"/ballast_grammar_tests --gtest_filter='Documents.*'
BALLAST_UPDATE_GOLDEN=1 "$tests"/ballast_grammar_tests --gtest_filter='Conformance.IsMade*' # from the chapters
BALLAST_UPDATE_GOLDEN=1 "$tests"/ballast_tests --gtest_filter='Command.Says*:House.TheLayout*:Documents.TheHighlighting*:Documents.TheSchema*:Releases.TheDocument*:Tables.TheDocument*:Check.Says*:Validate.WritesSemantic*:Nodes.OfASeed*'
git status --short README.md docs spec fuzz tests/golden
