# SPDX-License-Identifier: GPL-3.0-or-later
"""pandas_h5py.py FILE RUNS OUT: seconds of each pandas.read_csv + h5py of the numbers as f32, as JSON."""
import json
import os
import sys
import time

import h5py
import pandas

file, runs, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
seconds = []
for _ in range(runs):
    start = time.perf_counter()
    frame = pandas.read_csv(file)
    with h5py.File(out, "w") as target:
        target["features"] = frame.select_dtypes("number").to_numpy("f4")
        for name in frame.select_dtypes("object"):
            target[name] = frame[name].astype("category").cat.codes.to_numpy()
    seconds.append(time.perf_counter() - start)
    os.unlink(out)
print(json.dumps(seconds))
