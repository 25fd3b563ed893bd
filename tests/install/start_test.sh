#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# installer/start.sh without a display, from a person's CSV to a trained model, with programs that are already built:
#   start_test.sh BUILD SOURCE
# It runs twice: what the first run wrote is there afterwards, byte for byte.
set -euo pipefail
build=$(realpath "$1")
source=$(realpath "$2")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
fail() { printf 'start_test: %s\n' "$*" >&2; exit 1; }

mkdir -p "$place/tree/installer" "$place/tree/build/release" "$place/home"
cp "$source/installer/start.sh" "$place/tree/installer/"
ln -s "$build/bin" "$place/tree/build/release/bin"
# What installs packages and builds is left out; what speaks to people is the installer's own.
{
    sed -n '/^say()/p; /^die()/p' "$source/installer/dependencies.sh"
    printf 'BUILD_PACKAGES=()\nRUN_PACKAGES=()\ninstall_missing() { :; }\nbuild() { :; }\n'
} >"$place/tree/installer/dependencies.sh"

awk 'BEGIN { print "width,height,kind"; for (i = 0; i < 400; i++) print i % 17 "," i % 5 "," (i % 2 ? "round" : "flat") }' \
    >"$place/my table.csv"
start() {
    env -u DISPLAY -u WAYLAND_DISPLAY HOME="$place/home" "$@" bash "$place/tree/installer/start.sh" "$place/my table.csv"
}

start MASU_LABEL=kind >"$place/first" 2>&1 || { cat "$place/first"; fail "the first run failed."; }
made="$place/home/masu/my table"
for path in "$made.h5" "$made-run/best.pt" "$made-shards/index.json"; do
    [ -s "$path" ] || { cat "$place/first"; fail "$path is missing."; }
done
before=$(find "$made"* -type f -exec sha256sum {} + | sort)

# No label is named: the last column is taken, and the commands that are shown say so.
start >"$place/second" 2>&1 || { cat "$place/second"; fail "the second run failed."; }
grep -q -- "--label kind" "$place/second" || fail "the label that was guessed is not shown."
[ -s "$made-2.h5" ] && [ -s "$made-2-run/best.pt" ] || fail "the second run has no files of its own."
after=$(find "$made.h5" "$made-run" "$made-shards" "$made".splits.h5 -type f -exec sha256sum {} + | sort)
[ "$before" = "$after" ] || { diff <(echo "$before") <(echo "$after"); fail "the second run changed files of the first."; }

if env -u DISPLAY -u WAYLAND_DISPLAY bash "$place/tree/installer/start.sh" "$place/nothing.csv" >"$place/third" 2>&1; then
    fail "a file that does not exist was accepted."
fi
grep -q "there is no file $place/nothing.csv" "$place/third" || { cat "$place/third"; fail "the missing file is not named."; }
