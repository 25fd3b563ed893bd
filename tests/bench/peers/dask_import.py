# SPDX-License-Identifier: GPL-3.0-or-later
"""dask_import.py TABLE.csv OUT.h5: what people write to have a table that does not fit in memory in HDF5, by two
processes. One writes at a time, while the other waits or parses."""
import sys

import dask
import dask.dataframe

if __name__ == "__main__":  # its processes import this
    with dask.config.set(scheduler="processes", num_workers=2):
        table = dask.dataframe.read_csv(sys.argv[1], dtype="float32")
        table.to_hdf(sys.argv[2], key="/table", mode="w")
