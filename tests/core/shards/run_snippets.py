#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every program of an export's README.md in the folder of the export, as its readers would, and trains on what it
yields.

run_snippets.py FOLDER SAMPLES VALUES: SAMPLES is what the first split holds, VALUES what a network sees of one. Where a
library is not installed, as Debian does not have it, a stand-in of its names takes its place, so that every line of every
program runs. Prints the titles of the programs that gave every sample, in another order the second time, and trained.
"""

import glob
import os
import re
import shutil
import sys

# The last place to look: a library that is installed is used.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "stand_ins"))


def batches_of(title, names, code):
    """All of an epoch as (x, y), in the program's own order."""
    if title == "MosaicML":  # whose (x, y) are made in its last lines
        batches = []
        loop = code[code.index("for batch in data:"):].replace("    break\n", "")
        seen = dict(names)
        seen["print"] = lambda *_: batches.append((seen["x"], seen["y"]))
        exec(loop, seen)
        return batches
    if title in ("NumPy", "pandas"):
        return [names["read"](path) for path in names["paths"]]
    if title == "Keras":
        return [names["data"][i] for i in range(len(names["data"]))]
    return list(names["data"])


def train_a_step(title, x, y):
    import torch

    x = torch.as_tensor(x).flatten(1)
    y = torch.as_tensor(y)
    assert x.dtype == torch.float32, (title, x.dtype)
    assert x.shape[1] == int(sys.argv[3]), (title, x.shape)
    assert torch.isfinite(x).all(), title
    whole = not y.dtype.is_floating_point
    model = torch.nn.Linear(x.shape[1], int(y.max()) + 1 if whole else y[0].numel())
    optimizer = torch.optim.SGD(model.parameters(), 0.01)
    loss_of = torch.nn.functional.cross_entropy if whole else torch.nn.functional.mse_loss
    losses = []
    for _ in range(5):
        out = model(x)
        loss = loss_of(out, y if whole else y.reshape(out.shape))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    assert all(map(lambda loss: loss == loss and abs(loss) < 1e6, losses)), (title, losses)
    assert losses[-1] < losses[0], (title, losses)


def main():
    os.chdir(sys.argv[1])
    wanted = int(sys.argv[2])
    if not os.path.exists("README.md"):  # it is in the bundle, for whoever unpacks that
        shutil.unpack_archive(glob.glob("*.zip")[0], "unpacked")
        os.chdir("unpacked")
    text = open("README.md", encoding="utf-8").read()
    programs = re.findall(r"^### ([^\n]+)\n\n```python\n(.*?)^```$", text, re.S | re.M)
    assert programs, "no program"
    out, sys.stdout = sys.stdout, open(os.devnull, "w")
    import tensorflow  # noqa: F401  torch would put one of its own into the modules

    ran = []
    for title, code in programs:
        program = compile(code, title, "exec")
        names = {"__name__": "__main__"}
        exec(program, names)
        batches = batches_of(title, names, code)
        got = sum(len(x) for x, y in batches)
        assert all(len(x) == len(y) for x, y in batches), title
        assert got == wanted, f"{title} read {got} samples, not {wanted}"
        train_a_step(title, *batches[0])
        if title not in ("NumPy", "pandas", "Keras"):  # these take whole shards in random order
            again = batches_of(title, names, code)
            assert any((one[0] != other[0]).any() for one, other in zip(batches, again)), "not shuffled"
        ran.append(title)
    print(" ".join(ran), file=out)


main()
