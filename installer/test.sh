#!/usr/bin/env bash
# Installs what is missing, builds everything, runs every test. Ends on ctest's summary.
set -euo pipefail
cd "$(dirname "$0")/.."
source installer/dependencies.sh

install_missing "${BUILD_PACKAGES[@]}" "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
build dev
say "Running the tests"
ctest --preset dev -j "$(nproc)"
