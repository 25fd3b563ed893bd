#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu's own arrays: what the buffer protocol and DLPack say of them."""

import gc
import unittest

import masu
from made_dataset import Made


class ArrayTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def setUp(self):
        self.loader = masu.Loader(self.made.path, batch=64, seed=5, output="dlpack", shuffle="exact")
        self.addCleanup(self.loader.close)
        self.batch = next(iter(self.loader))

    def test_says_what_it_holds(self):
        for name, shape, form in (("features", (64, 2), "f"), ("labels", (64,), "q"), ("categories", (64, 1), "q"),
                                  ("weights", (64,), "f"), ("indices", (64,), "q")):
            with self.subTest(name):
                array = getattr(self.batch, name)
                self.assertEqual((array.shape, array.format, len(array)), (shape, form, 64))

    def test_a_buffer_has_its_values_row_by_row(self):
        seen = memoryview(self.batch.features)
        self.assertEqual((seen.shape, seen.format, seen.itemsize, seen.strides), ((64, 2), "f", 4, (8, 4)))
        self.assertTrue(seen.c_contiguous and not seen.readonly)
        flat = seen.cast("B").cast("f").tolist()
        self.assertEqual([flat[2 * row:2 * row + 2] for row in range(64)], seen.tolist())
        # Shared, not copied.
        seen[0, 0] = 12345
        self.assertEqual(memoryview(self.batch.features)[0, 0], 12345)

    def test_values_outlive_the_loader(self):
        seen = memoryview(self.batch.features)
        values = seen.tolist()
        self.loader.close()
        self.batch = None
        gc.collect()
        self.assertEqual(seen.tolist(), values)

    def test_a_capsule_is_of_the_version_that_the_taker_knows(self):
        features = self.batch.features
        self.assertEqual(features.__dlpack_device__(), (1, 0))
        for versions, name in ((None, "dltensor"), ((0, 8), "dltensor"), ((1, 0), "dltensor_versioned"),
                               ((1, 1), "dltensor_versioned")):
            with self.subTest(versions):
                self.assertIn(f'"{name}"', repr(features.__dlpack__(max_version=versions)))
        self.assertIn('"dltensor"', repr(features.__dlpack__(stream=None, dl_device=(1, 0), copy=False)))

    def test_what_is_not_shared_memory_is_refused(self):
        features = self.batch.features
        with self.assertRaises(BufferError):
            features.__dlpack__(copy=True)
        with self.assertRaises(BufferError):
            features.__dlpack__(dl_device=(2, 0))
        with self.assertRaises(TypeError):
            features.__dlpack__(None)

    def test_it_is_not_made_by_others(self):
        with self.assertRaises(TypeError):
            type(self.batch.features)()


if __name__ == "__main__":
    unittest.main()
