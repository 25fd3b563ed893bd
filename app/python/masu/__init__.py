# SPDX-License-Identifier: GPL-3.0-or-later
"""Masu in Python: datasets, splits, and shuffled batches without a copy.

    import masu
    masu.import_csv("people/*.csv", label="income", out="census.h5")
    masu.open("census.h5").split(ratios=(.8, .1, .1), stratify=True, seed=42)
    train = masu.Loader(masu.open("census.h5"), split="train", batch=256, shuffle="exact", seed=0)
    for epoch in range(3):
        for b in train:
            b.features, b.labels, b.categories, b.weights, b.indices, b.epoch, b.number
    state = train.state_dict()   # of the last batch handed out; load_state_dict() continues from there

masu.torch.IterableDataset(train) is for a DataLoader, masu.keras.PyDataset(train) for fit().
"""

import importlib as _importlib

from ._arrow_export import ArrowStream
from ._call import Progress
from ._dataset import Column, Dataset, open
from ._loader import Array, Batch, DataError, Error, StateError, __version__
from ._loading import Loader, State
from ._predictions import model_path, predict
from ._results import (
    Check, Checks, Diff, Export, Import, Inspection, Ledger, LedgerItem, Manifest, Move, Predictions, ReceiptCheck,
    Remedy, Seen, Split, Suspects)
from ._tasking import (
    cluster_script, import_csv, import_recordings, import_table, inspect, label, receipt_check, report, runs, seen,
    suspects)

__all__ = [
    "Array", "ArrowStream", "Batch", "Check", "Checks", "Column", "DataError", "Dataset", "Diff", "Error", "Export",
    "Import", "Inspection", "Ledger", "LedgerItem", "Loader", "Manifest", "Move", "Predictions", "Progress",
    "ReceiptCheck", "Remedy", "Seen", "Split", "State", "StateError", "Suspects", "cluster_script", "import_csv",
    "import_recordings", "import_table", "inspect", "label", "model_path", "open", "predict", "receipt_check", "report",
    "runs", "seen", "suspects", "__version__",
]


def __getattr__(name):
    """Adapters are loaded when they are first used, with the library that they adapt to."""
    if name in ("keras", "torch"):
        return _importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
