#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/shards/shard_options.h"
#include "core/store/dataset.h"

namespace masu::shards {

/// What an export writes otherwise than a person may think: numbers of a format that knows only narrower ones, times as
/// seconds. Errors: a type of features was asked for that the format does not have.
Result<std::vector<Message>> exportNotes(const store::Dataset& dataset, const ShardOptions& options);

}  // namespace masu::shards
