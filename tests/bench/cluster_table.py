#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what several processes that work on one import or one training run gain on one machine, and prints each row:
Masu, what it is compared with, the ratio and the goal.

    cluster_table.py --build build/release --work DIR [--runs 5] [--bytes 1.5e9] [--samples 4000] [--only 1,5]
                     [--python /usr/bin/python3]

Rows 1 to 5 import a table of generate_csv (-DMASU_BUILD_BENCH=ON), 28 columns of %.4g: from the start of the first
process to the end of the last, without waiting for the disk. Rows 6 to 10 train cnn1d on waves of 6 × 128 in batches of
64, one thread a process: samples a second of the epochs after the first, validation included; row 9 is the time from
the start of the processes until the first step is reported. What two processes gain side by side that have nothing to
do with each other is the limit of the machine, of which rows 2 and 7 show the share that was reached. Row 11 completes
an import of which all is parsed but what a dead worker had begun.

Needs numpy; peers are python3-torch, and python3-dask with python3-tables, where --python imports them. What is
compared takes turns, each figure is the median of --runs, warm cache. Everything is made in a folder within DIR, which
goes at the end. Run nothing else meanwhile: the load is printed with the table.
"""
import concurrent.futures
import functools
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from bench_table import InTurns, LeftOut, parser_for, print_table, run, write_waves

HERE = pathlib.Path(__file__).resolve().parent
BATCH, EPOCHS, SLICES = 64, 3, 8
# As masu sets them for a worker of one thread.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_WAIT_POLICY": "PASSIVE"}
LAUNCHED = ("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")
PATIENCE = 600  # seconds that something may take to happen


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(rank=0, world=1, port=0):
    """As a launcher sets it, for processes of one thread."""
    base = {name: value for name, value in os.environ.items() if name not in LAUNCHED}
    if world == 1:
        return base | ONE_THREAD
    values = (rank, world, rank, world, "127.0.0.1", port)
    return base | ONE_THREAD | {name: str(value) for name, value in zip(LAUNCHED, values)}


def end(processes):
    """Whatever happened, none is left."""
    for process in processes:
        if process.poll() is None:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout):
            if stream and not stream.closed:
                stream.close()


def check(process, said):
    if process.returncode != 0:
        lines = said.strip().splitlines()
        raise LeftOut(f"{process.args[0]}: {lines[-1][:200] if lines else process.returncode}")


def awaited(what, is_there, process=None):
    """What a process does, unless it ends before; without one, what may take PATIENCE."""
    start = time.monotonic()
    while not is_there():
        if time.monotonic() - start > PATIENCE or (process and process.poll() is not None):
            raise LeftOut(f"{what} was not seen")
        time.sleep(0.005)


class Training:
    """One process of a run: its events, and when the first step was reported."""

    def __init__(self, program, spec, **place):
        self.start, self.first = time.perf_counter(), None
        self.process = subprocess.Popen([program, "run"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.DEVNULL, env=environment(**place))
        with self.process.stdin as stdin:
            stdin.write(json.dumps(spec))

    def events(self):
        """All, until it ends. Of a rank above 0 there are none."""
        found, said = [], ""
        for said in self.process.stdout:
            event = json.loads(said)
            if self.first is None and event["event"] == "step":
                self.first = time.perf_counter() - self.start
            found.append(event)
        self.process.wait()
        check(self.process, said)
        return found


class Bench(InTurns):
    """Where things are, and what is measured for several rows at once."""

    def __init__(self, arguments, folder):
        names = ("masu", "masu-train", "generate_csv")
        self.masu, self.train_program, self.generate = ((arguments.build / "bin" / name).resolve() for name in names)
        self.runs, self.bytes, self.samples = arguments.runs, int(arguments.bytes), int(arguments.samples)
        self.python, self.folder = arguments.python, folder
        self.firsts, self.firsts_alone = [], []

    def has(self, *modules):
        """Whether a peer can be measured."""
        return subprocess.run([self.python, "-c", f"import {', '.join(modules)}"], capture_output=True).returncode == 0

    # Import

    def made_table(self, count):
        path = self.folder / f"{count}.csv"
        if not path.exists():
            if not self.generate.exists():
                raise LeftOut(f"{self.generate} is not there: build with -DMASU_BUILD_BENCH=ON")
            run([self.generate, "B", count, path])
        return path

    def import_of(self, table, out, *options):
        words = (self.masu, "import", table, "--out", self.folder / out, "--label", "x0", "--no-sync", "--json")
        return [str(word) for word in words + options]

    def forget(self):
        """Removes all that was imported here."""
        for path in self.folder.glob("import-*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def seconds(self, *commands):
        """From the start of the first to the end of the last."""
        start = time.perf_counter()
        processes = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                     for command in commands]
        try:
            said = [process.communicate()[0] for process in processes]
            taken = time.perf_counter() - start
            for process, text in zip(processes, said):
                check(process, text)
            return taken
        finally:
            end(processes)
            self.forget()

    @functools.cached_property
    def imports(self):
        """Seconds of: one thread, two workers of one thread, two threads, two imports side by side, Dask."""
        table = self.made_table(self.bytes)
        one, two = ("--threads", 1), ("--threads", 2)
        out = "import-0.h5"
        measures = [[self.import_of(table, out, *one)],
                    [self.import_of(table, out, *one, "--part", f"{number}/2") for number in (1, 2)],
                    [self.import_of(table, out, *two)],
                    [self.import_of(table, f"import-{number}.h5", *one) for number in (1, 2)]]
        if self.has("dask.dataframe", "tables"):
            measures.append([[self.python, str(HERE / "peers/dask_import.py"), str(table), str(self.folder / out)]])
        return self.turns(*[lambda commands=commands: self.seconds(*commands) for commands in measures])

    @functools.cached_property
    def joins(self):
        """The reports of workers that join what another one parsed. One that began before them has the join, is stopped
        at once, so that the other parses everything, and dies when that is done."""
        # In 64 ranges of 16 MiB, which are the smallest, where --bytes allow it. What is made is up to a MiB larger.
        table = self.made_table(min(self.bytes, (64 << 24) - (2 << 20)))
        words = self.import_of(table, "import-0.h5", "--threads", 2, "--part")
        folder = self.folder / "import-0.h5.workers"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

        def claims(queue, state="claimed"):
            return {path.name for path in (folder / queue / state).glob("*")}

        reports = []
        for _ in range(self.runs):
            processes = [subprocess.Popen([*words, "1/2"], **quiet)]
            try:
                awaited("the claim of the join", lambda: claims("join"), processes[0])
                processes[0].send_signal(signal.SIGSTOP)
                os.waitid(os.P_PID, processes[0].pid, os.WSTOPPED)
                held = claims("ranges")
                other = subprocess.Popen([*words, "2/2"], **quiet)
                processes.append(other)

                def is_parsed():
                    return other.poll() is not None or not (claims("ranges", "todo") or claims("ranges") - held)

                awaited("parsing", is_parsed)
                # It waits for what the first holds.
                other.terminate()
                other.wait()
                end(processes)
                reports.append(json.loads(run([*words, "2/2"])))
            finally:
                end(processes)
                self.forget()
        return reports

    # Training

    @functools.cached_property
    def waves(self):
        source, path = self.folder / "waves.npz", self.folder / "waves.h5"
        write_waves(source, self.samples)
        run([self.masu, "import", source, "--out", path, "--as", "recordings", "--label-from", "array:y"])
        run([self.masu, "split", path, "--ratios", "0.9,0.1,0"])
        return path

    def spec(self, out, slices):
        return {"dataset": str(self.waves), "models": ["cnn1d"], "out": str(self.folder / out), "epochs": EPOCHS,
                "batch": BATCH, "slices": slices, "threads": 1, "memory_bytes": 256 << 20, "learning_rate": [0.001]}

    def rate(self, *runs):
        """Samples a second of all runs together, each of a number of slices and of processes."""
        started = []
        try:
            for number, (slices, world) in enumerate(runs):
                spec, port = self.spec(f"run-{number}", slices), free_port()
                started += [Training(self.train_program, spec, rank=rank, world=world, port=port)
                            for rank in range(world)]
            with concurrent.futures.ThreadPoolExecutor(len(started)) as readers:
                said = list(readers.map(Training.events, started))
            if len(runs) == 1 and runs[0][0] == SLICES:
                (self.firsts if len(started) > 1 else self.firsts_alone).append(started[0].first)
            epochs = [[event["seconds"] for event in events if event["event"] == "epoch"][1:] for events in said]
            return sum(0.9 * self.samples * len(each) / sum(each) for each in epochs if each)
        finally:
            end([one.process for one in started])
            for path in self.folder.glob("run-*"):
                shutil.rmtree(path)

    def ddp(self, world):
        """The same network, batches and epochs in PyTorch, from memory."""
        port = free_port()
        command = [self.python, HERE / "peers/torch_ddp.py", self.folder / "waves.npz", str(BATCH), str(EPOCHS)]
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        ranks = [subprocess.Popen(command, env=environment(rank, world, port), **quiet) for rank in range(world)]
        try:
            said = [rank.communicate()[0] for rank in ranks]
            for rank, text in zip(ranks, said):
                check(rank, text)
            return float(said[0])
        finally:
            end(ranks)

    @functools.cached_property
    def trainings(self):
        """Samples a second of: 8 slices alone, by two ranks, and two such runs side by side; one slice alone; DDP."""
        self.waves
        alone, ranks = (SLICES, 1), (SLICES, 2)
        measures = [lambda: self.rate(alone), lambda: self.rate(ranks), lambda: self.rate(alone, alone),
                    lambda: self.rate((1, 1))]
        if self.has("torch.distributed", "numpy"):
            measures.append(lambda: self.ddp(2))
        return self.turns(*measures)


def seconds(value):
    return f"{value:.2f} s"


def rate(value):
    return f"{value:.4g}/s"


def workers(bench):
    one, two = bench.imports[:2]
    return seconds(two), seconds(one), one / two, "≥ 1.8, or row 2"


def workers_of_limit(bench):
    one, two, _, beside = bench.imports[:4]
    gain, limit = one / two, 2 * one / beside
    return f"{gain:.3f}", f"{limit:.3f}", gain / limit, "≥ 0.97"


def workers_of_threads(bench):
    two, threads = bench.imports[1:3]
    return seconds(two), seconds(threads), threads / two, "≥ 0.95"


def threads(bench):
    one, _, two = bench.imports[:3]
    return seconds(two), seconds(one), one / two, "–"


def dask(bench):
    if not bench.has("dask.dataframe", "tables"):
        raise LeftOut(f"{bench.python} imports no dask.dataframe with tables")
    return seconds(bench.imports[1]), seconds(bench.imports[4]), bench.imports[4] / bench.imports[1], "–"


def ranks(bench):
    one, two = bench.trainings[:2]
    return rate(two), rate(one), two / one, "≥ 1.6"


def ranks_of_limit(bench):
    one, two, beside = bench.trainings[:3]
    return f"{two / one:.3f}", f"{beside / one:.3f}", two / beside, "–"


def slices(bench):
    eight, one = bench.trainings[0], bench.trainings[3]
    return rate(eight), rate(one), eight / one, "≥ 0.95"


def start(bench):
    bench.trainings
    two, one = statistics.median(bench.firsts), statistics.median(bench.firsts_alone)
    return seconds(two), seconds(one), two, "≤ 1.5 s"


def ddp(bench):
    if len(bench.trainings) < 5:
        raise LeftOut(f"{bench.python} imports no torch.distributed")
    return rate(bench.trainings[1]), rate(bench.trainings[4]), bench.trainings[1] / bench.trainings[4], "–"


def join(bench):
    """The time of the load, as the program reports it: it hashes the text, reads what others parsed and writes the
    dataset, since the program has no join by itself. The survey, which is before it, is not in it."""
    reports = bench.joins
    taken = statistics.median(report["seconds"] for report in reports)
    again = max(report["part"]["bytes_parsed_again"] for report in reports)
    ranges = reports[0]["part"]["ranges"]
    return f"{seconds(taken)}, {ranges} ranges", f"{again / 1e6:.3g} MB again", taken, "≤ 1 s of 64"


ROWS = [("import, 2 workers of 1 thread : 1 process", workers),
        ("its gain : that of 2 imports side by side", workers_of_limit),
        ("2 workers of 1 thread : 2 threads", workers_of_threads), ("2 threads : 1", threads),
        ("2 workers : Dask read_csv, to_hdf, 2 processes", dask), ("training, 8 slices, 2 ranks : 1", ranks),
        ("its gain : that of 2 runs side by side", ranks_of_limit), ("8 slices : 1, one process", slices),
        ("start to the first step, 2 ranks : 1", start), ("2 ranks : python3-torch DDP, 2 processes", ddp),
        ("join of what others parsed", join)]


def main():
    parser = parser_for(__doc__)
    parser.add_argument("--bytes", type=float, default=1.5e9, help="of the table that is imported")
    parser.add_argument("--samples", type=float, default=4000, help="that are trained on")
    parser.add_argument("--python", default="/usr/bin/python3", help="interpreter of the peers")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the folder goes then too
    with tempfile.TemporaryDirectory(prefix="cluster-", dir=arguments.work) as folder:
        bench = Bench(arguments, pathlib.Path(folder).resolve())
        print(f"{bench.bytes / 1e6:.4g} MB, {bench.samples} samples, median of {bench.runs}; "
              f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} cores")
        print_table(ROWS, bench, arguments.only, width=18)


main()
