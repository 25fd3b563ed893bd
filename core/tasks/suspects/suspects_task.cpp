// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/suspects_task.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "core/flow/machine.h"
#include "core/io/atomic_file.h"
#include "core/io/scratch_folder.h"
#include "core/manifest/samples/sample_codes.h"
#include "core/metrics/run_files.h"
#include "core/tasks/files/checked_targets.h"
#include "core/tasks/suspects/out_of_sample.h"
#include "core/tasks/suspects/runs_folder.h"
#include "core/tasks/suspects/suspect_list.h"

namespace masu::tasks {

namespace {

Result<void> checkAsked(const SuspectsRequest& request) {
  if (request.runs.empty() == request.training.spec.models.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Choose a model to train on folds of the dataset, or runs that were trained on it."));
  }
  if (request.runs.empty() && request.training.folds < kFewestFolds) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "There must be at least {0} folds, not {1}: one is predicted, one chooses the epoch, and the "
                          "others train."),
                {std::to_string(kFewestFolds), std::to_string(request.training.folds)});
  }
  return {};
}

/// Errors: a dataset without labels that are classes.
Result<const store::ObjectInfo*> classLabels(const store::Dataset& dataset) {
  const std::string file = dataset.path().string();
  const store::ObjectInfo* const labels = dataset.find("labels");
  if (labels == nullptr || dataset.meta().target == store::Target::none) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} has no labels that could be wrong. Import it with a label, by --label."), {file},
                {file, 0, 0});
  }
  if (dataset.meta().target == store::Target::values) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The labels of {0} are values, and wrong labels are found among classes only. If its values "
                          "are classes, import it with --target class."),
                {file}, {file, 0, 0});
  }
  return labels;
}

/// Errors: fewer than two classes; with `folds`, a class with fewer samples.
Result<void> checkClasses(const store::Dataset& dataset, const std::vector<std::uint64_t>& counts, unsigned folds) {
  const std::string file = dataset.path().string();
  const auto isUsed = [](std::uint64_t count) { return count > 0; };
  if (std::ranges::count_if(counts, isUsed) < 2) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The samples of {0} are of fewer than two classes, so that no label can be proposed in the "
                          "place of another."),
                {file}, {file, 0, 0});
  }
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0 || counts[code] >= folds) continue;
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "Class {1} of {0} has fewer samples ({2}) than there are folds ({3}): choose fewer folds "
                          "(--folds, at least {4}), or import the dataset without that class (--where)."),
                {file, dataset.meta().classes[code], std::to_string(counts[code]), std::to_string(folds),
                 std::to_string(kFewestFolds)},
                {file, 0, 0});
  }
  return {};
}

