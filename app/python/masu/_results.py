# SPDX-License-Identifier: GPL-3.0-or-later
"""What tasks found out, named as `masu … --json` names it."""

import dataclasses
from typing import Any, Optional

from ._tables import Shown, Table, byte_size, duration

_result = dataclasses.dataclass(frozen=True, repr=False)
_SPLITS = ("train", "validation", "test", "unused")


def made(cls, json, **given):
    """One of cls of a JSON object; `from` is from_ in Python."""
    names = {field.name for field in dataclasses.fields(cls)}
    values = {name + "_" if name == "from" else name: value for name, value in json.items()}
    return cls(**{name: value for name, value in values.items() if name in names}, **given)


def _records(count):
    return f"{count:,} record" + ("" if count == 1 else "s")


def all_made(cls, json, **given):
    return [made(cls, one, **given) for one in json]


@_result
class Split(Shown):
    """How many samples a manifest has in each split."""

    name: str
    train: int
    validation: int
    test: int
    unused: int
    folds: list = dataclasses.field(default_factory=list)  # of masu.Split, where folds were asked for
    residual: float = 0.0  # how far a split is from its ratio at most, as a share
    notes: list = dataclasses.field(default_factory=list)

    def _table(self):
        rows = [[split.name, *(getattr(split, name) for name in _SPLITS)] for split in self.folds or [self]]
        return Table("Split", ("manifest", *_SPLITS), rows, self.notes)


@_result
class Manifest(Shown):
    """A named split as it is stored: `hash` says which division it is, `origin` how it was drawn."""

    name: str
    frozen: bool
    hash: str
    train: int
    validation: int
    test: int
    unused: int
    origin: Any

    def _table(self):
        title = f"Manifest {self.name}, {self.hash}" + (", frozen" if self.frozen else "")
        return Table(title, _SPLITS, [[getattr(self, name) for name in _SPLITS]])


@_result
class Move(Shown):
    """Samples that one manifest has in a split and another in a different one; `classes` counts them by class."""

    from_: str
    to: str
    samples: int
    classes: dict

    def _table(self):
        return Table(f"{self.samples:,} samples from {self.from_} to {self.to}", ("class", "samples"),
                     self.classes.items())


@_result
class Diff(Shown):
    """Where two manifests differ."""

    from_: str
    to: str
    moved: int
    moves: list

    def _table(self):
        rows = [(move.from_, move.to, move.samples) for move in self.moves]
        return Table(f"{self.moved:,} samples are in another split in {self.to} than in {self.from_}",
                     ("from", "to", "samples"), rows)


@_result
class Check(Shown):
    """What one check of a split found. `fix` says what to do; ds.remedy() does it where there is a remedy."""

    name: str
    passed: bool
    severity: str  # warning or serious
    detail: str
    fix: Optional[str] = None
    remedy: Optional[str] = None
    set_aside: int = 0  # samples that the remedy would leave unused
    compared: bool = True  # False: there was nothing to compare, as with a single split or class

    def result(self):
        """"passed", "not compared", "warning" or "serious"."""
        if not self.compared:
            return "not compared"
        return "passed" if self.passed else self.severity

    def _table(self):
        return Table(f"{self.name}: {self.result()}", (), (), [self.detail, self.fix])


@_result
class Checks(Shown):
    """What the checks of a split found; `passed` where all passed."""

    manifest: str
    passed: bool
    checks: list

    def __iter__(self):
        return iter(self.checks)

    def __len__(self):
        return len(self.checks)

    def __getitem__(self, which):
        """A check by its name, e.g. "duplicates", or by its place."""
        if not isinstance(which, str):
            return self.checks[which]
        for check in self.checks:
            if check.name == which:
                return check
        raise KeyError(which)

    def _table(self):
        rows = [(check.name, check.result(), check.detail) for check in self.checks]
        fixes = [f"{check.name}: {check.fix}" for check in self.checks if check.fix]
        title = f"{self.manifest}: " + ("all checks passed" if self.passed else "not all checks passed")
        return Table(title, ("check", "result", "detail"), rows, fixes)


@_result
class Remedy(Shown):
    """What a remedy did: samples left unused, or the split drawn again."""

    check: str
    set_aside: int
    redrawn: bool
    manifest: str
    hash: str
    train: int
    validation: int
    test: int
    unused: int

    def _table(self):
        done = "drew the split again" if self.redrawn else f"set {self.set_aside:,} samples aside"
        return Table(f"{self.check}: {done} in {self.manifest}", _SPLITS, [[getattr(self, name) for name in _SPLITS]])


@_result
class LedgerItem(Shown):
    """One thing that takes memory or disk. `model` is empty for what all models share."""

    name: str
    model: str
    where: str  # host, device or disk
    bytes: int

    def _table(self):
        return Table(f"{self.name}, {self.where}: {byte_size(self.bytes)}", (), ())


