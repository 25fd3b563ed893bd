#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.torch and masu.keras. Where Keras is not installed, as Debian does not have it, a stand-in of its base class takes
its place; Keras itself is then not tried."""

import os
import pathlib
import pickle
import random
import subprocess
import sys
import threading
import unittest

sys.path.append(str(pathlib.Path(__file__).with_name("stand_ins")))  # the last place to look

import masu
from made_dataset import Made, run

try:
    import numpy
except ImportError:
    numpy = None
try:
    import torch
except ImportError:
    torch = None


class AdaptersTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def loader(self, **options):
        loader = masu.Loader(self.made.path, **{"batch": 64, "shuffle": "exact", "seed": 5, **options})
        self.addCleanup(loader.close)
        return loader

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_a_data_loader_hands_out_the_batches(self):
        plain, adapted = self.loader(), masu.torch.IterableDataset(self.loader())
        self.assertIsInstance(adapted, torch.utils.data.IterableDataset)
        data = torch.utils.data.DataLoader(adapted, batch_size=None, num_workers=0)
        self.assertEqual(len(data), len(plain))
        for _ in range(2):
            for one, other in zip(plain, data, strict=True):
                self.assertIsInstance(other, masu.Batch)
                self.assertEqual((one.epoch, one.number), (other.epoch, other.number))
                self.assertTrue(torch.equal(one.features, other.features))

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_fields_are_tensors(self):
        adapted = masu.torch.IterableDataset(self.loader(), fields=("features", "labels"))
        loaded = torch.utils.data.DataLoader(adapted, batch_size=None)
        for one, (features, labels) in zip(self.loader(), loaded, strict=True):
            self.assertTrue(torch.equal(one.features, features) and torch.equal(one.labels, labels))
        with self.assertRaisesRegex(masu.Error, "have no shares: leave them out of fields"):
            next(iter(masu.torch.IterableDataset(self.loader(), fields=("features", "shares"))))
        for wrong in ({"fields": ["feature"]}, {"fields": "features"}, {"fields": ()}):
            with self.assertRaises(masu.Error):
                masu.torch.IterableDataset(self.loader(), **wrong)
        with self.assertRaisesRegex(masu.Error, "output=\"torch\""):
            masu.torch.IterableDataset(self.loader(output="memoryview"))

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_a_data_loader_resumes(self):
        whole = [batch.indices for batch in self.loader()]
        first = masu.torch.IterableDataset(self.loader())
        for batch in torch.utils.data.DataLoader(first, batch_size=None):
            if batch.number == 3:
                break
        second = pickle.loads(pickle.dumps(masu.torch.IterableDataset(self.loader())))
        second.load_state_dict(first.state_dict())
        rest = [batch.indices for batch in torch.utils.data.DataLoader(second, batch_size=None)]
        self.assertTrue(all(map(torch.equal, whole[4:], rest)))
        self.assertEqual(len(rest), len(whole) - 4)
        second.set_epoch(0)
        self.assertTrue(torch.equal(next(iter(second)).indices, whole[0]))
        second.loader.close()

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_workers_get_an_error_that_says_what_to_do(self):
        for context in ("fork", "spawn"):
            with self.subTest(context), self.assertRaisesRegex(Exception, "num_workers=0"):
                adapted = masu.torch.IterableDataset(self.loader())
                list(torch.utils.data.DataLoader(adapted, batch_size=None, num_workers=1, multiprocessing_context=context))

    def keras_epoch(self, data, shuffle, counts=None):
        """As Keras goes through a dataset."""
        order = list(range(data.num_batches))
        if shuffle:
            random.Random(3).shuffle(order)
        return [data[i] for i in order[:counts]]

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_keras_has_every_batch_once_an_epoch(self):
        for shuffle in (False, True):
            # TensorFlow looks at two, the others at one and then end an epoch.
            for peeks in ((), (0, 1), (7,), (16,)):
                with self.subTest(shuffle=shuffle, peeks=peeks):
                    data = masu.keras.PyDataset(self.loader(output="numpy"))
                    self.assertEqual((len(data), data.workers, data.use_multiprocessing), (19, 1, False))
                    for i in peeks:
                        data[i]
                    if len(peeks) == 1:
                        data.on_epoch_end()
                    seen = []
                    for _ in range(2):
                        epoch = self.keras_epoch(data, shuffle)
                        rows = numpy.concatenate([inputs["features"] for inputs, labels, weights in epoch])
                        seen.append(sorted(map(tuple, rows.tolist())))
                        data.on_epoch_end()
                    plain = self.loader(output="numpy", shuffle="none")
                    rows = numpy.concatenate([batch.features for batch in plain])
                    self.assertEqual(seen, [sorted(map(tuple, rows.tolist()))] * 2)

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_keras_has_the_order_of_the_loader(self):
        data = masu.keras.PyDataset(self.loader(output="numpy"))
        for epoch in range(2):
            for batch, (inputs, labels, weights) in zip(self.loader_at(epoch), self.keras_epoch(data, False), strict=True):
                self.assertTrue(numpy.array_equal(batch.features, inputs["features"]))
                self.assertTrue(numpy.array_equal(batch.categories, inputs["categories"]))
                self.assertTrue(numpy.array_equal(batch.labels, labels))
                self.assertTrue(numpy.array_equal(batch.weights, weights))
        with self.assertRaises(IndexError):
            data[19]
        with self.assertRaisesRegex(masu.Error, "numpy"):
            masu.keras.PyDataset(self.loader(output="memoryview"))

    def loader_at(self, epoch):
        loader = self.loader(output="numpy")
        loader.set_epoch(epoch)
        return loader

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_keras_may_ask_from_threads(self):
        data = masu.keras.PyDataset(self.loader(output="numpy"))
        found = {}
        threads = [threading.Thread(target=lambda at=at: found.update({i: data[i] for i in range(at, 19, 4)}))
                   for at in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        first = sorted(float(inputs["features"][0, 0]) for inputs, _, _ in found.values())
        plain = sorted(float(batch.features[0, 0]) for batch in self.loader(output="numpy"))
        self.assertEqual(first, plain)

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_keras_has_pairs_without_weights_and_categories(self):
        table = os.path.join(self.made.folder.name, "plain.csv")
        with open(table, "w", encoding="utf-8") as out:
            out.write("a,y\n" + "".join(f"{i},{'no' if i % 2 else 'yes'}\n" for i in range(40)))
        path = os.path.join(self.made.folder.name, "plain.h5")
        run("import", table, "--label", "y", "--out", path)
        with masu.Loader(path, "all", batch=16, output="numpy") as loader:
            features, labels = masu.keras.PyDataset(loader)[0]
            self.assertEqual((features.shape, labels.shape), ((16, 1), (16,)))

    def test_what_is_missing_is_named(self):
        program = ("import sys, masu\nsys.modules['keras'] = None\n"
                   "try:\n    masu.keras\nexcept ImportError as error:\n    print(error)\n"
                   "try:\n    masu.jax\nexcept AttributeError as error:\n    print(error)\n")
        said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        self.assertIn("Keras 3, which is not installed", said)
        self.assertIn("no attribute 'jax'", said)
        self.assertEqual(subprocess.run([sys.executable, "-c", "import masu, sys; sys.exit('torch' in sys.modules)"]).returncode, 0)


if __name__ == "__main__":
    unittest.main()
