# SPDX-License-Identifier: GPL-3.0-or-later
"""What the benchmarks that print a table share: a row is a name and a function of the bench."""

import argparse
import pathlib
import statistics
import subprocess


class LeftOut(Exception):
    pass


def run(command, **more):
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if ran.returncode != 0:
        said = (ran.stderr.strip() or ran.stdout.strip()).splitlines()
        raise LeftOut(f"{' '.join(map(str, command[:3]))}: {said[-1] if said else ran.returncode}")
    return ran.stdout


class InTurns:
    """A bench that measures the two sides of a row in turns, `runs` times each: no machine stays the same for long."""

    def turns(self, *measures):
        """The median of each."""
        found = [[] for _ in measures]
        for _ in range(self.runs):
            for each, measure in zip(found, measures):
                each.append(measure())
        return [statistics.median(each) for each in found]


def write_waves(path, samples):
    """Noisy waves of six channels and six classes, as an .npz of x and y."""
    import numpy
    random = numpy.random.default_rng(1)
    classes = random.integers(0, 6, samples)
    waves = random.standard_normal((samples, 6, 128), numpy.float32)
    waves += numpy.sin(numpy.arange(128) * (1 + classes[:, None, None]) / 9).astype("f4")
    numpy.savez(path, x=waves, y=classes)


def million(rate):
    return f"{rate / 1e6:.3g} M/s"


def parser_for(description, *, rows=None, large=None):
    """The options that every table has; --rows and --large where there are defaults for them."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    if rows:
        parser.add_argument("--rows", type=float, default=rows)
    if large:
        parser.add_argument("--large", type=float, default=large[0], help=f"bytes of the file {large[1]}")
    parser.add_argument("--only", default="", help="numbers of rows, separated by commas")
    return parser


def print_table(rows, bench, only, width):
    """`only`: numbers of rows as --only has them; `width`: of the column of Masu's figures."""
    chosen = {int(number) for number in only.split(",") if number}
    print(f"{'':2} {'measure':47} {'Masu':>{width}} {'other':>12} {'ratio':>10}  goal")
    for number, (name, measure) in enumerate(rows, 1):
        if chosen and number not in chosen:
            continue
        try:
            ours, other, ratio, goal = measure(bench)
            print(f"{number:2} {name:47} {ours:>{width}} {other:>12} {ratio:10.4g}  {goal}", flush=True)
        except LeftOut as reason:
            print(f"{number:2} {name:47} left out: {reason}", flush=True)
