#!/usr/bin/env python3
"""Runs every program of an export's README.md in the folder of the export, as its readers would.

run_snippets.py FOLDER SAMPLES [VALUES]: SAMPLES is what the first split holds, VALUES what pandas sees of one. Programs whose library is not installed are
compiled only. Prints the titles of those that ran and gave every sample.
"""

import importlib.util
import os
import re
import sys

NEEDS = {"Keras": "tensorflow", "tf.data": "tensorflow", "WebDataset": "webdataset", "MosaicML": "streaming"}


def samples_of(title, names):
    if title == "PyTorch":
        return sum(len(batch[0]) if isinstance(batch, (list, tuple)) else len(batch) for batch in names["data"])
    if title in ("NumPy", "pandas"):
        parts = [names["read"](path) for path in names["paths"]]
        for part in parts:
            if isinstance(part, tuple):
                assert len(part[0]) == len(part[1])
            if title == "pandas" and len(sys.argv) > 3:
                assert part[0].shape[1] == int(sys.argv[3]), part[0].shape
        return sum(len(part[0]) if isinstance(part, tuple) else len(part) for part in parts)
    if title == "Keras":
        return sum(len(names["data"][i][0]) for i in range(len(names["data"])))
    return sum(len(x) for x, *_ in names["data"])


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
        got = samples_of(title, names)
        assert got == wanted, f"{title} read {got} samples, not {wanted}"
        ran.append(title)
    print(" ".join(ran), file=out)


main()
