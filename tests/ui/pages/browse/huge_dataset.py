# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a dataset of any number of samples after the pattern of another: its values are holes, so it takes no room.

usage: huge_dataset.py PATTERN.h5 OUT.h5 SAMPLES
"""

import json
import os
import sys

import h5py
import numpy as np

CHUNK_BYTES = 512 << 10


def objects(group, prefix=""):
    for name in group:
        if isinstance(group.get(name, getlink=True), h5py.ExternalLink) or name == "meta":
            continue
        item = group[name]
        if isinstance(item, h5py.Group):
            yield from objects(item, prefix + name + "/")
        else:
            yield prefix + name, item


def make_object(file, name, like, samples):
    shape = like.shape[1:]
    sample = like.dtype.itemsize * int(np.prod(shape, dtype=int))
    layout = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    layout.set_chunk((max(1, CHUNK_BYTES // sample),) + shape)
    layout.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    layout.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    links = h5py.h5p.create(h5py.h5p.LINK_CREATE)
    links.set_create_intermediate_group(True)
    space = h5py.h5s.create_simple((samples,) + shape)
    h5py.h5d.create(file.id, name.encode(), like.id.get_type(), space, layout, links)


def main():
    pattern, out, samples = h5py.File(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    access = h5py.h5p.create(h5py.h5p.FILE_ACCESS)
    access.set_libver_bounds(h5py.h5f.LIBVER_V110, h5py.h5f.LIBVER_V110)
    file = h5py.File(h5py.h5f.create(out.encode(), h5py.h5f.ACC_TRUNC, None, access))
    for name, value in pattern.attrs.items():
        like = pattern.attrs.get_id(name)
        attribute = h5py.h5a.create(file.id, name.encode(), like.get_type(), like.get_space())
        attribute.write(np.array(samples if name in ("samples", "records") else value, dtype=like.dtype))
    for name, item in objects(pattern):
        make_object(file, name, item, samples)
    for name, item in pattern["meta"].items():
        if isinstance(item, h5py.Group) or name == "structure":  # a hash of the pattern's own bytes
            continue
        content = item[()].tobytes()
        if name == "sources":
            sources = json.loads(content)
            sources[0]["records"] = samples
            content = json.dumps(sources).encode()
        file[f"meta/{name}"] = np.frombuffer(content, "u1")
    for name in ("splits", "split"):
        link = pattern.get(name, getlink=True)
        file[name] = h5py.ExternalLink(os.path.basename(out).replace(".h5", ".splits.h5"), link.path)
    file.close()


main()
