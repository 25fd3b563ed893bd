// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/cross_validation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/flow/process_group.h"
#include "core/io/atomic_file.h"
#include "core/io/file.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"
#include "core/metrics/run_replacement.h"
#include "core/metrics/spec_options.h"
#include "core/store/read/dataset.h"
#include "core/tasks/runs/run_history.h"
#include "core/tasks/train/fold_plan.h"
#include "core/tasks/train/recipe_task.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;

/// What is to be done for a fold.
enum class FoldState : std::uint8_t { begins, resumes, ended };

bool isThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string foldFolder(std::size_t fold) {
  return "fold-" + std::to_string(fold + 1);
}

Result<void> checkAsked(const TrainRequest& request) {
  MASU_TRY(const flow::ProcessGroup place, flow::processGroupFrom(flow::processEnvironment()));
  if (!place.isAlone()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The folds of --cross-validate are trained by a single process, but a launcher started {0}. "
                          "Start masu train without it, or train each fold in a run of its own by --manifest."),
                {std::to_string(place.world)});
  }
  if (request.spec.repeats != 1) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "--cross-validate and --repeats do not go together: one varies the split, the other the "
                          "seed. Leave one of them out."));
  }
  if (!request.spec.out.empty()) return {};
  return fail(unnamedRunFolder());
}

/// A lock that is left of a process that was killed is nothing.
bool hasNothing(const fs::path& folder) {
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure))
    if (at->path().filename() != metrics::kLockName) return false;
  return !failure;
}

/// Errors: the folder of a cross-validation that begins is taken.
Result<void> checkFree(const TrainRequest& request) {
  const fs::path& folder = request.spec.out;
  if (!isThere(folder)) return {};
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return fail(fileAsRunFolder(folder));
  if (hasNothing(folder)) return {};
  if (!request.overwrite) return fail(takenRunFolder(folder));
  if (isThere(folder / kCrossValidationName)) return {};
  return fail(Errc::exists,
              MASU_TEXT("core",
                        "{0} holds no cross-validation, and --overwrite with --cross-validate replaces nothing else: "
                        "choose another folder by --out."),
              {folder.string()}, {folder.string(), 0, 0});
}

/// Errors: the folder has a run that an earlier cross-validation of more folds left.
Result<void> checkCount(const fs::path& folder, std::size_t folds) {
  const fs::path next = folder / foldFolder(folds);
  if (!isThere(next)) return {};
  return fail(Errc::exists,
              MASU_TEXT("core",
                        "{0} is there, but this cross-validation has {1} folds: remove it, or choose "
                        "another folder by --out."),
              {next.string(), std::to_string(folds)}, {next.string(), 0, 0});
}

/// What a cross-validation was asked to do, wherever folder and dataset are by now.
Result<metrics::RunSpec> storedSpec(const TrainRequest& request) {
  const fs::path& folder = request.spec.out;
  const fs::path file = folder / kCrossValidationName;
  if (!isThere(file)) {
    return fail(Errc::notFound, MASU_TEXT("core", "There is no cross-validation in {0} to resume."), {folder.string()},
                {folder.string(), 0, 0});
  }
  if (metrics::RunLock::isHeld(folder)) return fail(metrics::RunLock::heldError(folder));
  MASU_TRY(const std::string text, io::readText(file));
  MASU_TRY(metrics::RunSpec spec, metrics::specFromJson(text, file));
  MASU_CHECK(checkAsStored(request, spec));
  spec.out = folder;
  if (!request.spec.dataset.empty()) spec.dataset = request.spec.dataset;
  return spec;
}

/// A setting in which the run of a fold is not what it was asked for; nothing where there is none. Some are found out
/// when a run begins, and others say where it is and how it was begun.
std::optional<std::string> settingThatDiffers(const metrics::RunSpec& asked, const metrics::RunSpec& stored) {
  constexpr std::array<std::string_view, 10> kFree = {
      "dataset", "out",          "resume",       "overwrite", "threads",
      "recipe",  "memory_bytes", "save_seconds", "blocks",    "timeout_seconds"};
  const bool hasOtherBlocks = asked.blocks > 0 && stored.blocks > asked.blocks;
  if (hasOtherBlocks) return "blocks";
  for (const std::string& name : metrics::differences(asked, stored))
    if (std::ranges::find(kFree, name) == kFree.end()) return name;
  return std::nullopt;
}

