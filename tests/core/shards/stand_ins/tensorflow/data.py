# SPDX-License-Identifier: GPL-3.0-or-later
import glob
import itertools
import random
import struct

AUTOTUNE = -1


class Dataset:
    def __init__(self, stream):
        self._stream = stream

    def __iter__(self):
        return iter(self._stream())

    @staticmethod
    def list_files(pattern):
        def stream():
            paths = glob.glob(pattern)
            random.shuffle(paths)
            return paths

        assert glob.glob(pattern), f"no file {pattern}"
        return Dataset(stream)

    def interleave(self, function, num_parallel_calls=None):
        def stream():
            streams = [iter(function(one)) for one in self]
            while streams:
                for one in list(streams):
                    try:
                        yield next(one)
                    except StopIteration:
                        streams.remove(one)

        return Dataset(stream)

    def shuffle(self, size):
        def stream():
            kept = []
            for one in self:
                kept.append(one)
                if len(kept) > size:
                    yield kept.pop(random.randrange(len(kept)))
            random.shuffle(kept)
            yield from kept

        return Dataset(stream)

    def batch(self, size):
        def stream():
            ones = iter(self)
            while batch := list(itertools.islice(ones, size)):
                yield batch

        return Dataset(stream)

    def map(self, function, num_parallel_calls=None):
        return Dataset(lambda: map(function, self))

    def prefetch(self, size):
        return self

    def take(self, count):
        return Dataset(lambda: itertools.islice(iter(self), count))


class TFRecordDataset(Dataset):
    def __init__(self, path):
        def stream():
            with open(path, "rb") as file:
                while head := file.read(12):
                    length, = struct.unpack("<Q", head[:8])
                    yield file.read(length)
                    file.read(4)

        super().__init__(stream)
