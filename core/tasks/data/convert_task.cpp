// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/convert_task.h"

#include <chrono>
#include <optional>
#include <utility>

#include "core/base/units.h"
#include "core/rewrite/conversion.h"
#include "core/rewrite/object_copy.h"
#include "core/store/read/dataset.h"
#include "core/store/write/publish.h"
#include "core/tasks/files/checked_targets.h"

namespace masu::tasks {

namespace {

/// What becomes of edits is said by the person: the new dataset has no history that it could be seen in.
Result<void> checkEdits(const ConvertRequest& request, const store::Dataset& dataset) {
  const store::LabelEdition edition = dataset.edition();
  if (edition.isEdited() == request.applyEdits) return {};
  const std::string file = request.file.string();
  if (request.applyEdits) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The labels of {0} are as they were imported: there is nothing for --apply-edits."),
                {file}, {file, 0, 0});
  }
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The labels of {0} were edited (edition {1}). Give --apply-edits to write them as they are "
                        "now, or return to the labels of the import first (masu label --undo)."),
              {file, std::to_string(edition.number)}, {file, 0, 0});
}

/// Fills the part, where the request has one. Nothing where another worker joins what all have converted.
Result<std::optional<rewrite::Converted>> write(const ConvertRequest& request, const rewrite::Conversion& conversion,
                                                const store::WriteOptions& options, const JobContext& job,
                                                ConvertOutcome& outcome) {
  if (!request.part) return rewrite::convertTo(request.target, options, conversion, nullptr, request.resources, job);
  MASU_TRY(outcome.part,
           rewrite::convertPart(request.target, options, conversion, {}, request.resources, job));
  return std::exchange(outcome.part->joined, std::nullopt);
}

}  // namespace

Result<ConvertOutcome> convert(const ConvertRequest& request, const JobContext& job) {
  const auto begin = std::chrono::steady_clock::now();
  MASU_TRY(const auto dataset, store::Dataset::open(request.file));
  MASU_CHECK(checkTargets(*dataset, datasetTargets(request.target, "--out")));
  MASU_CHECK(checkEdits(request, *dataset));
  MASU_TRY(const auto conversion, rewrite::Conversion::plan(dataset, {request.dtype, request.compression}));
  store::WriteOptions options{.overwrite = request.overwrite, .sync = request.sync, .partBytes = request.partBytes};
  if (!request.withoutSplits) MASU_CHECK(rewrite::carryManifests(*dataset, options));
  ConvertOutcome outcome;
  outcome.target = request.target;
  const auto oldSplits = store::placeOfReplacedSplits(request.target);
  MASU_TRY(const auto converted, write(request, conversion, options, job, outcome));
  if (!converted) return outcome;
  outcome.oldSplits = oldSplits;
  outcome.samples = dataset->samples();
  outcome.bytesRead = dataset->fileBytes();
  outcome.bytesWritten = converted->written.bytes;
  outcome.syncSeconds = converted->written.syncSeconds;
  outcome.schema = converted->meta.schema;
  outcome.seconds =
      secondsSince(begin) - outcome.syncSeconds;
  return outcome;
}

}  // namespace masu::tasks
