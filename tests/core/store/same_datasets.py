"""Compares the objects of two dataset files as h5py reads them. Prints "equal"."""

import sys

import h5py
import numpy

first, second = (h5py.File(path, "r") for path in sys.argv[1:3])
names = []


def collect(name, item):
    if isinstance(item, h5py.Dataset) and not name.startswith("meta/"):
        names.append(name)


first.visititems(collect)
assert "features" in names and "origin" in names, names
for name in names:
    one, other = first[name], second[name]
    assert one.dtype == other.dtype and one.shape == other.shape, name
    assert one[:].tobytes() == other[:].tobytes(), name
    middle = slice(len(one) // 3, 2 * len(one) // 3)
    assert one[middle].tobytes() == other[middle].tobytes(), name
for name in ("columns", "classes", "sources"):
    assert first[f"meta/{name}"][()].tobytes() == second[f"meta/{name}"][()].tobytes(), name
print("equal")
