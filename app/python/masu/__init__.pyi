# SPDX-License-Identifier: GPL-3.0-or-later
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Iterator, Literal, NamedTuple, Protocol, TypedDict, overload

from . import keras as keras, torch as torch

__version__: str

_Path = str | os.PathLike[str]
_Sources = _Path | Iterable[_Path]
_Progress = Literal[True] | Callable[[Progress], object] | None

class Error(Exception):
    """An error, described in one sentence; `code` is its kind."""
    code: str

class DataError(Error):
    """A dataset that is missing, damaged or not as it should be."""

class StateError(Error):
    """A state that belongs to another loader."""

class Column(NamedTuple):
    """A column of a table or a channel of a recording, as the dataset stores it."""
    name: str
    role: str
    kind: str
    dtype: str
    categories: list[str]
    unit: str
    origin: float | None

class Array:
    """Values that are shared without a copy, through DLPack or the buffer protocol."""
    @property
    def shape(self) -> tuple[int, ...]:
        """Values along each axis."""
    @property
    def format(self) -> str:
        """Its type, as in the module struct, e.g. "f" for f32."""
    def __len__(self) -> int: ...
    def __dlpack__(self, *, stream: Any = ..., max_version: tuple[int, int] | None = ...,
                   dl_device: tuple[int, int] | None = ..., copy: bool | None = ...) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...

class Batch:
    """Some samples, as tensors of the loader's `output`. What the dataset does not have is None."""
    @property
    def features(self) -> Any:
        """[samples, …] f32 in the shape of a sample; in its stored type with narrow=True."""
    @property
    def labels(self) -> Any:
        """[samples] i64 class codes from 0, or [samples] or [samples, K] f32 values."""
    @property
    def categories(self) -> Any:
        """[samples, K] i64 codes; 0 is missing."""
    @property
    def weights(self) -> Any:
        """[samples] f32; 0 for samples that pad a batch."""
    @property
    def shares(self) -> Any:
        """[samples, classes] f32 of samples that mixup mixed."""
    @property
    def indices(self) -> Any:
        """[samples] i64 numbers of the samples in the dataset."""
    @property
    def scale(self) -> Any:
        """For narrow features, one per channel: value = stored × scale + offset."""
    @property
    def offset(self) -> Any:
        """For narrow features, one per channel, like scale."""
    @property
    def missing(self) -> int | float | None:
        """The stored code of a missing value, NaN for f16; None where there is none."""
    @property
    def fill(self) -> Any:
        """The value that replaces a missing one, one per channel."""
    @property
    def epoch(self) -> int:
        """Its epoch, counted from 0."""
    @property
    def number(self) -> int:
        """Its place in the epoch, counted from 0."""
    @property
    def padding(self) -> int:
        """Number of samples at the end that only pad the batch."""
    @property
    def kept(self) -> dict[str, Any]:
        """Kept columns by name, lists of str and [samples] f64 or i64; read from the file when first asked for."""
    def as_dict(self) -> dict[str, Any]:
        """Its arrays by name, without kept columns and those that are None."""
    def __len__(self) -> int: ...

class Progress(NamedTuple):
    """Progress of a task, reported about twenty times a second."""
    stage: str
    done: int
    """Units of this stage."""
    total: int
    """Units of the whole stage; 0 where that is not known."""
    unit: str
    """"bytes", "samples" or "steps"."""
    rejected: int
    """Records so far."""

