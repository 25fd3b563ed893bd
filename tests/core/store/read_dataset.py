# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads F.h5 of a folder as FORMAT.md says and compares it with the plain bytes beside it. Prints "equal"."""

import json
import sys

import h5py
import numpy

folder = sys.argv[1]
file = h5py.File(folder + "/F.h5", "r")
samples = 1000
compressed = file["features"].compression == "gzip"


def expected(name, dtype, shape=()):
    return numpy.fromfile(f"{folder}/{name}.bin", dtype).reshape((samples, *shape))


# Exactly the objects of the format, the chunk index where chunks have sizes of their own.
values = {
    "features": expected("features", "<f4", (5,)),
    "categories": expected("categories", "u1", (2,)),
    "labels": expected("labels", "u1"),
    "weights": expected("weights", "<f4"),
    "group": expected("group", "<i4"),
    "kept/km%2Fh": expected("kept_km_h", "<f8"),
    "kept/half": expected("kept_half", "<f2"),
}
stored = [*values, "origin", "kept/note/bytes", "kept/note/ends"]
documents = {"recipe", "sources", "columns", "classes", "dictionaries", "groups"}
names = set(stored) | {"kept", "kept/note", "meta", "meta/checksums", "meta/checksums/kept", "meta/checksums/kept/note"}
names |= {f"meta/{document}" for document in documents} | {f"meta/checksums/{name}" for name in stored}
if compressed:
    names |= {"meta/chunk_index", "meta/chunk_index/kept", "meta/chunk_index/kept/note"}
    names |= {f"meta/chunk_index/{name}" for name in stored}
names |= {"meta/structure"}
found = set()
file.visit(found.add)
assert found == names, found ^ names
assert set(file) == {name.split("/")[0] for name in names} | {"splits", "split"}, set(file)

for name, array in values.items():
    assert file[name].dtype == array.dtype and file[name].shape == array.shape, name
    assert file[name].maxshape == array.shape, name
    assert numpy.array_equal(file[name][:], array), name

origin = numpy.fromfile(folder + "/origin.bin", {"names": ["source", "position"], "formats": ["<u4", "<u8"],
                                                 "offsets": [0, 8], "itemsize": 16})
assert file["origin"].dtype == numpy.dtype([("source", "<u4"), ("position", "<u8")])
assert numpy.array_equal(file["origin"]["source"], origin["source"])
assert numpy.array_equal(file["origin"]["position"], origin["position"])

ends = file["kept/note/ends"][:]
text = file["kept/note/bytes"][:].tobytes()
notes = [text[a:b].decode() for a, b in zip([0, *ends], ends)]
assert notes == [f"枡 {i}" for i in range(samples)]

attributes = dict(file.attrs)
assert set(attributes) == {"masu_format", "uuid", "kind", "target", "samples", "records", "rejected", "dropped",
                           "missing_by_train_mean"}, attributes
assert attributes["masu_format"] == 1 and attributes["kind"] == b"table" and attributes["target"] == b"classes"
assert (attributes["samples"], attributes["records"], attributes["rejected"], attributes["dropped"]) == (1000, 1010, 7, 3)


def document(name):
    return json.loads(file["meta/" + name][()].tobytes())


assert document("classes") == ["yes", "no"]
assert document("groups") == ["first", "zweite ü"]
assert document("recipe") == {"plan": 1}
words = ["red", 'gr"ün']
assert document("dictionaries") == [{"column": 5, "name": "colour", "texts": words},
                                    {"column": 6, "name": "shade", "texts": words}]
assert [column["name"] for column in document("columns")] == ["f0", "f1", "f2", "f3", "f4", "colour", "shade"]
assert document("columns")[2]["mean"] == (2.1 + 6) / 2
assert document("sources")[1] == {"path": "c.csv", "bytes": 50, "records": 5, "hash": "00112233445566bb", "rate": 8000}

link = file.get("split", getlink=True)
assert (link.filename, link.path) == ("F.splits.h5", "/default")
assert file.get("splits", getlink=True).path == "/"
assert h5py.check_enum_dtype(file["split"].dtype) == {"unused": 0, "train": 1, "validation": 2, "test": 3}
assert numpy.array_equal(file["split"][:], numpy.arange(samples) % 4)
assert list(file["splits"]) == ["default"] and file["splits"].attrs["uuid"] == attributes["uuid"]

# Chunks: whole samples; side by side where uncompressed; where the index says where compressed.
for name in stored:
    dataset = file[name]
    assert dataset.chunks[1:] == dataset.shape[1:], name
    count = -(-dataset.shape[0] // dataset.chunks[0])
    assert file["meta/checksums/" + name].shape == (count,), name
    chunks = [dataset.id.get_chunk_info(i) for i in range(count)]
    if compressed:
        index = file["meta/chunk_index/" + name][:]
        told = [(int(i["address"]), int(i["size"]), int(i["filter_mask"])) for i in index]
        assert told == [(chunk.byte_offset, chunk.size, chunk.filter_mask) for chunk in chunks], name
    else:
        first = chunks[0].byte_offset
        assert [chunk.byte_offset for chunk in chunks] == [first + i * chunks[0].size for i in range(count)], name

print("equal")
