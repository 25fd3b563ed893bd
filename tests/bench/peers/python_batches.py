# SPDX-License-Identifier: GPL-3.0-or-later
"""python_batches.py WAY FILE BATCH SECONDS: rows/s of one way to shuffled (features, labels) as torch tensors, as JSON.

masu, masu-narrow  masu.Loader, exact shuffle; narrow hands out stored types
ram                tensors in memory, indexed by slices of a permutation
h5py-blocks        a hand-written iterator: blocks of 65,536 rows in random order, shuffled inside
dataloader-ram     DataLoader over a TensorDataset with a BatchSampler of a RandomSampler
h5py-sorted        the same over a file: the rows of a batch sorted and read in one call of h5py
h5py-rows          DataLoader with shuffle=True over a file, a row a read
capsules           no loader: torch makes the two tensors of a batch of what is in memory
first              masu.Loader: seconds from iter() to the first batch, in a process that read nothing before
first-limit        what the machine needs for that: seconds in which two threads read and hash the chunks that a batch has
                   its rows in
train              masu.Loader feeding a cnn1d written in PyTorch: share of the time that the loop waits for data, after
                   its first batch, which is measured by itself
train-card         the same on a CUDA card, from pinned batches

An epoch, or as much of it as SECONDS allow, warms up; then at least SECONDS are measured. One thread of the loop and two of
Masu's or torch's.
"""
import itertools
import json
import sys
import time

import torch
from torch.utils.data import BatchSampler, DataLoader, Dataset, RandomSampler, TensorDataset

WAY, FILE, BATCH, SECONDS = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
THREADS, BLOCK, STRIDE = 2, 65536, 16


def loader(**options):
    import masu
    return masu.Loader(FILE, "all", batch=BATCH, shuffle="exact", threads=THREADS, **options)


def of_masu(**options):
    batches = loader(**options)
    while True:
        for b in batches:
            yield b.features, b.labels


def in_memory():
    import masu
    whole = masu.open(FILE)[:]
    return torch.from_numpy(whole["features"]), torch.from_numpy(whole["labels"])


def of_ram():
    x, y = in_memory()
    while True:
        order = torch.randperm(len(y))
        for first in range(0, len(y), BATCH):
            rows = order[first:first + BATCH]
            yield x[rows], y[rows]


def of_blocks():
    import h5py
    import numpy
    random = numpy.random.default_rng(0)
    with h5py.File(FILE, "r") as source:
        features, labels = source["features"], source["labels"]
        while True:
            for first in random.permutation(range(0, len(labels), BLOCK)):
                x, y = features[first:first + BLOCK], labels[first:first + BLOCK].astype("i8")
                order = random.permutation(len(y))
                x, y = torch.from_numpy(x[order]), torch.from_numpy(y[order])
                for begin in range(0, len(y), BATCH):
                    yield x[begin:begin + BATCH], y[begin:begin + BATCH]


class Rows(Dataset):
    """Rows of the file, by a number or by a list of them."""

    def __init__(self):
        import h5py
        self.source = h5py.File(FILE, "r")
        self.features, self.labels = self.source["features"], self.source["labels"]

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, which):
        if not isinstance(which, list):
            return self.features[which], int(self.labels[which])
        which = sorted(which)
        return torch.from_numpy(self.features[which]), torch.from_numpy(self.labels[which].astype("i8"))


def of_loader(dataset, by_batch=True):
    while True:
        if by_batch:
            yield from DataLoader(dataset, sampler=BatchSampler(RandomSampler(dataset), BATCH, False), batch_size=None)
        else:
            yield from DataLoader(dataset, batch_size=BATCH, shuffle=True)


