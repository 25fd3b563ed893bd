# SPDX-License-Identifier: GPL-3.0-or-later
"""What the printed programs use of webdataset, which Debian does not have: its names, read from its documentation."""

import io
import random
import tarfile

import numpy as np


def _decoded(ending, data):
    kind = ending.rsplit(".", 1)[-1]
    if kind == "npy":
        return np.load(io.BytesIO(data), allow_pickle=False)
    return int(data) if kind in ("cls", "index", "inx", "id") else data


class WebDataset:
    def __init__(self, urls, shardshuffle=False):
        self._stages = [lambda _: self._samples(list(urls), shardshuffle)]

    def _samples(self, urls, shardshuffle):
        if shardshuffle:
            random.shuffle(urls)
        for url in urls:
            sample = {}
            with tarfile.open(url) as archive:
                for member in archive:
                    key, ending = member.name.split(".", 1)
                    if sample.get("__key__", key) != key:
                        yield sample
                        sample = {}
                    sample["__key__"] = key
                    sample[ending] = archive.extractfile(member).read()
            if sample:
                yield sample

    def _then(self, stage):
        self._stages.append(stage)
        return self

    def __iter__(self):
        stream = None
        for stage in self._stages:
            stream = stage(stream)
        return stream

    def shuffle(self, size):
        def stage(stream):
            kept = []
            for sample in stream:
                kept.append(sample)
                if len(kept) > size:
                    yield kept.pop(random.randrange(len(kept)))
            random.shuffle(kept)
            yield from kept

        return self._then(stage)

    def decode(self):
        return self.map(lambda sample: {name: value if name.startswith("__") else _decoded(name, value)
                                        for name, value in sample.items()})

    def to_tuple(self, *names):
        return self.map(lambda sample: tuple(sample[name] for name in names))

    def batched(self, size):
        def collated(samples):
            return [np.stack(part) if isinstance(part[0], np.ndarray) else np.array(part) for part in zip(*samples)]

        def stage(stream):
            samples = []
            for sample in stream:
                samples.append(sample)
                if len(samples) == size:
                    yield collated(samples)
                    samples = []
            if samples:
                yield collated(samples)

        return self._then(stage)

    def map(self, function):
        return self._then(lambda stream: (function(one) for one in stream))
