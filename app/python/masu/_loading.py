# SPDX-License-Identifier: GPL-3.0-or-later
"""Batches of a split."""

import contextlib
import operator
import os
import re
import sys
import warnings
from typing import TypedDict

from . import _loader
from ._call import flag
from ._dataset import Dataset, open as open_dataset

# As core/flow/process_group.h reads them: Slurm starts the daemons of mpirun, whose own variables count first, and a
# batch script, which runs once, has the number of tasks of its job and is not a step of it.
_RANKS = (("RANK", "WORLD_SIZE"), ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"),
          ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS"))
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def _whole(name, value, minimum, most=(1 << 64) - 1):
    """The number, or a sentence."""
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # also of numpy
    except TypeError:
        number = None
    if number is None or number < minimum:
        raise _loader.Error(f"{name} is a whole number of at least {minimum}, not {value!r}.")
    value = number
    if value > most:
        raise _loader.Error(f"{name} is a whole number of at most {most}, not {value!r}.")
    return value


def _bytes(memory):
    """Bytes of a size such as "512M"; 0 is for half of what is left."""
    if memory is None:
        return 0
    text = str(memory)
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    size = int(float(found[1]) * _UNITS[found[2].upper()]) if found else 0
    if not 16 << 20 <= size < 1 << 63:
        raise _loader.Error(f"memory is a size of at least 16M, such as \"512M\" or \"2G\", not {memory!r}.")
    return size


def _word(name, value, absent=None):
    """The text, `absent` for None, or a sentence."""
    if value is None and absent is not None:
        return absent
    if not isinstance(value, str):
        raise _loader.Error(f"{name} is a text, not {value!r}.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _loader.Error(f"{name} is text that can be encoded as UTF-8, not {value!r}.") from None
    return value


def _flag(name, value):
    try:
        return flag(name, value)
    except TypeError as error:
        raise _loader.Error(f"{error}.") from None


def _rank_of_process(rank, world_size):
    """What was asked for, else what the launcher of the processes says, else the only rank."""
    if (rank is None) != (world_size is None):
        raise _loader.Error("rank and world_size go together: give both, or none of them.")
    if rank is None:
        for rank_name, size_name in _RANKS:
            if rank_name == "RANK" and (rank_name in os.environ) != (size_name in os.environ):
                there, absent = (rank_name, size_name) if rank_name in os.environ else (size_name, rank_name)
                raise _loader.Error(f"The environment has {there} without {absent}: set both, or give rank and "
                                    "world_size.")
            if rank_name in os.environ and size_name in os.environ:
                try:
                    rank, world_size = int(os.environ[rank_name]), int(os.environ[size_name])
                except ValueError:
                    raise _loader.Error(f"{rank_name} and {size_name} of the environment are not numbers.") from None
                break
        else:
            return 0, 1
    return _whole("rank", rank, 0), _whole("world_size", world_size, 1)


@contextlib.contextmanager
def _own_words():
    """Errors name arguments, and not the options of `masu stream`: min_left for --min-left."""
    try:
        yield
    except _loader.Error as error:
        error.args = (re.sub(r"(?<![\w/-])--([a-z][a-z-]*[a-z])(?![\w-])", lambda found: found[1].replace("-", "_"),
                             str(error)),)
        raise


def _refuse_workers():
    data = sys.modules.get("torch.utils.data")
    if data is not None and data.get_worker_info() is not None:
        raise _loader.Error(
            "A masu.Loader inside a DataLoader with workers would give every worker all samples: use num_workers=0, "
            "or the loader alone, as Masu reads ahead on threads of its own.")


def _cuda():
    """torch.cuda, or a sentence."""
    try:
        import torch
    except ImportError:
        raise _loader.Error("pin=True registers memory by torch, which is not installed: install it, or leave pin "
                            "out.") from None
    if not torch.cuda.is_available():
        raise _loader.Error("pin=True registers memory with a CUDA card, and torch finds none: leave pin out.")
    return torch.cuda


class State(TypedDict):
    """A position in the order of all epochs."""

    masu: str


class Loader:
    """Shuffled batches of a split, epoch after epoch, in an order that `masu stream` has with the same options.

    Every pass over the loader is an epoch. Batches are read ahead on threads of Masu's own, and their arrays share
    Masu's memory, which nobody else holds: they may be written to, and outlive the loader.

    split: "train", "validation", "test", or "all" for every sample
    manifest: one of Dataset.manifests, by default "default"; every sample has none
    batch: samples of a batch, of all ranks together
    shuffle: "none", "blocks" (with blocks=), "exact", "queue" (with capacity= and min_left=) or "balanced"
    seed: of the order and of what varies samples, by default 0
    last: "keep" a short last batch, "drop" it, or "pad" it with samples of weight 0
    rank, world_size: by default those of RANK/WORLD_SIZE, OMPI_COMM_WORLD_RANK/_SIZE, PMI_RANK/_SIZE or
        SLURM_PROCID/SLURM_STEP_NUM_TASKS, the first that are set
    output: what arrays are: "torch", "numpy", "jax", "memoryview", or "dlpack" for masu.Array
    narrow: features in their stored type, with Batch.scale and Batch.offset (which normalise, too, where that is
        asked for); not with augment or one_hot, nor with normalise where features are stored as f32
    normalise: by mean and deviation of the train split; with "all", of every sample
    augment: e.g. "noise=0.05", in units of the features: with normalise=True of their standard deviations; the help
        page on training lists what there is
    one_hot: categories join the features
    threads: 0 for as many as it takes; memory: in bytes or e.g. "1G", by default half of what is free
    pin: the memory of batches is pinned, by torch's CUDA runtime, for copies to a card with non_blocking=True

    Raises masu.Error for options that do not go together or have no effect, masu.DataError for a dataset without the
    split. A seed where nothing is random is a warning, as scripts may always give one.
    """

    def __init__(self, dataset, split="train", *, manifest=None, batch=64, shuffle="blocks", seed=None, last="keep",
                 rank=None, world_size=None, output="torch", narrow=False, normalise=False, augment="", one_hot=False,
                 blocks=None, capacity=None, min_left=None, threads=0, memory=None, pin=False):
        if not isinstance(dataset, Dataset):
            dataset = open_dataset(dataset)
        split, augment = _word("split", split), _word("augment", augment, "")
        shuffle, last, output = _word("shuffle", shuffle), _word("last", last), _word("output", output)
        manifest = None if manifest is None else _word("manifest", manifest)
        narrow, normalise = _flag("narrow", narrow), _flag("normalise", normalise)
        one_hot, pin = _flag("one_hot", one_hot), _flag("pin", pin)
        if blocks is not None and shuffle != "blocks":
            raise _loader.Error("blocks belongs to shuffle=\"blocks\"; leave it out.")
        if (capacity is not None or min_left is not None) and shuffle != "queue":
            raise _loader.Error("capacity and min_left belong to shuffle=\"queue\"; leave them out.")
        if manifest is not None and split == "all":
            raise _loader.Error("split=\"all\" has every sample, whatever the manifest; leave manifest out.")
        if narrow and (augment or one_hot):
            raise _loader.Error("narrow leaves features as they are stored, which augment and one_hot do not; leave "
                                "narrow out.")
        if seed is not None and shuffle == "none" and not augment:
            warnings.warn("seed has no effect here: without a shuffle or an augmentation nothing is random.",
                          stacklevel=2)
        cuda = _cuda() if pin else None
        asked = rank, world_size
        rank, world_size = _rank_of_process(rank, world_size)
        self._dataset, self._rank, self._world_size = dataset, rank, world_size
        self._arguments = {
            "split": split, "manifest": manifest, "batch": _whole("batch", batch, 1), "shuffle": shuffle,
            "seed": None if seed is None else _whole("seed", seed, 0), "last": last, "output": output,
            "narrow": narrow, "normalise": normalise, "augment": augment, "one_hot": one_hot,
            "blocks": None if blocks is None else _whole("blocks", blocks, 1),
            "capacity": None if capacity is None else _whole("capacity", capacity, 1),
            "min_left": None if min_left is None else _whole("min_left", min_left, 0),
            "threads": _whole("threads", threads, 0, most=_loader.MOST_THREADS), "memory": memory, "pin": pin,
        }
        options = dict(self._arguments, memory=_bytes(memory), rank=rank, world_size=world_size)
        output = options.pop("output")
        # Another process, where it is pickled to, may be another rank.
        self._arguments["rank"], self._arguments["world_size"] = asked
        with _own_words():
            self._stream = _loader.Stream(dataset, options, output, cuda)

    @property
    def dataset(self):
        """The masu.Dataset that it reads."""
        return self._dataset

    @property
    def rank(self):
        """Number of this process among those that share every batch, from 0."""
        return self._rank

    @property
    def world_size(self):
        """Number of processes that share every batch."""
        return self._world_size

    @property
    def output(self):
        """What arrays are: "torch", "numpy", "jax", "memoryview" or "dlpack"."""
        return self._arguments["output"]

    def __iter__(self):
        """Begins the next epoch; after load_state_dict() continues in the middle of one."""
        _refuse_workers()
        return iter(self._stream)

    def __len__(self):
        """Batches per epoch, the same for every rank."""
        return len(self._stream)

    @property
    def epoch(self):
        """The epoch that the next pass begins, or after load_state_dict() continues, counted from 0."""
        return self._stream.epoch

    def state_dict(self):
        """The position after the last batch handed out, of all ranks: small, and JSON can hold it."""
        return {"masu": self._stream.state()}

    def load_state_dict(self, state):
        """Continues where state_dict() was taken, also with other threads, memory, rank or world size.

        Passes begun before do not move the position any more. What does not change which samples come in which order,
        such as normalise or augment, is not part of a state and may be different.

        Raises masu.StateError where the state is of another dataset, split or order.
        """
        if not isinstance(state, dict) or not isinstance(state.get("masu"), str):
            raise _loader.StateError("This is not a state of a masu.Loader; pass on what state_dict() gave.")
        with _own_words():
            self._stream.load(state["masu"])

    def set_epoch(self, epoch):
        """The next pass is this epoch, counted from 0. Passes begun before do not move the position any more."""
        self._stream.set_epoch(_whole("epoch", epoch, 0, most=(1 << 30) - 1))

    def report(self):
        """What was measured since the stream of the last batch began: rate, order hash, bottleneck.

        Empty before the first batch.
        """
        return self._stream.report()

    def close(self):
        """Stops the threads and frees the memory; batches that were handed out stay valid."""
        self._stream.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __getstate__(self):
        return {"path": self.dataset.path, "arguments": self._arguments, "state": self.state_dict()}

    def __setstate__(self, saved):
        self.__init__(saved["path"], **saved["arguments"])
        self.load_state_dict(saved["state"])

    def __repr__(self):
        asked = self._arguments
        count = len(self)
        return (f"<masu.Loader of {self.dataset.path!r}: {asked['split']}, {count:,} "
                f"batch{'' if count == 1 else 'es'} of {asked['batch']:,}, "
                f"shuffle {asked['shuffle']}>")
