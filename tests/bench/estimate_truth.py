#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How true `masu estimate` is: the peak memory it predicts against the one that `masu train` then has.

usage: estimate_truth.py MASU DATA SCRATCH [--only NAME] [--measure]

MASU is the program, DATA the folder of fsdd, mnist and adult, SCRATCH where datasets and runs go (kept for the next
call). With --only a line is run where it contains NAME. With --measure the steps that `masu estimate --measure` takes
are compared too, and the estimate that is corrected by them. A table goes to stdout; the exit status is 1 where a
prediction lies more than 10 % above or 3 % below what was measured. Memory does not depend on what else the machine
does, so this may run beside other work.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys

ABOVE = 0.10
BELOW = 0.03
MEMORY = "512M"  # of loader and buffers, the same for both: the default depends on what the machine has left

FSDD = ["--label-from", r"name:^(\d)_", "--window", "8192", "--hop", "none"]
FSDD_SPLIT = ["--rule", r"test=_[0-4]\.wav$", "--ratios", "0.9,0.1,0", "--stratify"]
ADULT = ["--no-header", "--label", "c15", "--na", "?", "--class-map", "<=50K.", "<=50K", "--class-map", ">50K.", ">50K"]
ADULT_SPLIT = ["--rule", "test=test", "--ratios", "0.9,0.1,0", "--stratify"]
RATIOS = ["--ratios", "0.8,0.1,0.1", "--stratify"]
TONES = ["--label-from", r"name:^(\d)_", "--window", "4096", "--hop", "none"]
ROWS = {"tabular": 200_000, "waveform": 3_000}

# dataset, models, batch, further options of both commands
COMBINATIONS = [
    ("adult", ["linear"], 256, []),
    ("adult", ["mlp"], 64, []),
    ("adult", ["mlp"], 4096, []),
    ("census", ["mlp"], 1024, []),
    ("census", ["linear"], 16384, []),
    ("fsdd", ["cnn1d"], 16, []),
    ("fsdd", ["cnn1d"], 128, []),
    ("fsdd", ["resnet1d"], 32, []),
    ("fsdd", ["linear"], 64, []),
    ("mnist", ["cnn2d"], 64, []),
    ("mnist", ["cnn2d"], 512, []),
    ("mnist", ["mlp"], 256, ["--optimizer", "sgd"]),
    ("tones", ["cnn1d"], 64, []),
    ("tones", ["resnet1d"], 128, []),
    ("tones", ["cnn1d", "resnet1d"], 32, []),
    ("mnist", ["linear", "mlp"], 128, []),
]


class Masu:
    """The program. What it keeps of earlier measurements starts empty, so that every prediction stands alone."""

    def __init__(self, program, scratch):
        self.program = program
        self.kept = f"{scratch}/kept"
        shutil.rmtree(self.kept, ignore_errors=True)
        self.environment = dict(os.environ, XDG_DATA_HOME=self.kept)

    def call(self, *arguments):
        command = [self.program, *map(str, arguments), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=self.environment)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: {done.stdout or done.stderr}")
        return json.loads(done.stdout)


def sources(masu, data, scratch, name):
    """The sources of a dataset with the options of import, and those of split."""
    if name == "fsdd":
        return [f"{data}/fsdd/recordings", *FSDD], FSDD_SPLIT
    if name == "adult":
        return [f"{data}/adult/adult-train.csv", f"{data}/adult/adult-test.csv", *ADULT], ADULT_SPLIT
    if name == "mnist":
        labels = f"idx:{data}/mnist/train-labels-idx1-ubyte.gz"
        return [f"{data}/mnist/train-images-idx3-ubyte.gz", "--label-from", labels], [*RATIOS, "--subset", "0.1"]
    kind = {"census": "tabular", "tones": "waveform"}[name]
    made = masu.call("sample", kind, "--out", f"{scratch}/{name}", "--rows", ROWS[kind], "--overwrite")
    return [made["path"], *(["--label", "income"] if kind == "tabular" else TONES)], RATIOS


def dataset(masu, data, scratch, name):
    file = f"{scratch}/{name}.h5"
    if not os.path.exists(file):
        imported, split = sources(masu, data, scratch, name)
        masu.call("import", *imported, "--out", file)
        masu.call("split", file, *split)
    return file


def compare(masu, file, scratch, models, batch, options, measure):
    """Bytes: predicted, measured, and where asked for those of the first steps and of the corrected estimate."""
    asked = [word for model in models for word in ("--model", model)]
    asked += ["--batch", batch, "--memory", MEMORY, *options]
    found = [masu.call("estimate", file, *asked)["memory_bytes"]]
    run = f"{scratch}/run"
    shutil.rmtree(run, ignore_errors=True)
    found.append(masu.call("train", file, *asked, "--epochs", 2, "--out", run)["peak_memory_bytes"])
    if measure:
        steps = masu.call("estimate", file, *asked, "--measure", "--forget-measured")
        front = sum(item["bytes"] for item in steps["items"] if item["name"] == "Masu itself")
        found += [steps["measured"]["peak_memory"]["measured"] + front, steps["memory_bytes"]]
        masu.call("estimate", file, *asked, "--forget-measured")
    return found


def main():
    parser = argparse.ArgumentParser(description="predicted against measured peak memory of training")
    parser.add_argument("masu")
    parser.add_argument("data")
    parser.add_argument("scratch")
    parser.add_argument("--only", default="", help="lines that contain this")
    parser.add_argument("--measure", action="store_true", help="beside the beginning of the run too")
    arguments = parser.parse_args()
    os.makedirs(arguments.scratch, exist_ok=True)
    masu = Masu(arguments.masu, arguments.scratch)
    wrong = 0
    more = f" {'first steps':>12} {'corrected':>12} {'error':>8}" if arguments.measure else ""
    print(f"{'dataset':8} {'models':15} {'batch':>6} {'predicted':>12} {'measured':>12} {'error':>8}{more}")
    for name, models, batch, options in COMBINATIONS:
        line = f"{name:8} {'+'.join(models):15} {batch:6}"
        if arguments.only not in line:
            continue
        file = dataset(masu, arguments.data, arguments.scratch, name)
        found = compare(masu, file, arguments.scratch, models, batch, options, arguments.measure)
        error = found[0] / found[1] - 1
        bad = error > ABOVE or error < -BELOW
        wrong += bad
        line += f" {found[0] / 1e6:9.1f} MB {found[1] / 1e6:9.1f} MB {error:+8.1%}"
        if arguments.measure:
            line += f" {found[2] / 1e6:9.1f} MB {found[3] / 1e6:9.1f} MB {found[3] / found[1] - 1:+8.1%}"
        print(line + ("  <-" if bad else ""), flush=True)
    print(f"{wrong} of these lie outside of -{BELOW:.0%} to +{ABOVE:.0%}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
