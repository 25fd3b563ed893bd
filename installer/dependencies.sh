# SPDX-License-Identifier: GPL-3.0-or-later
# What Masu is built from and tested with, as Debian 12 names it. Sourced by start.sh and test.sh.
# shellcheck disable=SC2034
# shellcheck shell=bash

BUILD_PACKAGES=(
    build-essential ccache cmake git ninja-build pkg-config
    qt6-base-dev qt6-charts-dev libqt6opengl6-dev libgl-dev qt6-svg-dev
    qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    libhdf5-dev libquazip1-qt6-dev libdeflate-dev libzstd-dev liblz4-dev zlib1g-dev
    libsndfile1-dev libsamplerate0-dev libkissfft-dev
    libxxhash-dev libre2-dev libuchardet-dev libssl-dev libisal-dev libcli11-dev nlohmann-json3-dev libexpected-dev
    libdragonbox-dev pybind11-dev python3-dev libtorch-dev libgloo-dev libopenblas0-pthread
)
RUN_PACKAGES=(qt6-qpa-plugins libqt6svg6 fonts-inter fonts-noto-cjk fonts-jetbrains-mono)
TEST_PACKAGES=(
    python3 python3-numpy python3-protobuf python3-pandas python3-h5py python3-scipy python3-torch python3-sklearn mypy
    python3-hdf5plugin hdf5-filter-plugin python3-zstandard python3-tables python3-openpyxl hdf5-tools libarchive-tools libmatio-dev file desktop-file-utils appstream libbenchmark-dev
    groff-base
)

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
die() { printf 'Masu: %s\n' "$*" >&2; exit 1; }

# install_missing PACKAGE...: asks for root only when something is missing.
install_missing() {
    command -v dpkg-query >/dev/null || die "this script installs what it needs from Debian's packages, and this system \
has no dpkg. Install the libraries that README names, then run: cmake --preset release && cmake --build --preset release"
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "these packages are missing, and installing them needs root: ${missing[*]}"
        root=(sudo)
    fi
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    "${root[@]}" apt-get update -qq || die "the package lists could not be fetched. Is the network there?"
    "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null \
        || die "some packages could not be installed. On another distribution than Debian 12 their names may differ."
}

# build PRESET [CMAKE-OPTION...]: configures and builds with every core.
build() {
    local preset=$1
    shift
    say "Building ($preset)"
    cmake --preset "$preset" "$@" >"build-$preset.log" 2>&1 \
        || { cat "build-$preset.log" >&2; die "the build could not be configured."; }
    rm -f "build-$preset.log"
    cmake --build "build/$preset" -j "$(nproc)" || die "the build failed."
}
