#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What models of `masu train` come to on data that others have published figures for, beside what is expected of them,
what simple methods reach (ridge regression and the nearest sample, as the report of a run has them), and on tables what
scikit-learn's gradient boosting and its nearest neighbour do in the same run, where Debian's python3 has it.

usage: train_accuracy.py MASU DATA SCRATCH [--only NAME]

MASU is the program, DATA the folder that holds adult, cwru-10class, fsdd, mnist and ucr-small, SCRATCH where datasets
and runs go (kept for the next call). With --only a row is measured where its name contains NAME. A row whose data is not
there is left out and says so. The exit status is 1 where a row misses its goal. Only fsdd's goal is one of time too: run
nothing else meanwhile.

No row looks at the test split before its end: epochs and rates are set beforehand, and where there is a validation
split, it alone decides which epoch's weights are tested.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from inspect import signature

SEEDS = [0, 1, 2]
# 36 to 67 waves to learn from and none to spare for validation: many small steps, as Wang, Yan and Oates (2017) take.
UCR = ["--model", "resnet1d", "--epochs", "600", "--batch", "16", "--optimizer", "adam", "--lr", "0.001", "--schedule", "cosine"]
TWO = ["--model", "cnn1d", "--epochs", 8, "--batch", 64]
CNN1D = ["--model", "cnn1d"]
ROCKET = ["--model", "rocket"]
CWRU_LABEL = r"name:^1797_(.+?)(?:_DE12)?\.npz$"


PYTHON = "/usr/bin/python3"  # whose modules are Debian's
PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers", "sklearn_models.py")


class Stop(Exception):
    """What a row could not be measured for."""


