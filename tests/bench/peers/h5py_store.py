# SPDX-License-Identifier: GPL-3.0-or-later
"""Seconds that h5py takes for what store_bench measures of Masu.

read FILE          all chunks of /features into one buffer, chunk by chunk
write FROM TO      /features of FROM, held in memory, as shuffle and deflate level 1
"""

import os
import sys
import time

import h5py
import numpy


def read(path):
    with h5py.File(path) as file:
        features = file["features"]
        rows = features.chunks[0]
        buffer = numpy.empty(features.chunks, features.dtype)
        begin = time.perf_counter()
        for first in range(0, features.shape[0], rows):
            count = min(rows, features.shape[0] - first)
            features.read_direct(buffer, numpy.s_[first : first + count], numpy.s_[:count])
        return time.perf_counter() - begin


def write(source, target):
    with h5py.File(source) as file:
        values = file["features"][:]
        chunks = file["features"].chunks
    if os.path.exists(target):
        os.remove(target)
    begin = time.perf_counter()
    with h5py.File(target, "w") as file:
        file.create_dataset("features", data=values, chunks=chunks, shuffle=True, compression="gzip", compression_opts=1)
    return time.perf_counter() - begin


print(read(sys.argv[2]) if sys.argv[1] == "read" else write(sys.argv[2], sys.argv[3]))
