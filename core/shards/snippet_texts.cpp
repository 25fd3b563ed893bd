#include "core/shards/snippet_texts.h"

namespace masu::shards::texts {

const std::string_view kCsv = R"PY(import glob
import numpy as np
import pandas as pd

paths = sorted(glob.glob(<csv>))


def read(path):
    x = pd.read_csv(path)
    y = x.pop(<label>).to_numpy("<type>")
    return x<numbers>.to_numpy("float32"), y
)PY";

const std::string_view kCsvWords = R"PY(import glob
import json
import numpy as np
import pandas as pd

paths = sorted(glob.glob(<csv>))
classes = json.load(open(<index>, encoding="utf-8"))["classes"]


def read(path):
    x = pd.read_csv(path, dtype={<label>: str}, keep_default_na=False, na_values=[""])
    y = x.pop(<label>).fillna("").map(classes.index).to_numpy("int64")
    return x<numbers>.to_numpy("float32"), y
)PY";

const std::string_view kCsvAlone = R"PY(import glob
import numpy as np
import pandas as pd

paths = sorted(glob.glob(<csv>))


def read(path):
    return pd.read_csv(path)<numbers>.to_numpy("float32")
)PY";

const std::string_view kNpy = R"PY(import glob
import numpy as np

paths = sorted(glob.glob(<npy>))


def read(path):
    x = np.load(path, mmap_mode="r")
    return x, np.load(path.replace(".<x>.npy", ".<y>.npy"))
)PY";

const std::string_view kNpyAlone = R"PY(import glob
import numpy as np

paths = sorted(glob.glob(<npy>))


def read(path):
    return np.load(path, mmap_mode="r")
)PY";

const std::string_view kNpz = R"PY(import glob
import numpy as np

paths = sorted(glob.glob(<npz>))


def read(path):
    with np.load(path) as shard:
        return shard["<x>"], shard["<y>"]
)PY";

const std::string_view kNpzAlone = R"PY(import glob
import numpy as np

paths = sorted(glob.glob(<npz>))


def read(path):
    with np.load(path) as shard:
        return shard["<x>"]
)PY";

const std::string_view kHdf5 = R"PY(import glob
import h5py
import numpy as np

paths = sorted(glob.glob(<h5>))


def read(path):
    with h5py.File(path, "r") as shard:
        x = shard["<x>"][:]
        if "<x>_scale" in shard:  # stored as narrow codes
            axes = (1, -1) + (1,) * (x.ndim - 2)
            scale, offset = shard["<x>_scale"][:], shard["<x>_offset"][:]
            missing = x == np.iinfo(x.dtype).min
            x = np.float32(x * scale.reshape(axes) + offset.reshape(axes))
            x[missing] = np.nan
        return x, shard["<y>"][:]
)PY";

const std::string_view kHdf5Alone = R"PY(import glob
import h5py
import numpy as np

paths = sorted(glob.glob(<h5>))


def read(path):
    with h5py.File(path, "r") as shard:
        x = shard["<x>"][:]
        if "<x>_scale" in shard:  # stored as narrow codes
            axes = (1, -1) + (1,) * (x.ndim - 2)
            scale, offset = shard["<x>_scale"][:], shard["<x>_offset"][:]
            missing = x == np.iinfo(x.dtype).min
            x = np.float32(x * scale.reshape(axes) + offset.reshape(axes))
            x[missing] = np.nan
        return x
)PY";

const std::string_view kSafetensors = R"PY(import glob
import numpy as np
from safetensors.numpy import load_file

paths = sorted(glob.glob(<safetensors>))


def read(path):
    shard = load_file(path)
    return shard["<x>"], shard["<y>"]
)PY";

const std::string_view kSafetensorsAlone = R"PY(import glob
import numpy as np
from safetensors.numpy import load_file

paths = sorted(glob.glob(<safetensors>))


def read(path):
    return load_file(path)["<x>"]
)PY";

const std::string_view kShards = R"PY(

data = (read(path) for path in paths)
for x, y in data:
    print(x.shape, y.shape)
)PY";

const std::string_view kShardsAlone = R"PY(

data = (read(path) for path in paths)
for x in data:
    print(x.shape)
)PY";

