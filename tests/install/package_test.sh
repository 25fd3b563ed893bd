#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian packages, unpacks them into an empty root and runs one import from there; validates the desktop files;
# imports the package for Python from there and from its wheel.
#   package_test.sh BUILD_DIR
set -euo pipefail
build=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
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

packages=$work/root/usr/lib/python3/dist-packages
if [ -d "$build/python/masu" ]; then
    deb=$(ls "$work"/packages/python3-masu_*.deb)
    for file in __init__.py __init__.pyi py.typed torch.py keras.py; do test -f "$packages/masu/$file"; done
    depends=$(dpkg-deb -f "$deb" Depends)
    for library in libhdf5- "python3 (>= 3." "python3 (<< 3."; do
        [[ $depends == *"$library"* ]] || { echo "python3-masu should depend on $library: $depends" >&2; exit 1; }
    done
    for script in postinst prerm; do
        dpkg-deb -I "$deb" "$script" | sh -n
    done
    "$work/root/usr/bin/masu" split "$work/census.h5" --ratios 0.8,0.1,0.1 >/dev/null
    streams='import masu, sys
batches = masu.Loader(sys.argv[1], "train", batch=100, output="memoryview")
assert masu.__file__.startswith(sys.argv[2]), masu.__file__
assert sum(map(len, batches)) == 400
print("import masu", masu.__version__, "from", sys.argv[3])'
    PYTHONPATH=$packages /usr/bin/python3 -B -c "$streams" "$work/census.h5" "$packages" "${deb##*/}"

    # Unpacked as pip does; by pip itself where there is one.
    wheel=$(/usr/bin/python3 "$source/installer/python/wheel.py" "$packages" 0.1.0 "$work")
    /usr/bin/python3 -m zipfile -e "$wheel" "$work/wheel"
    PYTHONPATH=$work/wheel /usr/bin/python3 -B -c "$streams" "$work/census.h5" "$work/wheel" "${wheel##*/}"
    (cd "$work/wheel" && sed -n 's/^\(.*\),sha256=\([^,]*\),[0-9]*$/\1 \2/p' masu-*.dist-info/RECORD | while read -r file hash; do
        [ "$(openssl dgst -sha256 -binary "$file" | base64 | tr '+/' '-_' | tr -d '=')" = "$hash" ] || { echo "RECORD: $file" >&2; exit 1; }
    done)
    if /usr/bin/python3 -m pip --version >/dev/null 2>&1; then
        /usr/bin/python3 -m pip install -q --no-index --no-deps --target "$work/pip" "$wheel"
        PYTHONPATH=$work/pip /usr/bin/python3 -B -c "$streams" "$work/census.h5" "$work/pip" "pip"
    fi
fi
