# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the objects of two dataset files as h5py reads them. Prints "equal"."""

import sys

import h5py
import numpy

if "hdf5plugin" in sys.argv[3:]:
    import hdf5plugin  # noqa: F401



def unpacked(dataset):
    """The bytes of a dataset whose chunks are shuffled and then Zstandard frames, which Debian has no plug-in for."""
    import zstandard

    filters = dataset.id.get_create_plist()
    assert [filters.get_filter(i)[0] for i in range(filters.get_nfilters())] == [2, 32015]
    size = dataset.dtype.itemsize
    length = dataset.chunks[0] * numpy.prod(dataset.shape[1:], dtype=int) * size
    parts = []
    for index in range(dataset.id.get_num_chunks()):
        offset = dataset.id.get_chunk_info(index).chunk_offset
        mask, packed = dataset.id.read_direct_chunk(offset)
        if mask == 3:
            parts.append((offset[0], packed))
            continue
        assert mask == 0
        planes = numpy.frombuffer(zstandard.ZstdDecompressor().decompress(packed), "u1")
        assert len(planes) == length
        parts.append((offset[0], planes.reshape(size, -1).T.tobytes()))
    return b"".join(part for _, part in sorted(parts))[: dataset.size * size]


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
    if "zstandard" in sys.argv[3:]:
        assert one[:].tobytes() == unpacked(other), name
        continue
    assert one[:].tobytes() == other[:].tobytes(), name
    middle = slice(len(one) // 3, 2 * len(one) // 3)
    assert one[middle].tobytes() == other[middle].tobytes(), name
for name in ("columns", "classes", "sources"):
    assert first[f"meta/{name}"][()].tobytes() == second[f"meta/{name}"][()].tobytes(), name
print("equal")
