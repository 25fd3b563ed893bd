#pragma once

#include "core/shards/array_field.h"
#include "core/shards/shard_format.h"

namespace masu::shards {

/// What a text is taken to have in memory: its length is not known before it is read.
inline constexpr std::uint64_t kTextBytes = 256;
/// What a sample takes in memory while the lengths of its texts are read: its number and a length.
inline constexpr std::uint64_t kLengthBytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);

/// Bytes of the texts of a shard, column by column. Errors: of reading; cancelled.
Result<std::vector<std::uint64_t>> textBytesOf(const std::vector<TextField>& texts, const Shard& shard,
                                               const ShardRoom& room, const JobContext& job);

}  // namespace masu::shards
