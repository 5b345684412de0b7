#!/usr/bin/env bash
# The long forms of what .ci/run checks on every change; takes hours. Each part runs although one before it failed; the
# script ends with 1 where one did.
#     scripts/nightly.sh              all parts
#     scripts/nightly.sh --resume     those that have not passed on this commit yet
# build/nightly.tsv has a row for each part that was run: name, commit, `passed` or `failed`, seconds, and when it ended.
set -uo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
'' | --resume) resume=${1:-} ;;
*) echo "usage: scripts/nightly.sh [--resume]" >&2 && exit 2 ;;
esac
mkdir -p build
commit=$(git rev-parse HEAD 2>/dev/null || echo unknown)
[[ -z $(git status --porcelain 2>/dev/null) ]] || commit+=-changed
failed=()
part() {
    local name=$1 begin=$SECONDS result=passed
    shift
    if [[ -n $resume && $commit != *-changed ]] && grep -q "^$name"$'\t'"$commit"$'\tpassed\t' build/nightly.tsv 2>/dev/null; then
        echo "--- $name: passed on this commit"
        return
    fi
    echo "--- $name"
    "$@" || { failed+=("$name") && result=failed; }
    printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$commit" "$result" $((SECONDS - begin)) "$(date -u +%FT%TZ)" >>build/nightly.tsv
    echo "--- $name: $result after $((SECONDS - begin)) s"
}

all_tests_with_sanitizers() {
    cmake --preset sanitize -DBALLAST_SANITIZE_GENERATOR=ON >/dev/null && cmake --build --preset sanitize && ctest --preset sanitize
}

page_of_dumps() {
    scripts/release/page.sh && python3 tests/page/drop_test.py build/ballast.html build/release/src/ballast --large
}

page_for_all() {
    scripts/dev/npm_packages.sh build/axe axe-core &&
        python3 tests/page/page_test.py build/release/src/ballast tests/golden --speed --axe build/axe/node_modules/axe-core/axe.min.js
}

report_in_firefox() {
    if ! command -v firefox firefox-esr; then echo 'no Firefox'; else python3 tests/page/firefox_test.py build/release/src/ballast tests/golden; fi
}

extension() {
    scripts/release/vscode.sh && node tests/vscode/extension_test.mjs build/ballast-xla.vsix build/release/src/ballast
}

newest_releases() {
    rm -rf build/releases && scripts/nightly/releases.sh --binary --keep build/releases
}

random_programs() {
    local platform result=0
    for platform in cpu tpu cuda; do
        scripts/nightly/programs.sh "$platform" --first $((10#$(date +%j) * 1000)) --count 1000 --minutes 40 || result=1
    done
    return $result
}

# With the command of the night before; differences are for review.
answers() {
    local result=0
    if [[ -x build/nightly_ballast ]]; then
        scripts/nightly/answers.py build/nightly_ballast build/release/src/ballast || result=1
    fi
    cp build/release/src/ballast build/nightly_ballast
    return $result
}

packages() {
    scripts/release/package.sh --twice && scripts/release/check_package.sh
}

scripts/dev/install_dependencies.sh --with-tests --with-clang --with-coverage --with-node --with-python --with-parsers || exit 2
part "release build and tests" scripts/test.sh
part "all tests with sanitizers" all_tests_with_sanitizers
part "answers of the night before" answers
part "threads" scripts/nightly/threads.sh
part "fuzz targets, ten minutes each" scripts/dev/fuzz.sh --seconds 600
part "coverage" scripts/dev/coverage.sh
part "mutants" scripts/nightly/mutate.sh
part "random mutants" scripts/nightly/mutate.sh --random
part "newest releases" newest_releases
part "binary files, and XProf as their judge" scripts/nightly/binary_forms.sh build/releases
part "random programs" random_programs
part "evidence of the semantic rules" scripts/nightly/evidence.sh build/releases
part "cut files" scripts/nightly/cuts.sh build/releases
part "texts in the newest wheels" scripts/nightly/wheel_literals.py
part "XLA's parser and printer" scripts/nightly/oracle.sh
part "Python package" scripts/dev/python.sh --all
part "ballast.compile with real compilers" scripts/nightly/preflight.sh
part "highlighting" scripts/nightly/textmate.sh
part "without POSIX and threads" scripts/dev/portable.sh --all
part "WebAssembly and the npm package" scripts/release/wasm.sh --compare
part "page of dumps in a browser" page_of_dumps
part "pages for everybody" page_for_all
part "pages in Firefox" report_in_firefox
part "extension for VS Code" extension
part "JSON and its schema" scripts/nightly/json_schema.sh
part "tables in DuckDB" scripts/nightly/duckdb.sh
part "readers in other languages" scripts/nightly/parsers.sh --long
part "specification in a browser" python3 tests/page/specification_test.py build/release/src/ballast
part "conformance suite, all readers" scripts/dev/conformance.sh
part "packages" packages
part "cost of the build" scripts/dev/build_cost.sh --compare

if ((${#failed[@]} != 0)); then
    printf 'failed: %s\n' "${failed[@]}"
    exit 1
fi