@_result
class Ledger(Shown):
    """What a run would take, item by item. Bytes and seconds; None is what is not known."""

    memory_bytes: int
    device_memory_bytes: int
    disk_bytes: int
    fits: bool
    max_batch: int  # 0: not known
    max_models: int
    seconds_per_epoch: Optional[float]
    cost: Optional[float]  # US dollars an epoch, of an instance that has a price
    device: str
    compute: str
    batch: int  # samples
    most_epochs: Optional[int]  # of a run that chooses batch and epochs itself; it may stop before
    export_bytes: int  # of the dataset as npy
    calibration: Optional[str]  # file of the corrections that were measured on this machine
    items: list  # of masu.LedgerItem
    models: list  # of dict: model, parameters, flops_per_sample, step_seconds, confinement
    stored_as: list  # of dict: dtype, bytes, fits_memory
    device_flops: Optional[dict] = None  # of a card, by what it computes in
    measured: Optional[dict] = None  # estimated and measured, by item
    transfer_seconds: Optional[float] = None  # over link=

    def _table(self):
        rows = [(item.name, item.model or "shared", item.where, byte_size(item.bytes)) for item in self.items]
        epoch = self.seconds_per_epoch is not None and f"An epoch takes about {duration(self.seconds_per_epoch)}."
        title = (f"On {self.device}: {byte_size(self.memory_bytes)} memory, {byte_size(self.device_memory_bytes)} on "
                 f"the device, {byte_size(self.disk_bytes)} disk. It {'fits' if self.fits else 'does not fit'}.")
        largest = self.max_batch > 0 and f"The largest batch is {self.max_batch:,}."
        return Table(title, ("item", "for", "where", "bytes"), rows, [epoch, largest])


@_result
class Export(Shown):
    """Shards of an export; `shards` has a dict for each: path, split, samples, bytes, files."""

    out: str
    shards: list
    samples: int
    bytes: int
    free_bytes: int
    lacks_room: bool
    notes: list
    dry_run: bool = False  # nothing was written
    part: Optional[dict] = None  # with part="I/N": number, parts, complete_before, missing, and what the export is

    def _table(self):
        rows = [(shard["path"], shard["split"], shard["samples"], byte_size(shard["bytes"])) for shard in self.shards]
        where = f"would be in {self.out}; nothing was written" if self.dry_run else f"in {self.out}"
        if self.part is not None:
            where = f"part {self.part['number']} of {self.part['parts']} of {self.out}, which is {self.part['export']}"
        title = f"{self.samples:,} samples, {byte_size(self.bytes)}, {where}"
        return Table(title, ("shard", "split", "samples", "bytes"), rows, self.notes)


@_result
class Import(Shown):
    """What an import wrote and what it rejected. `dataset` opens the result."""

    path: str
    samples: int
    records: int
    rejected: int
    dropped: int
    filtered: int
    rejects: Optional[str]  # file of the rejected records
    continued_from: int
    seconds: float
    sync_seconds: float
    bytes_read: int
    bytes_written: int
    peak_memory_bytes: int
    columns: list  # of dict: name, stored, max_error and loss
    notes: list
    target: Optional[str] = None  # what is predicted: classes, values or none
    header: Optional[dict] = None  # of a table: first_record, confidence, and reason where it was guessed
    label_guess: Optional[dict] = None
    frames: Optional[dict] = None  # of recordings: in_segments, padded_windows, padding, dropped, skipped, unlabelled
    repairs: list = dataclasses.field(default_factory=list)  # of dict: column, reason, records and examples
    part: Optional[dict] = None  # with part="I/N": number, parts, ranges, parsed, joined, and what the import is

    @property
    def dataset(self):
        """The dataset, opened."""
        from ._dataset import open as open_dataset
        return open_dataset(self.path)

    def _table(self):
        title = (f"{self.samples:,} samples in {self.path}, {byte_size(self.bytes_written)}, "
                 f"in {duration(self.seconds)}")
        if self.part is not None and not self.part["joined"]:
            title = (f"{self.part['parsed']:,} of {self.part['ranges']:,} ranges of {self.path}, "
                     f"which is {self.part['import']}")
        rejected = self.rejected > 0 and f"{_records(self.rejected)} rejected, in {self.rejects}"
        filtered = self.filtered > 0 and f"{_records(self.filtered)} left out by the filter"
        missing = self.dropped - self.filtered
        dropped = missing > 0 and f"{_records(missing)} dropped for missing values"
        rows = [(column["name"], column["stored"], column.get("max_error")) for column in self.columns]
        return Table(title, ("column", "stored", "max error"), rows, [rejected, filtered, dropped, *self.notes])