def rate(batches, epoch):
    """Rows a second after the first `epoch` of them, or what of it goes into the time. A look at the clock for every batch
    would be part of what is measured."""
    def spend(most):
        start, count = time.perf_counter(), 0
        while count < most and time.perf_counter() - start < SECONDS:
            for _x, _y in itertools.islice(batches, STRIDE):
                count += 1
        return count, time.perf_counter() - start

    in_epoch = -(-epoch // BATCH)
    spend(in_epoch)
    count, spent = spend(sys.maxsize)
    return count * epoch / in_epoch / spent


def of_capsules():
    """What torch alone takes to make the two tensors of a batch: its share of every loader's time."""
    from torch.utils.dlpack import from_dlpack, to_dlpack
    made = getattr(torch.utils.dlpack, "_from_dlpack", from_dlpack)
    x, y = (values[:BATCH].clone() for values in in_memory())
    count, spent = 0, 0.0
    while spent < SECONDS:
        capsules = [(to_dlpack(x), to_dlpack(y)) for _ in range(1000)]
        start = time.perf_counter()
        for features, labels in capsules:
            made(features), made(labels)
        spent += time.perf_counter() - start
        count += len(capsules)
    return count * BATCH / spent


def rest():
    """Until the threads that numpy starts have nothing to do and sleep: they spin at first."""
    time.sleep(1)


def first_batch():
    with loader() as batches:
        rest()
        start = time.perf_counter()
        b = next(iter(batches))
        b.features, b.labels
        return time.perf_counter() - start


def first_limit():
    import ctypes
    import mmap
    import os
    import threading

    import h5py
    import numpy
    hashed = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
    hashed.argtypes, hashed.restype = [ctypes.c_void_p, ctypes.c_size_t], ctypes.c_uint64
    rows = torch.randint(0, 2**62, (BATCH,))
    places = []
    with h5py.File(FILE, "r") as source:
        for values in (source["features"], source["labels"]):
            chunks = sorted({int(row) % len(values) // values.chunks[0] for row in rows})
            places += [values.id.get_chunk_info(chunk) for chunk in chunks]
    memory = mmap.mmap(-1, sum(place.size for place in places), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_HUGEPAGE)
    room, pieces = numpy.frombuffer(memory, "u1"), []  # which nobody has touched, as a loader's is
    for place in places:
        pieces.append((place.byte_offset, room[:place.size]))
        room = room[place.size:]

    def read(mine):
        for offset, piece in mine:
            if os.preadv(file, [piece], offset) != len(piece):
                raise EOFError(FILE)
            hashed(piece.ctypes.data, len(piece))

    file = os.open(FILE, os.O_RDONLY)
    threads = [threading.Thread(target=read, args=(pieces[i::THREADS],)) for i in range(THREADS)]
    rest()
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start


def cnn1d(channels, classes):
    layers, width = [], channels
    for wider in (32, 64, 128, 128):
        layers += [torch.nn.Conv1d(width, wider, 7, padding=3), torch.nn.BatchNorm1d(wider), torch.nn.ReLU()]
        layers += [torch.nn.MaxPool1d(2)] if width != channels else []
        width = wider
    return torch.nn.Sequential(*layers, torch.nn.AdaptiveAvgPool1d(1), torch.nn.Flatten(), torch.nn.Dropout(0.3),
                               torch.nn.Linear(width, classes))


def waiting(device):
    with loader(normalise=True, pin=device == "cuda") as batches:
        model = cnn1d(batches.dataset.shape[0], len(batches.dataset.classes)).to(device)
        optimizer = torch.optim.Adam(model.parameters(), 3e-3)
        waited, start, is_started, steps = 0.0, time.perf_counter(), False, 0
        while time.perf_counter() - start < SECONDS:
            begun = time.perf_counter()
            iterator = iter(batches)
            while True:
                b = next(iterator, None)
                waited += time.perf_counter() - begun
                if not is_started:
                    waited, start, is_started = 0.0, time.perf_counter(), True
                if b is None or time.perf_counter() - start > SECONDS:
                    break
                features, labels = (values.to(device, non_blocking=True) for values in (b.features, b.labels))
                loss = torch.nn.functional.cross_entropy(model(features), labels)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                steps += 1
                if device == "cuda" and steps % STRIDE == 0:
                    torch.cuda.synchronize()  # the queue of a card grows without end otherwise
                begun = time.perf_counter()
        return waited / (time.perf_counter() - start)


def measured():
    if WAY == "first":
        return first_batch()
    if WAY == "first-limit":
        return first_limit()
    if WAY in ("train", "train-card"):
        return waiting("cuda" if WAY == "train-card" else "cpu")
    if WAY == "capsules":
        return of_capsules()
    ways = {"masu": of_masu, "masu-narrow": lambda: of_masu(narrow=True), "ram": of_ram, "h5py-blocks": of_blocks,
            "dataloader-ram": lambda: of_loader(TensorDataset(*in_memory())), "h5py-sorted": lambda: of_loader(Rows()),
            "h5py-rows": lambda: of_loader(Rows(), by_batch=False)}
    import masu
    return rate(ways[WAY](), len(masu.open(FILE)))


torch.set_num_threads(THREADS)
print(json.dumps(measured()))