class Dataset:
    """A finished dataset, open for reading; see masu.open(). Its splits are in a file beside it and may change."""
    def __init__(self, path: str) -> None: ...
    @property
    def path(self) -> str:
        """Absolute path of its file."""
    @property
    def uuid(self) -> str:
        """The same for the same sources and recipe."""
    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a sample's features: [F], [C, T] or [C, H, W]."""
    @property
    def classes(self) -> list[str]:
        """Names of the classes: code k of the labels is entry k. Empty where labels are values, or there are none."""
    @property
    def groups(self) -> list[str]:
        """Names of the groups: number k is entry k. Empty where there are none, or each recording is its own."""
    @property
    def kind(self) -> str:
        """"table", "waveform" or "image"."""
    @property
    def columns(self) -> list[Column]:
        """Columns in the order of the source (channels of a recording), as masu.Column."""
    @property
    def manifests(self) -> list[str]:
        """Names of its splits."""
    def __len__(self) -> int: ...
    def __getitem__(self, which: int | slice) -> dict[str, Any]:
        """Values of some samples by name: numpy arrays (memoryviews without numpy), and lists of str.

        A number gives one sample as a batch of one; a slice gives samples that follow each other. Missing numbers are
        NaN, and -2**63 where a column is of i64; missing categories are code 0, and missing texts are empty. A kept
        column is under its name, or with "kept/" before it, as often as it takes, where there is such a name already.
        """
    def _repr_html_(self) -> str: ...
    def split(self, name: str = ..., *, ratios: Sequence[float] | None = ..., stratify: bool = ...,
              group: str | None = ..., seed: int | None = ..., progress: _Progress = ..., **options: Any) -> Split:
        """Splits into train, validation and test under a name, as `masu split`.

        One that was drawn before is drawn again; one that was edited, read from lists or is a fold is replaced only
        with overwrite=True.

        ratios: of the three, e.g. (.8, .1, .1); stratify: the same class shares in each
        group: "group", "source" or a column whose equal values stay in one split; by default the dataset's groups
        options: those of `masu split`, with _ for -, e.g. folds=5, by_hash=True, order="position", read="lists"

        Returns a masu.Split. Raises masu.Error, e.g. where the manifest is frozen.
        """
    def manifest(self, name: str = ...) -> Manifest:
        """The split of that name as it is stored, a masu.Manifest."""
    def freeze(self, name: str = ...) -> Manifest:
        """Freezes a split: it can no longer be changed, replaced or deleted. Returns a masu.Manifest."""
    def diff(self, a: str, b: str) -> Diff:
        """Samples that are in another split in b than in a, a masu.Diff."""
    def check(self, name: str = ..., *, progress: _Progress = ..., **options: Any) -> Checks:
        """Checks a split for leaks and imbalance, as `masu check`. Returns masu.Checks.

        strict=True raises masu.DataError where a check does not pass; scratch: folder for temporary files
        """
    def remedy(self, check: str, name: str = ..., *, save_as: str | None = ..., progress: _Progress = ...,
               **options: Any) -> Remedy:
        """Applies the remedy of a check, e.g. ds.remedy("duplicates"), to the split or, with save_as, to a copy.

        Returns a masu.Remedy.
        """
    def estimate(self, *, model: _Path | Iterable[_Path] | None = ..., batch: int | None = ...,
                 device: str | None = ..., progress: _Progress = ..., **options: Any) -> Ledger:
        """Estimates the memory, disk and time of a run, as `masu estimate`. Returns a masu.Ledger.

        model: "linear", "mlp", "cnn1d", "resnet1d", "cnn2d", "rocket" or a TorchScript file, or a list of them
        batch: samples of a batch, by default as many as `masu train` chooses
        device: "auto", or the name of a card or a cloud instance, e.g. "RTX 4090"
        options: those of `masu estimate`, with _ for -, e.g. optimizer="sgd", inference=True, measure=True
        """
    @overload
    def export(self, out: _Path, *, snippet: str, format: str = ..., split: str | Iterable[str] | None = ...,
               progress: _Progress = ..., **options: Any) -> str: ...
    @overload
    def export(self, out: _Path, *, snippet: None = ..., format: str = ..., split: str | Iterable[str] | None = ...,
               progress: _Progress = ..., **options: Any) -> Export:
        """Writes shards for other trainers into the folder `out`, as `masu export`. Returns a masu.Export.

        format: csv, npy, npz, hdf5, webdataset, tfrecord, mds, safetensors or zip; split: one or a list, by default all
        options: those of `masu export`, with _ for -, e.g. shard_samples=10000, dry_run=True. snippet="pytorch" writes
        nothing and returns the program that loads the export; part="2/4" writes a part beside other workers.
        """

    def to_arrow(self, split: Literal["train", "validation", "test", "all"] | None = ..., *,
                 manifest: str | None = ...) -> ArrowStream:
        """Its samples for Polars, DuckDB, pandas or pyarrow, a masu.ArrowStream, e.g. pyarrow.table(ds.to_arrow()).

        split: "train", "validation" or "test" of the manifest, by default that called "default"; or all samples
        Categories, classes and kept texts are words, times timestamps of UTC in microseconds, groups their numbers;
        what is missing is null, and samples of other shapes than a row are lists. A kept column whose name another one
        has is "kept/NAME".
        """

