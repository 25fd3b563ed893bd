# SPDX-License-Identifier: GPL-3.0-or-later
"""torch_ddp.py WAVES.npz BATCH EPOCHS: samples/s of DistributedDataParallel over Gloo, as rank 0 prints them.

One of WORLD_SIZE processes, as torchrun starts them: RANK, MASTER_ADDR and MASTER_PORT are set. Trains Masu's cnn1d,
written in PyTorch, on nine tenths of the waves, which are in memory, and looks at the rest after every epoch; the
epochs after the first count. Every process takes its share of each batch.
"""
import os
import sys
import time

import numpy
import torch

WAVES, BATCH, EPOCHS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


class Network(torch.nn.Module):
    def __init__(self, channels, classes):
        super().__init__()
        layers, width = [], channels
        for wider in (32, 64, 128, 128):
            layers += [torch.nn.Conv1d(width, wider, 7, padding=3), torch.nn.BatchNorm1d(wider), torch.nn.ReLU()]
            layers += [torch.nn.MaxPool1d(2)] if width != channels else []
            width = wider
        self.waves = torch.nn.Sequential(*layers)
        self.head = torch.nn.Sequential(torch.nn.Dropout(0.3), torch.nn.Linear(2 * width, classes))

    def forward(self, x):
        x = self.waves(x)
        return self.head(torch.cat([x.mean(2), x.amax(2)], 1))


def main():
    rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo")
    with numpy.load(WAVES) as waves:
        x, y = torch.from_numpy(waves["x"]), torch.from_numpy(waves["y"].astype("i8"))
    held_out = len(y) // 10
    model = torch.nn.parallel.DistributedDataParallel(Network(x.shape[1], int(y.max()) + 1))
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    measured = 0.0
    for epoch in range(EPOCHS):
        start = time.perf_counter()
        order = held_out + torch.randperm(len(y) - held_out, generator=torch.Generator().manual_seed(epoch))
        model.train()
        # A batch that not every process has a share of would leave the others waiting.
        for first in range(0, len(order) - world + 1, BATCH):
            rows = order[first:first + BATCH][rank::world]
            loss = torch.nn.functional.cross_entropy(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for first in range(rank * BATCH, held_out, world * BATCH):
                model.module(x[first:min(first + BATCH, held_out)])
        torch.distributed.barrier()
        measured += time.perf_counter() - start if epoch > 0 else 0.0
    if rank == 0:
        print((EPOCHS - 1) * (len(y) - held_out) / measured)


main()
