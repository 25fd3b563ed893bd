#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.Error and what derives from it: one small tree, the same for loaders and for tasks."""

import os
import unittest

import masu
from made_dataset import Made


class ErrorsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def raised(self, call, *arguments, **options):
        with self.assertRaises(masu.Error) as caught:
            call(*arguments, **options)
        return caught.exception

    def test_the_tree(self):
        for kind in (masu.Error, masu.DataError, masu.StateError):
            self.assertTrue(issubclass(kind, masu.Error) and kind.__doc__)
            self.assertEqual(kind.__module__, "masu")
            self.assertEqual(kind("a sentence").code, "invalid_argument")
        self.assertFalse(issubclass(masu.StateError, masu.DataError))
        self.assertTrue(issubclass(masu.Error, Exception) and not issubclass(masu.Error, OSError))

    def test_data_that_are_missing_or_something_else(self):
        gone = os.path.join(self.made.folder.name, "gone.csv")
        for call, *others in ((masu.open,), (masu.Loader,), (masu.import_csv, gone + ".h5")):
            error = self.raised(call, gone, *others)
            self.assertIs(type(error), masu.DataError)
            self.assertEqual(error.code, "not_found")
            self.assertIn("gone.csv", str(error))
        error = self.raised(masu.open, __file__)
        self.assertIs(type(error), masu.DataError)
        self.assertNotEqual(error.code, "not_found")

    def test_what_is_asked_for_in_vain(self):
        error = self.raised(masu.Loader, self.made.path, batch=0)
        self.assertIs(type(error), masu.Error)
        self.assertEqual(error.code, "invalid_argument")
        self.assertIn("batch", str(error))

    def test_what_is_of_a_wrong_kind_is_a_sentence(self):
        path, dataset = self.made.path, masu.open(self.made.path)
        out = os.path.join(self.made.folder.name, "out.h5")
        for said, call in (
                ("path is the name of a file, not ''", lambda: masu.open("")),
                ("path is the name of a file", lambda: masu.open("a\0b")),
                ("narrow is True or False, not 'no'", lambda: masu.Loader(path, narrow="no")),
                ("pin is True or False", lambda: masu.Loader(path, pin="no")),
                ("manifest is text that can be encoded", lambda: masu.Loader(path, manifest="\udcff")),
                ("split is .*not 3", lambda: dataset.to_arrow(3)),
                ("leave manifest out", lambda: dataset.to_arrow(manifest="default")),
                ("leave manifest out", lambda: dataset.to_arrow("all", manifest="default")),
                ("give the ratios as ratios=", lambda: dataset.split((.8, .1, .1))),
                ("name is text that can be encoded", lambda: dataset.split("\udcff", ratios=(.8, .1, .1))),
                ("check is the name of one", lambda: dataset.remedy(None)),
                ("names of files and folders, not None", lambda: masu.import_csv(None, out)),
                ("out is the name of a file, not None", lambda: masu.import_csv(path, None)),
                ("dtype takes a text or a number", lambda: masu.import_csv(path, out, dtype=float)),
                ("overwrite is True or False", lambda: masu.import_csv(path, out, overwrite="no")),
                ("diff takes a dictionary, or a list of pairs", lambda: masu.label(path, diff=(0, 1))),
                ("overwrite belongs to out", lambda: masu.predict("run", path, overwrite=True)),
                ("noise is given twice", lambda: masu.Loader(path, augment="noise=0.05,noise=5"))):
            with self.subTest(said), self.assertRaisesRegex((masu.Error, TypeError), said):
                call()

    def test_a_file_that_is_there_is_no_fault_of_the_data(self):
        error = self.raised(masu.import_csv, os.path.join(self.made.folder.name, "census.csv"), self.made.path,
                            label="income")
        self.assertIs(type(error), masu.Error)
        self.assertEqual(error.code, "exists")

    def test_a_state_of_another_loader(self):
        one = masu.Loader(self.made.path, batch=64, seed=1, output="memoryview", shuffle="exact")
        other = masu.Loader(self.made.path, batch=64, seed=2, output="memoryview", shuffle="exact")
        self.addCleanup(one.close)
        self.addCleanup(other.close)
        next(iter(one))
        self.assertIs(type(self.raised(other.load_state_dict, one.state_dict())), masu.StateError)


if __name__ == "__main__":
    unittest.main()
