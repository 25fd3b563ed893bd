#include "core/tasks/split_task.h"

#include <algorithm>

#include "core/manifest/sample_codes.h"
#include "core/manifest/text_manifest.h"

namespace masu::tasks {

namespace {

/// Counts by split for the outcome: train, validation, test, unused.
std::size_t columnOf(store::Split split) {
  return split == store::Split::unused ? 3 : static_cast<std::size_t>(split) - 1;
}

Result<SplitOutcome> outcomeOf(const store::Dataset& dataset, const store::Assignment& assignment) {
  SplitOutcome outcome;
  outcome.counts = manifest::countsOf(assignment);
  const store::ObjectInfo* labels = dataset.find("labels");
  if (labels == nullptr || dataset.meta().target != store::Target::classes) return outcome;
  outcome.perClass.resize(dataset.meta().classes.size());
  manifest::CodeReader reader(dataset, *labels);
  for (std::uint64_t first = 0; first < assignment.size(); first += manifest::kBlockSamples) {
    const std::uint64_t count = std::min<std::uint64_t>(manifest::kBlockSamples, assignment.size() - first);
    MASU_TRY(const auto codes, reader.read(first, count));
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto code = static_cast<std::size_t>(codes[i]);
      if (code >= outcome.perClass.size()) outcome.perClass.resize(code + 1);
      ++outcome.perClass[code][columnOf(assignment[first + i])];
    }
  }
  return outcome;
}

Result<store::SplitsFile> splitsOf(const store::Dataset& dataset) {
  return store::SplitsFile::open(dataset.path(), dataset.uuid(), dataset.samples());
}

Result<SplitOutcome> storeManifest(const store::Dataset& dataset, const std::string& name, std::string origin,
                                   const store::Assignment& assignment) {
  MASU_TRY(auto splits, splitsOf(dataset));
  MASU_CHECK(splits.write({name, std::move(origin), false}, assignment));
  return outcomeOf(dataset, assignment);
}

}  // namespace

Result<SplitOutcome> split(const SplitRequest& request, const JobContext& job) {
  MASU_TRY(const auto dataset, store::Dataset::open(request.file));
  job.progress.begin(MASU_TEXT("core", "Splitting"), 0, Progress::Unit::samples);
  MASU_TRY(const auto assignment, manifest::draw(*dataset, request.plan));
  if (job.stopRequested()) return fail(Error::cancelled());
  return storeManifest(*dataset, request.manifest, manifest::describe(request.plan), assignment);
}

Result<SplitOutcome> previewSplit(const store::Dataset& dataset, const manifest::SplitPlan& plan) {
  MASU_TRY(const auto assignment, manifest::draw(dataset, plan));
  return outcomeOf(dataset, assignment);
}

Result<SplitOutcome> splitCounts(const store::Dataset& dataset, const std::string& manifest) {
  MASU_TRY(const auto splits, splitsOf(dataset));
  MASU_TRY(const auto assignment, splits.read(manifest));
  return outcomeOf(dataset, assignment);
}

Result<SplitOutcome> readManifest(const std::filesystem::path& file, const std::string& manifest,
                                  const std::filesystem::path& directory) {
  MASU_TRY(const auto dataset, store::Dataset::open(file));
  MASU_TRY(const auto assignment, manifest::readTextManifest(*dataset, directory));
  return storeManifest(*dataset, manifest, R"({"read":"text"})", assignment);
}

Result<SplitOutcome> writeManifest(const std::filesystem::path& file, const std::string& manifest,
                                   const std::filesystem::path& directory, bool overwrite) {
  MASU_TRY(const auto dataset, store::Dataset::open(file));
  MASU_TRY(const auto splits, splitsOf(*dataset));
  MASU_TRY(const auto assignment, splits.read(manifest));
  MASU_CHECK(manifest::writeTextManifest(*dataset, assignment, directory, manifest::TextForm::csv, overwrite));
  return outcomeOf(*dataset, assignment);
}

}  // namespace masu::tasks
