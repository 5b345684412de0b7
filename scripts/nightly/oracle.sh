#!/usr/bin/env bash
# Compares ballast with XLA's own parser and printer, which are in jaxlib: `oracle.sh [RELEASE=DAY]…`, by default one old
# release and the newest. ORACLE_COUNT is how many lines, about; BALLAST the command, else it is built.
# Exit code 1 where something differs, 2 where it cannot run.
set -euo pipefail
cd "$(dirname "$0")/../.."

cache=${XDG_CACHE_HOME:-$HOME/.cache}/ballast/oracle
ballast=${BALLAST:-}
if [[ -z $ballast ]]; then
    scripts/dev/install_dependencies.sh || exit 2
    cmake --preset release -DBALLAST_TESTS=OFF -DBALLAST_BENCH=OFF >/dev/null || exit 2
    cmake --build --preset release --target ballast_tool || exit 2
    ballast=$PWD/build/release/src/ballast
fi

# The Python that has wheels of a release.
python_for() {
    local minor=12
    [[ $1 == 0.4.* ]] && minor=11
    if "python3.$minor" -c '' 2>/dev/null; then # pyenv has a shim also where it cannot run
        echo "python3.$minor"
    elif command -v pyenv >/dev/null; then
        local found
        found=$(pyenv versions --bare | grep "^3\.$minor\." | tail -1)
        [[ -n $found ]] && echo "$(pyenv root)/versions/$found/bin/python"
    fi
}

result=0
for pair in "${@:-0.4.13=2023-06-22 newest=$(date +%F)}"; do
    for release in $pair; do
        version=${release%%=*} day=${release#*=}
        python=$(python_for "$version")
        [[ -n $python ]] || { echo "oracle.sh: no Python for jaxlib $version" >&2 && exit 2; }
        environment=$cache/$version
        [[ -x $environment/bin/python ]] || "$python" -m venv "$environment" || exit 2
        wanted=jaxlib
        [[ $version == newest ]] || wanted=jaxlib==$version
        numpy=numpy
        [[ $version == 0.4.* ]] && numpy='numpy<2'
        "$environment/bin/python" -m pip install --quiet --upgrade "$wanted" "$numpy" || exit 2
        status=0
        "$environment/bin/python" tests/oracle/oracle.py --ballast "$ballast" --day "$day" --count "${ORACLE_COUNT:-100000}" \
            tests/golden ${BALLAST_CORPUS:+"$BALLAST_CORPUS"} || status=$?
        ((status > result)) && result=$status
    done
done
exit "$result"
