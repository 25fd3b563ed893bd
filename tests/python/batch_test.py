#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.Batch: what it says of itself, and what features in their stored type come with."""

import os
import threading
import unittest

import masu
from made_dataset import Made, run


class BatchTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()
        cls.small = os.path.join(cls.made.folder.name, "small.h5")
        run("convert", cls.made.path, "--dtype", "i16", "--out", cls.small)
        table = os.path.join(cls.made.folder.name, "plain.csv")
        with open(table, "w", encoding="utf-8") as out:
            out.write("x,y\n")
            for row in range(300):
                out.write(f"{row},{row * 0.37:.4f}\n")
        cls.plain = os.path.join(cls.made.folder.name, "plain.h5")
        run("import", table, "--label", "y", "--target", "value", "--dtype", "f32", "--out", cls.plain)

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def loader(self, path, **options):
        loader = masu.Loader(path, "all", **{"batch": 64, "shuffle": "none", "output": "memoryview", **options})
        self.addCleanup(loader.close)
        return loader

    def test_says_which_it_is(self):
        loader = self.loader(self.plain)
        for epoch in range(2):
            for number, batch in enumerate(loader):
                size = len(batch)
                self.assertEqual((batch.epoch, batch.number, batch.padding), (epoch, number, 0))
                self.assertEqual(repr(batch), f"<masu.Batch {number} of epoch {epoch}, {size} samples>")
        self.assertEqual(size, 300 % 64)

    def test_what_the_dataset_does_not_have_is_none(self):
        batch = next(iter(self.loader(self.plain)))
        for name in ("categories", "weights", "shares", "scale", "offset", "fill", "missing"):
            self.assertIsNone(getattr(batch, name), name)
        self.assertEqual(list(batch.as_dict()), ["features", "labels", "indices"])

    def test_kept_columns_come_when_they_are_asked_for(self):
        table = os.path.join(self.made.folder.name, "kept.csv")
        with open(table, "w", encoding="utf-8") as out:
            out.write("x,number,text,y\n" + "".join(f"{row},{row / 8},text {row},{row % 2}\n" for row in range(140_000)))
        path = os.path.join(self.made.folder.name, "kept.h5")
        run("import", table, "--label", "y", "--keep", "number", "--text", "text", "--out", path)
        seen = 0
        for batch in self.loader(path, shuffle="exact", batch=9_000, last="pad"):
            rows = batch.indices.tolist()
            batch.indices[0] = -1  # the user's own by now
            self.assertNotEqual(rows, sorted(rows))
            self.assertEqual(batch.kept["text"], [f"text {row}" for row in rows])
            self.assertEqual((batch.kept["number"].format, batch.kept["number"].shape), ("d", (len(rows),)))
            self.assertEqual(batch.kept["number"].tolist(), [row / 8 for row in rows])
            self.assertIs(batch.kept, batch.kept)
            self.assertNotIn("text", batch.as_dict())
            seen += 1
        self.assertEqual(seen, 16)
        for first, end in ((65_530, 65_540), (140_000, 140_000), (0, 140_000)):  # chunks have 65,536 samples
            self.assertEqual(masu.open(path)[first:end]["text"], [f"text {row}" for row in range(first, end)])
        self.assertEqual(next(iter(self.loader(self.plain))).kept, {})

    def test_kept_columns_stay_those_of_the_batch_while_another_thread_writes_to_its_numbers(self):
        table = os.path.join(self.made.folder.name, "written.csv")
        with open(table, "w", encoding="utf-8") as out:
            out.write("x,text,y\n" + "".join(f"{row},text {row},{row % 2}\n" for row in range(140_000)))
        path = os.path.join(self.made.folder.name, "written.h5")
        run("import", table, "--label", "y", "--text", "text", "--out", path)
        expected = [batch.indices.tolist() for batch in self.loader(path, shuffle="exact", batch=40_000)]
        for batch, rows in zip(self.loader(path, shuffle="exact", batch=40_000), expected, strict=True):
            ended = threading.Event()

            def write():
                numbers = batch.indices
                while not ended.is_set():
                    for place in range(0, len(rows), 7):
                        numbers[place] = (numbers[place] + 1) % 140_000

            thread = threading.Thread(target=write)
            thread.start()
            try:
                self.assertEqual(batch.kept["text"], [f"text {row}" for row in rows])
            finally:
                ended.set()
                thread.join()

    def test_a_value_a_sample_is_a_vector(self):
        batch = next(iter(self.loader(self.plain)))
        self.assertEqual((batch.labels.shape, batch.labels.format), ((64,), "f"))
        for value, row in zip(batch.labels.tolist(), batch.indices.tolist(), strict=True):
            self.assertAlmostEqual(value, row * 0.37, delta=1e-3)

    def test_narrow_features_come_with_what_widens_them(self):
        for one, other in zip(self.loader(self.small), self.loader(self.small, narrow=True), strict=True):
            self.assertEqual((other.features.format, other.features.shape), ("h", one.features.shape))
            self.assertEqual((other.scale.shape, other.offset.shape, other.fill.shape), ((2,), (2,), (2,)))
            self.assertIn(other.missing, (None, -32768))
            self.assertTrue({"scale", "offset", "fill"} <= set(other.as_dict()))
            self.assertIs(other.scale, other.scale)
            scale, offset = other.scale.tolist(), other.offset.tolist()
            for stored, wide in zip(other.features.tolist(), one.features.tolist(), strict=True):
                for channel in range(2):
                    value = stored[channel] * scale[channel] + offset[channel]
                    self.assertAlmostEqual(value, wide[channel], delta=1e-3 * max(1, abs(wide[channel])))

    def test_it_is_not_made_by_others(self):
        batch = next(iter(self.loader(self.plain)))
        with self.assertRaises(TypeError):
            type(batch)()
        with self.assertRaisesRegex(TypeError, "without its constructor"):
            type(batch).__new__(type(batch)).features


if __name__ == "__main__":
    unittest.main()