class ArrowStream:
    """Record batches of a dataset for whatever reads __arrow_c_stream__: Polars, DuckDB, pandas, pyarrow.

    It may be read more than once, and holds one batch in memory at a time.
    """
    def __init__(self, dataset: Dataset, split: str | None, manifest: str) -> None: ...
    def __arrow_c_stream__(self, requested_schema: object = ...) -> object:
        """A capsule with a new stream, as Arrow's PyCapsule interface says. No other schema is made of it."""

def open(path: str | os.PathLike[str]) -> Dataset:
    """Opens a dataset. Raises masu.DataError where it is missing, damaged or of another program."""

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
    def __init__(self, dataset: Dataset | str | os.PathLike[str],
                 split: Literal["train", "validation", "test", "all"] = ..., *, manifest: str | None = ...,
                 batch: int = ..., shuffle: Literal["none", "blocks", "exact", "queue", "balanced"] = ...,
                 seed: int | None = ..., last: Literal["keep", "drop", "pad"] = ..., rank: int | None = ...,
                 world_size: int | None = ..., output: Literal["torch", "numpy", "jax", "memoryview", "dlpack"] = ...,
                 narrow: bool = ..., normalise: bool = ..., augment: str | None = ..., one_hot: bool = ...,
                 blocks: int | None = ..., capacity: int | None = ..., min_left: int | None = ..., threads: int = ...,
                 memory: str | int | None = ..., pin: bool = ...) -> None: ...
    @property
    def dataset(self) -> Dataset:
        """The masu.Dataset that it reads."""
    @property
    def rank(self) -> int:
        """Number of this process among those that share every batch, from 0."""
    @property
    def world_size(self) -> int:
        """Number of processes that share every batch."""
    @property
    def output(self) -> str:
        """What arrays are: "torch", "numpy", "jax", "memoryview" or "dlpack"."""
    def __iter__(self) -> Iterator[Batch]:
        """Begins the next epoch; after load_state_dict() continues in the middle of one."""
    def __len__(self) -> int:
        """Batches per epoch, the same for every rank."""
    @property
    def epoch(self) -> int:
        """The epoch that the next pass begins, or after load_state_dict() continues, counted from 0."""
    def state_dict(self) -> State:
        """The position after the last batch handed out, of all ranks: small, and JSON can hold it."""
    def load_state_dict(self, state: State) -> None:
        """Continues where state_dict() was taken, also with other threads, memory, rank or world size.

        Passes begun before do not move the position any more. What does not change which samples come in which order,
        such as normalise or augment, is not part of a state and may be different.

        Raises masu.StateError where the state is of another dataset, split or order.
        """
    def set_epoch(self, epoch: int) -> None:
        """The next pass is this epoch, counted from 0. Passes begun before do not move the position any more."""
    def report(self) -> dict[str, Any]:
        """What was measured since the stream of the last batch began: rate, order hash, bottleneck.

        Empty before the first batch.
        """
    def close(self) -> None:
        """Stops the threads and frees the memory; batches that were handed out stay valid."""
    def __enter__(self) -> Loader: ...
    def __exit__(self, *_: object) -> None: ...

def import_csv(sources: _Sources, out: _Path, *, label: str | Iterable[str] | None = ...,
               memory: str | int | None = ..., progress: _Progress = ..., **options: Any) -> Import:
    """Imports tables (CSV, JSON Lines, Excel; plain or packed) into a dataset, as `masu import --as table`.

    sources: a file or folder, or a list; *, ? and [] stand for names, as in a shell; "book.xlsx#NAME" is a sheet
    out: the dataset file to write; overwrite=True replaces one
    label: column to predict, or a list of columns; memory: budget, e.g. "1G"
    progress: True for a bar of tqdm, or a function that takes a masu.Progress
    options: every option of `masu import`, with _ for -, e.g. dtype="f16", text=["note"], class_map={"0": "no"}

    Returns a masu.Import: what was stored and what was rejected. Ctrl+C stops it and leaves nothing under `out`.
    Raises masu.Error, and TypeError for an unknown option.
    """

