# SPDX-License-Identifier: GPL-3.0-or-later
"""What the printed programs use of MosaicML's streaming, which Debian does not have; its format is public."""

import json
import os

import numpy as np
import torch


class StreamingDataset(torch.utils.data.IterableDataset):
    def __init__(self, local, split, shuffle, batch_size):
        folder = os.path.join(local, split)
        with open(os.path.join(folder, "index.json"), encoding="utf-8") as file:
            index = json.load(file)
        self._samples = []
        for shard in index["shards"]:
            with open(os.path.join(folder, shard["raw_data"]["basename"]), "rb") as file:
                data = file.read()
            count = int(np.frombuffer(data[:4], "<u4")[0])
            offsets = np.frombuffer(data[4:8 + 4 * count], "<u4")
            self._samples += [self._sample(shard, data[begin:end]) for begin, end in zip(offsets, offsets[1:])]
        self._shuffle = shuffle

    @staticmethod
    def _sample(shard, data):
        sizes = []
        for size in shard["column_sizes"]:
            if size is None:
                size, data = int(np.frombuffer(data[:4], "<u4")[0]), data[4:]
            sizes.append(size)
        sample = {}
        for name, encoding, size in zip(shard["column_names"], shard["column_encodings"], sizes):
            value, data = data[:size], data[size:]
            kind, *rest = encoding.split(":")
            if kind == "str":
                sample[name] = value.decode()
            elif kind == "ndarray":
                shape = tuple(map(int, rest[1].split(",")))
                sample[name] = np.frombuffer(value, rest[0]).reshape(shape).copy()
            else:
                sample[name] = np.frombuffer(value, kind)[0]
        return sample

    def __iter__(self):
        order = torch.randperm(len(self._samples)) if self._shuffle else range(len(self._samples))
        return (self._samples[i] for i in order)
