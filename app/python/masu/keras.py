# SPDX-License-Identifier: GPL-3.0-or-later
"""A masu.Loader as Keras 3 takes it in fit(), evaluate() and predict()."""

from __future__ import annotations

import threading
from typing import Any

try:
    import keras
except ImportError as missing:
    raise ImportError("masu.keras takes Keras 3, which is not installed: python3 -m pip install keras.") from missing

from . import Batch, Error, Loader

_LOOKS = 2  # batches that Keras may look at before the first epoch, to learn their shapes


class PyDataset(keras.utils.PyDataset):
    """Batches of a loader, as (features, labels) or, where samples have weights, (features, labels, weights).

    Labels are codes of classes, or values; with augment="mixup=…" they are the shares of the classes, for a loss of
    one-hot labels. Features are {"features": …, "categories": …} where the dataset has categories: give the inputs of
    the model these names.

    Keras asks for batches by number, shuffled or not: whatever it asks for first gets the loader's first batch. So the
    order is the loader's, every batch is used once an epoch, and fit(shuffle=False) is the same as fit(shuffle=True).
    Leave steps_per_epoch out, or above 2: Keras looks at up to two batches before it begins, and so short an epoch is
    taken for that.

    Raises masu.Error where the loader's output is neither "numpy" nor "torch".
    """

    def __init__(self, loader: Loader) -> None:
        super().__init__(workers=1, use_multiprocessing=False)  # the loader reads ahead on threads of its own
        if loader.output not in ("numpy", "torch"):
            raise Error(f"masu.keras takes a loader with output=\"numpy\" or \"torch\", not \"{loader.output}\".")
        self.loader = loader
        self._lock = threading.Lock()  # TensorFlow asks from threads
        self._batches: Any = None
        self._asked: set[int] = set()  # numbers that have a batch of this epoch
        self._first: dict[int, Any] = {}  # the first of these
        self._back: list[Any] = []  # batches that Keras looked at before it began
        self._looked = False
        self._began = False

    @property
    def num_batches(self) -> int:
        """Batches of an epoch."""
        return len(self.loader)

    def __len__(self) -> int:
        return len(self.loader)

    def __getitem__(self, index: int) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(f"there is no batch {index} among {len(self)}")
        with self._lock:
            all_asked = len(self._asked) == len(self)
            if index not in self._asked:
                pass
            elif len(self._asked) <= _LOOKS and not all_asked:
                self._put_back()
            elif index in self._first and (self._looked or not all_asked):
                self._looked = True
                return self._first.pop(index)
            else:
                self._begin()
            batch = self._next()
            self._asked.add(index)
            if len(self._asked) <= _LOOKS:
                self._first[index] = batch
            else:
                self._began = True
            return batch

    def on_epoch_end(self) -> None:
        """Keras also ends an epoch after it looked at a batch to build the model."""
        with self._lock:
            if not self._began and len(self._asked) < len(self):
                self._put_back()
                self._began = True

    def _put_back(self) -> None:
        self._back = [*self._first.values(), *self._back]
        self._asked.clear()
        self._first.clear()

    def _begin(self) -> None:
        self._asked.clear()
        self._first.clear()
        self._back.clear()
        self._looked = False
        self._batches = iter(self.loader)

    def _next(self) -> Any:
        if self._back:
            return self._back.pop(0)
        batch = None if self._batches is None else next(self._batches, None)
        if batch is None:
            self._begin()
            batch = next(self._batches)
        return _as_keras(batch)


def _as_keras(batch: Batch) -> tuple[Any, ...]:
    inputs = batch.features
    if batch.categories is not None:
        inputs = {"features": inputs, "categories": batch.categories}
    targets = batch.labels if batch.shares is None else batch.shares
    if batch.weights is None:
        return inputs, targets
    return inputs, targets, batch.weights