def import_recordings(sources: _Sources, out: _Path, *, label_from: str | Iterable[str] | None = ...,
                      window: str | int | None = ..., hop: str | int | None = ..., memory: str | int | None = ...,
                      progress: _Progress = ..., **options: Any) -> Import:
    """Imports recordings (sound, EDF, arrays, CSV of signals …), as `masu import --as recordings`.

    label_from: where labels come from, e.g. "folder" or r"name:^(\\d)_"
    window, hop: length and distance of windows, in frames or as a time such as "2s"; hop="none" for one a recording
    Otherwise as import_csv().
    """

class _Table(Protocol):
    def __arrow_c_stream__(self, requested_schema: object = ..., /) -> object: ...

def import_table(table: _Table, out: _Path, *, label: str | Iterable[str] | None = ...,
                 memory: str | int | None = ..., progress: _Progress = ..., **options: Any) -> Import:
    """Imports a table of Polars, DuckDB, pandas or pyarrow, or anything with __arrow_c_stream__, batch by batch.

    Numbers, booleans, texts, dictionaries, dates, times (of UTC) and decimals become columns; texts of up to 65,535
    different values are categories, unless text=, keep= or type= say otherwise; more are kept as texts where they look
    like numbers or times, and left out with a note where they do not. Null, NaN and empty texts are missing.
    It is first written to a temporary CSV in `scratch` (by default TMPDIR, else /var/tmp), which needs as much space.

    options: those of import_csv(), except for those of the CSV dialect, recipe, resume and part
    """

def inspect(sources: _Sources, *, progress: _Progress = ..., **options: Any) -> Inspection:
    """What an import of the sources would store, and what it would take; writes nothing. As `masu inspect`.

    options: as of import_csv() and import_recordings(); as_="recordings" where the kind is not detected
    """

def predict(run: _Path, sources: Dataset | _Sources, out: _Path | None = ..., *, progress: _Progress = ...,
            **options: Any) -> Predictions:
    """Predicts with the models of a training run, as `masu predict`, a row a record.

    run: the folder of the run, or a checkpoint in it; sources: a dataset, or files as those of the run's dataset
    out: a CSV to write; without it the columns are in Predictions.values, and for whole recordings in
    Predictions.recording_values. On the way they are files in TMPDIR, else in /var/tmp
    options: those of `masu predict`, with _ for -, e.g. probabilities=True, keep=["id"], split="test",
    threshold=0.3 for the second of two classes, or threshold="run" for the threshold that the run chose
    """

def model_path(run: _Path) -> str:
    """The TorchScript file of a trained model, for torch.jit.load(): its best checkpoint, else its last.

    run: the folder of a training run of one model, that of one of its models, e.g. "census-run/2-cnn1d", or a
    checkpoint itself. The module takes features as of masu.Loader(…, normalise=True) and, where the dataset has
    categories, these as well; its outputs are logits of the classes, or the values that it predicts.
    Of a run that was calibrated, its extra file masu.json has the temperature to divide logits by; of two classes, it
    has the threshold that the run chose for the probability of the second, computed with that temperature.
    """

def runs(path: Dataset | _Path, *, progress: _Progress = ...) -> list[dict[str, Any]]:
    """Training runs as dictionaries: folder, name, note, the state and figures of their models, and the problem where
    the log cannot be read, as `masu runs list`.

    path: a dataset, whose runs in FILE.runs beside it are listed, a folder of runs, or one run
    """

def seen(run: _Path, sample: int | str, *, dataset: Dataset | _Path | None = ..., memory: int | str | None = ...,
         threads: int | None = ..., progress: _Progress = ...) -> Seen:
    """Shows in which steps a training run learned from a sample, as `masu seen`.

    sample: its number in the dataset from 0; "SOURCE:POSITION", a record or the first frame of a window from 0; or
    "SOURCE", for all samples of a source file of at most 10,000
    dataset: where the run's dataset is now; by default where it was
    memory, threads: budgets, e.g. "1G" and 4
    """

