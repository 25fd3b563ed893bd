#pragma once

#include "core/shards/array_field.h"
#include "core/shards/record_format.h"

namespace masu::shards {

/// MosaicML's MDS, version 2: `SPLIT/NAME-SPLIT-000000.mds` and `SPLIT/index.json`, which StreamingDataset opens as
/// `local=OUT, split=SPLIT`. Columns are the arrays of a sample (one value: a scalar) and its texts.
/// Source: mosaicml/streaming, streaming/base/format/mds/{writer,reader,encodings}.py.
Result<std::unique_ptr<ShardFormat>> makeMdsFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name);

}  // namespace masu::shards
