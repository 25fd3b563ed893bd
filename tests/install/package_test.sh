#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian packages, unpacks masu into an empty root and runs one import from there; validates the desktop files.
#   package_test.sh BUILD_DIR
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$build" && cpack -G DEB -B "$work/packages" >"$work/cpack.log" 2>&1) || { cat "$work/cpack.log" >&2; exit 1; }
ls "$work"/packages/*.deb
for package in "$work"/packages/*.deb; do
    [ -n "$(dpkg-deb -f "$package" Description)" ] || { echo "$package has no description" >&2; exit 1; }
    dpkg-deb -x "$package" "$work/root"
done
depends=$(dpkg-deb -f "$work"/packages/masu_*.deb Depends)
if [[ $depends =~ libqt6(gui|widgets) ]]; then
    echo "masu must not depend on a GUI library: $depends" >&2
    exit 1
fi

"$work/root/usr/bin/masu" --version
"$work/root/usr/bin/masu" sample tabular --out "$work" --rows 500 >/dev/null
"$work/root/usr/bin/masu" import "$work/census-persons.csv" --label income --out "$work/census.h5" --no-sync --json | grep '"samples": 500'
if [ -f "$work/root/usr/bin/masu-gui" ]; then
    desktop-file-validate "$work/root/usr/share/applications/io.github.masu.Masu.desktop"
    appstreamcli validate --no-net "$work/root/usr/share/metainfo/io.github.masu.Masu.metainfo.xml"
    test -s "$work/root/usr/share/icons/hicolor/scalable/apps/io.github.masu.Masu.svg"
fi
