#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads an export by means that share no code with Masu, and compares every value with a CSV export of the same dataset.

read_shards.py FOLDER CSV_FOLDER: FOLDER holds index.json and shards of any format, CSV_FOLDER shards of `csv --encoded`
of the same samples in the same order. Prints the number of samples; any difference ends it with a message.
"""

import hashlib
import json
import struct
import sys
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd

CRC32C = [0] * 256
for value in range(256):
    crc = value
    for _ in range(8):
        crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    CRC32C[value] = crc


def masked_crcs(records):
    """Of records of one length, a row of bytes each: byte by byte, all records at once."""
    table = np.array(CRC32C, np.uint32)
    crc = np.full(len(records), 0xFFFFFFFF, np.uint32)
    for column in np.ascontiguousarray(records.T):
        crc = table[(crc ^ column) & 0xFF] ^ (crc >> 8)
    crc = ~crc
    return ((crc >> 15) | (crc << 17)) + np.uint32(0xA282EAD8)


def read_npy(folder, shard):
    """Every array of a shard lies in a file of its own."""
    names = {file["path"]: file["path"].rsplit("-", 1)[1].split(".", 1)[1][:-len(".npy")] for file in shard["files"]}
    return {name: np.load(folder / path) for path, name in names.items()}


def check_texts(part):
    """Takes the two arrays of a text out of a part, and holds its texts to the formula of made_dataset.h."""
    for name in [name for name in part if name.endswith(".lengths")]:
        lengths, utf8 = part.pop(name), part.pop(name[:-len("lengths")] + "utf8")
        ends = np.cumsum(lengths, dtype="int64")
        assert ends[-1] == len(utf8), name
        if name != "kept/note.lengths" and name != "kept.note.lengths":
            continue
        for sample, length, end in zip(part["features"][:, 0], lengths, ends):
            text, i = bytes(utf8[end - length:end]).decode(), int(sample)
            assert text == (f'line one\nline "two", {i}' if i % 5 == 0 else f"n{i}"), text
    return part


def read_npz(folder, shard):
    with zipfile.ZipFile(folder / shard["path"]) as archive:
        assert archive.testzip() is None
    with np.load(folder / shard["path"]) as arrays:
        return {name: arrays[name] for name in arrays.files}


def read_hdf5(folder, shard):
    import h5py
    with h5py.File(folder / shard["path"], "r") as file:
        arrays = {name: file[name][...] for name in ("features", "categories", "labels", "weights") if name in file}
        if "features_scale" in file:
            shape = (1, -1) + (1,) * (arrays["features"].ndim - 2)
            scaled = arrays["features"] * file["features_scale"][...].reshape(shape).astype("f8")
            arrays["features"] = scaled + file["features_offset"][...].reshape(shape)
        return arrays


def read_webdataset(folder, shard):
    """Members of a sample lie beside each other, and their keys end at the first dot."""
    samples, key = [], None
    with tarfile.open(folder / shard["path"]) as archive:
        for member in archive:
            stem, ending = member.name.split(".", 1)
            if stem != key:
                assert stem not in {sample["key"] for sample in samples[-100:]}, f"{stem} is torn apart"
                samples.append({"key": stem})
                key = stem
            samples[-1][ending] = archive.extractfile(member).read()
    arrays = {}
    for sample in samples:
        described = json.loads(sample["json"])
        assert described["sample"] == int(sample["key"])
        values = {"features": npy(sample.get("npy")), "categories": npy(sample.get("categories.npy")),
                  "weights": npy(sample.get("weights.npy")), "labels": npy(sample.get("labels.npy"))}
        if "cls" in sample:
            values["labels"] = np.array(int(sample["cls"]))
        for name, value in values.items():
            if value is not None:
                arrays.setdefault(name, []).append(value)
    return {name: np.stack(values) for name, values in arrays.items()}


def npy(data):
    if data is None:
        return None
    assert data[:8] == b"\x93NUMPY\x01\x00"
    length, = struct.unpack("<H", data[8:10])
    assert (10 + length) % 64 == 0
    header = eval(data[10:10 + length], {"__builtins__": {}}, {"False": False})
    return np.frombuffer(data[10 + length:], header["descr"]).reshape(header["shape"])


def example_class():
    """tf.train.Example, spelled out for python3-protobuf."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    file = descriptor_pb2.FileDescriptorProto(name="example.proto", package="t", syntax="proto3")

    def message(name, *fields):
        made = file.message_type.add(name=name)
        for number, (field, kind, label, of) in enumerate(fields, 1):
            made.field.add(name=field, number=number, type=kind, label=label, type_name=of or None)
        return made

    one, many = 1, 3
    message("BytesList", ("value", 12, many, ""))
    message("FloatList", ("value", 2, many, ""))
    message("Int64List", ("value", 3, many, ""))
    feature = message("Feature", ("bytes_list", 11, one, ".t.BytesList"), ("float_list", 11, one, ".t.FloatList"),
                      ("int64_list", 11, one, ".t.Int64List"))
    feature.oneof_decl.add(name="kind")
    for field in feature.field:
        field.oneof_index = 0
    features = message("Features", ("feature", 11, many, ".t.Features.FeatureEntry"))
    entry = features.nested_type.add(name="FeatureEntry")
    entry.options.map_entry = True
    entry.field.add(name="key", number=1, type=9, label=one)
    entry.field.add(name="value", number=2, type=11, label=one, type_name=".t.Feature")
    message("Example", ("features", 11, one, ".t.Features"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.MessageFactory(pool).GetPrototype(pool.FindMessageTypeByName("t.Example"))


def check_crcs(data, records):
    """`records`: where each begins, and how long what it holds is."""
    raw = np.frombuffer(data, np.uint8)
    starts, lengths = np.array(records).reshape(-1, 2).T
    for length in np.unique(lengths):
        whole = raw[starts[lengths == length][:, None] + np.arange(length + 16)]
        for first, size in ((0, 8), (12, length)):
            stored = np.ascontiguousarray(whole[:, first + size:first + size + 4]).view("<u4")[:, 0]
            assert np.array_equal(masked_crcs(whole[:, first:first + size]), stored), "a checksum is wrong"


def read_tfrecord(folder, shard):
    example = example_class()
    data = (folder / shard["path"]).read_bytes()
    index = [tuple(map(int, line.split())) for line in (folder / shard["files"][1]["path"]).read_text().splitlines()]
    arrays, records, at = {}, [], 0
    for offset, size in index:
        assert offset == at, "the index is astray"
        length, = struct.unpack_from("<Q", data, at)
        records.append((at, length))
        for name, feature in example.FromString(data[at + 12:at + 12 + length]).features.feature.items():
            values = getattr(feature, feature.WhichOneof("kind")).value
            arrays.setdefault(name, []).append(np.array(list(values)))
        at += length + 16
        assert at == offset + size
    assert at == len(data)
    check_crcs(data, records)
    return {name: np.stack(arrays[name]) for name in ("features", "categories", "labels", "weights") if name in arrays}


def read_mds(folder, shard):
    """From MosaicML's public format: u32 n, u32 offsets[n + 1], JSON, samples."""
    path = folder / shard["path"]
    index = json.loads((path.parent / "index.json").read_text())
    assert index["version"] == 2
    info, = [one for one in index["shards"] if one["raw_data"]["basename"] == path.name]
    data = path.read_bytes()
    assert len(data) == info["raw_data"]["bytes"] and info["samples"] == shard["samples"]
    assert hashlib.sha256(data).hexdigest() == info["raw_data"]["hashes"]["sha256"]
    count, = np.frombuffer(data[:4], np.uint32)
    offsets = np.frombuffer(data[4:8 + 4 * count], np.uint32)
    config = json.loads(data[8 + 4 * count:offsets[0]])
    assert all(config[key] == info[key] for key in config)
    assert info["column_names"] == sorted(info["column_names"])
    arrays = {}
    for begin, end in zip(offsets, offsets[1:]):
        sample, sizes = data[begin:end], []
        for size in info["column_sizes"]:
            if not size:
                size, = np.frombuffer(sample[:4], np.uint32)
                sample = sample[4:]
            sizes.append(size)
        for name, encoding, size in zip(info["column_names"], info["column_encodings"], sizes):
            value, sample = sample[:size], sample[size:]
            kind, *rest = encoding.split(":")
            if kind == "str":
                value.decode()
                continue
            shape = tuple(map(int, rest[1].split(","))) if rest else ()
            arrays.setdefault(name, []).append(np.frombuffer(value, rest[0] if rest else kind).reshape(shape))
        assert not sample
    return {name: np.stack(values) for name, values in arrays.items()}


def read_safetensors(folder, shard):
    data = (folder / shard["path"]).read_bytes()
    length, = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + length])
    header.pop("__metadata__")
    types = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I32": "<i4", "U32": "<u4", "I16": "<i2", "U16": "<u2", "I8": "i1",
             "U8": "u1"}
    arrays, at = {}, 0
    for name, tensor in header.items():
        begin, end = tensor["data_offsets"]
        assert begin == at, "there is a hole"
        arrays[name] = np.frombuffer(data[8 + length + begin:8 + length + end], types[tensor["dtype"]])
        arrays[name] = arrays[name].reshape(tensor["shape"])
        at = end
    assert 8 + length + at == len(data)
    return arrays


