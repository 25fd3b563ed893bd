// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/snippet_texts.h"

namespace masu::shards::texts {

const std::string_view kColumns = R"PY(import glob
import json
import numpy as np
<imports>
index = json.load(open(<index>, encoding="utf-8"))
columns = index["columns"]
)PY";

const std::string_view kScaled = R"PY(numbers = [column for column in columns if column["role"] == "feature"]
mean = np.float64([column.get("train", {}).get("mean") or 0 for column in numbers])
deviation = np.float64([column.get("train", {}).get("std") or 1 for column in numbers])


def scaled(x):
    """Mean 0 and deviation 1 over the train split. A missing value becomes 0, which is the mean."""
    axes = (1, -1) + (1,) * (x.ndim - 2)
    x = (x - mean.reshape(axes)) / deviation.reshape(axes)
    return np.nan_to_num(x, nan=0, posinf=0, neginf=0).astype("float32")
)PY";

const std::string_view kOneHot = R"PY(words = [column for column in columns if column["role"] == "category"]


def one_hot(codes):
    """A place for each word, after one for a missing word. Words beyond 255 share the last."""
    widths = [min(len(column["categories"]), 255) + 1 for column in words]
    places = [np.minimum(codes[:, [i]], width - 1) == np.arange(width) for i, width in enumerate(widths)]
    return np.concatenate(places, axis=1).astype("float32")
)PY";

const std::string_view kCsvPaths = R"PY(paths = sorted(glob.glob(<csv>))
)PY";

const std::string_view kNpy = R"PY(paths = sorted(glob.glob(<npy>))


def load(path, name):
    return np.load(path.replace(".<x>.npy", f".{name}.npy"), mmap_mode="r")
)PY";

const std::string_view kNpz = R"PY(paths = sorted(glob.glob(<npz>))


def load(path, name):
    with np.load(path) as shard:
        return shard[name]
)PY";

const std::string_view kHdf5 = R"PY(paths = sorted(glob.glob(<h5>))


def load(path, name):
    with h5py.File(path, "r") as shard:
        x = shard[name][:]
        if name + "_scale" in shard:  # stored as narrow codes
            axes = (1, -1) + (1,) * (x.ndim - 2)
            scale, offset = shard[name + "_scale"][:], shard[name + "_offset"][:]
            missing = x == np.iinfo(x.dtype).min
            x = x * scale.reshape(axes) + offset.reshape(axes)
            x[missing] = np.nan
        return x
)PY";

const std::string_view kSafetensors = R"PY(paths = sorted(glob.glob(<safetensors>))


def load(path, name):
    return load_file(path)[name]
)PY";

const std::string_view kRead = R"PY(

def read(path):
    x = <arrays>
    return <both>
)PY";

const std::string_view kReadCsv = R"PY(

def read(path):
    table = pd.read_csv(path<texts>, keep_default_na=False, na_values=[""], low_memory=False)
<cells>    x = <arrays>
    return <both>
)PY";

const std::string_view kShards = R"PY(

data = (read(path) for path in np.random.permutation(paths))
for x, y in data:
    print(x.shape, y.shape)
)PY";

const std::string_view kShardsAlone = R"PY(

data = (read(path) for path in np.random.permutation(paths))
for x in data:
    print(x.shape)
)PY";

const std::string_view kTorch = R"PY(

class Shards(torch.utils.data.IterableDataset):
    """Shards in random order, and the samples of each in random order."""

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        mine = paths if worker is None else paths[worker.id::worker.num_workers]
        for number in torch.randperm(len(mine)):
            x, y = (torch.from_numpy(np.array(array)) for array in read(mine[number]))
            for sample in torch.randperm(len(x)):
                yield x[sample], y[sample]


data = torch.utils.data.DataLoader(Shards(), batch_size=64)
for x, y in data:
    print(x.shape, y.shape)
    break
)PY";

const std::string_view kTorchAlone = R"PY(

