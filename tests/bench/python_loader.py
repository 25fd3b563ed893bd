#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures `import masu` beside other ways to shuffled batches of torch tensors, and prints each row: Masu, the other, the
ratio and the goal.

    python_loader.py --build build/release --work DIR [--runs 5] [--rows 1e6] [--large 4e9] [--seconds 1] [--only 1,9]
                     [--python /usr/bin/python3]

Needs numpy, torch and h5py (python3-numpy, python3-torch, python3-h5py). Every measurement is a process of its own; those of a row
take turns, and each figure is the median of --runs, warm cache, 2 threads. The file of --large bytes is made once and stays
in DIR. What cannot be measured is left out with its reason. Run nothing else meanwhile: the load is printed with the table.
"""
import json
import os
import pathlib
import sys

from bench_table import InTurns, million, parser_for, print_table, run, write_waves

HERE = pathlib.Path(__file__).resolve().parent
VALUES, DIGITS = 28, 4
ALSO = ("FFCV, webdataset, tf.data, NVIDIA DALI and Ray Data are left out: Debian has no packages of them.")


def write_table(path, rows):
    """A CSV of numbers with four decimals and two classes."""
    import numpy
    random = numpy.random.default_rng(1)
    with open(path, "wb") as out:
        out.write((",".join(f"x{i}" for i in range(VALUES)) + ",y\n").encode())
        while rows > 0:
            count = min(rows, 200_000)
            line = numpy.full((count, VALUES * (DIGITS + 3) + 2), ord("0"), "u1")
            fields = line[:, :-2].reshape(count, VALUES, DIGITS + 3)
            fields[:, :, 1], fields[:, :, -1] = ord("."), ord(",")
            fields[:, :, 2:-1] += random.integers(0, 10, (count, VALUES, DIGITS), "u1")
            line[:, -2] += random.integers(0, 2, count, "u1")
            line[:, -1] = ord("\n")
            out.write(line.tobytes())
            rows -= count


class Bench(InTurns):
    """Where things are, and how often they are measured."""

    def __init__(self, arguments):
        self.masu = (arguments.build / "bin/masu").resolve()
        self.work, self.runs, self.seconds = arguments.work, arguments.runs, arguments.seconds
        self.python = arguments.python
        self.rows, self.large_rows = int(arguments.rows), int(arguments.large / (4 * VALUES + 1))
        self.environment = dict(os.environ, PYTHONPATH=str((arguments.build / "python").resolve()), OMP_NUM_THREADS="2")

    def made(self, name, write, *options):
        """A dataset of this name; what it is imported from does not stay."""
        path = self.work / f"{name}.h5"
        if not path.exists():
            source = self.work / (f"{name}.npz" if "array:y" in options else f"{name}.csv")
            try:
                write(source)
                run([self.masu, "import", source, "--out", path, "--compression", "none", *options])
            finally:
                source.unlink(missing_ok=True)
        return path

    def table(self, dtype="f32", rows=None):
        rows = rows or self.rows
        return self.made(f"{rows}x{VALUES}-{dtype}", lambda path: write_table(path, rows), "--label", "y", "--dtype", dtype)

    def waves(self):
        samples = max(1000, self.rows // 28)
        return self.made(f"{samples}x6x128", lambda path: write_waves(path, samples), "--as", "recordings", "--label-from",
                         "array:y")

    def way(self, way, path, batch):
        return lambda: float(run([self.python, HERE / "peers/python_batches.py", way, path, batch, self.seconds],
                                 env=self.environment))

    def drain(self, path, batch, epochs):
        """`masu stream` without its first seconds: the rate counts from the first batch on."""
        options = ["--split", "all", "--batch", batch, "--shuffle", "exact", "--threads", 2, "--epochs", epochs, "--no-verify"]
        return lambda: json.loads(run([self.masu, "stream", path, *options, "--json"]))["samples_per_second"]


def against_drain(file, batch, goal):
    def measure(bench):
        path = file(bench)
        ours, peer = bench.turns(bench.way("masu", path, batch), bench.drain(path, batch, 10))
        return million(ours), million(peer), ours / peer, f"≥ {goal}"
    return measure


def against_limit(bench):
    """What is left to reach: the C++ stream, and after each batch what torch alone takes for its tensors."""
    path = bench.table()
    ours, stream, torch = bench.turns(bench.way("masu", path, 256), bench.drain(path, 256, 10), bench.way("capsules", path, 256))
    limit = 1 / (1 / stream + 1 / torch)
    return million(ours), million(limit), ours / limit, "–"


def against(way, batch, goal):
    def measure(bench):
        path = bench.table()
        ours, peer = bench.turns(bench.way("masu", path, batch), bench.way(way, path, batch))
        return million(ours), million(peer), ours / peer, f"≥ {goal}"
    return measure


def first(bench):
    path = bench.table(rows=bench.large_rows)
    run(["dd", f"if={path}", "of=/dev/null", "bs=1M"])  # into the page cache
    ours, limit = bench.turns(bench.way("first", path, 256), bench.way("first-limit", path, 256))
    return f"{ours * 1e3:.1f} ms", f"{limit * 1e3:.1f} ms", limit / ours, "≤ 50 ms, or ≥ 0.97"


def training(way):
    def measure(bench):
        share = bench.turns(bench.way(way, bench.waves(), 256))[0]
        return f"{share:.2%}", "–", share, "≤ 0.01"
    return measure


def i8(bench):
    return bench.table("i8")


ROWS = [("f32, batch 256 : C++", against_drain(Bench.table, 256, 0.8)),
        ("f32, batch 256 : C++ and torch's own time", against_limit),
        ("f32, batch 4096 : C++", against_drain(Bench.table, 4096, 0.97)),
        ("i8, batch 256 : C++", against_drain(i8, 256, 0.8)),
        ("i8, batch 4096 : C++", against_drain(i8, 4096, 0.97)),
        ("6 × 128, batch 256 : C++", against_drain(Bench.waves, 256, 0.8)),
        ("6 × 128, batch 4096 : C++", against_drain(Bench.waves, 4096, 0.97)),
        ("batch 256 : tensors in memory by a permutation", against("ram", 256, 1.2)),
        ("batch 256 : h5py block iterator", against("h5py-blocks", 256, 2)),
        ("batch 256 : DataLoader in memory, batch sampler", against("dataloader-ram", 256, 3)),
        ("batch 256 : DataLoader + h5py, sorted batch", against("h5py-sorted", 256, 150)),
        ("batch 256 : DataLoader + h5py, row by row", against("h5py-rows", 256, 800)),
        ("first batch of a large file : reading its chunks", first), ("waiting share of a PyTorch loop after it, cnn1d", training("train")),
        ("the same on a CUDA card, pinned batches", training("train-card"))]


def main():
    parser = parser_for(__doc__, rows=1e6, large=(4e9, "whose first batch is measured"))
    parser.add_argument("--seconds", type=float, default=1, help="of each measurement, at least")
    parser.add_argument("--python", default="/usr/bin/python3", help="interpreter that the build's module is for")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    bench = Bench(arguments)
    print(f"{bench.rows:,} rows of {VALUES}, median of {bench.runs}; load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores")
    print_table(ROWS, bench, arguments.only, width=12)
    print(ALSO)
    return 0


sys.exit(main())
