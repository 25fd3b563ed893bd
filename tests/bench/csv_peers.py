#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures `masu import` beside its peers on generated CSV files, and prints times and ratios.

    csv_peers.py --build build/release --work DIR [--bytes 1e9] [--runs 5] [--files A,B,C]

Peers come from the npm registry (nodejs-polars, @duckdb/node-api) and from Debian (r-cran-data.table, python3-pandas); one
that cannot be had is left out and said so. Masu and they take turns, since a machine is not as fast from one minute to the
next, and medians are compared: warm cache, two threads. One and two threads of Masu take turns of their own before: the memory
that a peer gave back comes slowly to whoever needs it first where the host of a virtual machine took it meanwhile, and more
slowly to two threads. The closing fsync is excluded (--no-sync) and printed apart.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent


def install_npm(work):
    if not (work / "node_modules/nodejs-polars").exists():
        subprocess.run(["npm", "install", "--silent", "--prefix", work, "nodejs-polars", "nodejs-polars-linux-x64-gnu",
                        "@duckdb/node-api"], check=False)


def remove(dataset):
    for file in (dataset, dataset.with_suffix(".splits.h5")):
        file.unlink()


def masu_seconds(program, file, out, threads, imports=1):
    """Of so many imports side by side."""
    outs = [out.with_stem(f"{out.stem}{i}") for i in range(imports)]
    os.sync()  # or what others wrote would be written back meanwhile
    start = time.perf_counter()
    running = [subprocess.Popen([program, "import", file, "--out", to, "--overwrite", "--json", "--threads", str(threads),
                                 "--no-sync"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for to in outs]
    codes = [process.wait() for process in running]
    seconds = time.perf_counter() - start
    if any(codes):
        raise RuntimeError(f"masu import {file} failed")
    for to in outs:
        remove(to)
    return seconds


def alone(program, file, out, runs):
    """Medians of one thread, of two, and of two imports side by side, which share nothing but the machine."""
    ways = [(1, 1), (2, 1), (1, 2)]
    seconds = {way: [] for way in ways}
    for turn in range(runs):
        for way in ways[turn % 3:] + ways[:turn % 3]:
            seconds[way].append(masu_seconds(program, file, out, *way))
    return [statistics.median(seconds[way]) for way in ways]


def masu_report(program, file, out):
    """Of an import that waits for the disk."""
    command = [program, "import", file, "--out", out, "--overwrite", "--json", "--threads", "2"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    remove(out)
    return report


def peer_seconds(command, work):
    """The last of the runs that a peer was asked for: those before are for what it does once in a process."""
    os.sync()
    environment = dict(os.environ, NODE_PATH=str(work / "node_modules"))
    ran = subprocess.run(command, capture_output=True, text=True, env=environment)
    if ran.returncode != 0:
        print(f"  left out: {command[1]}: {ran.stderr.strip().splitlines()[-1:] or ran.returncode}")
        return None
    return json.loads(ran.stdout)[-1]


def warm(file):
    with open(file, "rb") as stream:
        while stream.read(1 << 24):
            pass


def measure(kind, arguments):
    work, build = arguments.work, arguments.build
    file = work / f"{kind}.csv"
    if not file.exists():
        subprocess.run([build / "bin/generate_csv", kind, str(arguments.bytes), file], check=True)
    warm(file)
    size = file.stat().st_size
    peers = {
        "Polars readCSV": (["node", HERE / "peers/polars_read.js", file, "2"], arguments.runs),
        "data.table fread": (["Rscript", HERE / "peers/fread.R", file, "2"], arguments.runs),
        "DuckDB to Parquet": (["node", HERE / "peers/duckdb_parquet.js", file, "2", work / "peer.parquet"],
                              arguments.slow_runs),
        "pandas + h5py": (["/usr/bin/python3", HERE / "peers/pandas_h5py.py", file, "1", work / "peer.h5"],
                          arguments.slow_runs),
    }
    program, out = build / "bin/masu", work / "masu.h5"
    one, two, apart = alone(program, file, out, arguments.runs)
    ours, theirs = [], {name: [] for name in peers}
    for turn in range(arguments.runs):
        ours.append(masu_seconds(program, file, out, 2))
        for name, (command, turns) in list(peers.items()):
            if turn >= turns:
                continue
            seconds = peer_seconds([str(part) for part in command], work)
            if seconds is None:
                del peers[name]
            else:
                theirs[name].append(seconds)
    report = masu_report(program, file, out)
    print(f"\n{kind}: {size / 1e6:.0f} MB")
    print(f"  alone: 2 threads {two:.2f} s, 1 thread {one:.2f} s, {one / two:.2f}x (two imports side by side: "
          f"{2 * one / apart:.2f}x)")
    median = statistics.median(ours)
    print(f"  {'masu import':26} {median:7.2f} s {size / 1e6 / median:7.0f} MB/s   (fsync "
          f"{report['sync_seconds']:.2f} s more, peak memory {report['peak_memory_bytes'] / 1e6:.0f} MB)")
    for name, seconds in theirs.items():
        if seconds:
            their = statistics.median(seconds)
            print(f"  {name:26} {their:7.2f} s {size / 1e6 / their:7.0f} MB/s   masu is {their / median:.2f}x")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--bytes", type=float, default=1e9)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--slow-runs", type=int, default=5, help="runs of the peers that take tens of seconds")
    parser.add_argument("--files", default="A,B,C")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    install_npm(arguments.work)
    for kind in arguments.files.split(","):
        measure(kind, arguments)


if __name__ == "__main__":
    main()
