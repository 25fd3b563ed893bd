# SPDX-License-Identifier: GPL-3.0-or-later
"""An open dataset."""

import operator
import os
from typing import NamedTuple

from . import _loader
from ._arrow_export import KEPT, ArrowStream, kept_name
from ._call import call, file_name, flag
from ._results import (Check, Checks, Diff, Export, Ledger, LedgerItem, Manifest, Move, Remedy, Split, all_made, made)
from ._tables import Shown, Table


class Column(NamedTuple):
    """A column of a table or a channel of a recording, as the dataset stores it."""

    name: str
    role: str  # feature, category, label, weight, group, kept or ignored
    kind: str  # integer, decimal, boolean, time, category, text or empty
    dtype: str  # the stored type: f32, i16, u8 …
    categories: list  # the word of each code, from code 1 on: 0 is missing
    unit: str
    origin: "float | None"  # of a time: what its values count from, in seconds since 1970-01-01 UTC


def _as_numpy(value):
    if not isinstance(value, _loader.Array):
        return value
    try:
        import numpy
    except ImportError:
        return memoryview(value)
    return numpy.asarray(value)


class Dataset(Shown, _loader.Dataset):
    """A finished dataset, open for reading; see masu.open(). Its splits are in a file beside it and may change."""

    @property
    def columns(self):
        """Columns in the order of the source (channels of a recording), as masu.Column."""
        return [Column(*column) for column in self._columns()]

    def __getitem__(self, which):
        """Values of some samples by name: numpy arrays (memoryviews without numpy), and lists of str.

        A number gives one sample as a batch of one; a slice gives samples that follow each other. Missing numbers are
        NaN, and -2**63 where a column is of i64; missing categories are code 0, and missing texts are empty. A kept
        column is under its name, or with "kept/" before it, as often as it takes, where there is such a name already.
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
        values = {}
        for key, value in self._objects(first, max(first, end)).items():  # kept columns are after all others
            values[kept_name(key, values) if key.startswith(KEPT) else key] = value
        return values

    def _file(self, same_labels=True):
        """Its path, for what opens the file again. Raises masu.DataError where that is another dataset by now, or has
        other labels, if they matter."""
        now = open(self.path)
        return (_unchanged(now, self._identity) if same_labels or now.uuid != self.uuid else now).path

    def _objects(self, first, end):
        """Values of samples [first, end) by the names that the dataset file has for them."""
        return {name: _as_numpy(value) for name, value in self._read(first, end - first).items()}

    def split(self, name="default", *, ratios=None, stratify=False, group=None, seed=None, progress=None, **options):
        """Splits into train, validation and test under a name, as `masu split`.

        One that was drawn before is drawn again; one that was edited, read from lists or is a fold is replaced only
        with overwrite=True.

        ratios: of the three, e.g. (.8, .1, .1); stratify: the same class shares in each
        group: "group", "source" or a column whose equal values stay in one split; by default the dataset's groups
        options: those of `masu split`, with _ for -, e.g. folds=5, by_hash=True, order="position", read="lists"

        Returns a masu.Split. Raises masu.Error, e.g. where the manifest is frozen.
        """
        if not isinstance(name, str):
            raise TypeError(f"name is a text, not {name!r}: give the ratios as ratios=")
        if any("\ud800" <= character <= "\udfff" for character in name):
            raise _loader.Error(f"name is text that can be encoded as UTF-8, not {name!r}.")
        json = call("split", "split", [self._file()], options, own={"name"}, progress=progress, name=name, ratios=ratios,
                    stratify=stratify, group=group, seed=seed)
        folds = [made(Split, fold) for fold in json.pop("folds")]
        return made(Split, json, name=name, folds=folds)

    def manifest(self, name="default"):
        """The split of that name as it is stored, a masu.Manifest."""
        for manifest in call("manifest", "manifest", [self._file()], {}, names=["list"])["manifests"]:
            if manifest["name"] == name:
                return made(Manifest, manifest)
        error = _loader.DataError(f"There is no manifest {name} in {self.path}.")
        error.code = "not_found"
        raise error

    def freeze(self, name="default"):
        """Freezes a split: it can no longer be changed, replaced or deleted. Returns a masu.Manifest."""
        return made(Manifest, call("freeze", "manifest", [self._file()], {}, names=["freeze", name]))

    def diff(self, a, b):
        """Samples that are in another split in b than in a, a masu.Diff."""
        json = call("diff", "manifest", [self._file()], {}, names=["diff", a, b])
        return made(Diff, json | {"moves": all_made(Move, json["moves"])})

    def check(self, name="default", *, progress=None, **options):
        """Checks a split for leaks and imbalance, as `masu check`. Returns masu.Checks.

        strict=True raises masu.DataError where a check does not pass; scratch: folder for temporary files
        """
        strict = flag("strict", options.pop("strict", False))
        json = call("check", "check", [self._file()], options, own={"remedy", "save_as"}, progress=progress, manifest=name)
        checks = Checks(name, json["passed"], all_made(Check, json["checks"]))
        if strict and not checks.passed:
            failed = " ".join(f"{check.name}: {check.detail}" for check in checks if not check.passed)
            raise _loader.DataError(f"The split {name} of {self.path} does not pass its checks. {failed}")
        return checks

    def remedy(self, check, name="default", *, save_as=None, progress=None, **options):
        """Applies the remedy of a check, e.g. ds.remedy("duplicates"), to the split or, with save_as, to a copy.

        Returns a masu.Remedy.
        """
        if not isinstance(check, str):
            raise TypeError(f"check is the name of one, e.g. \"duplicates\", not {check!r}")
        json = call("remedy", "check", [self._file()], options, own={"strict"}, progress=progress, remedy=check,
                    manifest=name, save_as=save_as)
        return made(Remedy, json)

    def estimate(self, *, model=None, batch=None, device=None, progress=None, **options):
        """Estimates the memory, disk and time of a run, as `masu estimate`. Returns a masu.Ledger.

        model: "linear", "mlp", "cnn1d", "resnet1d", "cnn2d", "rocket" or a TorchScript file, or a list of them
        batch: samples of a batch, by default as many as `masu train` chooses
        device: "auto", or the name of a card or a cloud instance, e.g. "RTX 4090"
        options: those of `masu estimate`, with _ for -, e.g. optimizer="sgd", inference=True, measure=True
        """
        json = call("estimate", "estimate", [self._file()], options, own={"samples"}, progress=progress, model=model,
                    batch=batch, device=device)
        return made(Ledger, json | {"items": all_made(LedgerItem, json["items"])})

    def export(self, out, *, format="csv", split=None, snippet=None, progress=None, **options):
        """Writes shards for other trainers into the folder `out`, as `masu export`. Returns a masu.Export.

        format: csv, npy, npz, hdf5, webdataset, tfrecord, mds, safetensors or zip; split: one or a list, by default all
        options: those of `masu export`, with _ for -, e.g. shard_samples=10000, dry_run=True. snippet="pytorch" writes
        nothing and returns the program that loads the export; part="2/4" writes a part beside other workers.
        """
        path = os.fspath(out)
        json = call("export", "export", [self._file()], options, progress=progress, out=path, format=format, split=split,
                    snippet=snippet)
        return json["snippet"] if "snippet" in json else made(Export, json, out=path)

    def to_arrow(self, split=None, *, manifest=None):
        """Its samples for Polars, DuckDB, pandas or pyarrow, a masu.ArrowStream, e.g. pyarrow.table(ds.to_arrow()).

        split: "train", "validation" or "test" of the manifest, by default that called "default"; or all samples
        Categories, classes and kept texts are words, times timestamps of UTC in microseconds, groups their numbers;
        what is missing is null, and samples of other shapes than a row are lists. A kept column whose name another one
        has is "kept/NAME".
        """
        if split is not None and not isinstance(split, str):
            raise TypeError(f"split is \"train\", \"validation\", \"test\" or \"all\", not {split!r}")
        if split in (None, "all") and manifest is not None:
            raise _loader.Error("Without a split there is every sample, whatever the manifest: leave manifest out.")
        return ArrowStream(self, None if split == "all" else split, "default" if manifest is None else manifest)

    def __reduce__(self):
        return (_reopened, (self._file(), self._identity))

    def _table(self):
        shape = " × ".join(map(str, self.shape)) or "no features"
        classes = f", {len(self.classes):,} classes" if self.classes else ""
        rows = [(column.name, column.role, column.kind, column.dtype, column.unit) for column in self.columns]
        return Table(f"masu.Dataset {self.path}: {len(self):,} samples of {shape}{classes}",
                     ("column", "role", "kind", "dtype", "unit"), rows)


def _unchanged(dataset, identity):
    """The dataset, or masu.DataError where it is not the one that had this identity when it was opened before."""
    if dataset._identity == identity:
        return dataset
    if dataset.uuid == identity.partition(" ")[0]:
        raise _loader.DataError(f"The labels of {dataset.path} were changed since it was opened: open it again.")
    raise _loader.DataError(f"{dataset.path} is another dataset than the one that was opened: open it again.")


def _reopened(path, identity):
    return _unchanged(open(path), identity)


def open(path):
    """Opens a dataset. Raises masu.DataError where it is missing, damaged or of another program."""
    return Dataset(file_name("path", path))
