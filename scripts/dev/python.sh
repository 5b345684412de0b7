#!/usr/bin/env bash
# Installs the Python package into a fresh environment and runs its tests.
#     scripts/dev/python.sh          with python3, in the build folder of scripts/test.sh
#     scripts/dev/python.sh --all    with every installed Python from 3.10 to 3.13: wheels that auditwheel repaired, current
#                                data-frame libraries, dask and JAX, types, sanitizers; takes long
#     scripts/dev/python.sh --wheels FOLDER    only makes the wheels; the same sources give the same bytes
set -euo pipefail
cd "$(dirname "$0")/../.."

tests=bindings/python/tests
work=$PWD/build/python # auditwheel runs programs in other folders
mkdir -p "$work"

# Makes a fresh environment of an interpreter.
environment() {
    rm -rf "$work/$1"
    "$2" -m venv "$work/$1"
    "$work/$1/bin/pip" install --quiet --disable-pip-version-check --upgrade pip
}

with_this_python() {
    environment fresh python3
    # With the compiler and the settings of scripts/test.sh, so that what it compiled is not compiled again.
    local compiler
    compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' build/release/CMakeCache.txt 2>/dev/null || true)
    CXX=${compiler:-c++} "$work/fresh/bin/pip" install --quiet . --config-settings=build-dir=build/release \
        --config-settings=cmake.args=--preset=release
    "$work/fresh/bin/pip" install --quiet pytest hypothesis numpy cloudpickle jax
    "$work/fresh/bin/python" -m pytest -q -p no:cacheprovider "$tests"
}

# Interpreters that pyenv or the system has.
interpreter() {
    local found
    for found in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python "$(command -v "python$1" || true)"; do
        if [[ -x "$found" ]]; then echo "$found" && return; fi
    done
}

# A wheel that auditwheel repaired. All are compiled in one folder, since only the extension module differs. What builds
# them is installed at fixed versions; it is in build/python, so that paths in the modules can be replaced.
make_wheel() {
    local version=$1 python=$2
    environment "build$version" "$python"
    rm -rf "$work/dist"
    "$work/build$version/bin/pip" install --quiet --require-hashes -r scripts/release/package/build.txt
    CXX=c++ "$work/build$version/bin/pip" wheel --quiet --no-deps --no-build-isolation . --wheel-dir "$work/dist" \
        --config-settings=build-dir="$work/cmake-wheels" \
        --config-settings=cmake.define.CMAKE_CXX_FLAGS="-ffile-prefix-map=$PWD=."
    PATH="$work/build$version/bin:$PATH" auditwheel repair --wheel-dir "$work/wheels" "$work/dist"/*.whl
}

# Calls a function with each installed Python, as VERSION and INTERPRETER, after its wheel was made. Sets `last` to the last
# version.
with_wheels() {
    local version python
    rm -rf "$work/wheels"
    last=
    for version in 3.10 3.11 3.12 3.13; do
        python=$(interpreter "$version")
        if [[ -z "$python" ]]; then echo "python.sh: no Python $version" && continue; fi
        echo "--- Python $version"
        # The wheel for 3.12 is for later versions, too.
        if [[ "$version" != 3.13 ]] || ! compgen -G "$work/wheels/*-abi3-*" >/dev/null; then
            make_wheel "$version" "$python"
        fi
        "$1" "$version" "$python"
        last=$version
    done
    if [[ -z "$last" ]]; then exit 1; fi
}

# The tests of a wheel in a fresh environment, with current releases of the optional packages.
test_wheel() {
    local version=$1 python=$2
    environment "test$version" "$python"
    "$work/test$version/bin/pip" install --quiet --no-index --find-links "$work/wheels" ballast-xla
    "$work/test$version/bin/ballast" show tests/golden/train/before >/dev/null
    "$work/test$version/bin/pip" install --quiet pytest hypothesis numpy pandas polars pyarrow duckdb cloudpickle \
        "dask[distributed,dataframe]" fsspec jax
    "$work/test$version/bin/python" -m pytest -q -p no:cacheprovider "$tests"
}

# The tests with the address and undefined-behaviour sanitizers in everything that is compiled.
with_sanitizers() {
    local runtimes
    runtimes="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libubsan.so)"
    environment sanitize python3
    # Making the stub loads the module, with the runtimes. They are not loaded first, as in the tests, because the compiler
    # would load them too, and take ten times as long.
    ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 "$work/sanitize/bin/pip" install --quiet . \
        --config-settings=build-dir="$work/cmake-sanitize" --config-settings=install.strip=false \
        --config-settings=cmake.define.BALLAST_UNITY=ON --config-settings=cmake.define.CMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
        --config-settings=cmake.define.CMAKE_CXX_FLAGS="-g1 -fsanitize=address,undefined -fno-omit-frame-pointer"
    "$work/sanitize/bin/pip" install --quiet pytest hypothesis numpy pandas polars pyarrow cloudpickle
    # The interpreter has leaks of its own. The limit for leaks does not hold with a quarantine of freed memory.
    LD_PRELOAD=$runtimes ASAN_OPTIONS=detect_leaks=0 "$work/sanitize/bin/python" -m pytest -q -p no:cacheprovider \
        "$tests" --deselect "$tests/read_test.py::test_modules_are_not_leaked"
}

# Types of the installed package and of what uses it.
types() {
    local bin=$work/test$1/bin
    "$bin/pip" install --quiet mypy pyright pandas-stubs
    "$bin/python" -m mypy --config-file pyproject.toml -p ballast
    # Functions and classes of nanobind are not those of Python; their members are compared.
    "$bin/python" -m mypy.stubtest --ignore-disjoint-bases \
        --allowlist <(printf '%s\n' 'ballast\._core\.\w+' 'ballast\._core\.\w+\.__init__') ballast._core
    # The sources would be read a second time, as another package than the installed one.
    "$bin/pyright" --pythonpath "$bin/python" "$("$bin/python" -c 'import ballast; print(*ballast.__path__)')"
}

case "${1:-}" in
"") with_this_python ;;
--all)
    with_wheels test_wheel
    types "$last"
    echo "--- sanitizers"
    with_sanitizers
    ;;
--wheels)
    export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct -- CMakeLists.txt)}" # as in scripts/release/package.sh
    rm -rf "$work/cmake-wheels" # another Python may have been found there
    with_wheels true
    cp "$work/wheels"/*.whl "${2:?}"
    ;;
*) echo "usage: scripts/dev/python.sh [--all | --wheels FOLDER]" >&2 && exit 2 ;;
esac