/// The models of a run that has ended; empty of any other.
std::vector<metrics::RunSummary> endedModels(const metrics::RunSpec& spec) {
  auto models = metrics::RunLog::read(spec.out / metrics::kEventLogName);
  const bool isWhole = models && models->size() == metrics::plannedRuns(spec).size() &&
                       std::ranges::all_of(*models, &metrics::RunSummary::tested);
  return isWhole ? std::move(*models) : std::vector<metrics::RunSummary>();
}

class Folds {
 public:
  Folds(const TrainRequest& request, const FoldBegins& begins, const JobContext& job)
      : m_request(request), m_begins(begins), m_job(job) {}

  Result<void> prepare();
  Result<void> train();
  CrossValidation finished() &&;

 private:
  TrainRequest requestOf(std::size_t fold) const;
  Result<void> checkFold(const metrics::RunSpec& asked, std::size_t fold) const;
  Result<FoldState> stateOf(std::size_t fold) const;
  Result<void> train(std::size_t fold);
  void undo() const;
  void note();

  const TrainRequest& m_request;
  const FoldBegins& m_begins;
  const JobContext& m_job;
  metrics::RunSpec m_spec;  ///< with NAME as its manifest and RUN as its folder
  FoldPlan m_plan;
  std::vector<FoldState> m_states;
  std::optional<std::string> m_replaced;  ///< what kCrossValidationName had before this one began
  CrossValidation m_made;
};

TrainRequest Folds::requestOf(std::size_t fold) const {
  TrainRequest request = m_request;
  request.spec = m_spec;
  request.spec.manifest = m_plan.folds[fold].manifest;
  request.spec.out = m_spec.out / foldFolder(fold);
  request.spec.resume = false;
  request.overwrite = m_spec.overwrite;
  return request;
}

/// Finds all that is wrong before anything is written.
Result<void> Folds::prepare() {
  MASU_CHECK(checkAsked(m_request));
  const bool resumes = m_request.spec.resume;
  m_spec = m_request.spec;
  m_spec.overwrite = m_request.overwrite;
  if (resumes) {
    MASU_TRY(m_spec, storedSpec(m_request));
  }
  MASU_TRY(const auto dataset, store::Dataset::open(m_spec.dataset));
  MASU_TRY(m_plan, planFolds(*dataset, m_spec.manifest, m_job.stop));
  if (!resumes) MASU_CHECK(checkFree(m_request));
  MASU_CHECK(checkCount(m_spec.out, m_plan.folds.size()));
  for (std::size_t fold = 0; fold < m_plan.folds.size(); ++fold) {
    if (!resumes) MASU_CHECK(checkBeforeTraining(requestOf(fold)));
    MASU_TRY(const FoldState state, resumes ? stateOf(fold) : Result<FoldState>(FoldState::begins));
    m_states.push_back(state);
  }
  if (resumes) return {};
  MASU_TRY(metrics::RunSpec chosen, chooseRecipe(requestOf(0).spec, m_request.stated, m_job.stop));
  chosen.manifest = m_spec.manifest;
  chosen.out = m_spec.out;
  m_spec = std::move(chosen);
  return {};
}

/// Errors: the run in its folder is another one than this fold's.
Result<void> Folds::checkFold(const metrics::RunSpec& asked, std::size_t fold) const {
  MASU_TRY(const metrics::RunSpec stored, metrics::readSpec(asked.out));
  const auto setting = settingThatDiffers(asked, stored);
  if (!setting) return checkLearned(asked.out, m_plan, m_plan.folds[fold]);
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "The run in {0} has another {1} than this cross-validation, so that it is none of its folds: "
                        "move it away, or begin again in another folder by --out."),
              {asked.out.string(), metrics::optionOf(*setting)}, {asked.out.string(), 0, 0});
}

/// Of a fold when a cross-validation is resumed.
Result<FoldState> Folds::stateOf(std::size_t fold) const {
  const metrics::RunSpec asked = requestOf(fold).spec;
  MASU_CHECK(metrics::completeReplacement(asked.out));
  if (!isThere(asked.out / metrics::kSpecName)) return FoldState::begins;
  if (metrics::RunLock::isHeld(asked.out)) return fail(metrics::RunLock::heldError(asked.out));
  if (auto isFold = checkFold(asked, fold); !isFold) {
    // The run that was there before, which was to be replaced.
    if (m_spec.overwrite) return FoldState::begins;
    return fail(std::move(isFold.error()));
  }
  if (isResumable(asked.out)) return FoldState::resumes;
  return endedModels(asked).empty() ? FoldState::begins : FoldState::ended;
}

