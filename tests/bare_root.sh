#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs README's two commands in a new Debian 12 that holds nothing but what they install themselves: a package that is missing
# from installer/dependencies.sh shows here, and not on a machine that already has it. Needs root and debootstrap.
#   tests/bare_root.sh [FOLDER]        FOLDER keeps the root for another run (default: a scratch folder that is removed)
#   MASU_BARE_CCACHE=DIR               shares a compiler cache with it (default: none, so that everything is compiled)
#   MASU_BARE_COMMANDS="test start"    which of the two commands to run (default: both)
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
    trap 'umount -R "$root"/{proc,sys,dev,masu/shared,ccache} 2>/dev/null; rm -rf --one-file-system "$root"' EXIT
fi
mkdir -p "$root"
root=$(realpath "$root")

# The Debian mirror and its settings are those of this machine.
make_root() {
    local mirror
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | head -n 1)
    [ -n "$mirror" ] || die "this machine has no package source of Debian 12 (bookworm)."
    debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 \
        || { tail -n 20 "$root.log" >&2; die "debootstrap failed."; }
    rm -f "$root.log" "$root/etc/apt/sources.list"
    cp -r /etc/apt/sources.list* "$root/etc/apt/"
    cp /etc/apt/apt.conf.d/99* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
    if command -v npm >/dev/null; then
        echo "registry=$(npm config get registry 2>/dev/null)" >"$root/etc/npmrc"
    fi
}
[ -f "$root/etc/debian_version" ] || make_root
cp -L /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true

mkdir -p "$root"/{proc,sys,dev,masu/shared,ccache}
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
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
for command in ${MASU_BARE_COMMANDS:-test start}; do
    printf 'bash installer/%s.sh in a bare Debian %s\n' "$command" "$(cat "$root/etc/debian_version")"
    inside "bash installer/$command.sh"
done
