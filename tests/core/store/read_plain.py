# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the plain F.h5 of a folder and compares it with the bytes beside it. Prints "equal"."""

import sys

import h5py

folder = sys.argv[1]
with open(folder + "/F.h5", "rb") as raw:
    data = raw.read()
assert data[8] == 0, "the superblock is not the oldest"
file = h5py.File(folder + "/F.h5", "r")
assert set(file) == {"features", "categories", "labels", "weights", "group", "origin", "kept", "meta"}, set(file)
objects = [name for name in file if name not in ("kept", "meta")] + ["kept/km%2Fh", "kept/note/ends", "kept/note/bytes"]
for name in objects:
    dataset = file[name]
    with open(f"{folder}/{name.replace('/', '_')}.bin", "rb") as expected:
        values = expected.read()
    assert dataset.chunks is None and dataset.compression is None, name
    assert dataset[...].tobytes() == values, name
    # For those who map the file: h5py tells where the values begin.
    begin = dataset.id.get_offset()
    assert begin % 64 == 0 and data[begin:begin + len(values)] == values, name
assert all(isinstance(file.get(name, getlink=True), h5py.HardLink) for name in file)
assert file.attrs["masu_format"] == 2 and file.attrs["samples"] == 150000
print("equal")