def suspects(file: Dataset | _Path, *, progress: _Progress = ..., **options: Any) -> Suspects:
    """Finds samples whose label is probably wrong, as `masu suspects`.

    file: the dataset, whose labels are classes
    options: those of `masu suspects`, with _ for -: model="mlp" for a model that is trained on folds, or runs=["cv-1",
    "cv-2"] for runs that are there; out="suspects.csv" for a CSV of all suspects
    """

def label(file: Dataset | _Path, *, progress: _Progress = ..., **options: Any) -> dict[str, Any]:
    """Changes the classes of samples, or shows how they were changed, as `masu label`; a dictionary of what it did. A
    dataset that is open keeps the labels it was opened with: open it again.

    options: those of `masu label`, with _ for -: set="dog" and where="label = 'dgo'"; from_="mended.csv";
    rename=["dgo=dog"]; undo=True; diff=[(0, 2)]; without any, the history
    """

def receipt_check(run: _Path, *, step: int | Iterable[int] | None = ..., dataset: Dataset | _Path | None = ...,
                  memory: int | str | None = ..., threads: int | None = ..., progress: _Progress = ...,
                  steps: int | Iterable[int] | None = ...) -> ReceiptCheck:
    """Compares a run, or an export, with its receipt, as `masu receipt check`: steps are trained again, to the bit.

    step: one or several, from 1 over all epochs; by default three are drawn at random
    dataset: where the run's dataset is now; by default where it was, and that of an export is not looked at
    memory, threads: budgets, e.g. "1G" and 4
    steps: the name of step in earlier versions

    A difference is in the result. Raises masu.Error for what cannot be compared.
    """

def report(path: Dataset | _Path, out: _Path | None = ..., *, check: bool = ..., manifest: str | None = ...,
           overwrite: bool = ..., memory: int | str | None = ..., threads: int | None = ...,
           progress: _Progress = ...) -> str:
    """Writes a report of a dataset or a training run as one HTML file, as `masu report`. Returns its path.

    path: a masu.Dataset, its file, or the folder of a training run or of one of its models
    out: the file to write; by default census.report.html beside census.h5, or report.html in the folder of the run
    check: run the checks of a dataset and report what they find; manifest: the only one to report, and to check
    memory, threads: budgets, e.g. "1G" and 4
    """

def cluster_script(engine: str, command: Iterable[str | os.PathLike[str]], *, workers: int | None = ...,
                   threads: int | None = ..., memory: int | str | None = ..., gpus_per_task: int | None = ...,
                   time: str | None = ..., partition: str | None = ..., out: _Path | None = ...,
                   overwrite: bool = ...) -> str:
    """Makes the script with which several workers share an import, an export, a conversion or a training run, as `masu
    cluster`.

    engine: what starts the workers: "slurm-array", "slurm", "mpirun", "torchrun" or "parallel"
    command: the words that they share, as on a command line, e.g. ["train", "a.h5", "--model", "mlp", "--out", "run"]
    workers: how many there are, by default 4; threads, memory: of each of them, e.g. 8 and "8G", by default 4 and "4G"
    gpus_per_task: 1 for a CUDA card for each worker that trains; time: "HH:MM:SS"; partition: its name; all of Slurm
    out: a file to write the script to as well; overwrite: replace the file

    Raises masu.Error for a command that is wrong, or that such workers cannot share.
    """

class _Shown:
    def _repr_html_(self) -> str: ...

@dataclass(frozen=True, repr=False)
class Split(_Shown):
    """How many samples a manifest has in each split."""
    name: str
    train: int
    validation: int
    test: int
    unused: int
    folds: list[Split] = ...
    """One for each of folds=K; empty otherwise."""
    residual: float = ...
    """Largest deviation of a split from its ratio, as a share."""
    notes: list[str] = ...

@dataclass(frozen=True, repr=False)
class Manifest(_Shown):
    """A named split as it is stored: `hash` says which division it is, `origin` how it was drawn."""
    name: str
    frozen: bool
    hash: str
    train: int
    validation: int
    test: int
    unused: int
    origin: Any

@dataclass(frozen=True, repr=False)
class Move(_Shown):
    """Samples that one manifest has in a split and another in a different one; `classes` counts them by class."""
    from_: str
    to: str
    samples: int
    classes: dict[str, int]

