#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.Loader among processes, threads and signals."""

import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import unittest
import unittest.mock

import masu
from made_dataset import Made, run

try:
    import torch
except ImportError:
    torch = None

SANITIZED = "MASU_SANITIZED" in os.environ
# Every batch takes days, as it would from a disk that does not answer: a wait that went on would outlast the test.
INTERRUPTED = """
import signal, sys, masu
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell's background jobs ignore
stream = masu._loader.Stream(masu.open(sys.argv[1]), {"simulated_batch_seconds": 1e6}, "memoryview")
batches = iter(stream)
try:
    print("waiting", flush=True)
    next(batches)
except KeyboardInterrupt:
    print("interrupted", stream.epoch, stream.report(), flush=True)
"""
# Labels are read when a balanced stream is made, and again when it begins.
LABELS = """
import signal, sys, masu
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    stream = masu._loader.Stream(masu.open(sys.argv[1]), {"split": "all", "shuffle": "balanced"}, "memoryview")
    print("made", flush=True)
    if sys.argv[2] == "close":
        signal.signal(signal.SIGINT, lambda *_: stream.close())
    if sys.argv[2] != "make":
        batches = iter(stream)
        next(batches)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    if sys.argv[2] == "begin":
        print(len(next(batches)), flush=True)
except masu.Error as error:
    print("closed" if "is closed" in str(error) else error, flush=True)
"""
VALUES = """
import signal, sys, masu
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    print(sum(masu.open(sys.argv[1])[:]["labels"]), flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
# One thread waits for what never comes, and others read: Python does not wait for them when it ends.
LEFT_WAITING = """
import atexit, os, sys, threading, time
def count():
    return len(os.listdir("/proc/self/task"))
def see_that_threads_have_ended():
    until = time.monotonic() + 20
    while count() > before + 4 and time.monotonic() < until:
        time.sleep(0.01)
    if count() > before + 4:
        os._exit(3)
atexit.register(see_that_threads_have_ended)  # so that it is called after what masu registers
import masu
dataset = masu.open(sys.argv[1])
dataset[:1]  # loads what is loaded once
before = count()
begun = threading.Semaphore(0)
def wait():
    stream = masu._loader.Stream(dataset, {"simulated_batch_seconds": 1e6}, "memoryview")
    begun.release()
    next(iter(stream))
def read():
    begun.release()
    while True:
        dataset[:]
        for batch in masu.Loader(dataset, batch=16, output="memoryview"):
            pass
def call():
    begun.release()
    while True:
        masu.import_csv(sys.argv[1].replace(".h5", ".csv"), sys.argv[1] + ".again.h5", overwrite=True, label="income",
                        progress=lambda at: time.sleep(0.001))
for work in (wait, read, read, call):
    threading.Thread(target=work, daemon=True).start()
    begun.acquire()
time.sleep(float(sys.argv[2]))
"""
# Threads are inside HDF5 all the time while the process is forked.
FORKED = """
import os, sys, threading, masu
ended = False
def read():
    while not ended:
        masu.open(sys.argv[1]).manifests
threads = [threading.Thread(target=read) for _ in range(2)]
for thread in threads:
    thread.start()
for _ in range(int(sys.argv[2])):
    child = os.fork()
    if child == 0:
        os._exit(len(masu.open(sys.argv[1])[:4]["labels"]))
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 4, status
ended = True
for thread in threads:
    thread.join()
"""

# Batches that a child got from its parent go while the parent's threads give others back.
FORKED_WITH_BATCHES = """
import os, sys, masu
loader = masu.Loader(masu.open(sys.argv[1]), split="all", batch=8, threads=2, output="memoryview")
for round in range(int(sys.argv[2])):
    for batch in loader:
        child = os.fork()
        if child == 0:
            del batch
            os._exit(4)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 4, status
