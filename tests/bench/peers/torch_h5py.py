# SPDX-License-Identifier: GPL-3.0-or-later
"""torch_h5py.py MODE FILE ROWS RUNS [WORKERS]: rows/s of each run of a PyTorch DataLoader over h5py, as JSON.

MODE blocks: IterableDataset that reads 16 chunks of 4096 rows in random order and shuffles inside them.
MODE map:    map-style data set with shuffle=True, a row a read. All rows of the file are shuffled, so that every read
             meets the chunk cache as it would in an epoch; the first ROWS of them are measured.
"""
import json
import sys
import time

import h5py
import numpy
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset

CHUNK, CHUNKS, BATCH = 4096, 16, 1024
mode, file, rows, runs = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
workers = int(sys.argv[5]) if len(sys.argv) > 5 else 0


class Blocks(IterableDataset):
    def __iter__(self):
        with h5py.File(file, "r") as source:
            features, labels = source["features"], source["labels"]
            random = numpy.random.default_rng(0)
            chunks = random.permutation((min(rows, len(labels)) + CHUNK - 1) // CHUNK)
            worker = torch.utils.data.get_worker_info()
            if worker is not None:
                chunks = chunks[worker.id::worker.num_workers]
            for first in range(0, len(chunks), CHUNKS):
                taken = chunks[first:first + CHUNKS]
                x = numpy.concatenate([features[c * CHUNK:(c + 1) * CHUNK] for c in taken])
                y = numpy.concatenate([labels[c * CHUNK:(c + 1) * CHUNK] for c in taken])
                order = random.permutation(len(y))
                x, y = torch.from_numpy(x[order]), torch.from_numpy(y[order].astype("i8"))
                for begin in range(0, len(y), BATCH):
                    yield x[begin:begin + BATCH], y[begin:begin + BATCH]


class Rows(Dataset):
    source = None

    def __len__(self):
        with h5py.File(file, "r") as opened:
            return len(opened["labels"])

    def __getitem__(self, index):
        if self.source is None:
            self.source = h5py.File(file, "r")
            self.features, self.labels = self.source["features"], self.source["labels"]
        return self.features[index], int(self.labels[index])


def once():
    if mode == "blocks":
        loader = DataLoader(Blocks(), batch_size=None, num_workers=workers)
    else:
        loader = DataLoader(Rows(), batch_size=BATCH, shuffle=True, num_workers=workers)
    seen, start, first = 0, None, 0
    for x, y in loader:
        if start is None:
            start, first = time.perf_counter(), len(y)
        seen += len(y)
        if seen >= rows:
            break
    return (seen - first) / (time.perf_counter() - start)


print(json.dumps([once() for _ in range(runs)]))
