# SPDX-License-Identifier: GPL-3.0-or-later
"""What masu.keras uses of Keras 3, which Debian does not have: the base class of datasets as its documentation has it."""

import types


class _PyDataset:
    def __init__(self, workers=1, use_multiprocessing=False, max_queue_size=10):
        self.workers = workers
        self.use_multiprocessing = use_multiprocessing
        self.max_queue_size = max_queue_size

    @property
    def num_batches(self):
        return len(self)


utils = types.SimpleNamespace(PyDataset=_PyDataset)