@dataclass(frozen=True, repr=False)
class Diff(_Shown):
    """Where two manifests differ."""
    from_: str
    to: str
    moved: int
    moves: list[Move]

@dataclass(frozen=True, repr=False)
class Check(_Shown):
    """What one check of a split found. `fix` says what to do; ds.remedy() does it where there is a remedy."""
    name: str
    passed: bool
    severity: str
    """"warning" or "serious"."""
    detail: str
    fix: str | None = ...
    remedy: str | None = ...
    set_aside: int = ...
    """Samples that the remedy would leave unused."""
    compared: bool = ...
    """False: there was nothing to compare, as with a single split or class."""
    def result(self) -> str:
        """"passed", "not compared", "warning" or "serious"."""

@dataclass(frozen=True, repr=False)
class Checks(_Shown):
    """What the checks of a split found; `passed` where all passed."""
    manifest: str
    passed: bool
    checks: list[Check]
    def __iter__(self) -> Iterator[Check]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, which: str | int) -> Check:
        """A check by its name, e.g. "duplicates", or by its place."""

@dataclass(frozen=True, repr=False)
class Remedy(_Shown):
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

@dataclass(frozen=True, repr=False)
class LedgerItem(_Shown):
    """One thing that takes memory or disk. `model` is empty for what all models share."""
    name: str
    model: str
    where: str
    """"host", "device" or "disk"."""
    bytes: int

@dataclass(frozen=True, repr=False)
class Ledger(_Shown):
    """What a run would take, item by item. Bytes and seconds; None is what is not known."""
    memory_bytes: int
    device_memory_bytes: int
    disk_bytes: int
    fits: bool
    max_batch: int
    """0 where that is not known."""
    max_models: int
    seconds_per_epoch: float | None
    cost: float | None
    """US dollars per epoch, for an instance that has a price."""
    device: str
    compute: str
    batch: int
    """Samples of a batch: as asked for, else the one that `masu train` chooses."""
    most_epochs: int | None
    """Of a run that chooses batch and epochs itself; it may stop before. None where a batch was asked for."""
    export_bytes: int
    """Of the dataset as npy."""
    calibration: str | None
    """File of the corrections that were measured on this machine."""
    items: list[LedgerItem]
    models: list[dict[str, Any]]
    """Keys: model, parameters, flops_per_sample, step_seconds, confinement."""
    stored_as: list[dict[str, Any]]
    """Keys: dtype, bytes, fits_memory."""
    device_flops: dict[str, float] | None = ...
    """Of a card, by the type in which it computes."""
    measured: dict[str, Any] | None = ...
    """Estimated and measured, by item."""
    transfer_seconds: float | None = ...
    """Over the link given by `link`."""

@dataclass(frozen=True, repr=False)
class Export(_Shown):
    """Shards of an export; `shards` has a dict for each: path, split, samples, bytes, files."""
    out: str
    shards: list[dict[str, Any]]
    samples: int
    bytes: int
    free_bytes: int
    lacks_room: bool
    notes: list[str]
    dry_run: bool = ...
    """Nothing was written."""
    part: dict[str, Any] | None = ...
    """With part="I/N": number, parts, complete_before, the numbers of the parts that are missing, and what the whole
    export is: waiting, finishing or complete. `shards` are those of the part."""

@dataclass(frozen=True, repr=False)
class Import(_Shown):
    """What an import wrote and what it rejected. `dataset` opens the result."""
    path: str
    samples: int
    records: int
    rejected: int
    dropped: int
    filtered: int
    rejects: str | None
    """File of the rejected records."""
    continued_from: int
    seconds: float
    sync_seconds: float
    bytes_read: int
    bytes_written: int
    peak_memory_bytes: int
    columns: list[dict[str, Any]]
    """Keys: name, stored, max_error and loss."""
    notes: list[str]
    target: str | None = ...
    header: dict[str, Any] | None = ...
    """Of a table: first_record, confidence, and reason where it was guessed."""
    label_guess: dict[str, Any] | None = ...
    frames: dict[str, Any] | None = ...
    """Of recordings: in_segments, padded_windows, padding, dropped, skipped, unlabelled."""
    repairs: list[dict[str, Any]] = ...
    """Keys: column, reason, records, examples."""
    part: dict[str, Any] | None = ...
    """With part="I/N": number, parts, ranges, how many of them this worker parsed, whether it joined all, and what the
    whole import is: finishing or complete. The other fields are of the import where this worker joined it."""
    @property
    def dataset(self) -> Dataset:
        """The dataset, opened."""

