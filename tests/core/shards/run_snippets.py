#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every program of an export's README.md in the folder of the export, as its readers would, and trains on what it
yields.

run_snippets.py FOLDER SAMPLES VALUES: SAMPLES is what the first split holds, VALUES what a network sees of one. Programs whose library is not installed are
compiled only. Prints the titles of those that ran, gave every sample in another order the second time, and trained.
"""

import importlib.util
import os
import re
import sys

NEEDS = {"Keras": "tensorflow", "tf.data": "tensorflow", "WebDataset": "webdataset", "MosaicML": "streaming"}


def batches_of(title, names):
    """All of an epoch as (x, y), in the program's own order."""
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
    text = open("README.md", encoding="utf-8").read()
    programs = re.findall(r"^### ([^\n]+)\n\n```python\n(.*?)^```$", text, re.S | re.M)
    assert programs, "no program"
    out, sys.stdout = sys.stdout, open(os.devnull, "w")
    # Asked before any of them runs: torch puts a tensorflow of its own into the modules.
    there = {name for name in ("tensorflow", "webdataset", "streaming", "safetensors") if importlib.util.find_spec(name)}
    ran = []
    for title, code in programs:
        program = compile(code, title, "exec")
        needed = {NEEDS[title]} if title in NEEDS else set()
        needed |= {"safetensors"} if "safetensors" in code else set()
        if not needed <= there:
            continue
        names = {"__name__": "__main__"}
        exec(program, names)
        batches = batches_of(title, names)
        got = sum(len(x) for x, y in batches)
        assert all(len(x) == len(y) for x, y in batches), title
        assert got == wanted, f"{title} read {got} samples, not {wanted}"
        train_a_step(title, *batches[0])
        if title == "PyTorch":
            again = batches_of(title, names)
            assert any((one[0] != other[0]).any() for one, other in zip(batches, again)), "not shuffled"
        ran.append(title)
    print(" ".join(ran), file=out)


main()
