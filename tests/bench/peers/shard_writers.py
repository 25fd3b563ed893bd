#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The usual Python writers of shards: tarfile with numpy, tf.train.Example through protobuf with masked CRC-32C, NumPy,
h5py, pandas, and records of MDS joined as MosaicML's writer joins them.

shard_writers.py FORMAT DATASET.h5 OUT_FOLDER SHARD_SAMPLES SAMPLES: writes shards of the first SAMPLES of /features and
/labels, synced, and prints the seconds that took; nothing for a format it does not know. Reading the dataset into memory
is not counted.
"""

import io
import json
import os
import struct
import sys
import tarfile
import time

import h5py
import numpy as np


def sync(file):
    file.flush()
    os.fsync(file.fileno())


def add(archive, name, data):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    archive.addfile(info, io.BytesIO(data))


def write_webdataset(path, features, labels, first):
    with open(path, "wb") as file:
        with tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for i, (x, y) in enumerate(zip(features, labels), first):
                buffer = io.BytesIO()
                np.save(buffer, x)
                add(archive, f"{i:09d}.npy", buffer.getvalue())
                add(archive, f"{i:09d}.cls", str(int(y)).encode())
                add(archive, f"{i:09d}.json", json.dumps({"sample": i, "label": str(int(y))}).encode())
        sync(file)


def example_class():
    """tf.train.Example from its public definition, as the tensorflow package compiles it."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file = descriptor_pb2.FileDescriptorProto(name="example.proto", package="t", syntax="proto3")
    many, one = 3, 1

    def message(name, *fields):
        entry = file.message_type.add(name=name)
        for field, number, kind, label, *rest in fields:
            added = entry.field.add(name=field, number=number, type=kind, label=label)
            if rest:
                added.type_name = rest[0]
        return entry

    message("BytesList", ("value", 1, 12, many))
    message("FloatList", ("value", 1, 2, many))
    message("Int64List", ("value", 1, 3, many))
    feature = message("Feature", ("bytes_list", 1, 11, one, ".t.BytesList"), ("float_list", 2, 11, one, ".t.FloatList"),
                      ("int64_list", 3, 11, one, ".t.Int64List"))
    feature.oneof_decl.add(name="kind")
    for field in feature.field:
        field.oneof_index = 0
    features = message("Features", ("feature", 1, 11, many, ".t.Features.FeatureEntry"))
    entry = features.nested_type.add(name="FeatureEntry")
    entry.options.map_entry = True
    entry.field.add(name="key", number=1, type=9, label=one)
    entry.field.add(name="value", number=2, type=11, label=one, type_name=".t.Feature")
    message("Example", ("features", 1, 11, one, ".t.Features"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.MessageFactory(pool).GetPrototype(pool.FindMessageTypeByName("t.Example"))


def crc_function():
    """A compiled CRC-32C where there is one; else zlib's CRC-32, which costs as little and favours the peer."""
    try:
        import crc32c
        return crc32c.crc32c
    except ImportError:
        import zlib
        return zlib.crc32


def write_tfrecord(path, features, labels, _first):
    example, crc = example_class(), crc_function()

    def masked(data):
        value = crc(data)
        return (((value >> 15) | (value << 17)) + 0xA282EAD8) & 0xFFFFFFFF

    with open(path, "wb") as file:
        for x, y in zip(features, labels):
            one = example()
            one.features.feature["features"].float_list.value.extend(x.ravel())
            one.features.feature["labels"].int64_list.value.append(int(y))
            data = one.SerializeToString()
            length = struct.pack("<Q", len(data))
            file.write(length + struct.pack("<I", masked(length)) + data + struct.pack("<I", masked(data)))
        sync(file)


def write_npy(path, features, labels, _first):
    for name, array in (("features", features), ("labels", labels)):
        with open(f"{path}.{name}.npy", "wb") as file:
            np.save(file, array)
            sync(file)


def write_npz(path, features, labels, _first):
    with open(path + ".npz", "wb") as file:
        np.savez(file, features=features, labels=labels)
        sync(file)


def write_hdf5(path, features, labels, _first):
    chunk = max((512 << 10) // features[0].nbytes, 1)
    with h5py.File(path, "w") as file:
        file.create_dataset("features", data=features, chunks=(min(chunk, len(features)), *features.shape[1:]))
        file.create_dataset("labels", data=labels)
    with open(path, "rb+") as file:
        sync(file)


def write_mds(path, features, labels, _first):
    columns = {"column_names": ["features", "labels"], "column_sizes": [features[0].nbytes, 1]}
    config = json.dumps(columns, sort_keys=True).encode()
    samples = [x.tobytes() + y.tobytes() for x, y in zip(features, labels)]
    sizes = list(map(len, samples))
    offsets = (np.array([0] + sizes).cumsum() + 4 * (len(samples) + 2) + len(config)).astype(np.uint32)
    with open(path, "wb") as file:
        file.write(np.uint32(len(samples)).tobytes() + offsets.tobytes() + config + b"".join(samples))
        sync(file)


def write_csv(path, features, labels, _first):
    import pandas
    frame = pandas.DataFrame(features.reshape(len(features), -1))
    frame["label"] = labels
    with open(path, "w", newline="") as file:
        frame.to_csv(file, index=False)
        sync(file)


def main():
    kind, dataset, out, shard, samples = *sys.argv[1:4], *map(int, sys.argv[4:6])
    write = globals().get("write_" + kind)
    if write is None:
        return
    with h5py.File(dataset, "r") as file:
        features, labels = file["features"][:samples], file["labels"][:samples]
    os.makedirs(out, exist_ok=True)
    begun = time.perf_counter()
    for number, first in enumerate(range(0, len(features), shard)):
        end = first + shard
        write(os.path.join(out, f"peer-{number:06d}"), features[first:end], labels[first:end], first)
    print(time.perf_counter() - begun)


main()
