#pragma once

#include "core/shards/array_field.h"
#include "core/shards/shard_format.h"

namespace masu::shards {

/// `NAME-SPLIT-000000.h5`: a plain dataset file of Masu (core/store/FORMAT.md) of those samples alone, in the stored
/// types (affine ones with their scale and offset) or, `encoded`, with /features as floats. Any HDF5 tool reads it,
/// those without the HDF5 library among them, and so does Masu.
Result<std::unique_ptr<ShardFormat>> makeHdf5Format(const store::Dataset& dataset, const Encoding& encoding,
                                                    std::string name);

}  // namespace masu::shards
