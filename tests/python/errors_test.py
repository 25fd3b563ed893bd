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
