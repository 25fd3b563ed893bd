#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the loader beside what it is compared with, and prints each row: Masu, the other, the ratio and the goal.

    loader_table.py --build build/release --work DIR [--data DIR] [--runs 5] [--rows 4000000] [--large 6e9] [--only 1,9]

Needs loader_bench (-DMASU_BUILD_BENCH=ON), and masu and masu-train for row 7. Peers are python3-torch and python3-h5py from
Debian. Both sides of a row take turns; each figure is the median of --runs, warm cache, 2 threads. What a machine does not
allow is left out with its reason. Run nothing else meanwhile.
"""
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile

from bench_table import InTurns, LeftOut, million, parser_for, print_table, run

HERE = pathlib.Path(__file__).resolve().parent
MIB = 1 << 20


class Bench(InTurns):
    """What the rows share: where things are, and how often they are measured."""

    def __init__(self, arguments):
        self.build, self.work, self.data = arguments.build, arguments.work, arguments.data
        self.runs, self.rows, self.large = arguments.runs, int(arguments.rows), float(arguments.large)
        # A row of the large file is 28 f32 and a class.
        self.environment = dict(os.environ, MASU_BENCH_DIR=str(self.work), MASU_BENCH_ROWS=str(self.rows),
                                MASU_BENCH_LARGE_ROWS=str(int(self.large / 113)))

    def ours(self, name, wrap=()):
        """One run of one benchmark of loader_bench: its counters, seconds among them."""
        said = run([*wrap, self.build / "bin/loader_bench", f"--benchmark_filter=^{name}$", "--benchmark_format=json"],
                   env=self.environment)
        result = json.loads(said)["benchmarks"][0]
        if result.get("error_occurred"):
            raise LeftOut(f"{name}: {result['error_message']}")
        return result

    def file(self, values=28):
        return self.work / f"{self.rows}x{values}-f32-none.h5"

    def torch(self, mode, rows, workers):
        return json.loads(run(["/usr/bin/python3", HERE / "peers/torch_h5py.py", mode, self.file(), rows, 1, workers]))[0]

    def rate(self, name):
        return lambda: self.ours(name)["items_per_second"]


def blocks(bench):
    bench.ours("BM_Blocks/manual_time")  # makes the file
    ours, peer = bench.turns(bench.rate("BM_Blocks/manual_time"), lambda: bench.torch("blocks", bench.rows, 0))
    return million(ours), million(peer), ours / peer, "≥ 4"


def exact(bench):
    bench.ours("BM_Exact/manual_time")
    ours, peer = bench.turns(bench.rate("BM_Exact/manual_time"), lambda: bench.torch("blocks", bench.rows, 0))
    return million(ours), million(peer), ours / peer, "≥ 2"


def exact_by_row(bench):
    bench.ours("BM_Exact/manual_time")
    rows = min(bench.rows, 40_000)  # of all that are shuffled: seconds a run
    ours, peer = bench.turns(bench.rate("BM_Exact/manual_time"), lambda: bench.torch("map", rows, 2))
    return million(ours), million(peer), ours / peer, "≥ 1000"


def gather(bench):
    bench.ours("BM_LongRows/manual_time")
    ours, peer = bench.turns(bench.rate("BM_LongRows/manual_time"), bench.rate("BM_Memcpy"))
    return f"{ours / 1e6:.3g} GB/s", f"{peer / 1e6:.3g} GB/s", ours / peer, "≥ 0.5"


def int8(bench):
    names = [f"BM_ExactNormalised/{dtype}/manual_time" for dtype in ("i8", "f32")]
    for name in names:
        bench.ours(name)
    ours, peer = bench.turns(*map(bench.rate, names))
    return million(ours), million(peer), ours / peer, "≥ 1"


def waiting(bench):
    bench.ours("BM_SimulatedCost/4/iterations:1/real_time")
    four, one = bench.turns(*[lambda n=n: bench.ours(f"BM_SimulatedCost/{n}/iterations:1/real_time")["real_time"]
                              for n in (4, 1)])
    return f"{four:.2f} s", f"{one:.2f} s", one / four, "≥ 3.98"


def starved(bench):
    if bench.data is None:
        raise LeftOut("give --data, the folder with fsdd and adult")
    masu, worst = bench.build / "bin/masu", []
    folder = pathlib.Path(tempfile.mkdtemp(dir=bench.work))
    try:
        tries = [("cnn1d", bench.data / "fsdd/recordings", ["--as", "recordings", "--window", "4096", "--hop", "none",
                                                            "--label-from", "name:^([0-9])_"], 3),
                 ("mlp", bench.data / "adult/adult-train.csv", ["--as", "table", "--label", "c15"], 3)]
        for model, source, options, epochs in tries:
            if not source.exists():
                raise LeftOut(f"{source} is not there")
            file = folder / f"{model}.h5"
            run([masu, "import", source, "--out", file, *options])
            run([masu, "split", file, "--ratios", "0.8,0.1,0.1", "--stratify"])
            shares = [json.loads(run([masu, "train", file, "--model", model, "--epochs", epochs, "--batch", 64, "--out",
                                      folder / f"{model}-{i}", "--json"]))["starved_fraction"] for i in range(bench.runs)]
            worst.append((statistics.median(shares), model))
    finally:
        shutil.rmtree(folder)
    return ", ".join(f"{model} {share:.4f}" for share, model in worst), "–", max(worst)[0], "≤ 0.01"


def consumers(bench):
    bench.ours("BM_Consumers/1/real_time")
    four, one = bench.turns(*[lambda n=n: bench.ours(f"BM_Consumers/{n}/real_time")["worker_s"] for n in (4, 1)])
    return f"{four:.3f} s", f"{one:.3f} s", four / one, "≤ 1.15"


class Limited:
    """A control group of 1 GB: a scope of systemd, or one below the group that this process is in."""

    BYTES = 1 << 30

    def __enter__(self):
        self.folder = None
        self.prefix = ["systemd-run", "--quiet", "--scope", "-p", f"MemoryMax={self.BYTES}", "-p", "MemorySwapMax=0"]
        if shutil.which("systemd-run"):
            for user in ([], ["--user"]):
                prefix = [self.prefix[0], *user, *self.prefix[1:]]
                if subprocess.run([*prefix, "true"], capture_output=True).returncode == 0:
                    self.prefix = prefix
                    return self
        for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            version1 = "memory" in controllers.split(",")
            if not version1 and controllers:
                continue
            root = pathlib.Path("/sys/fs/cgroup/memory" if version1 else "/sys/fs/cgroup")
            folder = root / path.lstrip("/") / f"masu-bench-{os.getpid()}"
            limit = folder / ("memory.limit_in_bytes" if version1 else "memory.max")
            try:
                folder.mkdir()
                self.folder = folder
                limit.write_text(str(self.BYTES))
                self.prefix = ["sh", "-c", f'echo $$ > "{folder}/cgroup.procs" && exec "$@"', "sh"]
                subprocess.run([*self.prefix, "true"], check=True, capture_output=True)
                return self
            except (OSError, subprocess.CalledProcessError):
                self.__exit__()
        raise LeftOut("no control group could be made: it takes systemd-run, or a writable /sys/fs/cgroup")

    def __exit__(self, *_):
        if self.folder is not None and self.folder.exists():
            try:
                self.folder.rmdir()
            except OSError:
                pass
        self.folder = None


def evict(file):
    """Leaves nothing of a file in memory."""
    with open(file, "rb") as opened:
        os.fsync(opened.fileno())
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def larger_than_memory(bench):
    with Limited() as limited:
        need, free = bench.large, shutil.disk_usage(bench.work).free
        made = (bench.work / f"{int(bench.large / 113)}x28-f32-none.h5").exists()
        if not made and free < 3 * need:
            raise LeftOut(f"making the file takes {3 * need / 1e9:.0f} GB of disk for a while")
        bench.ours("BM_Pread/real_time")  # makes the file outside the group
        file = bench.work / f"{int(bench.large / 113)}x28-f32-none.h5"

        def rate(name):
            evict(file)  # pages that others brought into memory count for none of the group
            return bench.ours(name, limited.prefix)["bytes_per_second"]

        ours, peer = bench.turns(*[lambda n=name: rate(n) for name in ("BM_Large/manual_time", "BM_Pread/real_time")])
    return f"{ours / 1e9:.2f} GB/s", f"{peer / 1e9:.2f} GB/s", ours / peer, "≥ 0.8"


def memory(bench):
    budget = 128
    names = ("BM_Blocks/manual_time", "BM_ExactTight/manual_time")
    for name in names:
        bench.ours(name)  # whoever makes the file holds more
    worst = max(bench.ours(name)["peak_MiB"] for name in names for _ in range(bench.runs))
    return f"{worst:.0f} MiB", f"{budget} MiB", worst - budget, "≤ 64 beyond"


ROWS = [("block shuffle : DataLoader + h5py by blocks", blocks), ("exact shuffle : the same", exact),
        ("exact shuffle : map-style DataLoader, 2 workers", exact_by_row), ("gather of 1 KiB rows : memcpy", gather),
        ("int8 widened and normalised : f32", int8), ("4 threads : 1, 50 ms a batch", waiting),
        ("starved fraction while training", starved), ("worker time of 4 consumers : 1", consumers),
        ("larger than a 1 GB group : pread", larger_than_memory), ("memory : --memory", memory)]


def main():
    parser = parser_for(__doc__, rows=4e6, large=(6e9, "that is larger than memory"))
    parser.add_argument("--data", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    print_table(ROWS, Bench(arguments), arguments.only, width=26)


main()
