# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares every object of a dataset as PyTables reads it with what h5py reads. Prints "equal"."""

import sys

import h5py
import tables

names = []
with h5py.File(sys.argv[1], "r") as file:
    file.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
    expected = {name: file[name][:].tobytes() for name in names}
assert "features" in names and "origin" in names and "meta/checksums/features" in names, names
with tables.open_file(sys.argv[1], "r") as file:
    for name in names:
        assert file.get_node("/" + name).read().tobytes() == expected[name], name
print("equal")
