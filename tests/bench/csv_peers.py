#!/usr/bin/python3
"""Measures `masu import` beside its peers on generated CSV files, and prints times and ratios.

    csv_peers.py --build build/release --work DIR [--bytes 1e9] [--runs 5] [--files A,B,C]

Peers come from the npm registry (nodejs-polars, @duckdb/node-api) and from Debian (r-cran-data.table, python3-pandas); one
that cannot be had is left out and said so. Runs are interleaved only by program: each program's median of RUNS is taken, warm
cache, two threads. The closing fsync is excluded (--no-sync) and printed apart.
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


def masu_seconds(program, file, out, runs):
    """Seconds with two threads and with one, which take turns; the closing fsync and the peak memory with two."""
    seconds = {2: [], 1: []}
    command = [program, "import", file, "--out", out, "--overwrite", "--json", "--threads"]
    for _ in range(runs):
        for threads, found in seconds.items():
            start = time.perf_counter()
            subprocess.run([*command, str(threads), "--no-sync"], check=True, capture_output=True)
            found.append(time.perf_counter() - start)
            os.unlink(out)
    report = json.loads(subprocess.run([*command, "2"], check=True, capture_output=True, text=True).stdout)
    os.unlink(out)
    return seconds[2], seconds[1], report["sync_seconds"], report["peak_memory_bytes"]


def peer_seconds(command, work):
    environment = dict(os.environ, NODE_PATH=str(work / "node_modules"))
    ran = subprocess.run(command, capture_output=True, text=True, env=environment)
    if ran.returncode != 0:
        print(f"  left out: {command[1]}: {ran.stderr.strip().splitlines()[-1:] or ran.returncode}")
        return None
    return json.loads(ran.stdout)


def measure(kind, arguments):
    work, build = arguments.work, arguments.build
    file = work / f"{kind}.csv"
    if not file.exists():
        subprocess.run([build / "bin/generate_csv", kind, str(arguments.bytes), file], check=True)
    file.read_bytes()[:1]  # warm cache
    size = file.stat().st_size
    peers = {
        "Polars readCSV": ["node", HERE / "peers/polars_read.js", file, str(arguments.runs)],
        "data.table fread": ["Rscript", HERE / "peers/fread.R", file, str(arguments.runs)],
        "DuckDB to Parquet": ["node", HERE / "peers/duckdb_parquet.js", file, str(arguments.slow_runs), work / "peer.parquet"],
        "pandas + h5py": ["/usr/bin/python3", HERE / "peers/pandas_h5py.py", file, str(arguments.slow_runs), work / "peer.h5"],
    }
    ours, single, sync, peak = masu_seconds(build / "bin/masu", file, work / "masu.h5", arguments.runs)
    median = statistics.median(ours)
    print(f"\n{kind}: {size / 1e6:.0f} MB")
    print(f"  {'masu import, 2 threads':26} {median:7.2f} s {size / 1e6 / median:7.0f} MB/s   (fsync {sync:.2f} s more, "
          f"peak memory {peak / 1e6:.0f} MB)")
    one = statistics.median(single)
    print(f"  {'masu import, 1 thread':26} {one:7.2f} s {size / 1e6 / one:7.0f} MB/s   2 threads are {one / median:.2f}x")
    for name, command in peers.items():
        seconds = peer_seconds([str(part) for part in command], work)
        if seconds:
            theirs = statistics.median(seconds)
            print(f"  {name:26} {theirs:7.2f} s {size / 1e6 / theirs:7.0f} MB/s   masu is {theirs / median:.2f}x")


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
