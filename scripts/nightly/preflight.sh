#!/usr/bin/env bash
# ballast.compile with real compilers: two releases for TPU and CUDA, one for ROCm, the programs of
# bindings/python/tests/programs.py, the training step of examples/transformer.py, and training steps that PyTorch/XLA and
# TensorFlow dumped, with the share of their arguments that has a name. Installs gigabytes of wheels into build/preflight;
# takes long.
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

# What PyTorch/XLA needs besides torch, which asks for libraries of CUDA.
torch_needs=(numpy filelock typing-extensions sympy networkx jinja2 fsspec setuptools absl-py pyyaml requests transformers)

# dumps_of FRAMEWORK PROGRAMS…: dumps training steps of tests/producers, each into a folder of its own.
dumps_of() {
    local framework=$1 program folder
    shift
    for program in "$@"; do
        folder=$work/dumped/$framework-$program
        rm -rf "$folder"
        mkdir -p "$folder"
        XLA_FLAGS="--xla_dump_to=$folder --xla_dump_hlo_as_text --xla_dump_hlo_as_proto" XLA_HLO_DEBUG=1 XLA_IR_DEBUG=1 \
            PJRT_DEVICE=CPU TF_CPP_MIN_LOG_LEVEL=2 BALLAST_NAMES=$folder \
            "$work/$framework/bin/python" -B "tests/producers/${framework}_training.py" "$program" || return 1
        folders+=("$folder")
    done
}

# Totals on devices, of programs that were dumped on the CPU; needs the environment `newer`.
# dumped_by TORCH_XLA TENSORFLOW: their versions
dumped_by() {
    local folders=()
    environment torch "torch-xla==$1" "${torch_needs[@]}" -- "torch==$1" && python3 tests/producers/stub_cuda.py "$work/torch" &&
        dumps_of torch encoder llama resnet18 spmd openxla &&
        environment tensorflow "tensorflow-cpu==$2" && dumps_of tensorflow transformer convolutions mobilenet &&
        python3 tests/producers/named_share.py "$work/newer/bin/ballast" "${folders[@]}" &&
        JAX_PLATFORMS=cpu BALLAST_TARGETS="tpu:v5e:2x2 cuda:h100" BALLAST_DUMPED="${folders[*]}" "$work/newer/bin/python" -m \
            pytest -q -s -p no:cacheprovider -k other_frameworks bindings/python/tests/targets.py
}

# The newest version of a package.
newest() {
    "$interpreter" -m pip index versions "$1" 2>/dev/null | sed -n '1s/.*(\(.*\))/\1/p'
}

dumped() {
    local versions="2.9.0 2.21.0" new
    new="$(newest torch-xla) $(newest tensorflow-cpu)"
    # shellcheck disable=SC2086
    dumped_by $versions || return 1
    # shellcheck disable=SC2086
    [[ "$new" == "$versions" ]] || dumped_by $new
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
for name in "${@:-older newer rocm example dumped}"; do
    for part in $name; do
        case "$part" in
        older | newer | rocm | example | dumped) "$part" || failed+=("$part") ;;
        *) echo "preflight.sh: no environment $part; there are older, newer, rocm, example and dumped" >&2 && exit 2 ;;
        esac
    done
done
if ((${#failed[@]} != 0)); then
    echo "preflight.sh: failed: ${failed[*]}" >&2
    exit 1
fi