class Shards(torch.utils.data.IterableDataset):
    """Shards in random order, and the samples of each in random order."""

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        mine = paths if worker is None else paths[worker.id::worker.num_workers]
        for number in torch.randperm(len(mine)):
            x = torch.from_numpy(np.array(read(mine[number])))
            yield from x[torch.randperm(len(x))]


data = torch.utils.data.DataLoader(Shards(), batch_size=64)
for x in data:
    print(x.shape)
    break
)PY";

const std::string_view kKeras = R"PY(

class Shards(keras.utils.Sequence):
    """A shard is a batch: choose small ones. model.fit(data) shuffles their order."""

    def __len__(self):
        return len(paths)

    def __getitem__(self, number):
        return read(paths[number])


data = Shards()
)PY";

const std::string_view kTfData = R"PY(
wanted = {
<wanted>    "<y>": tf.io.FixedLenFeature([<targets>], tf.<labelstored>),
}


def prepared(*arrays):
    return <arrays>


def parse(records):
    batch = tf.io.parse_example(records, wanted)
    x = tf.numpy_function(prepared, [<inputs>], tf.float32)
    return tf.ensure_shape(x, [None, <outputs>]), <answer>


files = tf.data.Dataset.list_files(<tfrecord>)
data = files.interleave(tf.data.TFRecordDataset, num_parallel_calls=tf.data.AUTOTUNE)
data = data.shuffle(10_000).batch(64).map(parse, tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)
for x, y in data.take(1):
    print(x.shape, y.shape)
)PY";

const std::string_view kTfDataAlone = R"PY(
wanted = {
<wanted>}


def prepared(*arrays):
    return <arrays>


def parse(records):
    batch = tf.io.parse_example(records, wanted)
    x = tf.numpy_function(prepared, [<inputs>], tf.float32)
    return tf.ensure_shape(x, [None, <outputs>])


files = tf.data.Dataset.list_files(<tfrecord>)
data = files.interleave(tf.data.TFRecordDataset, num_parallel_calls=tf.data.AUTOTUNE)
data = data.shuffle(10_000).batch(64).map(parse, tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)
for x in data.take(1):
    print(x.shape)
)PY";

const std::string_view kWebDataset = R"PY(paths = sorted(glob.glob(<tar>))


def prepared(batch):
    *arrays, y = (np.array(part) for part in batch)
    return <arrays>, y


data = wds.WebDataset(paths, shardshuffle=len(paths)).shuffle(1000).decode()
data = data.to_tuple(<members>, "<target>").batched(64).map(prepared)
for x, y in data:
    print(x.shape, y.shape)
    break
)PY";

const std::string_view kWebDatasetAlone = R"PY(paths = sorted(glob.glob(<tar>))


def prepared(batch):
    arrays = [np.array(part) for part in batch]
    return (<arrays>,)


data = wds.WebDataset(paths, shardshuffle=len(paths)).shuffle(1000).decode()
data = data.to_tuple(<members>).batched(64).map(prepared)
for (x,) in data:
    print(x.shape)
    break
)PY";

const std::string_view kMosaic = R"PY(
def prepared(batch):
    return <arrays>


shards = StreamingDataset(local=<folder>, split=<split>, shuffle=True, batch_size=64)
data = DataLoader(shards, batch_size=64)
for batch in data:
    x, y = prepared({name: array.numpy() for name, array in batch.items() if name in <names>}), batch["<y>"]
    print(x.shape, y.shape)
    break
)PY";

const std::string_view kMosaicAlone = R"PY(
def prepared(batch):
    return <arrays>


shards = StreamingDataset(local=<folder>, split=<split>, shuffle=True, batch_size=64)
data = DataLoader(shards, batch_size=64)
for batch in data:
    x = prepared({name: array.numpy() for name, array in batch.items() if name in <names>})
    print(x.shape)
    break
)PY";

}  // namespace masu::shards::texts
