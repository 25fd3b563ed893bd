// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/edit_task.h"

#include "core/manifest/samples/dataset_rows.h"

namespace masu::tasks {

namespace {

Result<store::SplitsFile> splitsOf(const store::Dataset& dataset) {
  return store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples());
}

}  // namespace

Result<manifest::Draft> openDraft(std::shared_ptr<const store::Dataset> dataset, const std::string& name,
                                  const JobContext& job) {
  job.progress.begin(MASU_TEXT("core", "Opening the manifest"), 0, Progress::Unit::samples);
  MASU_TRY(const auto splits, splitsOf(*dataset));
  MASU_TRY(auto assignment, splits.read(name));
  return manifest::Draft::begin(std::move(dataset), std::move(assignment), job.stop);
}

Result<manifest::Draft> emptyDraft(std::shared_ptr<const store::Dataset> dataset, const JobContext& job) {
  store::Assignment assignment(dataset->samples(), store::Split::unused);
  return manifest::Draft::begin(std::move(dataset), std::move(assignment), job.stop);
}

Result<manifest::SampleSet> selectSamples(const store::Dataset& dataset, const std::string& filter,
                                          const store::Assignment* assignment, const JobContext& job) {
  job.progress.begin(MASU_TEXT("core", "Filtering"), 0, Progress::Unit::samples);
  manifest::SampleSet samples;
  MASU_CHECK(
      manifest::select(dataset, filter, assignment, job.stop, [&](std::uint64_t sample) { samples.add(sample); }));
  return samples;
}

Result<ManifestFacts> saveDraft(const store::Dataset& dataset, const store::Assignment& assignment,
                                const SaveRequest& request) {
  if (request.name.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "A manifest needs a name, such as default."));
  }
  MASU_TRY(auto splits, splitsOf(dataset));
  const store::StoredManifest stored{request.name, manifest::editedOrigin(request.origin, request.moved), false};
  MASU_CHECK(splits.write(stored, assignment, request.seen));
  return ManifestFacts{stored.name, false, store::hashOf(assignment), stored.origin, manifest::countsOf(assignment)};
}

}  // namespace masu::tasks
