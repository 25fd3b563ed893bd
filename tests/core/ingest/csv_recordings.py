# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads recordings that are text with numpy and pandas, knowing nothing of Masu.

csv_recordings.py unzip ARCHIVE FOLDER     the CSV files of an archive by their base names
csv_recordings.py values FOLDER SKIPPED    the numbers of every FOLDER/*.csv behind so many lines, in FILE.f64
csv_recordings.py even FOLDER RATE         c1 the time in seconds: the others at RATE, between gaps, in FILE.even.f64
csv_recordings.py pace FILE...             a line each: records, and the step in seconds where all are alike, else 0
"""

import glob
import os
import sys
import zipfile

import numpy as np
import pandas as pd


def unzip(archive, folder):
    with zipfile.ZipFile(archive) as source:
        for name in source.namelist():
            if name.endswith(".csv") and "__MACOSX" not in name and "groups/" not in name and "target" not in name:
                with open(os.path.join(folder, os.path.basename(name)), "wb") as out:
                    out.write(source.read(name))


def values(folder, skipped):
    for path in glob.glob(os.path.join(folder, "*.csv")):
        np.loadtxt(path, delimiter=",", skiprows=int(skipped), ndmin=2).astype("<f8").tofile(path + ".f64")


def even(folder, rate):
    for path in glob.glob(os.path.join(folder, "*.csv")):
        table = np.loadtxt(path, delimiter=",", ndmin=2)
        times = table[:, 0] - table[0, 0]
        steps = np.diff(times)
        usual = np.sort(steps[steps > 0])[(steps > 0).sum() // 2]
        parts = []
        for part in np.split(np.arange(len(times)), np.flatnonzero((steps < 0) | (steps > 10 * usual)) + 1):
            own = times[part]
            grid = own[0] + np.arange(np.floor((own[-1] - own[0]) * float(rate) + 1e-6) + 1) / float(rate)
            parts.append(np.stack([np.interp(grid, own, table[part, c]) for c in range(1, table.shape[1])], axis=1))
        np.concatenate(parts).astype("<f8").tofile(path + ".even.f64")


def pace(*paths):
    for path in paths:
        times = pd.to_datetime(pd.read_csv(path)["timestamp"])
        steps = np.diff(times.values).astype("timedelta64[s]").astype(int)
        print(len(times), steps[0] if (steps == steps[0]).all() else 0)


if __name__ == "__main__":
    {"unzip": unzip, "values": values, "even": even, "pace": pace}[sys.argv[1]](*sys.argv[2:])