const std::string_view kTorch = R"PY(

import torch


class Shards(torch.utils.data.IterableDataset):
    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        mine = paths if worker is None else paths[worker.id::worker.num_workers]
        for path in mine:
            x, y = read(path)
            yield from zip(torch.from_numpy(np.array(x, "float32")), torch.from_numpy(np.array(y, "<type>")))


data = torch.utils.data.DataLoader(Shards(), batch_size=64)
for x, y in data:
    print(x.shape, y.shape)
    break
)PY";

const std::string_view kTorchAlone = R"PY(

import torch


class Shards(torch.utils.data.IterableDataset):
    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        mine = paths if worker is None else paths[worker.id::worker.num_workers]
        for path in mine:
            yield from torch.from_numpy(np.array(read(path), "float32"))


data = torch.utils.data.DataLoader(Shards(), batch_size=64)
for x in data:
    print(x.shape)
    break
)PY";

const std::string_view kKeras = R"PY(

from tensorflow import keras


class Shards(keras.utils.Sequence):
    """A shard is a batch: choose small ones. model.fit(data) shuffles their order."""

    def __len__(self):
        return len(paths)

    def __getitem__(self, number):
        return read(paths[number])


data = Shards()
)PY";

const std::string_view kTfData = R"PY(import tensorflow as tf

wanted = {
    "<x>": tf.io.FixedLenFeature([<shape>], tf.<kind>),
    "<y>": tf.io.FixedLenFeature([<targets>], tf.<labelkind>),
}


def parse(record):
    one = tf.io.parse_single_example(record, wanted)
    return one["<x>"], one["<y>"]


files = tf.data.Dataset.list_files(<tfrecord>)
data = files.interleave(tf.data.TFRecordDataset, num_parallel_calls=tf.data.AUTOTUNE)
data = data.shuffle(10_000).map(parse, tf.data.AUTOTUNE).batch(64).prefetch(tf.data.AUTOTUNE)
for x, y in data.take(1):
    print(x.shape, y.shape)
)PY";

const std::string_view kTfDataAlone = R"PY(import tensorflow as tf

wanted = {"<x>": tf.io.FixedLenFeature([<shape>], tf.<kind>)}


def parse(record):
    return tf.io.parse_single_example(record, wanted)["<x>"]


files = tf.data.Dataset.list_files(<tfrecord>)
data = files.interleave(tf.data.TFRecordDataset, num_parallel_calls=tf.data.AUTOTUNE)
data = data.shuffle(10_000).map(parse, tf.data.AUTOTUNE).batch(64).prefetch(tf.data.AUTOTUNE)
for x in data.take(1):
    print(x.shape)
)PY";

const std::string_view kWebDataset = R"PY(import glob
import webdataset as wds

paths = sorted(glob.glob(<tar>))
data = wds.WebDataset(paths, shardshuffle=len(paths)).shuffle(1000).decode()
data = data.to_tuple("<member>", "<target>").batched(64)
for x, y in data:
    print(len(x), len(y))
    break
)PY";

const std::string_view kWebDatasetAlone = R"PY(import glob
import webdataset as wds

paths = sorted(glob.glob(<tar>))
data = wds.WebDataset(paths, shardshuffle=len(paths)).shuffle(1000).decode()
data = data.to_tuple("<member>").batched(64)
for (x,) in data:
    print(len(x))
    break
)PY";

const std::string_view kMosaic = R"PY(from streaming import StreamingDataset
from torch.utils.data import DataLoader

shards = StreamingDataset(local=<folder>, split=<split>, shuffle=True, batch_size=64)
data = DataLoader(shards, batch_size=64)
for batch in data:
    x, y = batch["<x>"], batch["<y>"]
    print(x.shape, y.shape)
    break
)PY";

const std::string_view kMosaicAlone = R"PY(from streaming import StreamingDataset
from torch.utils.data import DataLoader

shards = StreamingDataset(local=<folder>, split=<split>, shuffle=True, batch_size=64)
data = DataLoader(shards, batch_size=64)
for batch in data:
    x = batch["<x>"]
    print(x.shape)
    break
)PY";

}  // namespace masu::shards::texts
