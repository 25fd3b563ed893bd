#pragma once

#include "core/shards/array_field.h"
#include "core/shards/record_format.h"
#include "core/shards/sample_block.h"

namespace masu::shards {

/// WebDataset: `NAME-SPLIT-000000.tar`, a POSIX archive in which the members of a sample follow one another:
/// KEY.npy (the features), KEY.categories.npy, KEY.labels.npy (values to predict), KEY.cls (the class code) and
/// KEY.json (words, and what was kept). KEY is the sample's number in the dataset. Source: webdataset,
/// src/webdataset/tariterators.py; POSIX.1-1988 for the archive.
Result<std::unique_ptr<ShardFormat>> makeTarFormat(const store::Dataset& dataset, const Encoding& encoding,
                                                   std::string name);

}  // namespace masu::shards
