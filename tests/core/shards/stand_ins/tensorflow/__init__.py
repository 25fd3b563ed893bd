# SPDX-License-Identifier: GPL-3.0-or-later
"""What the printed programs use of TensorFlow, which Debian does not have. Its tensors are NumPy's arrays here."""

import types

import numpy as np

from . import data, io  # noqa: F401

float32, int64 = np.float32, np.int64
keras = types.SimpleNamespace(utils=types.SimpleNamespace(Sequence=object))


def numpy_function(function, inputs, kind):
    result = function(*inputs)
    assert result.dtype == kind, f"numpy_function gave {result.dtype}, not {kind}"
    return result


def ensure_shape(array, shape):
    assert len(shape) == array.ndim, (shape, array.shape)
    assert all(one is None or one == other for one, other in zip(shape, array.shape)), (shape, array.shape)
    return array


def cast(array, kind):
    return array.astype(kind)
