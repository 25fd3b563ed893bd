#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares CSV shards with the sources that they came from, read with Python alone.

compare_source.py cells FOLDER SOURCE DELIMITER QUOTE ESCAPE ENCODING: every cell of the shards below FOLDER is the text
of the source's cell. compare_source.py adult FOLDER SOURCE..., mnist FOLDER SOURCE, fsdd FOLDER SOURCE_FOLDER: every
value and label. Prints the number of samples; any difference ends it.
"""

import csv
import glob
import os
import sys

import numpy as np
import pandas as pd

csv.field_size_limit(1 << 30)


def shard_rows(folder):
    header, rows = None, []
    for path in sorted(glob.glob(os.path.join(folder, "all", "split_data_*.csv"))):
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.reader(file)
            found = next(reader)
            assert header in (None, found), path
            header = found
            rows += reader
    return header, rows


def cells(folder, source, delimiter, quote, escape, encoding):
    dialect = {"delimiter": delimiter, "doublequote": not escape, "escapechar": escape or None}
    if quote:
        dialect["quotechar"] = quote
    else:
        dialect["quoting"] = csv.QUOTE_NONE
    with open(source, newline="", encoding=encoding) as file:
        wanted = list(csv.reader(file, **dialect))
    header, rows = shard_rows(folder)
    assert header == wanted[0], (header, wanted[0])
    assert len(rows) == len(wanted) - 1, (len(rows), len(wanted) - 1)
    for number, (row, cell) in enumerate(zip(rows, wanted[1:])):
        assert row == cell, (number, row, cell)
    return len(rows)


def adult(folder, *sources):
    wanted = []
    for source in sources:
        with open(source, newline="", encoding="utf-8") as file:
            reader = csv.reader(file, skipinitialspace=True)
            wanted += [row for row in reader if row]
    found, rows = shard_rows(folder)
    assert found == [f"c{i}" for i in range(1, 16)] and len(rows) == len(wanted), (found, len(rows), len(wanted))
    for row, cell in zip(rows, wanted):
        for mine, theirs in zip(row, cell):
            # "?" is what the source writes for a missing word.
            same = mine == theirs or (mine == "" and theirs == "?")
            assert same or float(mine) == float(theirs), (row, cell)
    return len(rows)


def mnist(folder, source):
    wanted = pd.read_csv(source, dtype="i4").to_numpy()
    seen = 0
    for path in sorted(glob.glob(os.path.join(folder, "all", "split_data_*.csv"))):
        rows = np.loadtxt(path, "i4", delimiter=",", skiprows=1, ndmin=2)
        assert np.array_equal(rows, wanted[seen:seen + len(rows)]), path
        seen += len(rows)
    assert seen == len(wanted), (seen, len(wanted))
    return seen


def fsdd(folder, source):
    import wave
    wanted = {}
    for path in sorted(glob.glob(os.path.join(source, "*.wav"))):
        with wave.open(path) as file:
            wanted[os.path.basename(path)] = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    # Recordings stand in the order of their names; each is one window, cut or padded with zeros.
    header, rows = shard_rows(folder)
    assert len(rows) == len(wanted) and header[-2:] == ["label", "group"]
    length = len(header) - 2
    # A recording is a group of its own.
    assert len({row[-1] for row in rows}) == len(rows)
    for (name, frames), row in zip(sorted(wanted.items()), rows):
        window = np.zeros(length)
        window[:min(length, len(frames))] = frames[:length]
        assert row[-2] == name[0], name
        assert np.array_equal(np.array(row[:-2], "f8"), window), name
    return len(rows)


print({"cells": cells, "adult": adult, "mnist": mnist, "fsdd": fsdd}[sys.argv[1]](*sys.argv[2:]))
