#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""masu.Loader(pin=True) with a stand-in of the CUDA runtime: each slab of batches is registered once, and unregistered
before it is freed. No card is needed, and none is tried."""

import enum
import gc
import mmap
import os
import signal
import subprocess
import sys
import threading
import unittest
import unittest.mock

import masu
from made_dataset import Made, run

try:
    import torch
except ImportError:
    torch = None

PAGE = mmap.PAGESIZE
# A loader and batches that are left when the interpreter ends.
LEFT = """
import sys, torch, masu

class Runtime:
    cudaHostRegister = staticmethod(lambda *arguments: 0)
    cudaHostUnregister = staticmethod(lambda pointer: 0)
    record = staticmethod(lambda stream: None)
    synchronize = staticmethod(lambda: None)
    query = staticmethod(lambda: True)

torch.cuda.is_available = lambda: True
torch.cuda.device_count = lambda: 1
torch.cuda.current_device = torch.cuda.current_stream = lambda card=0: card
torch.cuda.cudart = lambda: Runtime
torch.cuda.Event = lambda: Runtime
loader = masu.Loader(sys.argv[1], batch=16, pin=True)
batches = iter(loader)
kept = [next(batches).features for _ in range(3)]
print("pinned")
"""


class Result(enum.IntEnum):
    success = 0
    out_of_memory = 2


class Cards:
    """Two cards as torch.cuda shows them, with a context where something of the process runs."""

    def __init__(self):
        self.contexts = {0}
        self.current = 0
        self.waited_for = []  # those of which all was waited for
        self.raises = []  # (call, card, exception), each of which is raised once

    def meet(self, call, card=None):
        """Raises what the runtime, or the handler of a signal, is to raise as the call begins."""
        for each in self.raises:
            if each[:2] == (call, card):
                self.raises.remove(each)
                raise each[2]

    def current_device(self):
        self.meet("current_device")
        return self.current

    def current_stream(self, card):
        self.meet("current_stream", card)
        return card

    def synchronize(self, card):
        self.meet("synchronize card", card)
        self.waited_for.append(card)

    def use(self, card):
        self.contexts.add(card)
        return card


class Card:
    """torch.cuda.device"""

    def __init__(self, cards, card):
        self.cards, self.card = cards, card

    def __enter__(self):
        self.before, self.cards.current = self.cards.current, self.card

    def __exit__(self, *_):
        self.cards.meet("exit", self.card)
        self.cards.current = self.before


class Event:
    """torch.cuda.Event of cards that are busy as long as a test says."""

    busy = frozenset()
    synchronized = 0
    cards = None

    def __init__(self):
        Event.cards.meet("Event")

    def record(self, stream):
        Event.cards.meet("record", stream)
        self.card = Event.cards.use(stream)

    def query(self):
        Event.cards.meet("query", self.card)
        return self.card not in Event.busy

    def synchronize(self):
        assert self.card is not None
        Event.cards.meet("synchronize", self.card)
        Event.synchronized += 1
        self.query = lambda: True


class Runtime:
    """torch.cuda.cudart() as far as it is used."""

    def __init__(self, cards):
        self.cards = cards
        self.slabs = {}  # address: bytes, of what is registered
        self.registered = 0
        self.unregistered = 0
        self.refused_call = None

    def cudaHostRegister(self, pointer, size, flags):
        self.cards.use(self.cards.current)
        self.registered += 1
        if self.registered == self.refused_call:
            self.registered -= 1
            self.refused_call = None
            return Result.out_of_memory
        assert flags == 1 and pointer % PAGE == 0 and size % PAGE == 0 and size > 0, (pointer, size, flags)
        assert all(pointer + size <= slab or slab + length <= pointer for slab, length in self.slabs.items())
        self.slabs[pointer] = size
        return Result.success

    def cudaHostUnregister(self, pointer):
        self.cards.use(self.cards.current)
        del self.slabs[pointer]  # which must be there
        self.unregistered += 1
        return Result.success

    def cudaGetErrorString(self, result):
        return result.name.replace("_", " ")

    def has(self, tensor):
        begin, end = tensor.data_ptr(), tensor.data_ptr() + tensor.numel() * tensor.element_size()
        return any(slab <= begin and end <= slab + size for slab, size in self.slabs.items())


@unittest.skipIf(torch is None, "torch is not installed")
class PinningTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Made()

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def setUp(self):
        self.cards = Event.cards = Cards()
        self.runtime = Runtime(self.cards)
        Event.busy, Event.synchronized = frozenset(), 0
        for owner, name, value in (
                (torch.cuda, "is_available", lambda: True), (torch.cuda, "device_count", lambda: 2),
                (torch.cuda, "current_device", self.cards.current_device),
                (torch.cuda, "current_stream", self.cards.current_stream),
                (torch.cuda, "synchronize", self.cards.synchronize),
                (torch.cuda, "device", lambda card: Card(self.cards, card)),
                (torch.cuda, "cudart", lambda: self.runtime), (torch.cuda, "Event", Event),
                (torch._C, "_cuda_hasPrimaryContext", lambda card: card in self.cards.contexts)):
            patch = unittest.mock.patch.object(owner, name, value, create=owner is torch._C)
            patch.start()
            self.addCleanup(patch.stop)

    def loader(self, **options):
        return masu.Loader(self.made.path, **{"batch": 16, "shuffle": "exact", "pin": True, **options})

    def assert_all_unregistered(self):
        gc.collect()
        self.assertEqual(self.runtime.slabs, {})
        self.assertEqual(self.runtime.registered, self.runtime.unregistered)

    def test_each_slab_is_registered_once(self):
        for options in ({}, {"one_hot": True}, {"last": "pad", "rank": 1, "world_size": 3}):
            with self.subTest(**options):
                self.runtime.registered = self.runtime.unregistered = 0
                loader = self.loader(**options)
                self.assertEqual(self.runtime.registered, 0)
                addresses, batches = set(), 0
                for _ in range(3):
                    for batch in loader:
                        for tensor in batch.as_dict().values():
                            self.assertTrue(self.runtime.has(tensor))
                        addresses.add(batch.indices.data_ptr())
                        batches += 1
                        del tensor
                self.assertEqual(batches, 3 * len(loader))
                self.assertLess(len(addresses), batches // 2)  # slabs come again
                self.assertEqual((self.runtime.registered, self.runtime.unregistered), (len(addresses), 0))
                del batch
                loader.close()
                del loader
                self.assert_all_unregistered()

    def test_batches_that_are_kept_stay_registered(self):
        loader = self.loader()
        plain = list(self.loader(pin=False))
        kept = [batch.features for batch in loader]
        for one, other in zip(kept, plain, strict=True):
            self.assertTrue(torch.equal(one, other.features))
        self.assertEqual(len(self.runtime.slabs), len(kept))
        del one
        loader.close()
        del loader
        gc.collect()
        self.assertTrue(all(map(self.runtime.has, kept)))
        dropped = threading.Thread(target=kept.clear)
        dropped.start()
        dropped.join()
        self.assert_all_unregistered()

    def test_a_busy_card_keeps_its_batches(self):
        expected = [batch.features for batch in self.loader(pin=False)]
        Event.busy = {0}
        loader = self.loader()
        first = next(iter(loader)).features.data_ptr()
        loader.set_epoch(0)
        addresses = [batch.features.data_ptr() for _, batch in zip(range(15), loader)]
        self.assertEqual(len({first, *addresses}), 16)  # nothing is written where it still reads
        self.assertEqual(Event.synchronized, 0)
        loader.set_epoch(0)
        for batch, features in zip(loader, expected, strict=True):
            self.assertTrue(torch.equal(batch.features, features))
        self.assertGreater(Event.synchronized, len(expected) - 16)  # no more than that many wait
        self.assertLess(self.runtime.registered, len(expected) + 16)
        loader.close()
        waited = Event.synchronized
        del batch
        self.assertEqual(Event.synchronized, waited + 1)  # a batch that outlives the loader waits by itself
        del loader
        self.assert_all_unregistered()

    def test_every_card_that_is_used_is_waited_for(self):
        for used, busy in (({0, 1}, {0}), ({0, 1}, {1}), ({1}, {1})):
            with self.subTest(used=used, busy=busy):
                self.cards.contexts, Event.busy, Event.synchronized = set(used), busy, 0
                loader = self.loader()
                addresses = [batch.features.data_ptr() for _, batch in zip(range(15), loader)]
                self.assertEqual(len(set(addresses)), 15)  # nothing is written where one still reads
                loader.close()
                self.assertEqual(Event.synchronized, 15 * len(used))
                del loader
                self.assert_all_unregistered()
                self.assertEqual((self.cards.contexts, self.cards.current), (used, 0))  # none is made on another

    def test_a_torch_that_cannot_say_which_cards_are_used(self):
        Event.busy = {1}
        with unittest.mock.patch.object(torch._C, "_cuda_hasPrimaryContext", None), self.loader() as loader:
            addresses = [batch.features.data_ptr() for _, batch in zip(range(15), loader)]
            self.assertEqual(len(set(addresses)), 15)
        self.assertEqual(Event.synchronized, 2 * 15)

    def test_batches_that_wait_are_within_the_memory(self):
        Event.busy = {0}
        table, wide = (os.path.join(self.made.folder.name, name) for name in ("wide.csv", "wide.h5"))
        columns = 2000
        with open(table, "w", encoding="utf-8") as out:
            out.write("".join(f"f{column}," for column in range(columns)) + "y\n")
            out.writelines(f"{row}.5," * columns + f"{'no' if row % 3 else 'yes'}\n" for row in range(600))
        run("import", table, "--label", "y", "--dtype", "f32", "--out", wide)
        for megabytes, most in ((16, 0), (64, 1), (1024, 16)):  # for batches of 2.4 MB
            with self.subTest(megabytes=megabytes):
                Event.synchronized = 0
                loader = masu.Loader(wide, "all", batch=300, pin=True, memory=f"{megabytes}M")
                count = 0
                for _ in range(10):
                    for batch in loader:
                        del batch
                        count += 1
                        self.assertEqual(Event.synchronized, max(0, count - most))
                self.assertEqual(count, 20)
                self.assertLessEqual(sum(self.runtime.slabs.values()), megabytes << 20)
                loader.close()
                del loader
                self.assert_all_unregistered()

    def test_a_slab_that_is_refused_loses_no_batch(self):
        expected = [batch.indices.tolist() for batch in self.loader(pin=False)]
        loader = self.loader()
        batches = iter(loader)
        self.runtime.refused_call = 2
        had = [next(batches)]
        with self.assertRaisesRegex(masu.Error, r"did not pin \d+ bytes of a batch \(out of memory, error 2\).*pin=True\.$"):
            next(batches)
        self.assertEqual(loader.state_dict(), self.state_after(1))
        had += batches
        self.assertEqual([batch.indices.tolist() for batch in had], expected)
        self.assertTrue(all(self.runtime.has(batch.features) for batch in had))
        loader.close()
        del batches, loader, had
        self.assert_all_unregistered()

    def state_after(self, count):
        loader = self.loader(pin=False)
        for _ in zip(range(count), loader):
            pass
        return loader.state_dict()

    def test_what_the_runtime_raises_is_raised(self):
        with self.loader() as loader, unittest.mock.patch.object(Runtime, "cudaHostRegister", side_effect=OSError("lost")):
            with self.assertRaisesRegex(OSError, "lost"):
                next(iter(loader))
        del loader
        self.assert_all_unregistered()

    def interrupted(self, work):
        """The work, after which Ctrl+C is noticed that came during it."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell may have ignored
        try:
            with self.assertRaises(KeyboardInterrupt):
                work()
                for _ in range(100):  # where Python looks for signals
                    pass
        finally:
            signal.signal(signal.SIGINT, before)
        self.assertEqual(self.cards.raises, [])

    def assert_never_written_again(self, slabs, batches):
        """The rest of an epoch, whose batches are kept, is in other memory, and that of the slabs was not freed."""
        rest = list(batches)
        self.assertGreater(len(rest), 50)
        self.assertTrue(set(slabs).isdisjoint(batch.indices.data_ptr() for batch in rest))
        self.assertLessEqual(set(slabs), set(self.runtime.slabs))

    def test_an_interrupt_while_a_batch_is_let_go_of(self):
        self.cards.contexts, Event.busy = {0, 1}, {0, 1}
        for call in (("Event", None), ("current_stream", 0), ("current_stream", 1), ("record", 0), ("record", 1)):
            with self.subTest(call=call):
                loader = self.loader()
                batches = iter(loader)
                held = [next(batches)]
                slab = held[0].indices.data_ptr()
                self.cards.raises = [(*call, KeyboardInterrupt())] * 2
                self.interrupted(held.clear)
                self.assert_never_written_again([slab], batches)
                loader.close()
                del batches, loader
                self.assert_all_unregistered()

    def test_an_interrupt_before_a_card_is_waited_for(self):
        Event.busy = {0}
        loader = self.loader()
        batches = iter(loader)
        held = [next(batches) for _ in range(17)]
        del held[1:]
        self.assertEqual(Event.synchronized, 0)
        self.cards.raises = [("synchronize", 0, KeyboardInterrupt())]
        self.interrupted(held.clear)  # one more than may wait
        self.assertEqual(Event.synchronized, 1)
        self.cards.raises = [("synchronize", 0, KeyboardInterrupt())]
        self.interrupted(loader.close)
        self.assertEqual(Event.synchronized, 17)
        del batches, loader
        self.assert_all_unregistered()

    def test_what_a_query_raises_gives_no_batch_back(self):
        Event.busy = {0}
        for raised in (KeyboardInterrupt(), OSError("lost")):
            with self.subTest(raised=raised):
                loader = self.loader()
                batches = iter(loader)
                held = [next(batches) for _ in range(3)]
                slabs = [batch.indices.data_ptr() for batch in held]
                held.clear()
                self.cards.raises = [("query", 0, raised)]
                with self.assertRaises(type(raised)):
                    next(batches)
                self.assert_never_written_again(slabs, batches)
                loader.close()
                del batches, loader
                self.assert_all_unregistered()

    def test_a_card_that_fails_does_not_free_what_another_reads(self):
        self.cards.contexts, Event.busy = {0, 1}, {0, 1}
        loader = self.loader()
        batches = iter(loader)
        held = [next(batches)]
        slab = held[0].indices.data_ptr()
        self.cards.raises = [("record", 1, OSError("lost"))]
        held.clear()
        self.assertIn(slab, self.runtime.slabs)
        with self.assertRaisesRegex(OSError, "lost"):
            next(batches)
        self.assert_never_written_again([slab], batches)
        loader.close()
        self.assertEqual(self.cards.waited_for, [1])  # which has no event
        del batches, loader
        self.assert_all_unregistered()

    def test_a_card_that_cannot_be_waited_for_keeps_its_batch(self):
        Event.busy = {0}
        loader = self.loader()
        batches = iter(loader)
        held = [next(batches)]
        slab = held[0].indices.data_ptr()
        held.clear()
        self.cards.raises = [("synchronize", 0, OSError("lost")), ("synchronize card", 0, OSError("lost"))]
        del batches
        loader.close()
        del loader
        gc.collect()
        self.assertEqual(self.cards.raises, [])
        self.assertEqual(list(self.runtime.slabs), [slab])  # for as long as the process runs

    def test_an_interrupt_while_a_slab_is_unregistered(self):
        loader = self.loader()
        next(iter(loader))
        self.cards.raises = [("current_device", None, KeyboardInterrupt())]
        self.interrupted(loader.close)
        del loader
        self.assert_all_unregistered()

    def test_an_interrupt_leaves_the_current_card_as_it_was(self):
        self.cards.contexts = {1}
        loader = self.loader()
        batches = iter(loader)
        self.cards.raises = [("exit", 1, KeyboardInterrupt())]
        self.interrupted(lambda: next(batches))
        self.assertEqual(self.cards.current, 0)
        loader.close()
        del batches, loader
        self.assert_all_unregistered()

    def test_without_a_card_it_says_so(self):
        with unittest.mock.patch.object(torch.cuda, "is_available", lambda: False):
            with self.assertRaisesRegex(masu.Error, "pin=True registers memory with a CUDA card, and torch finds none"):
                self.loader()
        with unittest.mock.patch.dict(sys.modules, {"torch": None}):
            with self.assertRaisesRegex(masu.Error, "pin=True registers memory by torch, which is not installed"):
                self.loader(output="memoryview")

    def test_the_interpreter_ends_with_pinned_batches(self):
        done = subprocess.run([sys.executable, "-B", "-c", LEFT, self.made.path], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout.strip(), done.stderr), (0, "pinned", ""))


if __name__ == "__main__":
    unittest.main()
