#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the build to an empty prefix, builds a program against it with find_package(Masu), and streams a dataset with it.
#   install_test.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }

quietly cmake --install "$build" --prefix "$work/prefix"
quietly cmake -S "$source/tests/install" -B "$work/program" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release
quietly cmake --build "$work/program"

masu=$work/prefix/bin/masu
quietly "$masu" sample tabular --out "$work" --rows 2000
quietly "$masu" import "$work/census-persons.csv" --label income --out "$work/census.h5" --no-sync
quietly "$masu" split "$work/census.h5" --ratios 0.8,0.1,0.1
said=$("$work/program/streams_batches" "$work/census.h5")
echo "$said"
[[ $said == "1600 samples, "* ]] || { echo "expected 1600 samples" >&2; exit 1; }

if [ -d "$build/python/masu" ]; then
    PYTHONPATH=$work/prefix/lib/python3/dist-packages /usr/bin/python3 -B - "$work/census.h5" <<'END'
import masu, sys
assert sum(map(len, masu.Loader(sys.argv[1], "train", output="memoryview"))) == 1600
END
fi
