#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares datasets of recordings with their sources, which other readers read: wave, NumPy, SciPy, the format's text.

compare_recordings.py NAME DATASET DATA: every window of the dataset, read with h5py, is what its recording below the
folder of shared data holds where its origin says, padded with zeros; so are label and group. Prints the number of
samples; any difference ends it.
"""

import csv
import gzip
import io
import json
import os
import re
import sys
import wave
import zipfile

import h5py
import numpy as np
import scipy.io


def fsdd(root):
    folder = os.path.join(root, "fsdd", "recordings")
    for name in sorted(os.listdir(folder)):
        with wave.open(os.path.join(folder, name)) as file:
            values = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        yield name, values[None], name[0], name.split("_")[1]


def edf(root):
    """16-bit records of one second or so, after a header of fixed columns; the last signal holds annotations."""
    path = os.path.join(root, "edf-pyedflib", "pyedflib", "tests", "data", "test_generator.edf")
    with open(path, "rb") as file:
        data = file.read()
    records, signals = int(data[236:244]), int(data[252:256])
    at = 256

    def column(width):
        nonlocal at
        texts = [data[at + i * width:at + (i + 1) * width].decode().strip() for i in range(signals)]
        at += signals * width
        return texts

    names, _, _ = column(16), column(80), column(8)
    low, high, least, most = ([float(text) for text in column(8)] for _ in range(4))
    _, lengths = column(80), [int(text) for text in column(8)]
    at += 32 * signals
    raw = np.frombuffer(data[at:], "<i2").reshape(records, -1)
    channels = []
    for i, name in enumerate(names):
        if name == "EDF Annotations":
            continue
        first = sum(lengths[:i])
        digital = raw[:, first:first + lengths[i]].reshape(-1).astype(float)
        gain = (high[i] - low[i]) / (most[i] - least[i])
        channels.append((digital - least[i]) * gain + low[i])
    yield "test_generator.edf", np.array(channels), None, None


def cwru(root):
    folder = os.path.join(root, "cwru-10class", "Data")
    for place, _, names in os.walk(folder):
        for name in sorted(names):
            values = np.load(os.path.join(place, name))["DE"]
            label = re.match(r"1797_(.*)\.npz", name)[1]
            yield os.path.relpath(os.path.join(place, name), folder), values.T, label, None


def mfpt(root):
    folder = os.path.join(root, "mfpt-mat-sample", "train_data")
    for name in sorted(os.listdir(folder)):
        bearing = scipy.io.loadmat(os.path.join(folder, name))["bearing"][0, 0]
        yield name, bearing["gs"].T, re.match(r"(\w+?)Fault", name)[1], None


def myo(root):
    folder = os.path.join(root, "myo-raw-sample", "PreTrainingDataset")
    for place, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(place, name)
            values = np.fromfile(path, "<i2").reshape(-1, 8).T
            inside = os.path.relpath(path, folder)
            yield inside, values, re.match(r"classe_(\d+)", name)[1], inside.split("/")[0]


def mnist(root):
    def unpacked(name, header):
        with gzip.open(os.path.join(root, "mnist", name)) as file:
            return np.frombuffer(file.read(), "u1", offset=header)

    images = unpacked("train-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28)
    yield "train-images-idx3-ubyte.gz", images, unpacked("train-labels-idx1-ubyte.gz", 8), None


def tables(archive, names, header, first):
    with zipfile.ZipFile(archive) as members:
        for name in sorted(members.namelist()):
            if not re.search(names, name) or name.startswith("__MACOSX"):
                continue
            text = io.TextIOWrapper(members.open(name), encoding="utf-8")
            rows = [[float(cell) for cell in row] for row in list(csv.reader(text))[header:] if row]
            yield name, np.array(rows).T[first:]


def walking(root):
    """Phones lose samples: no window holds a step that takes ten times as long as usual, or goes back."""
    archive = "User Identification From Walking Activity"
    for name, values in tables(os.path.join(root, "walking-zip", archive, archive + ".zip"), r"/\d+\.csv$", 0, 0):
        steps = np.diff(values[0])
        gaps = np.flatnonzero((steps > 10 * np.median(steps)) | (steps < 0)) + 1
        yield name, values[1:], re.search(r"(\d+)\.csv", name)[1], None, list(gaps)


def indoor(root):
    archive = os.path.join(root, "indoor-zip", "IndoorMovement.zip")
    labels = {str(int(row[0])): str(int(row[1])) for _, columns in tables(archive, r"_target\.csv$", 1, 0)
              for row in columns.T}
    for name, values in tables(archive, r"_RSS_\d+\.csv$", 1, 0):
        yield name, values, labels[re.search(r"(\d+)\.csv", name)[1]], None


def compare(name, dataset, root):
    with h5py.File(dataset, "r") as file:
        features, origin = file["features"][:], file["origin"][:]

        def named(codes, names):
            if codes not in file:
                return None
            return np.array(json.loads(bytes(file["meta/" + names][:])))[file[codes][:]]

        sources = [source["path"] for source in json.loads(bytes(file["meta/sources"][:]))]
        labels = named("labels", "classes")
        groups = named("group", "groups") if "groups" in file["meta"] else None
    readers = {"fsdd": fsdd, "edf": edf, "cwru": cwru, "mfpt": mfpt, "myo": myo, "mnist": mnist, "walking": walking,
               "indoor": indoor}
    recordings = {path: rest for path, *rest in readers[name](root)}
    assert len(sources) == len(recordings), (len(sources), len(recordings))
    compared = 0
    for path, (values, label, group, *gaps) in recordings.items():
        place = [i for i, source in enumerate(sources) if ("/" + source).endswith("/" + path)]
        assert len(place) == 1, (path, place)
        mine = np.flatnonzero(origin["source"] == place[0])
        compared += len(mine)
        if name == "mnist":
            assert np.array_equal(features[mine], values) and np.array_equal(labels[mine].astype(int), label)
            continue
        length = features.shape[2]
        ends = (gaps[0] if gaps else []) + [values.shape[1]]
        windows = sum(-(-(end - begin) // length) for begin, end in zip([0] + ends, ends))
        assert len(mine) == windows or name == "fsdd", (path, len(mine), windows)
        for sample in mine:
            start = int(origin["position"][sample])
            part = values[:, start:min(start + length, next(end for end in ends if end > start))]
            wanted = np.zeros(features.shape[1:])
            wanted[:, :part.shape[1]] = part
            assert np.array_equal(features[sample], wanted.astype(features.dtype)), (path, start)
            assert label is None or labels[sample] == label, (path, labels[sample], label)
            assert group is None or groups[sample] == group, (path, groups[sample], group)
    assert compared == len(features), (compared, len(features))
    return compared


print(compare(*sys.argv[1:]))
