// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/shards/content/array_field.h"
#include "core/shards/content/export_split.h"
#include "core/shards/formats/shard_format.h"
#include "core/shards/plan/shard_plan.h"

namespace masu::shards {

/// An export that is decided on, down to the samples of every shard. Lifetime: borrows the dataset; shards point into
/// it, which therefore stays where it is.
struct ExportPlan {
  ShardOptions options;
  Format format = Format::csv;  ///< of the shards; of a bundle, what is inside
  ExportSplits exportSplits;
  Encoding encoding;
  std::unique_ptr<ShardFormat> writer;
  SampleSizes sizes;
  std::vector<Shard> shards;
  std::vector<ShardInfo> planned;  ///< beside `shards`, with sizes estimated ahead

  std::uint64_t samples() const;
  /// Whether a bundle of it has lists of its splits: not without splits, nor where samples do not know their source.
  bool listsSplits(const store::Dataset& dataset) const;
  /// Equal for exports of the same bytes.
  std::string key(const store::Dataset& dataset) const;
};

/// Errors: as for writeShards, but for what only shows while writing.
Result<std::unique_ptr<ExportPlan>> planExport(const store::Dataset& dataset, const ShardOptions& options,
                                               const Resources& resources, const std::stop_token& stop);

/// What features look like: filled with the train split's means where the dataset asks for it, which takes a pass over
/// that split.
Result<Encoding> encodingFor(const store::Dataset& dataset, const ShardOptions& options,
                             const ExportSplits& exportSplits, const Resources& resources);

/// What an export writes otherwise than a person may think: numbers of a format that knows only narrower ones, times as
/// seconds. Errors: a type of features was asked for that the format does not have.
Result<std::vector<Message>> exportNotes(const store::Dataset& dataset, const ShardOptions& options);

}  // namespace masu::shards
