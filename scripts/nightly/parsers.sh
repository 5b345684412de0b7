#!/usr/bin/env bash
# Builds the readers that `ballast parser` writes with the tools they are for, and lets each judge sentences of the
# grammar, sentences with a fault and dumps: all must say what the grammar says. Then the trees of Python and JavaScript
# and the texts that they print are compared with those of the command, for golden, real and generated files, and their
# types and their style are checked. Needs what install_dependencies.sh installs with --with-parsers, and a release build.
#     scripts/nightly/parsers.sh [--long]    (--long: 20,000 sentences and 2,000 dumps of all eras, instead of some hundreds)
set -euo pipefail
cd "$(dirname "$0")/../.."

sentences=300 dumps=30
if [[ ${1:-} == --long ]]; then sentences=20000 dumps=2000; fi
ballast=${BALLAST:-build/release/src/ballast}
tests=build/release/tests/ballast_grammar_tests
folder=build/parsers
rm -rf "$folder/work" && mkdir -p "$folder/work"
work=$folder/work

echo "parsers.sh: writing readers"
for target in python:xla_dump.py javascript:xla_dump.mjs typescript:xla_dump.ts c:xla_dump.c lua:xla_dump.lua \
    peggy:xla_dump.peggy; do
    "$ballast" parser --target "${target%%:*}" >"$work/${target#*:}"
done

scripts/dev/npm_packages.sh "$folder" peggy typescript

echo "parsers.sh: $sentences sentences, and as many with a fault"
BALLAST_CASES=$work BALLAST_CASE_COUNT=$sentences "$tests" --gtest_brief=1 \
    --gtest_filter=PlainPeg.JudgesSentencesAsTheMatcherDoes >"$work/log" || { tail -5 "$work/log" && exit 1; }
eras=(D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14 D15 D16 D17 D18 D19 D20 D21 D22 D23 D24)
for ((i = 0; i < dumps; ++i)); do
    era=${eras[$((i % ${#eras[@]}))]}
    "$ballast" generate --seed "$i" --era "$era" --size 3000 >"$work/dump" 2>/dev/null || continue
    { stat -c %s "$work/dump" && cat "$work/dump"; } >>"$work/texts"
    echo ok >>"$work/verdicts"
done

cc -O2 -DBALLAST_READER_MAIN "$work/xla_dump.c" -o "$work/xla_dump_c"
judge() {
    case $1 in
    python) python3 "$work/xla_dump.py" --cases <"$work/texts" ;;
    javascript) node "$work/xla_dump.mjs" --cases <"$work/texts" ;;
    c) "$work/xla_dump_c" --cases <"$work/texts" ;;
    lua) lua5.4 spec/conformance/readers/lpeg.lua "$work/xla_dump.lua" "$work/texts" ;;
    peggy) node --stack-size=50000 spec/conformance/readers/peggy.mjs "$folder/node_modules" "$work/xla_dump.peggy" "$work/texts" ;;
    esac
}
failed=0
for target in python javascript c lua peggy; do
    begin=$SECONDS
    judge "$target" | sed 's/^[0-9].*/refused/' >"$work/$target.verdicts"
    count=$(wc -l <"$work/$target.verdicts")
    differ=$(head -n "$count" "$work/verdicts" | paste - "$work/$target.verdicts" | awk '$1 != $2' | wc -l)
    echo "parsers.sh: $target: $((count - differ)) of $count texts judged as the grammar does ($((SECONDS - begin)) s)"
    if ((differ != 0 || count == 0)); then failed=1; fi
done

mkdir "$work/dumps"
sections=(combined assignment values live-range memory-usage-report out-of-memory allocation-statistics buffer-info module-text)
for ((i = 0; i < dumps / 2; ++i)); do
    "$ballast" generate --seed "$i" --era "${eras[$((i % ${#eras[@]}))]}" --section "${sections[$((i % ${#sections[@]}))]}" \
        --size 4000 >"$work/dumps/$i.txt" 2>/dev/null || rm "$work/dumps/$i.txt"
done
find tests/golden "$work/dumps" ${BALLAST_CORPUS:+"$BALLAST_CORPUS"} -name '*.txt' -size -2000k | sort >"$work/files"
for command in "python3 $work/xla_dump.py" "node $work/xla_dump.mjs"; do
    echo "parsers.sh: ${command%% *}: trees and texts of $(wc -l <"$work/files") files"
    # shellcheck disable=SC2086 # two words
    python3 -B tests/readers/trees.py "$ballast" $command <"$work/files" || failed=1
done

echo "parsers.sh: types"
# New versions of mypy do not know Python 3.9 any more; its syntax is checked by Python itself.
python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 9))' "$work/xla_dump.py" || failed=1
mypy --strict "$work/xla_dump.py" || failed=1
if [[ ! -x $folder/ruff/bin/ruff ]]; then
    python3 -m venv "$folder/ruff"
    "$folder/ruff/bin/pip" install --quiet ruff
fi
"$folder/ruff/bin/ruff" format --no-cache --check src/readers/runtime/python || failed=1
"$folder/ruff/bin/ruff" check --no-cache --quiet src/readers/runtime/python || failed=1
# Generated functions have names for what they may need.
"$folder/ruff/bin/ruff" check --no-cache --quiet --isolated --target-version py39 --select E9,F --ignore F841 \
    "$work/xla_dump.py" || failed=1
"$folder/node_modules/.bin/tsc" --strict --noEmit --target es2022 --module es2022 --moduleResolution bundler \
    --lib es2022,dom "$work/xla_dump.ts" || failed=1
exit "$failed"
