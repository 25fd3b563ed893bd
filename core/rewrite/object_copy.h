// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/job.h"
#include "core/store/read/dataset.h"
#include "core/store/write/dataset_writer.h"

namespace masu::rewrite {

/// The samples of a dataset on their way into a writer. Lifetime: borrows all it names.
struct ObjectCopy {
  /// Turns some samples of an object into what the writer stores it as. Threads: several at a time.
  using Change = std::function<void(const store::ObjectInfo& from, std::vector<std::byte>& samples)>;

  const store::Dataset& from;
  store::DatasetWriter& to;
  std::span<const store::ObjectInfo> objects;  ///< that the writer was made with; `from` has them all
  Change change;
  const char* stage;  ///< the progress is begun under this name, in bytes
  Resources resources = {};
};

/// Copies all of them, and the kept texts, by whole chunks of what is written, on several threads.
Result<void> copyObjects(const ObjectCopy& copy, const JobContext& job);

/// Has a writer keep the manifests of a dataset, where it has a splits file (a plain one has none before its first
/// manifest). Errors: its splits file is missing, damaged or another dataset's; the options are as they were then.
Result<void> carryManifests(const store::Dataset& dataset, store::WriteOptions& options);

}  // namespace masu::rewrite
