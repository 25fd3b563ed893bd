# SPDX-License-Identifier: GPL-3.0-or-later
"""Predictions of trained models, and where these are."""

import contextlib
import csv
import math
import os
import sys
import tempfile
import threading
import zipfile

from . import _loader
from ._call import call, path_of, sources_of
from ._results import Predictions, made

_CHECKPOINTS = ("best.pt", "last.pt")
_POSITIONS = ("sample", "line", "position", "windows")
_MOST_KNOWN = 65_536
_limited = threading.Lock()


def _array(kind, numbers):
    """An array of numpy, or without it a memoryview."""
    try:
        import numpy
    except ImportError:
        import array
        return memoryview(array.array(kind, numbers))
    return numpy.array(numbers, {"q": "i8", "d": "f8"}[kind])


def _whole_numbers(cells):
    """Of cells that are all numbers; None where one is not, or does not fit."""
    if "" in cells:
        return None
    numbers = [int(cell) for cell in cells]
    return _array("q", numbers) if all(-2**63 <= number < 2**63 for number in numbers) else None


def _decimals(cells):
    """With NaN for empty cells; None where a cell is a time."""
    try:
        return _array("d", [float(cell) if cell else math.nan for cell in cells])
    except ValueError:
        return None


def _is_exact(cell):
    digits = cell.lstrip("+-")
    return not digits.isdecimal() or float(cell) == int(cell)


def _column(name, cells, models, values):
    """Numbers as an array, else the cells."""
    if name in _POSITIONS:
        found = _whole_numbers(cells)
        return _decimals(cells) if found is None else found  # a recording without a window has no position
    own = next((name[len(model) + 1:] for model in models if model and name.startswith(f"{model}:")), name)
    if own.startswith("p(") or values and own.startswith("predicted"):
        found = _decimals(cells)
    elif values and own.startswith("truth"):
        found = _decimals(cells) if all(map(_is_exact, cells)) else _whole_numbers(cells)
    else:
        found = None
    return cells if found is None else found


@contextlib.contextmanager
def _any_length():
    """Cells may be longer than csv takes by itself; what it takes is of the whole process."""
    with _limited:
        limit = csv.field_size_limit(sys.maxsize)
        try:
            yield
        finally:
            csv.field_size_limit(limit)


def _read(path, keep, models, values):
    """The columns of a CSV of predictions by name: arrays of numbers, and lists of str."""
    with _any_length(), open(path, encoding="utf-8", errors="surrogateescape", newline="") as rows:
        reader = csv.reader(rows)
        names = next(reader)
        columns = [[] for _ in names]
        known = {}  # words of classes and sources, which come again
        for row in reader:
            for column, cell in zip(columns, row, strict=True):
                column.append(known.setdefault(cell, cell) if len(known) < _MOST_KNOWN else known.get(cell, cell))
    return {name: cells if name in keep else _column(name, cells, models, values)
            for name, cells in zip(names, columns)}


def _predicted(run, sources, out, options, progress):
    return call("predict", "predict", [run, *sources_of(sources)], options, progress=progress, out=out)


def predict(run, sources, out=None, *, progress=None, **options):
    """Predicts with the models of a training run, as `masu predict`, a row a record.

    run: the folder of the run, or a checkpoint in it; sources: a dataset, or files as those of the run's dataset
    out: a CSV to write; without it the columns are in Predictions.values, and for whole recordings in
    Predictions.recording_values. On the way they are files in TMPDIR, else in /var/tmp
    options: those of `masu predict`, with _ for -, e.g. probabilities=True, keep=["id"], split="test",
    threshold=0.3 for the second of two classes, or threshold="run" for the threshold that the run chose
    """
    sources = path_of(sources)
    if out is None and options.get("overwrite") is not None:
        raise _loader.Error("overwrite belongs to out: name a file to write, or leave overwrite out.")
    if out is not None:
        out = os.fspath(out)
        json = _predicted(run, sources, out, options, progress)
        return made(Predictions, json, path=out, recordings_path=json.get("recording_predictions"))
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR") or "/var/tmp") as folder:
        json = _predicted(run, sources, os.path.join(folder, "predictions.csv"), options, progress)
        keep = options.get("keep") or ()
        models = [model["model"] for model in json["models"]]
        values = json["target"] == "values"
        read = {"values": _read(json["predictions"], [keep] if isinstance(keep, str) else keep, models, values)}
        if "recording_predictions" in json:
            read["recording_values"] = _read(json["recording_predictions"], (), models, values)
    return made(Predictions, json, **read)


def model_path(run):
    """The TorchScript file of a trained model, for torch.jit.load(): its best checkpoint, else its last.

    run: the folder of a training run of one model, that of one of its models, e.g. "census-run/2-cnn1d", or a
    checkpoint itself. The module takes features as of masu.Loader(…, normalise=True) and, where the dataset has
    categories, these as well; its outputs are logits of the classes, or the values that it predicts.
    Of a run that was calibrated, its extra file masu.json has the temperature to divide logits by; of two classes, it
    has the threshold that the run chose for the probability of the second, computed with that temperature.
    """
    from . import _tasks
    path = os.fspath(run)
    _tasks.complete_replacement(path)
    if os.path.isfile(path):
        if not path.endswith(".pt") and not zipfile.is_zipfile(path):
            raise _loader.DataError(f"{path} is not a checkpoint: name a .pt file, or the folder of a training run.")
        return path
    folders = [path]
    if os.path.isdir(path):
        folders += sorted(entry.path for entry in os.scandir(path) if entry.is_dir())
    found = [next((os.path.join(folder, name) for name in _CHECKPOINTS if os.path.isfile(os.path.join(folder, name))), None)
             for folder in folders]
    found = found[:1] if found[0] else [file for file in found if file]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(os.path.basename(os.path.dirname(file)) for file in found)
        raise _loader.Error(f"The run in {path} has several models: name the folder of one of them, {names}.")
    error = _loader.DataError(
        f"There is no checkpoint in {path}: name the folder of a training run, or of one model in it.")
    error.code = "not_found"
    raise error
