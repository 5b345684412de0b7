# What the scripts share that build one file, `NAME [-o FILE] [SOURCE]`. Sourced by them, with the file and the source that
# are the default, below the root, and the arguments of the script. Sets `root`, `output` and `from`.
root=$(cd "$(dirname "$0")/../.." && pwd)
output=$root/$1
from=$root/$2
shift 2
while getopts o: option; do
    case $option in
    o) output=$OPTARG ;;
    *) sed -n 's/^#     \([^ ].*FILE\] \[[A-Z]*\]\).*/usage: \1/p' "$0" >&2 && exit 2 ;;
    esac
done
from=${!OPTIND:-$from}

# Ends the script if `from` is not the npm package; else it is an absolute path.
needs_package() {
    local file
    from=$(realpath -m "$from")
    for file in dist/index.js dist/index.d.ts dist/ballast.wasm; do
        if [[ ! -e $from/$file ]]; then
            echo "$(basename "$0"): there is no $from/$file (scripts/release/wasm.sh builds it)" >&2
            exit 2
        fi
    done
}
