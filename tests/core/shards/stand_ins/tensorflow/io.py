# SPDX-License-Identifier: GPL-3.0-or-later
"""tf.train.Example, from the public description of protocol buffers."""

import numpy as np


class FixedLenFeature:
    def __init__(self, shape, dtype):
        self.shape, self.dtype = list(shape), dtype


def _varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def _fields(data):
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        if key & 7 == 0:
            value, at = _varint(data, at)
        elif key & 7 == 5:
            value, at = data[at:at + 4], at + 4
        else:
            assert key & 7 == 2, key
            size, at = _varint(data, at)
            value, at = data[at:at + size], at + size
        yield key >> 3, value


def _floats(data):
    return np.concatenate([np.frombuffer(value, "<f4") for _, value in _fields(data)] or [np.zeros(0, "<f4")])


def _integers(data):
    values = []
    for _, value in _fields(data):
        at = 0
        while not isinstance(value, int) and at < len(value):
            one, at = _varint(value, at)
            values.append(one)
        if isinstance(value, int):
            values.append(value)
    return np.array(values, np.uint64).astype(np.int64)


def _example(data):
    (_, features), = _fields(data)
    example = {}
    for _, entry in _fields(features):
        parts = dict(_fields(entry))
        (kind, values), = _fields(parts[2])
        example[parts[1].decode()] = {2: _floats, 3: _integers}.get(kind, lambda text: text)(values)
    return example


def parse_example(records, wanted):
    examples = [_example(record) for record in records]
    batch = {}
    for name, feature in wanted.items():
        arrays = [example[name] for example in examples]
        assert all(array.dtype == feature.dtype for array in arrays), f"{name} is stored as {arrays[0].dtype}"
        batch[name] = np.stack([array.reshape(feature.shape) for array in arrays])
    return batch
