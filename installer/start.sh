#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds Masu and opens it on sample data; without a display, goes from CSV to a trained model in
# the terminal.
#   bash installer/start.sh             on generated data
#   bash installer/start.sh FILE.csv    on a file of yours (MASU_LABEL=COLUMN names the column to predict)
set -euo pipefail
source_file=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."
source installer/dependencies.sh

install_missing "${BUILD_PACKAGES[@]}" "${RUN_PACKAGES[@]}"
build release -DMASU_BUILD_TESTS=OFF
PATH="$PWD/build/release/bin:$PATH"
if [ -d build/release/python/masu ]; then
    wheel=$(cmake --build build/release --target masu_wheel | grep '\.whl$' || true)
    say "In Python: PYTHONPATH=$PWD/build/release/python /usr/bin/python3 -c 'import masu'${wheel:+, or pip install $wheel}"
fi
work=${MASU_WORK:-$HOME/masu}
mkdir -p "$work"

if [ -z "$source_file" ]; then
    source_file=$work/census-persons.csv
    [ -f "$source_file" ] || masu sample tabular --out "$work"
    label=income
else
    [ -f "$source_file" ] || die "there is no file $source_file."
    label=${MASU_LABEL:-}
fi

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    say "Opening masu-gui on $source_file"
    exec masu-gui "$source_file"
fi

step() { say ""; say "$ masu $*"; masu "$@"; }
if [ -z "$label" ]; then
    # The last column is what most tables predict; MASU_LABEL names another.
    label=$(masu inspect "$source_file" --json | sed -n 's/^ *"name": "\(.*\)",\?$/\1/p' | tail -n 1)
fi
# What an earlier run or somebody else put there stays: the next free name is taken.
base=$(basename "${source_file%.*}")
name=$base
for ((number = 2; ; number++)); do
    [ -e "$work/$name.h5" ] || [ -e "$work/$name-run" ] || [ -e "$work/$name-shards" ] || break
    name=$base-$number
done
dataset=$work/$name.h5
step inspect "$source_file" --label "$label"
step import "$source_file" --label "$label" --out "$dataset"
step split "$dataset" --ratios 0.8,0.1,0.1 --seed 42
step estimate "$dataset" --model mlp --batch 256
step train "$dataset" --model mlp --epochs 5 --batch 256 --out "$work/$name-run"
step export "$dataset" --format csv --out "$work/$name-shards"
say ""
say "The dataset is $dataset, the trained model is in $work/$name-run, the shards are in $work/$name-shards."
