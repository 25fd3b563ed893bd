// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ingest/plan/import_plan.h"
#include "core/store/read/dataset.h"
#include "core/waveform/signal/windows.h"

namespace masu::ingest {

/// The recordings of a plan that have no problem, numbered again: what samples, sources and groups of the dataset refer
/// to.
struct UsableRecordings {
  std::vector<std::uint64_t> planned;  ///< of each, its place in plan.recordings().files
  waveform::WindowPlan windows;
  std::vector<std::uint32_t> labelCodes;       ///< of classes, one a segment of `windows`; else empty
  std::vector<double> labelValues;             ///< of values, one a segment; else empty
  table::DType labelType = table::DType::f32;  ///< of values
  std::vector<std::int64_t> labelWholes;       ///< beside labelValues where that is i64; else empty
  std::vector<std::int32_t> groups;            ///< one a segment
  std::vector<std::string> groupNames;         ///< empty where each recording, or each sample of an array, is its own
};
UsableRecordings usableOf(const ImportPlan& plan);

/// Frames of each recording that can be used.
std::vector<std::uint64_t> lengthsOf(const ImportPlan& plan);

/// What labels that are values are stored as, by typeOfValues().
table::DType labelTypeOf(const ImportPlan& plan);

/// The objects a dataset of recordings has: features, or the recordings and where their windows are; labels where there
/// are some, group, origin; the pyramid of recordings at the end.
std::vector<store::ObjectInfo> objectsOf(const ImportPlan& plan);

}  // namespace masu::ingest
