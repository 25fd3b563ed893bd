// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include "core/base/job.h"
#include "core/ingest/plan/import_plan.h"
#include "core/ingest/recordings/read/recording_cache.h"
#include "core/ingest/recordings/read/source_arrays.h"
#include "core/ingest/survey.h"
#include "core/ingest/table/survey/table_preview.h"

namespace masu::tasks {

/// What an import would take and give, known before a byte is written. Sizes are upper bounds.
struct Forecast {
  std::uint64_t bytes = 0;         ///< of the finished dataset
  std::uint64_t leastBytes = 0;    ///< of it at the least; 0: unknown
  std::uint64_t scratchBytes = 0;  ///< on disk while importing, beyond `bytes`
  double seconds = 0;
  std::uint64_t peakMemoryBytes = 0;
  std::uint64_t diskFreeBytes = 0;
  bool fitsDisk = false;
  /// Size of the dataset and largest loss over numeric columns at each type that could hold it.
  struct AtType {
    table::DType type = table::DType::f32;
    std::uint64_t bytes = 0;
    double largestError = 0;
    std::string worstColumn;  ///< the first that it does not hold, else that of the largest error
    bool overflows = false;   ///< some number has no place in the type
    bool missing = false;     ///< a missing cell has none
    bool holds() const { return !overflows && !missing; }
  };
  std::vector<AtType> types;

  /// Sets diskFreeBytes and fitsDisk, also when another place was chosen.
  void setFreeBytes(std::uint64_t free);
};

struct InspectRequest {
  ingest::ImportOptions options;
  std::string recipe;            ///< JSON of a recipe to bind to the sources; empty: none
  std::filesystem::path target;  ///< whose disk is asked for free space; empty: the current folder
  Resources resources;
};

/// What would be imported, and how.
struct PlannedImport {
  ingest::ImportPlan plan;
  std::shared_ptr<const ingest::RecordingCache> cache;  ///< recordings read for it, for LoadOptions::cache
};

struct Inspection {
  ingest::ImportPlan plan;
  std::shared_ptr<const ingest::RecordingCache> cache;
  ingest::TablePreview preview;  ///< empty for recordings
  Forecast forecast;
};

/// What planning comes to: a plan, or what people have to say before there can be one.
using Planned = std::variant<PlannedImport, ingest::NeedsWindow, ingest::NeedsLayout, ingest::NotOneTable>;
/// The same with a forecast of what the plan takes and gives.
using Inspected = std::variant<Inspection, ingest::NeedsWindow, ingest::NeedsLayout, ingest::NotOneTable>;

Result<Planned> planImport(const InspectRequest& request, const JobContext& job);

Result<Inspected> inspect(const InspectRequest& request, const JobContext& job);

/// The same after options changed, without reading the sources again where that is enough.
Result<Inspected> reinspect(const ingest::ImportPlan& plan, const InspectRequest& request, const JobContext& job);

/// The inspection alone, for whoever cannot ask. Errors: also what people have to say, as a sentence.
Result<Inspection> inspectionIn(Result<Inspected> inspected);

/// An inspection that began with something where people had not said it, so that there is something to look at and to
/// change: which of it, the face shows.
struct Proposal {
  Inspection inspection;
  bool window = false;               ///< of 4096 frames, or of the longest recording where that is shorter
  bool layout = false;               ///< samples without a header are 16-bit integers of one channel
  std::optional<Error> notOneTable;  ///< each file is a recording; why they are not one table
};

/// inspect(), and again with proposals. Errors: as for inspect(); where nothing helps, why the files are not one table.
Result<Proposal> propose(const InspectRequest& request, const JobContext& job);
/// The same of reinspect().
Result<Proposal> proposeAgain(const ingest::ImportPlan& plan, const InspectRequest& request, const JobContext& job);

/// What was noted at a time of a recording, such as an annotation of EDF. Units: frames of the recording.
struct SignalNote {
  double first = 0;
  double frames = 0;  ///< 0 for a moment
  std::string text;
};
/// One channel of a recording, to be looked at.
struct RecordingSignal {
  std::vector<float> values;
  std::vector<SignalNote> notes;  ///< in order; none where the recording has no rate
  std::string channel;
  std::size_t channels = 1;  ///< that the recording has
};

/// The plan's first channel of a recording, in its own units and at its own rate: what fits into so many values.
/// `cache`: the inspection's, or null. Requires: a plan of recordings.
Result<RecordingSignal> readSignal(const ingest::ImportPlan& plan, const ingest::RecordingCache* cache,
                                   std::size_t recording, std::uint64_t mostValues);

/// What an HDF5 file made elsewhere holds, and which of it names and shapes propose.
struct FoundArrays {
  std::vector<ingest::SourceArray> arrays;
  ingest::ArrayChoice proposed;
};
/// Errors: as for ingest::arraysIn().
Result<FoundArrays> findArrays(const std::filesystem::path& file);

}  // namespace masu::tasks
