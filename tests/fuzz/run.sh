#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the fuzz targets and runs each of them for a time, one after the other: tests/fuzz/run.sh [SECONDS] [TARGET...]
# For a night, 600 seconds each: three and a half hours on one core. Needs clang-14 and /usr/bin/python3 with NumPy and
# h5py. What a target fails on is kept in build/fuzz/found, with the command that shows it again; the exit code is 1 then.
# What a target learned is kept in build/fuzz/corpus, where its next run begins.
# module_fuzz, which has LibTorch read TorchScript files, is added with MASU_FUZZ_TRAIN=ON. That needs libtorch-dev, and a
# clang that takes its headers as C++20, which 14 does not: MASU_FUZZ_CLANG=VERSION names another one.
# The short form of this is the test fuzz_smoke_test of every build, which tries the seeds and some 4,000 changes to them,
# the same each time; under the preset asan it finds what is read or written where it may not be.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
shift || true
build=build/fuzz
jobs=${MASU_JOBS:-2}
train=${MASU_FUZZ_TRAIN:-OFF}
clang=${MASU_FUZZ_CLANG:-14}

cmake -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="clang++-$clang" -DCMAKE_C_COMPILER="clang-$clang" \
  -DMASU_FUZZ=ON -DMASU_BUILD_GUI=OFF -DMASU_BUILD_TRAIN="$train" >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  left_out=none
  [ "$train" = ON ] || left_out=module_fuzz
  mapfile -t targets < <(sed -n 's/^ *masu_fuzz(\([a-z0-9_]*\) .*/\1/p' tests/fuzz/CMakeLists.txt | grep -vx "$left_out")
fi
nice ninja -C "$build" -j"$jobs" "${targets[@]}"
/usr/bin/python3 tests/fuzz/make_corpus.py "$build/corpus"
# A leak that a library of the system has is not ours to mend. A short quarantine keeps large buffers cheap.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=4096:quarantine_size_mb=8 UBSAN_OPTIONS=print_stacktrace=1

mkdir -p "$build/found"
failed=0
for target in "${targets[@]}"; do
  mkdir -p "$build/corpus/$target"
  if nice "$build/fuzz/$target" -max_total_time="$seconds" \
    -max_len=8192 -rss_limit_mb=2048 -timeout=25 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$build/found/$target-" "$build/corpus/$target" >"$build/found/$target.log" 2>&1; then
    echo "$target: clean, $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/found/$target.log") inputs"
  else
    failed=1
    echo "$target: FAILED, see $build/found/$target.log; again: $build/fuzz/$target $build/found/$target-*"
  fi
done
exit $failed
