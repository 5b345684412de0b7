#!/usr/bin/env bash
# Tests what scripts/package.sh made: installs and runs it where nothing of this project is. Needs root, and the network
# for a clean Debian 12 (debootstrap).
#     scripts/check_package.sh [binary | deb | source | image]…
#
# binary: the static command in a folder that has nothing else. deb: the Debian package in a clean system. source: the
# archive of the sources is the same when it is made again. image: the steps of Dockerfile on that archive, in a clean
# system in Docker's stead. Without arguments: all of them.
set -euo pipefail
cd "$(dirname "$0")/.."

parts=("$@")
if ((${#parts[@]} == 0)); then parts=(binary deb source image); fi
if ((EUID != 0)); then echo "check_package.sh: needs root, for chroot" >&2 && exit 2; fi
scripts/install_dependencies.sh --with-packaging

packages=$PWD/build/package
version=$(sed -n 's/^project(ballast VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
machine=$(uname -m)
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
    local name=ballast-$version-linux-$machine root=$work/empty file
    mkdir "$root"
    tar -xzf "$packages/$name.tar.gz" -C "$work"
    cp "$work/$name/bin/ballast" "$root/"
    if ldd "$root/ballast" >"$work/log" 2>&1; then cat "$work/log" && fail "the command of $name is not static"; fi
    [[ -z $(nm "$root/ballast" 2>/dev/null) ]] || fail "the command of $name has symbols"
    for file in LICENSE copyright; do [[ -s $work/$name/share/doc/ballast/$file ]] || fail "$name: no $file"; done
    check_command "$root" /ballast
}

check_deb() {
    local root=$work/debian file package
    package=ballast_${version}_$(dpkg --print-architecture).deb
    dpkg-deb --field "$packages/$package" Depends | grep -q 'libc6 (>= ' || fail "$package: dependencies are not computed"
    clean_system "$root"
    cp "$packages/$package" "$root/"
    chroot "$root" apt-get install -q -y --no-install-recommends "/$package" >"$work/log" 2>&1 || { cat "$work/log" && fail "$package"; }
    check_command "$root" ballast
    for file in man/man1/ballast.1.gz bash-completion/completions/ballast zsh/vendor-completions/_ballast \
        fish/vendor_completions.d/ballast.fish; do
        [[ -s $root/usr/share/$file ]] || fail "$package: no $file"
    done
    # minbase leaves out documentation, except copyright.
    [[ -s $root/usr/share/doc/ballast/copyright ]] || fail "$package: no copyright"
    chroot "$root" bash -c 'source /usr/share/bash-completion/completions/ballast && complete -p ballast' >/dev/null ||
        fail "$package: completions of bash"
    chroot "$root" apt-get purge -q -y ballast >/dev/null 2>&1
    if [[ -e $root/usr/bin/ballast ]]; then fail "$package: not removed"; fi
}

check_source() {
    git archive --prefix="ballast-$version/" HEAD | gzip -9n | cmp - "$packages/ballast-$version.tar.gz"
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
