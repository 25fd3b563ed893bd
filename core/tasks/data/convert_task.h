// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/job.h"
#include "core/base/part_of.h"
#include "core/rewrite/part_conversion.h"
#include "core/store/read/dataset.h"
#include "core/store/write/dataset_writer.h"

namespace masu::tasks {

/// `masu convert`: a dataset written again with another type of features, another compression, or both. Everything else
/// stays as it is, whole recordings, their windows and their pyramid, and the manifests of its splits file included.
struct ConvertRequest {
  std::filesystem::path file;
  std::filesystem::path target;
  std::optional<table::DType> dtype = {};  ///< of the features; unset: as they are
  std::optional<store::Compression> compression = {};
  bool overwrite = false;
  bool sync = true;
  std::uint64_t partBytes = 0;      ///< see store::WriteOptions
  bool applyEdits = false;          ///< the labels become those that edits made of them; required where there are any
  bool withoutSplits = false;       ///< no manifest is carried over, whether the splits file can be read or not
  std::optional<PartOf> part = {};  ///< one of several workers that convert together (rewrite::convertPart)
  Resources resources = {};
};

struct ConvertOutcome {
  std::filesystem::path target;
  std::uint64_t samples = 0;
  std::uint64_t bytesRead = 0;
  std::uint64_t bytesWritten = 0;
  double seconds = 0;
  double syncSeconds = 0;
  table::Schema schema;                 ///< with what each column lost
  std::filesystem::path oldSplits = {};  ///< where the splits of the dataset that was replaced are; empty: it had none
  /// Of one of several workers; where another one joins the ranges, the figures above stay 0 and the schema empty.
  std::optional<rewrite::ConversionPartReport> part = {};
};

/// The UUID of the result derives from the dataset's and from what was asked, so the same conversion gives the same
/// bytes. Errors, before anything is written: a type that does not hold the values; a splits file that is missing,
/// damaged or another dataset's, without `withoutSplits`; labels that were edited, without `applyEdits`, or none that
/// were, with it; those of rewrite::convertPart(). Later: a damaged input; a full disk; cancelled.
Result<ConvertOutcome> convert(const ConvertRequest& request, const JobContext& job);

}  // namespace masu::tasks
