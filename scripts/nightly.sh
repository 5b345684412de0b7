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
    scripts/page.sh && python3 tests/page/drop_test.py build/ballast.html build/release/src/ballast --large
}

extension() {
    scripts/vscode.sh && node tests/vscode/extension_test.mjs build/ballast-xla.vsix build/release/src/ballast
}

newest_releases() {
    rm -rf build/releases && scripts/releases.sh --binary --keep build/releases
}

random_programs() {
    local platform result=0
    for platform in cpu tpu cuda; do
        scripts/programs.sh "$platform" --first $((10#$(date +%j) * 1000)) --count 1000 --minutes 40 || result=1
    done
    return $result
}

# With the command of the night before; differences are for review.
answers() {
    local result=0
    if [[ -x build/nightly_ballast ]]; then
        scripts/answers.py build/nightly_ballast build/release/src/ballast || result=1
    fi
    cp build/release/src/ballast build/nightly_ballast
    return $result
}

packages() {
    scripts/package.sh --twice && scripts/check_package.sh
}

scripts/install_dependencies.sh --with-tests --with-clang --with-coverage --with-node --with-python --with-parsers || exit 2
part "release build and tests" scripts/test.sh
part "all tests with sanitizers" all_tests_with_sanitizers
part "answers of the night before" answers
part "threads" scripts/threads.sh
part "fuzz targets, ten minutes each" scripts/fuzz.sh --seconds 600
part "coverage" scripts/coverage.sh
part "mutants" scripts/mutate.sh
part "random mutants" scripts/mutate.sh --random
part "newest releases" newest_releases
part "binary files, and XProf as their judge" scripts/binary_forms.sh build/releases
part "random programs" random_programs
part "evidence of the semantic rules" scripts/evidence.sh build/releases
part "cut files" scripts/cuts.sh build/releases
part "XLA's parser and printer" scripts/oracle.sh
part "Python package" scripts/python.sh --all
part "ballast.compile with real compilers" scripts/preflight.sh
part "highlighting" scripts/textmate.sh
part "without POSIX and threads" scripts/portable.sh --all
part "WebAssembly and the npm package" scripts/wasm.sh --compare
part "page of dumps in a browser" page_of_dumps
part "extension for VS Code" extension
part "JSON and its schema" scripts/json_schema.sh
part "tables in DuckDB" scripts/duckdb.sh
part "readers in other languages" scripts/parsers.sh --long
part "specification in a browser" python3 tests/page/specification_test.py build/release/src/ballast
part "conformance suite, all readers" scripts/conformance.sh
part "packages" packages
part "cost of the build" scripts/build_cost.sh --compare

if ((${#failed[@]} != 0)); then
    printf 'failed: %s\n' "${failed[@]}"
    exit 1
fi