def expected(folder, shards):
    """The encoded CSV: a column each, features and codes by the names that index.json gives their roles."""
    index = json.loads((folder / "index.json").read_text())
    rows, header = [], None
    for shard in shards(index):
        path = folder / shard["path"]
        header = list(pd.read_csv(path, nrows=0).columns)
        # Parsed once for all formats that are compared with it.
        parsed = path.with_suffix(".parsed.npy")
        if not parsed.exists():
            # As wide as what is compared.
            np.save(parsed, pd.read_csv(path, float_precision="round_trip").to_numpy("f8").astype("f4"))
        rows.append(np.load(parsed))
    table = np.concatenate(rows)
    roles = {column["name"]: column["role"] for column in index["columns"]}
    if len(index["sample_shape"]) > 1:
        values = int(np.prod(index["sample_shape"]))
        return {"features": table[:, :values].reshape([-1] + index["sample_shape"]), "labels": table[:, values]}
    pick = {role: [i for i, name in enumerate(header) if roles.get(name) == role] for role in set(roles.values())}
    arrays = {"features": table[:, pick["feature"]]}
    if pick.get("category"):
        arrays["categories"] = table[:, pick["category"]]
    if pick.get("label"):
        arrays["labels"] = table[:, pick["label"][0]]
    if pick.get("weight"):
        arrays["weights"] = table[:, pick["weight"][0]]
    return arrays


def main():
    folder, reference = Path(sys.argv[1]), Path(sys.argv[2])
    index = json.loads((folder / "index.json").read_text())
    read = globals()["read_" + index["format"]]
    total = 0
    for split in index["samples"]:
        mine = [shard for shard in index["shards"] if shard["split"] == split]
        for shard in mine:
            for file in shard["files"]:
                data = (folder / file["path"]).read_bytes()
                assert len(data) == file["bytes"], file
                assert hashlib.sha256(data).hexdigest() == file["sha256"], file
        parts = [check_texts(read(folder, shard)) for shard in mine]
        for part, shard in zip(parts, mine):
            assert all(len(array) == shard["samples"] for array in part.values()), shard["path"]
        wanted = expected(reference, lambda whole: [one for one in whole["shards"] if one["split"] == split])
        for name, values in wanted.items():
            got = np.concatenate([np.float32(part[name]) for part in parts]).reshape(values.shape)
            assert np.array_equal(got, values, equal_nan=True), f"{split}: {name} differs"
        total += index["samples"][split]
    print(total)


main()
