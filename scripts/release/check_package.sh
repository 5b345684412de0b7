#!/usr/bin/env bash
# Tests what scripts/release/package.sh made: installs and runs it where nothing of this project is. Needs root, and the network
# for a clean Debian 12 (debootstrap).
#     scripts/release/check_package.sh [binary | lint | deb | wheel | source | image]…
#
# binary: the static command in a folder that has nothing else. lint: the Debian packages follow Debian's policy. deb: they
# work in a clean system, and the examples compile there. wheel: the Python package in a clean system. source: the archive
# of the sources is the same when it is made again. image: the steps of Dockerfile on that archive, in a clean system in
# Docker's stead. Without arguments: all of them.
set -euo pipefail
cd "$(dirname "$0")/../.."

parts=("$@")
if ((${#parts[@]} == 0)); then parts=(binary lint deb wheel source image); fi
if ((EUID != 0)); then echo "check_package.sh: needs root, for chroot" >&2 && exit 2; fi
scripts/dev/install_dependencies.sh --with-packaging

packages=$PWD/build/package
version=$(sed -n 's/^project(ballast VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
machine=$(uname -m)
architecture=$(dpkg --print-architecture)
debs=("ballast_$version-1_$architecture.deb" "libballast-dev_$version-1_$architecture.deb")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "check_package.sh: $*" >&2
    exit 1
}

# A copy of a clean system, which is made once.
clean_system() {
    if [[ ! -d $work/clean ]]; then
        local mirror
        mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)
        debootstrap --variant=minbase bookworm "$work/clean" ${mirror:+"$mirror"} >"$work/log" || { cat "$work/log" && return 1; }
    fi
    cp -a "$work/clean" "$1"
}

# Runs a command in the root FOLDER; what it prints is shown if it fails.
inside() {
    local root=$1
    shift
    chroot "$root" "$@" >"$work/log" 2>&1 </dev/null || { tail -n 50 "$work/log" && fail "$*"; }
}

# The command NAME… in the root FOLDER shows and validates an example, plain and compressed.
check_command() {
    local root=$1 said
    shift
    mkdir -p "$root/example"
    cp -r tests/golden/train/before tests/golden/dumps/d17.txt "$root/example/"
    gzip -k "$root/example/d17.txt"
    said=$(chroot "$root" "$@" --version)
    [[ $said == *"$version"* ]] || fail "$*: the version is not $version: $said"
    said=$(chroot "$root" "$@" show --format json /example/before)
    [[ $said == *jit_train_step* && $said == *17718345880* ]] || fail "$*: not the module and total of the example: $said"
    chroot "$root" "$@" roundtrip --quiet -j 4 /example/d17.txt /example/d17.txt.gz /example/before || fail "$*: roundtrip"
    chroot "$root" "$@" report /example/before -o /example/page.html
    [[ -s $root/example/page.html ]] || fail "$*: no page"
}

check_binary() {
    local name=ballast-$version-linux-$machine root=$work/empty file pinned
    mkdir "$root"
    tar -xzf "$packages/$name.tar.gz" -C "$work"
    cp "$work/$name/bin/ballast" "$root/"
    if ldd "$root/ballast" >"$work/log" 2>&1; then cat "$work/log" && fail "the command of $name is not static"; fi
    [[ -z $(nm "$root/ballast" 2>/dev/null) ]] || fail "the command of $name has symbols"
    pinned=$(awk -v name="/$name.tar.gz" '$1 == "binary" && index($2, name) { print $4 }' .ci/pins.txt)
    if [[ -n $pinned ]]; then
        sha256sum --check --status <<<"${pinned#sha256:}  $packages/$name.tar.gz" || fail "$name: .ci/pins.txt has another digest"
    fi
    for file in LICENSE copyright; do [[ -s $work/$name/share/doc/ballast/$file ]] || fail "$name: no $file"; done
    check_command "$root" /ballast
}

check_lint() {
    local package
    for package in "${debs[@]}"; do lintian --allow-root --fail-on error,warning "$packages/$package" || fail "$package"; done
}

check_deb() {
    local root=$work/debian file name
    clean_system "$root"
    for name in "${debs[@]}"; do cp "$packages/$name" "$root/"; done
    name=${debs[0]}
    dpkg-deb --field "$packages/$name" Depends | grep -q 'libc6 (>= ' || fail "$name: dependencies are not computed"
    inside "$root" apt-get install -q -y --no-install-recommends "/$name"
    check_command "$root" ballast
    for file in man/man1/ballast.1.gz bash-completion/completions/ballast zsh/vendor-completions/_ballast \
        fish/vendor_completions.d/ballast.fish; do
        [[ -s $root/usr/share/$file ]] || fail "$name: no $file"
    done
    # minbase leaves out documentation, except copyright.
    [[ -s $root/usr/share/doc/ballast/copyright ]] || fail "$name: no copyright"
    inside "$root" bash -c 'source /usr/share/bash-completion/completions/ballast && complete -p ballast'
    inside "$root" apt-get purge -q -y ballast
    if [[ -e $root/usr/bin/ballast ]]; then fail "$name: not removed"; fi

    name=${debs[1]}
    inside "$root" apt-get install -q -y --no-install-recommends "/$name" g++ cmake ninja-build
    cp -r examples "$root/examples"
    inside "$root" cmake -S /examples -B /build -G Ninja
    inside "$root" cmake --build /build
    inside "$root" /build/findings /example/d17.txt
}

check_wheel() {
    local root=$work/python
    clean_system "$root"
    mkdir "$root/wheels"
    cp "$packages"/*.whl "$root/wheels/"
    inside "$root" apt-get install -q -y --no-install-recommends python3-venv
    inside "$root" python3 -m venv /python
    inside "$root" /python/bin/pip install --quiet --no-index --find-links /wheels ballast-xla
    check_command "$root" /python/bin/ballast
    inside "$root" /python/bin/python -c 'import ballast; print(ballast.show(ballast.read_module("/example/before")).text())'
    grep -q jit_train_step "$work/log" || fail "the wheel does not show the example"
}

check_source() {
    git -c tar.umask=0022 archive --prefix="ballast-$version/" HEAD | gzip -9n | cmp - "$packages/ballast-$version.tar.gz"
}

# The steps of Dockerfile: each FROM begins a system, COPY takes from the archive of the sources or from such a system, RUN
# is run in it.
check_image() {
    local context=$work/ballast-$version folder=/ root='' number=0 step word rest entry='' from path
    local -A stages
    tar -xzf "$packages/ballast-$version.tar.gz" -C "$work"
    while read -r word rest; do
        case $word in
        FROM)
            root=$work/image$((++number)) folder=/
            case $rest in
            scratch) mkdir "$root" ;;
            "debian:12 AS "*) clean_system "$root" ;;
            *) fail "Dockerfile: FROM $rest" ;;
            esac
            stages[${rest##* AS }]=$root
            ;;
        WORKDIR) folder=$rest && mkdir -p "$root/$folder" ;;
        COPY)
            from=$context
            if [[ $rest == --from=* ]]; then
                step=${rest#--from=} rest=${rest#* }
                from=${stages[${step%% *}]}
            fi
            path=${rest#* }
            if [[ $path != /* ]]; then path=$folder/$path; fi
            mkdir -p "$root/$path"
            rest=$from/${rest%% *}
            if [[ -d $rest ]]; then rest+=/.; fi
            cp -a "$rest" "$root/$path"
            ;;
        RUN) chroot "$root" /bin/sh -c "cd $folder && $rest" >"$work/log" 2>&1 || { tail -n 50 "$work/log" && fail "Dockerfile: RUN $rest"; } ;;
        ENTRYPOINT) entry=$(sed 's/^\["\(.*\)"\]$/\1/' <<<"$rest") ;;
        CMD) ;;
        *) fail "Dockerfile: this script does not know $word" ;;
        esac
    done < <(sed -e ':next' -e '/\\$/{N;s/\\\n *//;b next' -e '}' -e '/^#/d' -e '/^$/d' "$context/Dockerfile")
    check_command "$root" "$entry"
}

(cd "$packages" && sha256sum --check --quiet SHA256SUMS)
for part in "${parts[@]}"; do
    "check_$part"
    echo "$part: ok"
done
