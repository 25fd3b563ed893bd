// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/split/edit_task.h"

#include "core/flow/machine.h"
#include "core/manifest/samples/dataset_rows.h"

namespace masu::tasks {

namespace {

constexpr std::uint64_t kLabelsAtOnce = std::uint64_t{1} << 16U;

/// Those of `members` that are not of the class are unused.
Result<void> keepClass(const store::Dataset& dataset, double code, store::Assignment& members, const JobContext& job) {
  const store::ObjectInfo* labels = dataset.find("labels");
  for (std::uint64_t first = 0; labels != nullptr && first < members.size(); first += kLabelsAtOnce) {
    if (job.stopRequested()) return fail(Error::cancelled());
    const std::uint64_t count = std::min<std::uint64_t>(kLabelsAtOnce, members.size() - first);
    MASU_TRY(const std::vector<double> codes, dataset.readValues(*labels, first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (codes[i] != code) members[first + i] = store::Split::unused;
    }
  }
  return {};
}

}  // namespace

Result<manifest::Draft> openDraft(std::shared_ptr<const store::Dataset> dataset, const std::string& name,
                                  const JobContext& job) {
  job.progress.begin(MASU_TEXT("core", "Opening the manifest"), 0, Progress::Unit::samples);
  MASU_TRY(auto assignment, assignmentOf(*dataset, name));
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

Result<store::Assignment> filterSamples(const store::Dataset& dataset, const SampleFilter& filter,
                                        const store::Assignment* assignment, const JobContext& job,
                                        const Resources& resources) {
  using store::Split;
  const std::uint64_t room = flow::resolve(resources).memoryBytes;
  if (dataset.samples() > room) {
    return fail(Errc::outOfMemory,
                MASU_TEXT("core", "Filtering {0} samples takes a byte of memory for each, and only {1} may be used."),
                {std::to_string(dataset.samples()), std::to_string(room)}, {dataset.path().string(), 0, 0});
  }
  store::Assignment members(dataset.samples(), filter.where.empty() ? Split::train : Split::unused);
  if (!filter.where.empty()) {
    MASU_CHECK(manifest::select(dataset, filter.where, assignment, job.stop,
                                [&](std::uint64_t sample) { members[sample] = Split::train; }));
  }
  if (filter.classCode) MASU_CHECK(keepClass(dataset, *filter.classCode, members, job));
  if (filter.split && assignment != nullptr) {
    for (std::uint64_t sample = 0; sample < members.size(); ++sample)
      if ((*assignment)[sample] != *filter.split) members[sample] = Split::unused;
  }
  return members;
}

Result<ManifestFacts> saveDraft(const store::Dataset& dataset, const store::Assignment& assignment,
                                const SaveRequest& request) {
  if (request.name.empty()) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "A manifest needs a name, such as default."));
  }
  MASU_TRY(auto splits, store::SplitsFile::open(dataset));
  const store::StoredManifest stored{request.name, manifest::editedOrigin(request.origin, request.moved), false};
  MASU_CHECK(splits.write(stored, assignment, request.seen));
  return ManifestFacts{stored.name, false, store::hashOf(assignment), stored.origin, manifest::countsOf(assignment)};
}

}  // namespace masu::tasks