"""


def numbers(batches):
    return [memoryview(batch.indices).tolist() for batch in batches]


def in_child(loader, answers):
    try:
        answers.put(numbers(loader))
    except masu.Error as error:
        answers.put(str(error))


def rank_in_child(loader, answers):
    answers.put((loader.rank, loader.world_size))


def status(name):
    with open("/proc/self/status", encoding="utf-8") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(name))


class ProcessTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def loader(self, **options):
        return masu.Loader(self.made.path, **{"batch": 64, "shuffle": "exact", "output": "memoryview", **options})

    def answer_of_child(self, method, loader, work=in_child):
        context = multiprocessing.get_context(method)
        answers = context.Queue()
        child = context.Process(target=work, args=(loader, answers))
        child.start()
        answer = answers.get(timeout=60)
        child.join(60)
        self.assertEqual(child.exitcode, 0)
        return answer

    def test_a_forked_child_gets_an_error_that_says_what_to_do(self):
        loader = self.loader()
        batches = iter(loader)
        next(batches)
        answer = self.answer_of_child("fork", loader)
        self.assertIn("num_workers=0", answer)
        self.assertEqual(len(list(batches)), len(loader) - 1)

    def test_a_child_that_was_spawned_goes_on(self):
        loader = self.loader()
        batches = iter(loader)
        for _ in range(3):
            next(batches)
        self.assertEqual(self.answer_of_child("spawn", loader), numbers(batches))

    def test_pickling_keeps_the_position(self):
        loader = self.loader()
        batches = iter(loader)
        for _ in range(5):
            next(batches)
        self.assertEqual(numbers(pickle.loads(pickle.dumps(loader))), numbers(batches))

    def test_a_child_is_the_rank_that_its_environment_says(self):
        environment = {"RANK": "1", "WORLD_SIZE": "2"}
        loader, given = self.loader(), self.loader(rank=0, world_size=3)
        with unittest.mock.patch.dict(os.environ, environment):
            self.assertEqual(self.answer_of_child("spawn", loader, rank_in_child), (1, 2))
            self.assertEqual(self.answer_of_child("spawn", given, rank_in_child), (0, 3))

    @unittest.skipIf(SANITIZED, "the sanitizer's malloc hangs in a child whose parent's threads allocated at the fork")
    def test_a_forked_child_opens_datasets(self):
        subprocess.run([sys.executable, "-c", FORKED, self.made.path, "100"], check=True, timeout=300)

    @unittest.skipIf(SANITIZED, "the sanitizer's malloc hangs in a child whose parent's threads allocated at the fork")
    def test_a_child_is_forked_while_threads_open_their_first_dataset(self):
        for _ in range(10):
            subprocess.run([sys.executable, "-c", FORKED, self.made.path, "1"], check=True, timeout=60)

    @unittest.skipIf(SANITIZED, "the sanitizer's malloc hangs in a child whose parent's threads allocated at the fork")
    def test_a_forked_child_lets_go_of_batches(self):
        subprocess.run([sys.executable, "-c", FORKED_WITH_BATCHES, self.made.path, "5"], check=True, timeout=300)

    def test_python_ends_while_its_threads_wait(self):
        for patience in (0, 0.05, 0.3):
            with self.subTest(patience):
                ended = subprocess.run([sys.executable, "-c", LEFT_WAITING, self.made.path, str(patience)],
                                       capture_output=True, text=True, timeout=300)
                self.assertEqual((ended.returncode, ended.stderr), (0, ""))

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_a_worker_of_a_data_loader_is_refused(self):
        outer = self

        class Samples(torch.utils.data.IterableDataset):
            def __iter__(self):
                return (1 for _ in outer.loader())

        with self.assertRaisesRegex(Exception, "num_workers=0"):
            list(torch.utils.data.DataLoader(Samples(), num_workers=1))

    def test_iterators_leave_nothing_behind(self):
        with self.loader(split="all", threads=1) as loader:
            for _ in range(100):
                next(iter(loader))
            gc.collect()
            threads, memory = status("Threads:"), status("VmRSS:")
            # Each begins: it reads, on threads of its own. A sanitizer is slow, and keeps what was freed.
            count = 500 if SANITIZED else 5_000
            for _ in range(count):
                next(iter(loader))
            for _ in range(count):
                iter(loader)
            gc.collect()
            self.assertEqual(status("Threads:"), threads)
            if not SANITIZED:
                self.assertLess(status("VmRSS:"), memory + 3_000)  # kilobytes, which 10,000 small leaks would exceed

    def test_loaders_run_in_threads(self):
        expected = numbers(self.loader())
        got = [None] * 4
        loaders = [self.loader() for _ in got]

        def drain(place):
            got[place] = numbers(loaders[place])

        threads = [threading.Thread(target=drain, args=(place,)) for place in range(len(got))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(got, [expected] * 4)

    @unittest.skipUnless(os.environ.get("MASU_FAULT_SHIM"), "there is no fault_shim beside a sanitizer")
    def test_ctrl_c_ends_the_reading_of_labels(self):
        folder = os.path.join(self.made.folder.name, "labels")
        os.mkdir(folder)
        table, path, counted = (os.path.join(folder, name) for name in ("long.csv", "long.h5", "count"))
        with open(table, "w", encoding="utf-8") as out:
            out.write("a,y\n" + "0,no\n1,yes\n" * 1_600_000)
        run("import", table, "--label", "y", "--out", path)
        os.remove(table)

        def reads(until, fault=None, program=LABELS):
            """What the program says, and how often it read from the folder."""
            environment = dict(os.environ, LD_PRELOAD=os.environ["MASU_FAULT_SHIM"], MASU_FAULT_ROOT=folder,
                               MASU_FAULT_PROGRAM=os.path.basename(sys.executable), MASU_FAULT_COUNT=counted)
            if fault is not None:
                environment["MASU_FAULT"] = f"interrupt@{fault}"
            said = subprocess.run([sys.executable, "-c", program, path, until], env=environment, check=True,
                                  stdout=subprocess.PIPE, text=True).stdout.split()
            with open(counted, encoding="ascii") as count:
                return said, int(count.read().split()[1])

        chunks = 7  # of labels, each a read, the last of all
        said, whole = reads("make")
        self.assertEqual(said, ["made"])
        for until, first, said_then in (("make", whole - chunks + 1, ["interrupted"]),
                                        ("begin", whole + 1, ["made", "interrupted", "64"]),
                                        ("close", whole + 1, ["made", "closed"])):
            with self.subTest(until):
                said, count = reads(until, first)
                self.assertEqual(said, said_then)
                if until != "begin":  # which begins again
                    self.assertLess(count, first + chunks - 1)
        said, whole = reads("", program=VALUES)
        self.assertEqual(said, ["1600000"])
        # Two pieces of the features, and two of the labels.
        self.assertEqual(reads("", whole - 3, VALUES), (["interrupted"], whole - 3))

    def test_ctrl_c_ends_a_wait(self):
        child = subprocess.Popen([sys.executable, "-c", INTERRUPTED, self.made.path], stdout=subprocess.PIPE, text=True)
        self.addCleanup(child.stdout.close)
        self.assertEqual(child.stdout.readline().strip(), "waiting")
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.stdout.readline().strip(), "interrupted 0 {}")  # no batch has come
        self.assertEqual(child.wait(), 0)


if __name__ == "__main__":
    unittest.main()
