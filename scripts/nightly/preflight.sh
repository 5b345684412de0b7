#!/usr/bin/env bash
# ballast.compile with real compilers: two releases for TPU and CUDA, one for ROCm, the programs of
# bindings/python/tests/programs.py, and the training step of examples/transformer.py. Installs gigabytes of wheels into
# build/preflight; takes long.
#     scripts/nightly/preflight.sh          everything
#     scripts/nightly/preflight.sh NAME…    only the environments with these names
set -euo pipefail
cd "$(dirname "$0")/../.."

python=3.12 # current flax needs it
work=$PWD/build/preflight
mkdir -p "$work"

interpreter() {
    local found
    for found in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$python".*/bin/python "$(command -v "python$python" || true)"; do
        if [[ -x "$found" ]]; then echo "$found" && return; fi
    done
    echo "preflight.sh: no Python $python" >&2
    return 1
}

# The wheel of scripts/dev/python.sh --all, or a new one: one of an earlier run of this script may be of older sources.
wheel() {
    local found
    for found in build/python/wheels/ballast_xla-*-cp312-abi3-*.whl; do
        if [[ -f "$found" ]]; then echo "$found" && return; fi
    done
    rm -rf "$work/wheels"
    "$1" -m venv "$work/build" >&2
    "$work/build/bin/pip" wheel --quiet --no-deps . --wheel-dir "$work/wheels" \
        --config-settings=build-dir="$work/cmake" >&2
    echo "$work"/wheels/ballast_xla-*.whl
}

# environment NAME PACKAGES… [-- PACKAGES WITHOUT WHAT THEY ASK FOR…]
environment() {
    local name=$1 folder=$work/$1
    shift
    local packages=() alone=() in=packages
    for word in "$@"; do
        if [[ "$word" == -- ]]; then in=alone; elif [[ $in == packages ]]; then packages+=("$word"); else alone+=("$word"); fi
    done
    rm -rf "${work:?}/$name"
    "$interpreter" -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check pytest "${packages[@]}"
    if ((${#alone[@]} != 0)); then "$folder/bin/pip" install --quiet --no-deps "${alone[@]}"; fi
    "$folder/bin/pip" install --quiet --no-deps "$wheel"
}

# check NAME TARGETS…
check() {
    local name=$1
    shift
    echo "--- $name: $*"
    # With libtpu installed, JAX would look for a TPU for minutes.
    JAX_PLATFORMS=cpu BALLAST_TARGETS="$*" "$work/$name/bin/python" -m pytest -q -p no:cacheprovider bindings/python/tests/targets.py
}

cuda() {
    echo "jax-cuda12-plugin==$1 jax-cuda12-pjrt==$1 nvidia-cuda-nvcc-cu12"
}

older() {
    # shellcheck disable=SC2046
    environment older "jax[tpu]==0.9.2" -- $(cuda 0.9.2) && check older tpu:v5e cuda:h100
}

newer() {
    # shellcheck disable=SC2046
    environment newer "jax[tpu]==0.12.0.1" flax optax equinox dm-haiku nbclient ipykernel -- $(cuda 0.12.0.1) &&
        "$work/newer/bin/python" -m pytest -q -p no:cacheprovider bindings/python/tests/surroundings.py &&
        check newer tpu:v5e tpu:v5p tpu:v6e tpu:tpu7x tpu:v4 tpu:v3 cuda:h100 cuda:a100 cuda:b200
}

rocm() {
    environment rocm jax==0.12.0 -- jax-rocm7-plugin==0.12.0 jax-rocm7-pjrt==0.12.0 && check rocm rocm:mi300x
}

# The example fits with one batch size, and does not with another.
example() {
    local command=("$work/newer/bin/ballast" preflight examples/transformer.py:preflight --quiet --target)
    "${command[@]}" tpu:v5e --target cuda:h100 --set batch=8 || return 1
    local code=0
    "${command[@]}" tpu:v5e --set batch=64 || code=$?
    [[ $code == 1 ]]
}

interpreter=$(interpreter)
wheel=$(wheel "$interpreter")
failed=()
for name in "${@:-older newer rocm example}"; do
    for part in $name; do
        case "$part" in
        older | newer | rocm | example) "$part" || failed+=("$part") ;;
        *) echo "preflight.sh: no environment $part; there are older, newer, rocm and example" >&2 && exit 2 ;;
        esac
    done
done
if ((${#failed[@]} != 0)); then
    echo "preflight.sh: failed: ${failed[*]}" >&2
    exit 1
fi
