// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <utility>

#include "core/shards/plan/export_plan.h"
#include "tests/fixtures/made_dataset.h"

namespace masu::test {

/// A table that is divided into splits, and plans of its export. Invariant: `dataset` outlives the plans.
struct PlannedTable {
  std::shared_ptr<const store::Dataset> dataset;

  static Result<PlannedTable> make(const std::filesystem::path& path) {
    MASU_TRY(auto dataset, makeTable(path, 500, store::Compression::none));
    MASU_CHECK(split(*dataset));
    return PlannedTable{std::move(dataset)};
  }
  /// In shards of at most a hundred samples.
  Result<std::unique_ptr<shards::ExportPlan>> plan(shards::Format format, shards::ShardOptions options = {}) const {
    options.format = format;
    options.shardSamples = 100;
    return shards::planExport(*dataset, options, {1, std::uint64_t{64} << 20U}, {});
  }
};

}  // namespace masu::test
