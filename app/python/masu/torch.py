# SPDX-License-Identifier: GPL-3.0-or-later
"""A masu.Loader as PyTorch's DataLoader takes it."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

import torch.utils.data

from . import Batch, Error, Loader, State


class IterableDataset(torch.utils.data.IterableDataset[Any]):
    """Batches of a loader, for torch.utils.data.DataLoader(dataset, batch_size=None, num_workers=0).

    A batch is a masu.Batch, or with `fields`, such as ("features", "labels"), a tuple of these tensors, which pin_memory
    and Lightning know how to move. The position is the loader's: state_dict() and load_state_dict() pass it on.

    Raises masu.Error where the loader's output is not "torch", and in workers: the loader reads ahead on threads.
    """

    def __init__(self, loader: Loader, fields: Sequence[str] | None = None) -> None:
        super().__init__()
        if not isinstance(loader, Loader):
            raise TypeError(f"masu.torch.IterableDataset takes a masu.Loader, not {loader!r}")
        if loader.output != "torch":
            raise Error(f"masu.torch hands out tensors, and this loader's output is \"{loader.output}\": make it with "
                        "output=\"torch\".")
        known = ("features", "labels", "categories", "weights", "shares", "indices")
        names = None if fields is None else tuple(fields)
        if isinstance(fields, str) or names == () or not all(name in known for name in names or ()):
            raise Error(f"fields is a list of names among {', '.join(known)}, not {fields!r}.")
        self.loader = loader
        self.fields = names

    def __iter__(self) -> Iterator[Any]:
        batches = iter(self.loader)
        if self.fields is None:
            return batches
        fields = self.fields
        return (tuple(_tensor(batch, field) for field in fields) for batch in batches)

    def __len__(self) -> int:
        """Batches of an epoch."""
        return len(self.loader)

    def set_epoch(self, epoch: int) -> None:
        """The next pass is this epoch, counted from 0."""
        self.loader.set_epoch(epoch)

    def state_dict(self) -> State:
        """The position after the last batch handed out."""
        return self.loader.state_dict()

    def load_state_dict(self, state: State) -> None:
        """Continues where state_dict() was taken."""
        self.loader.load_state_dict(state)


def _tensor(batch: Batch, field: str) -> Any:
    tensor = getattr(batch, field)
    if tensor is None:
        raise Error(f"Batches of this loader have no {field}: leave them out of fields.")
    return tensor
