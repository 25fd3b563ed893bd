# SPDX-License-Identifier: GPL-3.0-or-later
"""An open dataset."""

import operator
import os
from typing import NamedTuple

from . import _loader


class Column(NamedTuple):
    """A column of a table or a channel of a recording, as the dataset stores it."""

    name: str
    role: str  # feature, category, label, weight, group, kept or ignored
    kind: str  # integer, decimal, boolean, time, category, text or empty
    dtype: str  # the stored type: f32, i16, u8 …
    categories: list  # the word of each code, from code 1 on: 0 is missing
    unit: str


def _as_numpy(value):
    if not isinstance(value, _loader.Array):
        return value
    try:
        import numpy
    except ImportError:
        return memoryview(value)
    return numpy.asarray(value)


class Dataset(_loader.Dataset):
    """A finished dataset, open for reading; see masu.open()."""

    @property
    def columns(self):
        """Columns in the order of the source (channels of a recording), as masu.Column."""
        return [Column(*column) for column in self._columns()]

    def __getitem__(self, which):
        """Values of some samples by name, missing ones as NaN: numpy arrays (memoryviews without numpy), and lists of str.

        A number gives one sample as a batch of one; a slice gives samples that follow each other.
        """
        if isinstance(which, slice):
            first, end, step = which.indices(len(self))
            if step != 1:
                raise _loader.Error("A dataset gives samples that follow each other: leave the step of the slice out.")
        else:
            first = operator.index(which)
            first += len(self) if first < 0 else 0
            if not 0 <= first < len(self):
                raise IndexError(f"there is no sample {which} among {len(self)}")
            end = first + 1
        return {name: _as_numpy(value) for name, value in self._read(first, max(0, end - first)).items()}

    def __reduce__(self):
        return (open, (self.path,))

    def __repr__(self):
        return f"<masu.Dataset {self.path!r}: {len(self)} samples of shape {self.shape}>"


def open(path):
    """Opens a dataset. Raises masu.DataError where it is missing, damaged or of another program."""
    return Dataset(os.fspath(path))