def call(masu, *arguments):
    command = [masu, *map(str, arguments), "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise Stop(f"{' '.join(command)}: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
    return json.loads(done.stdout)


def mnist(data):
    names = [f"{data}/mnist/{half}-images-idx3-ubyte.gz" for half in ("train", "t10k")]
    labels = [f"idx:{data}/mnist/{half}-labels-idx1-ubyte.gz" for half in ("train", "t10k")]
    asked = [*names, "--label-from", labels[0], "--label-from", labels[1]]
    return asked, ["--rule", "test=t10k", "--ratios", "0.95,0.05,0", "--stratify"]


def adult(data):
    classes = ["--class-map", "<=50K.", "<=50K", "--class-map", ">50K.", ">50K"]
    files = [f"{data}/adult/adult-{half}.csv" for half in ("train", "test")]
    asked = [*files, "--no-header", "--label", "c15", "--na", "?", *classes]
    return asked, ["--rule", "test=test", "--ratios", "0.9,0.1,0", "--stratify"]


def fsdd(data):
    asked = [f"{data}/fsdd/recordings", "--label-from", r"name:^(\d)_", "--window", 8192, "--hop", "none"]
    return asked, ["--rule", r"test=_[0-4]\.wav$", "--rule", "train=."]


def speaker(name):
    """No recording of this speaker is learned from."""
    def sources(data):
        return fsdd(data)[0], ["--rule", f"test=_{name}_", "--ratios", "0.9,0.1,0", "--stratify"]

    return sources


def cwru(data):
    asked = [f"{data}/cwru-10class/Data", "--channels", "DE", "--window", 1024, "--hop", 512, "--label-from", CWRU_LABEL]
    return asked, ["--order", "position", "--gap", 2, "--ratios", "0.7,0.1,0.2"]


def ucr(name):
    def sources(data):
        files = [f"{data}/ucr-small/derived_csv/{name}_{half}.csv" for half in ("TRAIN", "TEST")]
        return [*files, "--label", "label"], ["--rule", "test=_TEST", "--rule", "train=."]

    return sources


def bundled(name):
    """A dataset that scikit-learn brings, written by it as two tables."""
    def sources(_, scratch):
        files = [f"{scratch}/{name}_{half}.csv" for half in ("TRAIN", "TEST")]
        if not all(map(os.path.exists, files)):
            sklearn("write", name, scratch)
        return [*files, "--label", "label"], ["--rule", "test=_TEST", "--ratios", "0.85,0.15,0"]

    return sources


def sklearn(*arguments):
    done = subprocess.run([PYTHON, PEERS, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise Stop(f"scikit-learn: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout


class Bench:
    def __init__(self, masu, data, scratch):
        self.masu, self.data, self.scratch = masu, data, scratch

    def dataset(self, name, sources):
        file = f"{self.scratch}/{name}.h5"
        asked, split = sources(self.data) if len(signature(sources).parameters) == 1 else sources(self.data, self.scratch)
        for path in asked[: next(i for i, word in enumerate(asked) if str(word).startswith("--"))]:
            if not os.path.exists(path):
                raise Stop(f"there is no {path}")
        if not os.path.exists(file):
            call(self.masu, "import", *asked, "--out", file)
            call(self.masu, "split", file, *split)
        return file

    def train(self, file, *options):
        out = f"{self.scratch}/run"
        shutil.rmtree(out, ignore_errors=True)
        return call(self.masu, "train", file, *options, "--out", out)


def accuracy(name, sources, options, goal, seeds, minutes=None, peer=None, figure="accuracy", within=0.01):
    """A row of the table: the median of this figure of the test over these seeds, and how long a run took. `peer` takes
    the files to learn from and to test with, and the label; with goal None it is the goal, less `within`."""

    def measure(bench):
        file = bench.dataset(name, sources)
        reports = [bench.train(file, *options, "--seed", seed) for seed in seeds]
        runs = [report["runs"][0] for report in reports]
        reached = [run[f"test_{figure}"] for run in runs]
        seconds = max(report["seconds"] for report in reports)
        median = statistics.median(reached)
        beside = {method: (runs[0][method] or {}).get(figure) for method in ("baseline", "ridge", "nearest")}
        theirs = json.loads(sklearn("score", *peer(bench))) if peer else {}
        beside.update({f"sklearn {method}": value for method, value in theirs.items()})
        wanted = theirs["boosting"] - within if goal is None else goal
        met = median >= wanted and (minutes is None or seconds <= 60 * minutes)
        each = f" ({', '.join(f'{one:.4f}' for one in reached)})" if len(reached) > 1 else ""
        limit = f", {minutes} min" if minutes else ""
        others = ", ".join(f"{method} {value:.3f}" for method, value in beside.items() if value is not None)
        return f"{median:.4f}{each}, {seconds:.0f} s; {others}", f"{wanted:.3f}{limit}", met

    return measure


def ucr_files(name):
    return lambda bench: [f"{bench.data}/ucr-small/derived_csv/{name}_{half}.csv" for half in ("TRAIN", "TEST")] + ["label"]


def adult_files(bench):
    return [f"{bench.data}/adult/adult-{half}.csv" for half in ("train", "test")] + ["last"]


def own_files(name):
    return lambda bench: [f"{bench.scratch}/{name}_{half}.csv" for half in ("TRAIN", "TEST")] + ["label"]


def leakage(bench):
    """What `masu check` says of the split that is learned from: with the gap no window overlaps one of another split, but
    each recording lies in all of them, as the goal's own protocol has it. Windows drawn at random overlap besides."""
    file = bench.dataset("cwru", cwru)
    call(bench.masu, "split", file, "--name", "drawn", "--ratios", "0.7,0.1,0.2", "--seed", 1)
    noted = []
    for manifest in ("default", "drawn"):
        checks = call(bench.masu, "check", file, "--manifest", manifest)["checks"]
        noted.append([word for word in ("groups", "overlapping") for check in checks
                      if check["name"].startswith(word) and not check["passed"]])
    found = f"{' and '.join(noted[0])}; drawn {' and '.join(noted[1])}"
    return found, "groups; drawn groups and overlapping", noted == [["groups"], ["groups", "overlapping"]]


def compressed(bench):
    """cwru as a dataset that has to be unpacked, in less memory than it takes: every epoch is decoded anew."""
    plain, file = bench.dataset("cwru", cwru), f"{bench.scratch}/cwru-gzip.h5"
    if not os.path.exists(file):
        call(bench.masu, "convert", plain, "--out", file, "--compression", "gzip")
    return file


def one_stream(sources, turns, options):
    """Two networks from one stream against each alone. The loader works for some hundredths of a second where samples lie
    in memory, which vary by a third with what else the machine does: the median of several turns counts, in which those
    alone and those together take turns at being first."""

    def measure(bench):
        file, rates = sources(bench), [["--lr", "0.003"], ["--lr", "0.001"]]
        asked = [*rates, sum(rates, [])]
        reports = []
        for turn in range(turns):
            order = [0, 1, 2] if turn % 2 == 0 else [2, 1, 0]
            done = {which: bench.train(file, *options, *asked[which]) for which in order}
            reports.append([done[which] for which in range(3)])
        work, time = ([[report[key] for report in turn] for turn in reports] for key in ("loader_seconds", "seconds"))
        shares = [together / (first + second) for first, second, together in work]
        first, second, together = reports[0]
        same = [metrics(run) for run in together["runs"]] == [metrics(alone["runs"][0]) for alone in (first, second)]
        share = statistics.median(shares)
        spent = [statistics.median(column) for column in zip(*work)]
        passed = statistics.median(together / (first + second) for first, second, together in time)
        found = (f"{share:.2f} ({min(shares):.2f} to {max(shares):.2f}; {spent[2]:.3f} s of {spent[0]:.3f} + {spent[1]:.3f}), "
                 f"time {passed:.2f}, metrics {'the same' if same else 'DIFFER'}")
        return found, "0.55, the same", share <= 0.55 and same

    return measure


def metrics(run):
    """Everything that a run reports but how long it took and where it lies."""
    if isinstance(run, dict):
        return {key: metrics(value) for key, value in run.items() if key not in ("seconds", "checkpoint")}
    return [metrics(value) for value in run] if isinstance(run, list) else run


ROWS = {
    "adult mlp": accuracy("adult", adult, ["--model", "mlp", "--epochs", 10, "--batch", 256], 0.850, SEEDS),
    "mnist cnn2d": accuracy("mnist", mnist, ["--model", "cnn2d", "--epochs", 5, "--batch", 64], 0.990, [0]),
    "cwru cnn1d": accuracy("cwru", cwru, ["--model", "cnn1d", "--epochs", 10, "--batch", 64], 0.970, [0]),
    "cwru, notes of leakage": leakage,
    "fsdd cnn1d": accuracy("fsdd", fsdd, ["--model", "cnn1d", "--epochs", 20, "--batch", 64], 0.975, [0], minutes=3),
    "cwru, two cnn1d at once": one_stream(lambda bench: bench.dataset("cwru", cwru), 5, TWO),
    "cwru gzip, two cnn1d at once": one_stream(compressed, 3, [*TWO, "--memory", "16M"]),
    "GunPoint resnet1d": accuracy("GunPoint", ucr("GunPoint"), UCR, 0.9135, SEEDS),
    "ItalyPowerDemand resnet1d": accuracy("ItalyPowerDemand", ucr("ItalyPowerDemand"), UCR, 0.9555, SEEDS),
    "ArrowHead resnet1d": accuracy("ArrowHead", ucr("ArrowHead"), UCR, 0.8005, SEEDS),
    # With nothing but the model stated.
    "GunPoint cnn1d, auto": accuracy("GunPoint", ucr("GunPoint"), CNN1D, 0.98, SEEDS, peer=ucr_files("GunPoint")),
    "ItalyPowerDemand cnn1d, auto": accuracy("ItalyPowerDemand", ucr("ItalyPowerDemand"), CNN1D, 0.96, SEEDS, peer=ucr_files("ItalyPowerDemand")),
    "ArrowHead cnn1d, auto": accuracy("ArrowHead", ucr("ArrowHead"), CNN1D, 0.82, SEEDS, peer=ucr_files("ArrowHead")),
    "GunPoint rocket, auto": accuracy("GunPoint", ucr("GunPoint"), ROCKET, 0.98, SEEDS, peer=ucr_files("GunPoint")),
    "ItalyPowerDemand rocket, auto": accuracy("ItalyPowerDemand", ucr("ItalyPowerDemand"), ROCKET, 0.96, SEEDS, peer=ucr_files("ItalyPowerDemand")),
    "ArrowHead rocket, auto": accuracy("ArrowHead", ucr("ArrowHead"), ROCKET, 0.82, SEEDS, peer=ucr_files("ArrowHead")),
    "adult mlp, auto": accuracy("adult", adult, ["--model", "mlp"], None, SEEDS, peer=adult_files, within=0.005),
    "mnist cnn2d, auto": accuracy("mnist", mnist, ["--model", "cnn2d"], 0.995, [0]),
    "fsdd cnn1d, auto": accuracy("fsdd", fsdd, CNN1D, 0.975, [0], minutes=10),
    "fsdd cnn1d, without theo": accuracy("theo", speaker("theo"), CNN1D, 0.85, [0]),
    "diabetes mlp, auto": accuracy("diabetes", bundled("diabetes"), ["--model", "mlp"], None, SEEDS,
                                   peer=own_files("diabetes"), figure="r2"),
    "breast_cancer mlp, auto": accuracy("breast_cancer", bundled("breast_cancer"), ["--model", "mlp"], None, SEEDS,
                                        peer=own_files("breast_cancer")),
    "digits mlp, auto": accuracy("digits", bundled("digits"), ["--model", "mlp"], None, SEEDS, peer=own_files("digits")),
    "wine mlp, auto": accuracy("wine", bundled("wine"), ["--model", "mlp"], None, SEEDS, peer=own_files("wine")),
}


def main():
    parser = argparse.ArgumentParser(description="test accuracy on published data, beside its goals")
    parser.add_argument("masu")
    parser.add_argument("data")
    parser.add_argument("scratch")
    parser.add_argument("--only", default="", help="rows whose name contains this")
    arguments = parser.parse_args()
    os.makedirs(arguments.scratch, exist_ok=True)
    bench = Bench(os.path.abspath(arguments.masu), arguments.data, arguments.scratch)
    missed = 0
    for name, measure in ROWS.items():
        if arguments.only not in name:
            continue
        try:
            found, goal, met = measure(bench)
        except Stop as reason:
            print(f"{name:28} left out: {reason}", flush=True)
            continue
        missed += not met
        print(f"{name:28} {found:52} goal {goal}{'' if met else '  <- missed'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
