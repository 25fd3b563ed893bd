#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/job.h"
#include "core/ingest/import_plan.h"
#include "core/store/dataset_writer.h"
#include "core/waveform/windows.h"

namespace masu::ingest {

/// The recordings of a plan that have no problem, numbered anew: what samples, sources and groups of the dataset refer
/// to.
struct UsableRecordings {
  std::vector<std::uint64_t> planned;  ///< of each, its place in plan.recordingFiles
  waveform::WindowPlan windows;
  std::vector<std::uint32_t> labelCodes;  ///< of classes, one a stretch of `windows`; else empty
  std::vector<float> labelValues;         ///< of values, one a stretch; else empty
  std::vector<std::int32_t> groups;       ///< one a stretch
  std::vector<std::string> groupNames;    ///< empty where each recording, or each sample of an array, is its own
};
UsableRecordings usableOf(const ImportPlan& plan);

/// The objects a dataset of recordings has: features, labels where there are some, group, origin.
std::vector<store::ObjectInfo> objectsOf(const ImportPlan& plan);

struct CutOutcome {
  std::vector<table::ColumnStats> channels;               ///< of what was stored; the same for any number of threads
  std::vector<std::pair<std::uint64_t, Error>> failures;  ///< recordings (by plan) that could not be read, in order
};

/// Reads every window and stores it, chunk by chunk. After a failure nothing more is stored, but all recordings are
/// still tried, so that the failures of a plan are known together. Memory: about two chunks and one window a thread.
/// Requires: `writer` was made for objectsOf(plan).
Result<CutOutcome> cutWindows(const ImportPlan& plan, const UsableRecordings& usable, store::DatasetWriter& writer,
                              const Resources& resources, const JobContext& job);

}  // namespace masu::ingest
