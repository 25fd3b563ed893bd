#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.open: what a dataset says of itself, its values, and h5py beside it."""

import os
import pickle
import subprocess
import sys
import unittest

import masu
from made_dataset import MASU, ROWS, Made

BESIDE_H5PY = """
import sys, h5py, masu
path, order = sys.argv[1:]
if order == "before":
    file = h5py.File(path, "r")
    samples = len(masu.open(path))
else:
    dataset = masu.open(path)
    file = h5py.File(path, "r")
    samples = len(dataset)
assert file["features"].shape[0] == samples
assert masu.open(path).manifests == ["default"]
with masu.Loader(path, batch=100, output="memoryview") as loader:
    assert sum(len(batch) for batch in loader) > 0
file["features"][0]
file.close()
print(samples)
"""
LEFT_OPEN = """
import sys, masu, h5py
masu.open(sys.argv[1])
left = h5py.File(sys.argv[2], "w")
left["values"] = list(range(1000))
"""


class DatasetTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def test_says_what_it_holds(self):
        dataset = masu.open(self.made.path)
        self.assertEqual(len(dataset), ROWS)
        self.assertEqual(dataset.shape, (2,))
        self.assertEqual(sorted(dataset.classes), ["no", "yes"])
        self.assertEqual(dataset.manifests, ["default"])
        self.assertEqual(len(dataset.uuid), 36)
        columns = {column.name: column for column in dataset.columns}
        self.assertEqual(columns["a"].role, "feature")
        self.assertEqual(columns["town"].role, "category")
        self.assertEqual(sorted(columns["town"].categories), ["xt", "yt", "zt"])
        self.assertIn("census.h5", repr(dataset))

    def test_gives_values(self):
        dataset = masu.open(self.made.path)
        some = dataset[10:20]
        self.assertEqual([row[0] for row in memoryview(some["features"]).tolist()], list(range(10, 20)))
        self.assertEqual(list(some["weights"]), [1.5 + row % 4 for row in range(10, 20)])
        self.assertEqual(some["note"], [f"note {row}" for row in range(10, 20)])
        words = [dataset.classes[code] for code in some["labels"]]
        self.assertEqual(words, ["no" if row % 3 else "yes" for row in range(10, 20)])
        self.assertEqual(memoryview(dataset[-1]["features"]).tolist()[0][0], ROWS - 1)
        self.assertEqual(len(dataset[5:5]["labels"]), 0)
        with self.assertRaises(IndexError):
            dataset[ROWS]
        with self.assertRaises(masu.Error):
            dataset[::2]

    def test_is_pickled_by_its_path(self):
        dataset = pickle.loads(pickle.dumps(masu.open(self.made.path)))
        self.assertEqual(len(dataset), ROWS)

    def test_what_is_no_dataset_is_refused_in_a_sentence(self):
        with self.assertRaises(masu.DataError) as missing:
            masu.open(self.made.path + ".not")
        self.assertIn("census.h5.not", str(missing.exception))
        self.assertEqual(missing.exception.code, "not_found")
        self.assertIsInstance(missing.exception, masu.Error)
        with self.assertRaises(masu.DataError):
            masu.open(__file__)

    def test_h5py_has_the_file_open_too(self):
        try:
            import h5py  # noqa: F401
        except ImportError:
            self.skipTest("h5py is not installed")
        for order in ("before", "after"):
            with self.subTest(order):
                done = subprocess.run([sys.executable, "-c", BESIDE_H5PY, self.made.path, order], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout.strip()), (0, str(ROWS)), done.stderr)

    def test_what_h5py_leaves_open_is_whole(self):
        try:
            import h5py
        except ImportError:
            self.skipTest("h5py is not installed")
        left = os.path.join(self.made.folder.name, "left.h5")
        subprocess.run([sys.executable, "-c", LEFT_OPEN, self.made.path, left], check=True)
        with h5py.File(left, "r") as file:
            self.assertEqual(file["values"][999], 999)

    def test_the_module_shows_nothing_but_itself(self):
        names = subprocess.run(["nm", "-D", "--defined-only", masu._loader.__file__], capture_output=True, text=True).stdout
        shown = [line.split()[-1] for line in names.splitlines() if line.split()[-2] in "TD"]
        self.assertEqual(shown, ["PyInit__loader"])


if __name__ == "__main__":
    unittest.main()