/// Errors: --memory does not hold what is found in the worst case.
Result<void> checkMemory(const store::Dataset& dataset, const Resources& resources) {
  constexpr std::uint64_t kPairBytes = sizeof(std::uint64_t) + sizeof(double);
  constexpr std::uint64_t kSuspectBytes = sizeof(Suspect) + sizeof(std::uint64_t) + sizeof(store::Origin);
  const std::uint64_t allowed = flow::resolve(resources).memoryBytes;
  const std::uint64_t classes = dataset.meta().classes.size();
  const std::uint64_t needed = classes * classes * kPairBytes + dataset.samples() * kSuspectBytes;
  if (needed <= allowed) return {};
  const auto megabytes = [](std::uint64_t bytes) { return std::to_string((bytes + 999'999) / 1'000'000); };
  const std::string file = dataset.path().string();
  return fail(Errc::outOfMemory,
              MASU_TEXT("core",
                        "The wrong labels of {0} may take {1} MB of memory ({2} samples, {3} classes), but only {4} MB "
                        "are allowed. Allow more by --memory."),
              {file, megabytes(needed), std::to_string(dataset.samples()), std::to_string(classes), megabytes(allowed)},
              {file, 0, 0});
}

/// Folders of the runs whose models are asked.
std::vector<std::filesystem::path> runsOf(const std::vector<TrainedModel>& models) {
  std::vector<std::filesystem::path> runs;
  for (const TrainedModel& model : models) runs.push_back(model.run);
  return runs;
}

/// Errors: the CSV is there, or is a file of the dataset or of one of the runs.
Result<io::AtomicFile> openOutput(const std::filesystem::path& out, bool overwrite, const store::Dataset& dataset,
                                  const std::vector<std::filesystem::path>& runs) {
  const std::vector<io::OutputTarget> targets = {{out, "--out"}};
  MASU_CHECK(checkTargets(dataset, targets));
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& run : runs) {
    MASU_TRY(const auto ofRun, metrics::runFilesIn(run));
    for (const std::filesystem::path& file : ofRun) files.push_back(run / file);
  }
  MASU_CHECK(io::checkTargets(files, targets));
  return io::AtomicFile::create(out, overwrite ? io::Overwrite::yes : io::Overwrite::no);
}

std::vector<std::uint64_t> samplesOf(const std::vector<Suspect>& suspects, std::size_t most) {
  std::vector<std::uint64_t> samples;
  for (std::size_t k = 0; k < std::min(most, suspects.size()); ++k) samples.push_back(suspects[k].sample);
  return samples;
}

Result<std::vector<TrainedModel>> modelsOf(const store::Dataset& dataset,
                                           const std::vector<std::filesystem::path>& runs) {
  std::vector<TrainedModel> models;
  for (const std::filesystem::path& run : runs) {
    MASU_TRY(TrainedModel model, trainedModel(dataset, run));
    models.push_back(std::move(model));
  }
  return models;
}

/// Errors: no sample has both a label and a prediction.
Result<void> checkPredicted(const store::Dataset& dataset, const GatheredPredictions& gathered) {
  if (gathered.predicted > 0) return {};
  const std::string file = dataset.path().string();
  if (!gathered.notes.empty())
    return fail(Error{Errc::noSamples, gathered.notes.front().text, gathered.notes.front().arguments, {file, 0, 0}});
  return fail(Errc::noSamples,
              MASU_TEXT("core",
                        "The models predict no labelled sample of {0} that they did not learn from. Name runs whose "
                        "validation or test splits hold samples, such as one run on each fold that masu split --folds "
                        "writes."),
              {file}, {file, 0, 0});
}

/// Whether a run of the folds was begun: beside the dataset and its splits, runs alone have a folder.
bool hasRun(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (std::filesystem::directory_iterator at(folder, ignored), end; !ignored && at != end; at.increment(ignored)) {
    std::error_code alsoIgnored;
    if (std::filesystem::exists(at->path() / metrics::kEventLogName, alsoIgnored)) return true;
  }
  return false;
}

/// Models that learned nothing differ from most labels, which confident learning counts as wrong labels.
std::optional<Message> noteOfLearning(const LabelErrors& found) {
  if (found.hasLearned()) return std::nullopt;
  return Message{MASU_TEXT("core",
                           "The models agree with {0} of {1} labels, no more than one class for all samples would "
                           "({2}): suspects and shares may be mistakes of the models. Train for more epochs, or "
                           "another model."),
                 {std::to_string(found.agreeing), std::to_string(found.samples()),
                  std::to_string(*std::ranges::max_element(found.labelled))}};
}

/// What is known once the models are there. Lifetime: of one request.
Result<SuspectsOutcome> findWith(const std::vector<TrainedModel>& models, const store::Dataset& dataset,
                                 const SuspectsRequest& request, const std::filesystem::path& scratch,
                                 const JobContext& job) {
  MASU_TRY(ProbabilityFile probabilities, ProbabilityFile::create(io::scratchFolder(), dataset.meta().classes.size()));
  MASU_TRY(GatheredPredictions gathered,
           gatherPredictions(dataset, models, scratch, request.resources, probabilities, job));
  MASU_CHECK(checkPredicted(dataset, gathered));
  job.progress.begin(MASU_TEXT("core", "Comparing labels with predictions"), 0, Progress::Unit::samples);
  const auto pass = [&](const TakeProbabilities& take) { return probabilities.eachBlock(take, job.stop); };
  SuspectsOutcome outcome;
  MASU_TRY(outcome.found, findLabelErrors(probabilities.classes(), pass));
  outcome.identity = identityOf(dataset);
  outcome.classes = dataset.meta().classes;
  outcome.samples = dataset.samples();
  outcome.predicted = gathered.predicted;
  outcome.unlabelled = gathered.unlabelled;
  outcome.missing = gathered.missing;
  MASU_TRY(outcome.firstMissing, namedSamples(dataset, gathered.firstMissing));
  MASU_TRY(outcome.places, namedSamples(dataset, samplesOf(outcome.found.suspects, request.limit)));
  outcome.notes = std::move(gathered.notes);
  if (std::optional<Message> note = noteOfLearning(outcome.found)) outcome.notes.push_back(std::move(*note));
  return outcome;
}

}  // namespace

Result<SuspectsOutcome> suspects(const SuspectsRequest& request, const JobContext& job) {
  MASU_CHECK(checkAsked(request));
  MASU_TRY(std::shared_ptr<const store::Dataset> dataset, store::Dataset::open(request.file));
  job.progress.begin(MASU_TEXT("core", "Counting labels"), 0, Progress::Unit::samples);
  MASU_TRY(const store::ObjectInfo* const labels, classLabels(*dataset));
  MASU_TRY(const std::vector<std::uint64_t> counts, manifest::samplesOfClasses(*dataset, *labels, nullptr, job.stop));
  MASU_CHECK(checkClasses(*dataset, counts, request.runs.empty() ? request.training.folds : 0));
  MASU_CHECK(checkMemory(*dataset, request.resources));
  MASU_TRY(std::vector<TrainedModel> models, modelsOf(*dataset, request.runs));
  std::optional<io::AtomicFile> file;
  if (!request.out.empty()) {
    MASU_TRY(file, openOutput(request.out, request.overwrite, *dataset, runsOf(models)));
  }
  MASU_TRY(RunsFolder folder, RunsFolder::create(request.keepRuns));
  std::vector<Message> notes;
  std::string confinement;
  if (models.empty()) {
    Result<FoldRuns> trained =
        trainFolds(*dataset, request.training, folder.path(), request.resources, request.begins, job);
    // What training refuses leaves no run, so that the folder can be asked for again.
    if (!request.keepRuns.empty() && (trained || hasRun(folder.path()))) folder.keep();
    MASU_TRY(FoldRuns made, std::move(trained));
    dataset = made.dataset;
    notes = std::move(made.notes);
    confinement = std::move(made.confinement);
    MASU_TRY(models, modelsOf(*dataset, made.runs));
  }
  MASU_TRY(SuspectsOutcome outcome, findWith(models, *dataset, request, folder.path(), job));
  outcome.confinement = std::move(confinement);
  if (!request.runs.empty() || !request.keepRuns.empty()) outcome.runs = runsOf(models);
  outcome.notes.insert(outcome.notes.begin(), notes.begin(), notes.end());
  if (file) MASU_CHECK(writeSuspects(*dataset, outcome.found.suspects, *file));
  return outcome;
}

bool isOf(const SuspectsOutcome& outcome, const store::Dataset& dataset) {
  return outcome.identity == identityOf(dataset);
}

Result<void> saveSuspects(const SuspectsOutcome& outcome, const SuspectsTarget& target) {
  MASU_TRY(const std::shared_ptr<const store::Dataset> dataset, store::Dataset::open(target.dataset));
  if (!isOf(outcome, *dataset)) {
    const std::string file = target.dataset.string();
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "{0} is not as it was when its wrong labels were looked for: look for them again."),
                {file}, {file, 0, 0});
  }
  MASU_TRY(io::AtomicFile file, openOutput(target.out, target.overwrite, *dataset, outcome.runs));
  return writeSuspects(*dataset, outcome.found.suspects, file);
}

}  // namespace masu::tasks
