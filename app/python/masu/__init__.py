# SPDX-License-Identifier: GPL-3.0-or-later
"""Masu in Python: datasets, splits, and shuffled batches without a copy.

    import masu
    train = masu.Loader(masu.open("census.h5"), split="train", batch=256, shuffle="exact", seed=0)
    for epoch in range(3):
        for b in train:
            b.features, b.labels, b.categories, b.weights, b.indices, b.epoch, b.number
    state = train.state_dict()   # of the last batch handed out; load_state_dict() continues from there
"""

from ._dataset import Column, Dataset, open
from ._loader import Array, Batch, DataError, Error, StateError, __version__
from ._loading import Loader

__all__ = [
    "Array", "Batch", "Column", "DataError", "Dataset", "Error", "Loader", "StateError", "open", "__version__",
]
