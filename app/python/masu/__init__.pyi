# SPDX-License-Identifier: GPL-3.0-or-later
import os
from typing import Any, Iterator, Literal, NamedTuple, TypedDict

from . import keras as keras, torch as torch

__version__: str

class Error(Exception):
    """What Masu cannot do, in one sentence. `code` says what kind it is."""
    code: str

class DataError(Error):
    """A dataset that is missing, damaged or not as it should be."""

class StateError(Error):
    """A state that belongs to another loader."""

class Column(NamedTuple):
    name: str
    role: str
    kind: str
    dtype: str
    categories: list[str]
    unit: str

class Array:
    """Values that are shared without a copy, through DLPack or the buffer protocol."""
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def format(self) -> str: ...
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
        """Of narrow features, one a channel: value = stored × scale + offset."""
    @property
    def offset(self) -> Any: ...
    @property
    def missing(self) -> int | None:
        """The stored code of a missing value; None where there is none."""
    @property
    def fill(self) -> Any:
        """What stands for a missing value, one a channel."""
    @property
    def epoch(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def padding(self) -> int:
        """Samples at the end that count for nothing."""
    def __len__(self) -> int: ...

class Dataset:
    """A finished dataset, open for reading."""
    def __init__(self, path: str) -> None: ...
    @property
    def path(self) -> str: ...
    @property
    def uuid(self) -> str: ...
    @property
    def shape(self) -> tuple[int, ...]:
        """Of a sample's features: [F], [C, T] or [C, H, W]."""
    @property
    def classes(self) -> list[str]: ...
    @property
    def kind(self) -> str: ...
    @property
    def columns(self) -> list[Column]: ...
    @property
    def manifests(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, which: int | slice) -> dict[str, Any]: ...

def open(path: str | os.PathLike[str]) -> Dataset:
    """Opens a dataset. Raises masu.DataError where it is missing, damaged or of another program."""

class State(TypedDict):
    masu: str

class Loader:
    """Shuffled batches of a split, epoch after epoch, in the order that `masu stream` has with the same options.

    split: "train", "validation", "test", or "all" for every sample
    batch: samples of a batch, of all ranks together
    shuffle: "none", "blocks", "exact", "queue" or "balanced"
    last: "keep" a short last batch, "drop" it, or "pad" it with samples of weight 0
    rank, world_size: by default those of RANK/WORLD_SIZE, SLURM_PROCID/SLURM_NTASKS or OMPI_COMM_WORLD_RANK/_SIZE
    output: "torch", "numpy", "memoryview", or "dlpack" for masu.Array
    narrow: features in their stored type, with Batch.scale and Batch.offset
    normalise: by mean and deviation of the train split
    memory: "1G"; by default half of what is free
    """
    dataset: Dataset
    rank: int
    world_size: int
    output: str
    def __init__(self, dataset: Dataset | str | os.PathLike[str],
                 split: Literal["train", "validation", "test", "all"] | None = ..., *, manifest: str = ...,
                 batch: int = ..., shuffle: Literal["none", "blocks", "exact", "queue", "balanced"] = ...,
                 seed: int = ..., last: Literal["keep", "drop", "pad"] = ..., rank: int | None = ...,
                 world_size: int | None = ..., output: Literal["torch", "numpy", "memoryview", "dlpack"] = ...,
                 narrow: bool = ..., normalise: bool = ..., augment: str | None = ..., one_hot: bool = ...,
                 blocks: int | None = ..., capacity: int | None = ..., min_left: int | None = ..., threads: int = ...,
                 memory: str | int | None = ..., pin: bool = ...) -> None: ...
    def __iter__(self) -> Iterator[Batch]: ...
    def __len__(self) -> int: ...
    @property
    def epoch(self) -> int:
        """The epoch that the next pass begins, or after load_state_dict() continues, counted from 0."""
    def state_dict(self) -> State: ...
    def load_state_dict(self, state: State) -> None: ...
    def set_epoch(self, epoch: int) -> None: ...
    def report(self) -> dict[str, Any]: ...
    def close(self) -> None: ...
    def __enter__(self) -> Loader: ...
    def __exit__(self, *_: object) -> None: ...
