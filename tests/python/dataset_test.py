#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.open: what a dataset says of itself, its values, and h5py beside it."""

import os
import pickle
import subprocess
import sys
import unittest

import masu
from made_dataset import MASU, ROWS, Made, run

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

    def test_a_file_that_was_replaced_is_not_taken_for_it(self):
        path = os.path.join(self.made.folder.name, "replaced.h5")
        table = os.path.join(self.made.folder.name, "small.csv")
        with open(table, "w", encoding="utf-8") as out:
            out.write("a,y\n" + "1,no\n2,yes\n" * 50)
        run("convert", self.made.path, "--without-splits", "--out", path)
        old = masu.open(path)
        masu.import_csv(table, path, label="y", overwrite=True)
        self.assertEqual((len(old), len(old[:]["labels"])), (ROWS, ROWS))
        for call in (lambda: old.split(ratios=(.8, .1, .1)), old.check, old.estimate, lambda: pickle.dumps(old),
                     lambda: old.export(path + ".shards"), lambda: masu.label(old, set="yes", where="label = 'no'"),
                     lambda: masu.report(old), lambda: masu.runs(old), lambda: masu.suspects(old),
                     lambda: masu.predict("run", old), lambda: masu.seen("run", 0, dataset=old),
                     lambda: masu.receipt_check("run", dataset=old)):
            with self.assertRaisesRegex(masu.DataError, "is another dataset than the one that was opened"):
                call()
        self.assertEqual(masu.open(path).manifests, [])
        old = masu.open(path)
        old.split(ratios=(.8, .1, .1))
        with open(table, "a", encoding="utf-8") as out:
            out.write("3,no\n")
        masu.import_csv(table, path, label="y", overwrite=True).dataset.split(ratios=(.5, .25, .25))
        # The splits that were set aside are those of a dataset that is gone.
        for call in (lambda: old.manifests, lambda: next(iter(masu.Loader(old, output="memoryview")))):
            with self.assertRaisesRegex(masu.DataError, "is another dataset than the one that was opened"):
                call()

    def test_labels_that_were_changed_are_not_taken_for_its_own(self):
        path = os.path.join(self.made.folder.name, "relabelled.h5")
        run("convert", self.made.path, "--out", path)
        old = masu.open(path)
        pickled = pickle.dumps(old)
        masu.label(old, set="yes", where="label = 'no' AND position < 10")
        for call in (old.check, lambda: pickle.dumps(old), lambda: pickle.loads(pickled)):
            with self.assertRaisesRegex(masu.DataError, "labels of .* were changed since it was opened: open it again"):
                call()
        masu.label(old, set="yes", where="label = 'no' AND position < 20")
        fresh = pickle.loads(pickle.dumps(masu.open(path)))
        self.assertGreater(sum(fresh[:]["labels"].tolist()), 0)
        self.assertNotEqual(fresh[:]["labels"].tolist(), old[:]["labels"].tolist())

    def test_its_file_may_have_any_name(self):
        path = os.path.join(self.made.folder.name, os.fsdecode(b"caf\xe9"), os.fsdecode(b"\xff.h5"))
        os.mkdir(os.path.dirname(path))
        run("convert", self.made.path, "--without-splits", "--out", path)
        dataset = masu.open(path)
        self.assertEqual(dataset.path, path)
        dataset.split("cv", ratios=(.8, .1, .1), seed=1)
        self.assertEqual(dataset.manifest("cv").train + dataset.manifest("cv").validation + dataset.manifest("cv").test, ROWS)
        self.assertEqual(len(pickle.loads(pickle.dumps(dataset))), ROWS)
        with self.assertRaisesRegex(masu.DataError, r"missing \\xe9\.h5"):
            masu.open(os.fsdecode(b"missing \xe9.h5"))
        with self.assertRaisesRegex(TypeError, "UTF-8"):
            dataset.split("cv", ratios=(.8, .1, .1), seed=1, group="\ud800")

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

    def test_modules_show_nothing_but_themselves(self):
        folder = os.path.dirname(masu._loader.__file__)
        for name in ("_loader", "_tasks"):
            path = next(os.path.join(folder, each) for each in os.listdir(folder) if each.startswith(name + "."))
            names = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True, check=True).stdout
            shown = [line.split()[1:] for line in names.splitlines()]
            self.assertEqual([name for kind, name in shown if kind.isupper() or kind == "u"], [f"PyInit_{name}"])


if __name__ == "__main__":
    unittest.main()
