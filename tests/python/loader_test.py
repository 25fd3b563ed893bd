#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.Loader: the order of `masu stream`, states, ranks, and arrays that are shared without a copy."""

import gc
import json
import os
import sys
import types
import unittest
import unittest.mock
import warnings

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

ORDERS = {
    "none": {}, "blocks": {"blocks": 2}, "exact": {}, "queue": {"capacity": 100, "min_left": 30}, "balanced": {},
}


def numbers(batch):
    """Sample numbers that count."""
    found = memoryview(batch.indices).tolist()
    return found[:len(found) - batch.padding]


def contents(batch):
    return numbers(batch), memoryview(batch.features).tolist(), memoryview(batch.labels).tolist()


class LoaderTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()
        cls.dataset = masu.open(cls.made.path)

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def loader(self, **options):
        options = {"batch": 64, "seed": 5, "output": "memoryview", **options}
        loader = masu.Loader(self.dataset, **options)
        self.addCleanup(loader.close)
        return loader

    def test_order_is_that_of_masu_stream(self):
        for shuffle, options in ORDERS.items():
            words = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), value)]
            printed = self.made.order_hash("--batch", 64, "--shuffle", shuffle, "--seed", 5, "--epochs", 2, *words)
            for threads in (1, 2, 4):
                with self.subTest(shuffle=shuffle, threads=threads):
                    loader = self.loader(shuffle=shuffle, threads=threads, **options)
                    epochs = [[batch.epoch for batch in loader] for _ in range(2)]
                    self.assertEqual(epochs, [[0] * len(loader), [1] * len(loader)])
                    self.assertEqual(loader.report()["order_hash"], printed)

    def test_ranks_have_the_order_of_masu_stream(self):
        for shuffle, options in ORDERS.items():
            words = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), value)]
            for rank, world in [(rank, world) for world in (2, 3, 4) for rank in range(world)]:
                with self.subTest(shuffle=shuffle, rank=rank, world=world):
                    loader = self.loader(batch=50, shuffle=shuffle, rank=rank, world_size=world, **options)
                    found = {number for batch in loader for number in numbers(batch)}
                    self.assertLess(len(found), len(self.dataset))
                    printed = self.made.order_hash("--batch", 50, "--shuffle", shuffle, "--seed", 5, "--rank", rank,
                                                   "--world", world, *words)
                    self.assertEqual(loader.report()["order_hash"], printed)

    def test_batches_have_what_the_dataset_has(self):
        whole = self.dataset[:]
        features, towns = memoryview(whole["features"]).tolist(), memoryview(whole["categories"]).tolist()
        for batch in self.loader(shuffle="exact", last="pad"):
            self.assertEqual(len(batch), 64)
            rows = memoryview(batch.features).tolist()
            for row, sample in enumerate(memoryview(batch.indices).tolist()):
                self.assertEqual(rows[row], features[sample])
                self.assertEqual(batch.labels[row], whole["labels"][sample])
                self.assertEqual(batch.categories[row, 0], towns[sample][0])
                self.assertEqual(batch.weights[row], whole["weights"][sample] if row < 64 - batch.padding else 0)
            self.assertIs(batch.features, batch.features)
            with self.assertRaises(AttributeError):
                batch.features = None
            self.assertIsNone(batch.shares)
            self.assertIsNone(batch.scale)
            arrays = batch.as_dict()
            self.assertEqual(list(arrays), ["features", "labels", "categories", "weights", "indices"])
            for name, array in arrays.items():
                self.assertIsInstance(array, memoryview)
                self.assertIs(array, getattr(batch, name))

    def test_a_state_beyond_its_epoch_is_refused(self):
        loader = self.loader(shuffle="exact")
        state = loader.state_dict()["masu"].rpartition(":")[0]
        loader.load_state_dict({"masu": f"{state}:{len(loader)}"})
        self.assertEqual(loader.epoch, 1)
        with self.assertRaisesRegex(masu.StateError, "damaged"):
            loader.load_state_dict({"masu": f"{state}:{len(loader) + 2}"})
        begun = state.rpartition(":")[0]
        for epoch in (1 << 30, (1 << 32) - 1):
            with self.assertRaisesRegex(masu.StateError, "out of range"):
                loader.load_state_dict({"masu": f"{begun}:{epoch}:0"})

    def test_a_lone_rank_is_refused(self):
        for there, absent in (("RANK", "WORLD_SIZE"), ("WORLD_SIZE", "RANK")):
            with unittest.mock.patch.dict(os.environ, {there: "1"}):
                with self.assertRaisesRegex(masu.Error, f"has {there} without {absent}"):
                    self.loader()
        for name in ("rank", "world_size", "output", "dataset"):
            with self.assertRaises(AttributeError):
                setattr(self.loader(), name, 1)

    def test_the_report_stays_when_the_batches_are_left(self):
        loader = self.loader(shuffle="exact")
        self.assertEqual(loader.report(), {})
        for batch in loader:
            if batch.number == 2:
                break
        self.assertEqual((loader.report()["batches"], loader.report()["samples"]), (3, 3 * 64))
        loader.set_epoch(3)
        self.assertEqual(loader.report()["batches"], 3)
        whole = len(list(loader))
        self.assertEqual(loader.report()["batches"], whole)
        loader.close()
        self.assertEqual(loader.report()["batches"], whole)

    def test_an_epoch_that_is_left_is_not_begun_again(self):
        loader = self.loader(shuffle="exact")
        for batch in loader:
            if batch.number == 2:
                break
        self.assertEqual({batch.epoch for batch in loader}, {1})
        loader.set_epoch(7)
        first = numbers(next(iter(loader)))
        other = self.loader(shuffle="exact")
        other.set_epoch(7)
        self.assertEqual(numbers(next(iter(other))), first)
        self.assertEqual((loader.epoch, other.epoch), (8, 8))
        other.load_state_dict(loader.state_dict())
        self.assertEqual(other.epoch, 7)
        # Nobody asked for a batch of these.
        loader.set_epoch(3)
        iter(loader), iter(loader)
        self.assertEqual(next(iter(loader)).epoch, 3)

    def test_resumes_after_every_batch(self):
        for shuffle, options in ORDERS.items():
            reference = self.loader(shuffle=shuffle, **options)
            whole = [contents(batch) for _ in range(2) for batch in reference]
            for count in range(0, len(reference) + 2, 3):
                with self.subTest(shuffle=shuffle, count=count):
                    first = self.loader(shuffle=shuffle, **options)
                    batches = iter(first)
                    had = []
                    while len(had) < count:
                        batch = next(batches, None)
                        if batch is None:
                            batches = iter(first)
                        else:
                            had.append(contents(batch))
                    state = json.loads(json.dumps(first.state_dict()))
                    self.assertLess(len(json.dumps(state)), 200)
                    # Taken twice in one epoch, by loaders with other threads.
                    second = self.loader(shuffle=shuffle, threads=1, **options)
                    second.load_state_dict(state)
                    for batch in second:
                        had.append(contents(batch))
                        break
                    third = self.loader(shuffle=shuffle, threads=4, **options)
                    third.load_state_dict(second.state_dict())
                    while len(had) < len(whole):
                        had.extend(contents(batch) for batch in third)
                    self.assertEqual(had, whole)

    def test_ranks_share_every_batch(self):
        whole = [numbers(batch) for batch in self.loader(shuffle="exact", batch=50)]
        for world in (1, 2, 3, 4):
            for last in ("keep", "drop", "pad"):
                with self.subTest(world=world, last=last):
                    ranks = [self.loader(shuffle="exact", batch=50, rank=rank, world_size=world, last=last)
                             for rank in range(world)]
                    self.assertEqual(len({len(rank) for rank in ranks}), 1)
                    joined = [sum(map(numbers, batches), []) for batches in zip(*ranks, strict=True)]
                    self.assertEqual(joined, whole[:len(whole) - (last == "drop")])

    def test_a_state_resumes_in_another_world(self):
        for shuffle, options in ORDERS.items():
            options = {"shuffle": shuffle, "batch": 50, **options}
            whole = [numbers(batch) for batch in self.loader(**options)]
            for before in (1, 2, 3, 4):
                first = self.loader(rank=before - 1, world_size=before, **options)
                batches = iter(first)
                for _ in range(3 + before):
                    next(batches)
                for after in (1, 2, 3, 4):
                    with self.subTest(shuffle=shuffle, before=before, after=after):
                        ranks = [self.loader(rank=rank, world_size=after, **options) for rank in range(after)]
                        for rank in ranks:
                            rank.load_state_dict(first.state_dict())
                        joined = [sum(map(numbers, each), []) for each in zip(*ranks, strict=True)]
                        self.assertEqual(joined, whole[3 + before:])

    def test_ranks_come_from_the_launcher(self):
        for rank, size in (("RANK", "WORLD_SIZE"), ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS"), ("PMI_RANK", "PMI_SIZE"),
                           ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")):
            with self.subTest(rank):
                os.environ.update({rank: "1", size: "3"})
                try:
                    loader = self.loader()
                finally:
                    del os.environ[rank], os.environ[size]
                self.assertEqual((loader.rank, loader.world_size), (1, 3))
        self.assertEqual(self.loader().world_size, 1)
        # Of a batch script of Slurm, and of a process that mpirun started within it.
        script = {"SLURM_PROCID": "0", "SLURM_NTASKS": "3"}
        started = {"OMPI_COMM_WORLD_RANK": "2", "OMPI_COMM_WORLD_SIZE": "3", "SLURM_STEP_NUM_TASKS": "1"}
        for variables, expected in ((script, (0, 1)), (script | started, (2, 3))):
            os.environ.update(variables)
            try:
                loader = self.loader()
            finally:
                for name in variables:
                    del os.environ[name]
            self.assertEqual((loader.rank, loader.world_size), expected)

    def test_states_of_another_order_are_refused(self):
        state = self.loader(shuffle="exact").state_dict()
        for options in ({"shuffle": "none"}, {"shuffle": "exact", "seed": 6}, {"shuffle": "exact", "split": "test"}):
            with self.assertRaises(masu.StateError):
                self.loader(**options).load_state_dict(state)
        for wrong in ({}, {"masu": "no"}, "masu", {"masu": 1}):
            with self.assertRaises(masu.StateError):
                self.loader().load_state_dict(wrong)

    def test_a_state_is_obeyed_by_a_loader_that_was_used(self):
        one = self.loader(blocks=1)
        list(one)
        state = one.state_dict()
        left = [numbers(batch) for batch in one]
        for epochs in (1, 0):
            other = self.loader(blocks=2)
            for _ in range(epochs):
                list(other)
            other.load_state_dict(state)
            self.assertEqual([numbers(batch) for batch in other], left)

    def test_an_earlier_pass_does_not_move_the_position(self):
        loader = self.loader(shuffle="exact")
        earlier = iter(loader)
        next(earlier)
        state = loader.state_dict()
        kept = [numbers(next(earlier)) for _ in range(2)]
        loader.load_state_dict(state)
        list(earlier)
        self.assertEqual(loader.state_dict(), state)
        again = iter(loader)
        self.assertEqual([numbers(next(again)) for _ in range(2)], kept)
        loader.set_epoch(5)
        next(again)
        self.assertEqual(loader.epoch, 5)

    def test_options_are_obeyed_or_refused(self):
        for options in ({"shuffle": "random"}, {"split": "dev"}, {"last": "kept"}, {"output": "tf"}, {"batch": 0},
                        {"rank": 1}, {"rank": 2, "world_size": 2}, {"blocks": 2, "shuffle": "exact"}, {"capacity": 9},
                        {"memory": "1"}, {"memory": "lots"}, {"augment": "blur=1"}, {"manifest": "none"}, {"pin": True},
                        {"batch": 2, "rank": 0, "world_size": 3}, {"seed": -1}, {"seed": 1 << 64}, {"threads": 1.5}, {"threads": "x"},
                        {"threads": 1025}, {"shuffle": True}, {"shuffle": None}, {"split": 3}, {"split": None}, {"split": ""}, {"last": None},
                        {"output": None}, {"augment": 1}, {"manifest": 1}, {"memory": "99999999T"}, {"batch": True},
                        {"batch": 10**7, "last": "pad", "memory": "64M"}):
            with self.subTest(**options):
                with self.assertRaises(masu.Error) as refused:
                    self.loader(**options)
                self.assertRegex(str(refused.exception), r"\.$")
        self.assertGreater(len(self.loader(memory="64M", split="all")), len(self.loader()))
        for epoch in (-1, 2**40, "1"):
            with self.assertRaises(masu.Error):
                self.loader().set_epoch(epoch)
        if numpy is not None:
            self.assertEqual(len(self.loader(batch=numpy.int64(64))), len(self.loader()))

    def test_what_would_have_no_effect_is_refused(self):
        datasets = {}
        for name, text in (("numbers", "a,y\n1,x\n2,z\n3,x\n"), ("words", "t,y\nred,x\nblue,z\nred,x\n")):
            table = os.path.join(self.made.folder.name, name + ".csv")
            with open(table, "w", encoding="utf-8") as out:
                out.write(text)
            datasets[name] = table[:-3] + "h5"
            run("import", table, "--label", "y", "--dtype", "f64" if name == "numbers" else "f32", "--out", datasets[name])
        for name, options, said in (("numbers", {"one_hot": True}, "no categories.*one-hot"),
                                    ("words", {"normalise": True}, "no numbers.*normalise"),
                                    ("words", {"narrow": True}, "no numbers.*narrow"),
                                    ("numbers", {"narrow": True}, "f64.*narrow"),
                                    ("numbers", {"narrow": True, "augment": "noise=0.1"}, "narrow.*augment"),
                                    ("numbers", {"manifest": "default"}, "all.*manifest")):
            with self.subTest(name, **options):
                with self.assertRaisesRegex(masu.Error, said + r".*\.$"):
                    masu.Loader(datasets[name], "all", output="memoryview", **options)
        with masu.Loader(datasets["words"], "all", output="memoryview", one_hot=True) as loader:
            self.assertEqual(next(iter(loader)).features.shape, (3, 2))
        with self.assertRaisesRegex(masu.Error, "narrow"):
            self.loader(narrow=True, one_hot=True)
        with self.assertRaisesRegex(masu.Error, "f32.*narrow.*normalise"):
            masu.Loader(self.made.path, "all", output="memoryview", narrow=True, normalise=True)
        with self.assertWarnsRegex(UserWarning, "seed has no effect"):
            self.loader(shuffle="none")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.loader(shuffle="none", augment="noise=0.1")
            self.loader(shuffle="none", seed=None)

    def test_what_was_not_constructed_is_refused(self):
        for kind, use in ((masu.Batch, lambda made: made.features), (masu._loader.Iterator, next)):
            with self.assertRaises(TypeError):
                use(kind.__new__(kind))

    def test_closed_is_closed(self):
        loader = self.loader()
        batches = iter(loader)
        kept = next(batches)
        begun = len(os.listdir("/proc/self/task"))
        loader.close()
        self.assertLess(len(os.listdir("/proc/self/task")), begun)
        self.assertEqual(len(numbers(kept)), 64)
        for use in (lambda: next(batches), lambda: iter(loader)):
            with self.assertRaises(masu.Error):
                use()

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_numpy_shares_the_memory(self):
        batch = next(iter(self.loader(output="numpy", shuffle="exact")))
        self.assertEqual((batch.features.dtype, batch.features.shape), (numpy.float32, (64, 2)))
        self.assertEqual((batch.labels.dtype, batch.indices.dtype), (numpy.int64, numpy.int64))
        self.assertTrue(batch.features.flags.writeable)
        self.assertFalse(batch.features.flags.owndata)
        for values in (batch.features, batch.labels, batch.categories, batch.weights, batch.indices):
            self.assertEqual(values.ctypes.data % 64, 0)
        shared = next(iter(self.loader(output="dlpack", shuffle="exact")))
        taken = numpy.from_dlpack(shared.features)
        self.assertEqual(taken.tolist(), batch.features.tolist())
        self.assertEqual(taken.ctypes.data, numpy.asarray(shared.features).ctypes.data)

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_jax_shares_the_memory(self):
        taken = []

        def from_dlpack(array):  # of jax, which asks for the device first
            self.assertEqual(array.__dlpack_device__(), (1, 0))
            taken.append(numpy.from_dlpack(array))
            return ("jax", taken[-1])

        jax = types.ModuleType("jax")
        jax.dlpack = types.ModuleType("jax.dlpack")
        jax.dlpack.from_dlpack = from_dlpack
        with unittest.mock.patch.dict(sys.modules, {"jax": jax, "jax.dlpack": jax.dlpack}):
            loader = self.loader(output="jax", shuffle="exact")
        for batch, plain in zip(loader, self.loader(output="numpy", shuffle="exact"), strict=True):
            for name, values in plain.as_dict().items():
                mark, array = getattr(batch, name)
                self.assertIs(array, taken[-1])
                self.assertEqual((mark, array.dtype, array.shape), ("jax", values.dtype, values.shape))
                self.assertEqual(array.ctypes.data % 64, 0)
                self.assertTrue(numpy.array_equal(array, values))

    def test_outputs_that_are_not_installed_are_refused(self):
        for output, module in (("jax", "jax"), ("torch", "torch.utils.dlpack"), ("numpy", "numpy")):
            with self.subTest(output), unittest.mock.patch.dict(sys.modules, {module: None}):
                with self.assertRaisesRegex(masu.Error, f'output="{output}" needs the Python package {output}.*output\\.$'):
                    self.loader(output=output)

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_a_tensor_outlives_its_loader(self):
        loader = self.loader(output="torch", shuffle="exact")
        kept = [(batch.features, batch.indices) for batch in loader]
        self.assertEqual((kept[0][0].dtype, kept[0][0].data_ptr() % 64), (torch.float32, 0))
        loader.close()
        del loader
        gc.collect()
        first = torch.tensor(memoryview(self.dataset[:]["features"]).tolist())
        for features, indices in kept:
            self.assertTrue(torch.equal(features, first[indices]))
            features.add_(1)
        self.assertTrue(torch.equal(kept[0][0], first[kept[0][1]] + 1))

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_narrow_features_widen_to_the_same(self):
        small = os.path.join(self.made.folder.name, "small.h5")
        run("convert", self.made.path, "--dtype", "i16", "--out", small)
        self.assertEqual(next(iter(masu.Loader(small, "all", narrow=True))).scale.data_ptr() % 64, 0)
        wide = masu.Loader(small, "all", batch=100, shuffle="none", normalise=True)
        narrow = masu.Loader(small, "all", batch=100, shuffle="none", normalise=True, narrow=True)
        for one, other in zip(wide, narrow, strict=True):
            self.assertEqual(other.features.dtype, torch.int16)
            widened = other.features * other.scale + other.offset
            self.assertTrue(torch.allclose(widened, one.features, atol=1e-4))
        wide.close()
        narrow.close()


if __name__ == "__main__":
    unittest.main()
