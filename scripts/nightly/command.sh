# What nightly scripts share that ask the command. Sourced by them; sets `root` and `ballast`, which is the command of
# scripts/test.sh, or the one that BALLAST names. Ends the script if it is not there.
root=$(cd "$(dirname "$0")/../.." && pwd)
ballast=${BALLAST:-$root/build/release/src/ballast}
if [[ ! -x $ballast ]]; then
    echo "$(basename "$0"): $ballast is not built; BALLAST names another one" >&2
    exit 2
fi