@dataclass(frozen=True, repr=False)
class Inspection(_Shown):
    """What an import would store. Fields that only tables, or only recordings, have are None for the others."""
    samples: int
    classes: list[str]
    columns: list[dict[str, Any]] = ...
    """Keys: name, role, type, stored, min, max, missing, distinct, losses."""
    sources: list[dict[str, Any]] = ...
    dtype: str | None = ...
    forecast: dict[str, Any] | None = ...
    """Keys: bytes, scratch_bytes, seconds, peak_memory_bytes, fits_disk."""
    surveyed: dict[str, Any] | None = ...
    """Keys: records, bytes, all."""
    target: str | None = ...
    """classes, values or none."""
    label_guess: dict[str, Any] | None = ...
    dialect: dict[str, Any] | None = ...
    sample_shape: list[int] | None = ...
    window: int | None = ...
    hop: int | None = ...
    rate: float | None = ...
    frames: dict[str, Any] | None = ...
    """Keys: in_segments, padded_windows, padding, dropped, skipped, unlabelled."""
    recordings: list[dict[str, Any]] | None = ...
    export: str | None = ...
    """Format, where the source is an export of Masu."""
    manifest: str | None = ...
    objects: list[dict[str, Any]] | None = ...
    reasons: list[str] = ...
    notes: list[str] = ...

@dataclass(frozen=True, repr=False)
class Predictions(_Shown):
    """Predictions: in `values`, or in the file `path` where one was named. Figures of models are None where the truth is
    not known.

    Values are by the names of the columns that the file would have: arrays of numbers, NaN where there is none, and
    lists of str.
    """
    records: int
    samples: int
    models: list[dict[str, Any]]
    """Keys: model, and figures by name."""
    notes: list[str]
    target: str
    """"classes" or "values"."""
    path: str | None = ...
    values: dict[str, Any] | None = ...
    recordings: int | None = ...
    recordings_path: str | None = ...
    recording_values: dict[str, Any] | None = ...

@dataclass(frozen=True, repr=False)
class Seen(_Shown):
    """In which steps a run learned from samples; epochs and steps count from 1."""
    dataset: str
    """Its UUID."""
    manifest: str
    epochs: int
    steps_per_epoch: int
    steps_done: int
    """Over all epochs, by the model that took most."""
    ended: bool
    """False: more steps may have been taken, or may follow."""
    models: list[dict[str, Any]]
    """Keys: model, learning_rate, steps_done."""
    samples: list[dict[str, Any]]
    """Keys: sample, source, position, split, weightless, and uses: dicts of epoch and step."""

@dataclass(frozen=True, repr=False)
class Suspects(_Shown):
    """Samples whose label is probably wrong, the most suspicious first, as many as `limit` says."""
    samples: int
    """Of the dataset."""
    predicted: int
    """Those with a label and an out-of-sample prediction."""
    suspects_found: int
    noise: float
    """The estimated share of wrong labels."""
    classes: list[dict[str, Any]]
    """Keys: class, samples, threshold."""
    pairs: list[dict[str, Any]]
    """Keys: label, proposed, suspects, estimated. The pair with most samples first."""
    suspects: list[dict[str, Any]]
    """Keys: sample, source, position, label, proposed, confidence, margin."""
    without_prediction: dict[str, Any]
    """Keys: samples, and first: dicts of sample, source and position."""
    without_label: int
    out: str | None = ...
    runs: str | None = ...
    """The folder where the runs were kept."""
    notes: list[str] = ...

@dataclass(frozen=True, repr=False)
class ReceiptCheck(_Shown):
    """Whether a run or an export is as its receipt says."""
    equal: bool
    steps: list[int]
    """That were asked for, or drawn."""
    steps_compared: int
    weights_compared: int
    files_compared: int
    """Of an export: those that its receipt counts. Of a run: its checkpoints."""
    difference: dict[str, Any] | None = ...
    """The first. Keys: what, model, epoch, step, expected, found, message."""
    notes: list[str] = ...
