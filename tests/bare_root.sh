#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs README's two commands in a new Debian 12 that holds nothing but what they install themselves: a package that is missing
# from installer/dependencies.sh shows here, and not on a machine that already has it. Needs root and debootstrap.
#   tests/bare_root.sh [FOLDER]        FOLDER keeps the root for another run (default: a scratch folder that is removed)
#   MASU_BARE_CCACHE=DIR               shares a compiler cache with it (default: none, so that everything is compiled)
#   MASU_BARE_COMMANDS="test start"    which of the two commands to run (default: both); `package` among them, after `test`,
#                                      makes the Debian packages, installs python3-masu by apt into another new root, FOLDER.apt,
#                                      which has nothing but what that depends on, imports it there, and removes it again
#   MASU_BARE_PACKAGES=DIR             packages for `package` that were made before
set -euo pipefail
checkout=$(cd "$(dirname "$0")/.." && pwd)

die() { printf 'bare_root: %s\n' "$*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || die "run it as root: it makes a root folder of its own and enters it."
command -v debootstrap >/dev/null || die "install debootstrap first."
# Mounts of a namespace of its own are gone with this process, however it ends.
[ -n "${MASU_BARE_MOUNTS:-}" ] || MASU_BARE_MOUNTS=private exec unshare --mount --propagation private bash "$0" "$@"

root=${1:-}
if [ -z "$root" ]; then
    root=$(mktemp -d)
    trap 'umount -R "$root"/{proc,sys,dev,masu/shared,ccache} "$root.apt"/{proc,sys,dev} 2>/dev/null || true
          rm -rf --one-file-system "$root" "$root.apt"' EXIT
fi
mkdir -p "$root"
root=$(realpath "$root")

# The Debian mirror and its settings are those of this machine.
make_root() {
    local root=$1 mirror
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | head -n 1)
    [ -n "$mirror" ] || die "this machine has no package source of Debian 12 (bookworm)."
    debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.debootstrap.log" 2>&1 \
        || { tail -n 20 "$root.debootstrap.log" >&2; die "debootstrap failed."; }
    rm -f "$root.debootstrap.log" "$root/etc/apt/sources.list"
    cp -r /etc/apt/sources.list* "$root/etc/apt/"
    cp /etc/apt/apt.conf.d/99* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
    if command -v npm >/dev/null; then
        echo "registry=$(npm config get registry 2>/dev/null)" >"$root/etc/npmrc"
    fi
}
# Makes a root where there is none, and lets programs run in it.
open_root() {
    [ -f "$1/etc/debian_version" ] || make_root "$1"
    cp -L /etc/resolv.conf /etc/hosts "$1/etc/" 2>/dev/null || true
    mkdir -p "$1"/{proc,sys,dev}
    mount -t proc proc "$1/proc"
    mount --rbind /sys "$1/sys"
    mount --rbind /dev "$1/dev"
}
open_root "$root"
mkdir -p "$root"/{masu/shared,ccache}
if [ -d "$checkout/../shared" ]; then
    mount --bind -o ro "$(realpath "$checkout/../shared")" "$root/masu/shared"
fi
settings=(HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
for name in http_proxy https_proxy no_proxy; do
    [ -z "${!name:-}" ] || settings+=("$name=${!name}")
done
if [ -n "${MASU_BARE_CCACHE:-}" ]; then
    mount --bind "$MASU_BARE_CCACHE" "$root/ccache"
    settings+=(CCACHE_DIR=/ccache)
fi

rm -rf "$root/masu/main"
git clone -q --no-hardlinks "$checkout" "$root/masu/main"
inside() { chroot "$root" env -i "${settings[@]}" bash -c "cd /masu/main && $1"; }

# Of python3-masu, as apt installs it: an import, batches, and nothing left after it is removed.
try_package() {
    local packages=${MASU_BARE_PACKAGES:-$root/masu/main/build/packages} deb
    [ -n "${MASU_BARE_PACKAGES:-}" ] || inside "cd build/release && cpack -G DEB -B ../packages"
    deb=$(ls "$packages"/python3-masu_*.deb) || die "there is no package python3-masu in $packages."
    [ ! -f "$root.apt/etc/debian_version" ] || rm -rf --one-file-system "$root.apt"
    open_root "$root.apt"
    cp "$deb" "$root.apt/tmp/python3-masu.deb"
    cat >"$root.apt/tmp/try.py" <<'PROGRAM'
import masu
with open("/tmp/few.csv", "w") as out:
    out.write("a,y\n" + "1,no\n2,yes\n" * 50)
dataset = masu.import_csv("/tmp/few.csv", "/tmp/few.h5", label="y").dataset
dataset.split(ratios=(.8, .1, .1))
samples = sum(len(batch) for batch in masu.Loader(dataset, "train", batch=7, output="memoryview"))
assert samples == 80, samples
assert masu.__file__.startswith("/usr/lib/python3/dist-packages/"), masu.__file__
print("import masu", masu.__version__, "as apt installed it")
PROGRAM
    chroot "$root.apt" env -i "${settings[@]}" DEBIAN_FRONTEND=noninteractive bash -euc '
        apt-get -q update
        apt-get -qy install --no-install-recommends /tmp/python3-masu.deb
        cd / && /usr/bin/python3 /tmp/try.py
        apt-get -qy remove python3-masu
        if [ -e /usr/lib/python3/dist-packages/masu ]; then
            echo "apt-get remove python3-masu leaves files:" >&2
            find /usr/lib/python3/dist-packages/masu >&2
            exit 1
        fi'
}

for command in ${MASU_BARE_COMMANDS:-test start}; do
    if [ "$command" = package ]; then
        printf 'apt-get install python3-masu in a bare Debian\n'
        try_package
        continue
    fi
    printf 'bash installer/%s.sh in a bare Debian %s\n' "$command" "$(cat "$root/etc/debian_version")"
    inside "bash installer/$command.sh"
done
