#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the programs of the help page "From Python" as its readers would; those of its translations are the same."""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

from made_dataset import Made, run

try:
    import torch
except ImportError:
    torch = None
try:
    import sklearn
except ImportError:
    sklearn = None

HELP = pathlib.Path(__file__).resolve().parents[2] / "resources/help"
PAGES = (HELP / "python.md", HELP / "ja/python.md")
# Ends the process, as a crash would, at the time of the second checkpoint.
CRASH = """
import os
_replace, _seen = os.replace, []
def _crash(*paths):
    _replace(*paths)
    _seen.append(paths)
    if len(_seen) == 2:
        os._exit(9)
os.replace = _crash
"""


def programs(page):
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)


class HelpTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for file in os.listdir(self.made.folder.name):
            if file.startswith("census"):
                shutil.copy(os.path.join(self.made.folder.name, file), self.folder.name)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_program(self, program, code=0):
        with open(self.path("program.py"), "w", encoding="utf-8") as out:
            out.write(program)
        done = subprocess.run([sys.executable, "-B", "program.py"], cwd=self.folder.name, capture_output=True,
                              text=True, env=dict(os.environ, OMP_NUM_THREADS="1"), timeout=300)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_languages_have_the_same_programs(self):
        without_comments = [[re.sub(r" +# .*", "", program) for program in programs(page)] for page in PAGES]
        self.assertEqual(len(without_comments[0]), 6)
        self.assertEqual(*without_comments)

    @unittest.skipUnless(os.environ.get("MASU_TRAIN"), "masu-train is not built")
    def test_tasks(self):
        os.rename(self.path("census.csv"), self.path("census-persons.csv"))
        for file in ("census.h5", "census.splits.h5"):
            os.remove(self.path(file))
        lines = self.run_program(programs(PAGES[0])[0]).splitlines()
        self.assertEqual(lines[0].split()[:2], ["1501", "0"])
        self.assertIn("duplicates passed", "\n".join(lines))
        self.assertGreater(int(lines[-1]), 1 << 20)
        self.assertTrue(os.path.exists(self.path("shards/index.json")))

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_a_loop_of_pytorch(self):
        lines = self.run_program(programs(PAGES[0])[1]).splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["0", "1", "2"])
        self.assertLessEqual(float(lines[-1].split()[1]), 1)

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_a_crash_changes_nothing(self):
        program = programs(PAGES[0])[2].replace("% 100 == 0", "% 3 == 1")  # in the middle of an epoch
        self.run_program(program)
        whole = torch.load(self.path("model.pt"))
        os.remove(self.path("model.pt"))
        os.remove(self.path("checkpoint.pt"))
        self.run_program(CRASH + program, code=9)
        self.assertFalse(os.path.exists(self.path("model.pt")))
        self.run_program(program)
        resumed = torch.load(self.path("model.pt"))
        self.assertEqual(len(whole), 2)
        for name, values in whole.items():
            self.assertTrue(torch.equal(values, resumed[name]))

    @unittest.skipIf(torch is None or not torch.distributed.is_available(), "torch.distributed is not installed")
    def test_two_ranks(self):
        counted = "print('batches', train.rank, len(train), epoch, b.number)\n"
        with open(self.path("ranks.py"), "w", encoding="utf-8") as out:
            out.write(programs(PAGES[0])[3] + counted)
        with socket.create_server(("localhost", 0)) as free:
            port = str(free.getsockname()[1])
        environment = dict(os.environ, OMP_NUM_THREADS="1", MASTER_ADDR="localhost", MASTER_PORT=port, WORLD_SIZE="2")
        ranks = [subprocess.Popen([sys.executable, "-B", "ranks.py"], cwd=self.folder.name, text=True,
                                  stdout=subprocess.PIPE, env=dict(environment, RANK=str(rank))) for rank in range(2)]
        said = "".join(rank.communicate(timeout=300)[0] for rank in ranks)
        self.assertEqual([rank.returncode for rank in ranks], [0, 0])
        self.assertEqual(sorted(re.findall(r"batches (\d+) (\d+) (\d+) (\d+)", said)),
                         [("0", "5", "2", "4"), ("1", "5", "2", "4")])
        self.assertEqual(len(torch.load(self.path("model.pt"))), 2)

    @unittest.skipIf(sklearn is None, "scikit-learn is not installed")
    def test_scikit_learn(self):
        self.assertLessEqual(float(self.run_program(programs(PAGES[0])[4])), 1)

    @unittest.skipIf(torch is None or not os.environ.get("MASU_TRAIN"), "torch is not installed, or masu-train not built")
    def test_predictions(self):
        run("train", self.path("census.h5"), "--model", "mlp", "--epochs", 1, "--out", self.path("census-run"))
        first, *batches = self.run_program(programs(PAGES[0])[5]).splitlines()
        self.assertEqual(*map(float, first.split()))
        self.assertEqual([batch.split()[0] for batch in batches], ["0"])
        self.assertRegex(batches[0], r"0 \[('(no|yes)'(, )?){3}\]$")


if __name__ == "__main__":
    unittest.main()