Result<void> Folds::train() {
  MASU_TRY(const metrics::RunLock lock, metrics::RunLock::take(m_spec.out));
  const fs::path file = m_spec.out / kCrossValidationName;
  if (!m_request.spec.resume) {
    if (isThere(file)) {
      MASU_TRY(m_replaced, io::readText(file));
    }
    MASU_CHECK(io::writeText(file, metrics::toJson(m_spec) + "\n", io::Overwrite::yes));
  }
  for (std::size_t fold = 0; fold < m_plan.folds.size(); ++fold) {
    if (m_job.stopRequested()) return fail(Error::cancelled());
    MASU_CHECK(train(fold));
  }
  note();
  return {};
}

Result<void> Folds::train(std::size_t fold) {
  TrainRequest request = requestOf(fold);
  const FoldState state = m_states[fold];
  TrainedFold trained{m_plan.folds[fold].manifest, request.spec.out, state == FoldState::ended, {}};
  if (trained.kept) {
    trained.models = endedModels(request.spec);
  } else {
    request.spec.resume = state == FoldState::resumes;
    // A fold that was stopped before it saved anything has left files that nothing can be resumed from.
    request.overwrite = !request.spec.resume && (m_spec.overwrite || m_request.spec.resume);
    if (request.spec.resume) request.stated.clear();
    const auto log = std::make_shared<metrics::RunLog>();
    m_begins(static_cast<unsigned>(fold) + 1, static_cast<unsigned>(m_plan.folds.size()), log);
    auto outcome = tasks::train(request, *log, m_job);
    if (!outcome) {
      const bool hasBegun = m_request.spec.resume || fold > 0 || !log->runs().empty();
      if (!hasBegun) undo();
      return fail(std::move(outcome.error()));
    }
    trained.models = std::move(outcome->runs);
    m_made.seconds += outcome->seconds;
    m_made.peakMemoryBytes = std::max(m_made.peakMemoryBytes, outcome->peakMemoryBytes);
    for (Message& one : outcome->notes)
      if (std::ranges::find(m_made.notes, one.text, &Message::text) == m_made.notes.end())
        m_made.notes.push_back(std::move(one));
  }
  MASU_CHECK(checkLearned(request.spec.out, m_plan, m_plan.folds[fold]));
  m_made.folds.push_back(std::move(trained));
  return {};
}

/// Of a cross-validation that ended before its first run began, leaves the folder as it was.
void Folds::undo() const {
  const fs::path file = m_spec.out / kCrossValidationName;
  if (m_replaced) {
    (void)io::writeText(file, *m_replaced, io::Overwrite::yes);
    return;
  }
  std::error_code ignored;
  fs::remove(file, ignored);
  fs::remove(m_spec.out / metrics::kLockName, ignored);
  fs::remove(m_spec.out, ignored);  // unless something is in it
}

/// What the figures do not show by themselves.
void Folds::note() {
  if (m_plan.sharesTest) {
    m_made.notes.push_back({MASU_TEXT("core",
                                      "The test samples are the same in every fold, so that the deviation is that of "
                                      "models which learned from different samples, and not of different tests."),
                            {}});
  }
  const auto choseEpoch = [](const TrainedFold& fold) {
    return std::ranges::any_of(fold.models, [](const auto& model) { return model.epochs.size() > 1; });
  };
  if (m_plan.heldOut == store::Split::validation && std::ranges::any_of(m_made.folds, choseEpoch)) {
    m_made.notes.push_back({MASU_TEXT("core",
                                      "The figures are of the validation samples, on which the epoch of each fold was "
                                      "chosen, so that they are optimistic."),
                            {}});
  }
}

CrossValidation Folds::finished() && {
  std::vector<std::vector<metrics::RunSummary>> models;
  for (const TrainedFold& fold : m_made.folds) models.push_back(fold.models);
  m_made.models = metrics::modelsOverFolds(models);
  m_made.heldOut = m_plan.heldOut;
  m_made.recipe = m_spec.recipe;
  return std::move(m_made);
}

}  // namespace

Result<CrossValidation> crossValidate(const TrainRequest& request, const FoldBegins& begins, const JobContext& job) {
  Folds folds(request, begins, job);
  MASU_CHECK(folds.prepare());
  MASU_CHECK(folds.train());
  return std::move(folds).finished();
}

}  // namespace masu::tasks
