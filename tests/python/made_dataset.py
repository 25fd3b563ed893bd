# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of `import masu` share: a dataset that masu made, and its order as masu prints it."""

import json
import os
import random
import subprocess
import tempfile

MASU = os.environ["MASU_PROGRAM"]
ROWS = 1501


def run(*arguments):
    """What masu prints as JSON."""
    done = subprocess.run([MASU, *map(str, arguments), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"masu {arguments}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


class Made:
    """A folder with census.h5 (numbers, a category, a weight, two classes, a kept text) and waves.h5 ([2, 20])."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "census.h5")
        table = os.path.join(self.folder.name, "census.csv")
        values = random.Random(1)
        with open(table, "w", encoding="utf-8") as out:
            out.write("a,b,town,w,note,income\n")
            for row in range(ROWS):
                out.write(f"{row},{values.random():.6f},{'xyz'[row % 3]}t,{1 + row % 4}.5,note {row},{'no' if row % 3 else 'yes'}\n")
        run("import", table, "--label", "income", "--weight", "w", "--text", "note", "--dtype", "f32", "--out", self.path)
        run("split", self.path, "--ratios", "0.8,0.1,0.1", "--seed", "3")

    def order_hash(self, *options):
        return run("stream", self.path, *options)["order_hash"]

    def close(self):
        self.folder.cleanup()