@_result
class Inspection(Shown):
    """What an import would store. Fields that only tables, or only recordings, have are None for the others."""

    samples: int
    classes: list
    columns: list = dataclasses.field(default_factory=list)  # of dict: name, role, type, stored, min, max, missing …
    sources: list = dataclasses.field(default_factory=list)
    dtype: Optional[str] = None
    forecast: Optional[dict] = None  # bytes, scratch_bytes, seconds, peak_memory_bytes, fits_disk
    surveyed: Optional[dict] = None  # records, bytes, all
    target: Optional[str] = None  # classes, values or none
    label_guess: Optional[dict] = None
    dialect: Optional[dict] = None
    sample_shape: Optional[list] = None
    window: Optional[int] = None
    hop: Optional[int] = None
    rate: Optional[float] = None
    frames: Optional[dict] = None  # in_segments, padded_windows, padding, dropped, skipped, unlabelled
    recordings: Optional[list] = None
    export: Optional[str] = None  # format, where the source is an export of Masu
    manifest: Optional[str] = None
    objects: Optional[list] = None
    reasons: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)

    def _table(self):
        rows = [(column["name"], column["role"], column["type"], column["min"], column["max"], column["missing"],
                 column["distinct"]) for column in self.columns]
        size = f", {byte_size(self.forecast['bytes'])} as {self.dtype}" if self.forecast else ""
        too_large = self.forecast and not self.forecast["fits_disk"] and (
            f"The import takes {byte_size(self.forecast['bytes'] + self.forecast['scratch_bytes'])} of disk, temporary "
            "files included, which has less left: it does not fit.")
        return Table(f"{self.samples:,} samples{size}",
                     ("column", "role", "type", "min", "max", "missing", "distinct"), rows,
                     [too_large, *self.reasons, *self.notes])


@_result
class Predictions(Shown):
    """Predictions: in `values`, or in the file `path` where one was named. Figures of models are None where the truth is
    not known.

    Values are by the names of the columns that the file would have: arrays of numbers, NaN where there is none, and
    lists of str.
    """

    records: int
    samples: int
    models: list  # of dict: model, and figures by name
    notes: list
    target: str  # classes or values
    path: Optional[str] = None
    values: Optional[dict] = None
    recordings: Optional[int] = None
    recordings_path: Optional[str] = None
    recording_values: Optional[dict] = None

    def _table(self):
        names = sorted({name for model in self.models for name, value in model.items()
                        if isinstance(value, (int, float))})
        rows = [(model["model"], *(model.get(name) for name in names)) for model in self.models]
        title = f"{self.samples:,} predictions" + (f" in {self.path}" if self.path else "")
        return Table(title, ("model", *names), rows, self.notes)


@_result
class Seen(Shown):
    """In which steps a run learned from samples; epochs and steps count from 1."""

    dataset: str  # its UUID
    manifest: str
    epochs: int
    steps_per_epoch: int
    steps_done: int  # over all epochs, by the model that took most
    ended: bool  # False: more steps may have been taken, or may follow
    models: list  # of dict: model, learning_rate, steps_done
    samples: list  # of dict: sample, source, position, split, weightless, uses: a list of dict: epoch, step

    def _table(self):
        rows = [(sample["sample"], sample["source"], sample["position"], sample["split"], len(sample["uses"]))
                for sample in self.samples]
        return Table(f"{self.steps_done:,} of {self.epochs * self.steps_per_epoch:,} steps",
                     ("sample", "source", "position", "split", "times"), rows)


@_result
class Suspects(Shown):
    """Samples whose label is probably wrong, the most suspicious first, as many as `limit` says."""

    samples: int  # of the dataset
    predicted: int  # those with a label and an out-of-sample prediction
    suspects_found: int
    noise: float  # the estimated share of wrong labels
    classes: list  # of dict: class, samples, threshold
    pairs: list  # of dict: label, proposed, suspects, estimated; the pair with most samples first
    suspects: list  # of dict: sample, source, position, label, proposed, confidence, margin
    without_prediction: dict  # samples, and the first of them: a list of dict: sample, source, position
    without_label: int
    out: Optional[str] = None
    runs: Optional[str] = None  # the folder where the runs were kept
    notes: list = dataclasses.field(default_factory=list)

    def _table(self):
        names = ("sample", "source", "position", "label", "proposed", "confidence", "margin")
        return Table(f"{self.suspects_found:,} suspects among {self.predicted:,} samples", names,
                     [tuple(one[name] for name in names) for one in self.suspects], self.notes)


@_result
class ReceiptCheck(Shown):
    """Whether a run or an export is as its receipt says."""

    equal: bool
    steps: list  # that were asked for, or drawn
    steps_compared: int
    weights_compared: int
    files_compared: int  # of an export: those that its receipt counts; of a run: its checkpoints
    difference: Optional[dict] = None  # the first: what, model, epoch, step, expected, found, message
    notes: list = dataclasses.field(default_factory=list)

    def _table(self):
        rows = [("steps", self.steps_compared), ("weights", self.weights_compared), ("files", self.files_compared)]
        differing = [] if self.difference is None else [self.difference["message"]]
        return Table("As in the receipt" if self.equal else "Differs from the receipt", ("compared", "equal"), rows,
                     [*differing, *self.notes])
