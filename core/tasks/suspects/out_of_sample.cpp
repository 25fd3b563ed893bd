// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/out_of_sample.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <system_error>

#include "core/manifest/samples/sample_codes.h"
#include "core/metrics/data_note.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"
#include "core/metrics/run_log.h"
#include "core/metrics/run_replacement.h"
#include "core/tasks/runs/requested_run.h"
#include "core/tasks/split/manifest_task.h"
#include "core/tasks/train/predict_task.h"

namespace masu::tasks {

namespace fs = std::filesystem;

namespace {

/// Whether a model of a run learned for fewer epochs than planned, since validation had not become better for long. Its
/// run may have been interrupted since, while other models learned on.
Result<bool> stoppedEarly(const metrics::RunSpec& spec, std::size_t model) {
  if (spec.patience == 0) return false;
  MASU_TRY(const auto models, metrics::RunLog::read(spec.out / metrics::kEventLogName));
  if (model >= models.size() || models[model].epochs.empty()) return false;
  const metrics::RunSummary& summary = models[model];
  double best = std::numeric_limits<double>::infinity();
  int withoutBetter = 0;
  for (const metrics::EpochDone& epoch : summary.epochs) {
    const bool isBetter = epoch.validation.loss < best;
    if (isBetter) best = epoch.validation.loss;
    withoutBetter = isBetter ? 0 : withoutBetter + 1;
  }
  return withoutBetter >= spec.patience && summary.epochs.back().epoch < summary.epochsPlanned;
}

/// The labels of samples that are asked for in ascending order. Lifetime: borrows the dataset.
class LabelReader {
 public:
  LabelReader(const store::Dataset& dataset, const store::ObjectInfo& labels)
      : m_reader(dataset, labels), m_samples(dataset.samples()), m_classes(dataset.meta().classes.size()) {}

  /// Nothing where the sample has none.
  Result<std::optional<std::uint32_t>> of(std::uint64_t sample) {
    if (sample < m_first || sample - m_first >= m_codes.size()) {
      m_first = sample;
      MASU_TRY(m_codes, m_reader.read(sample, std::min(manifest::kBlockSamples, m_samples - sample)));
    }
    const auto code = static_cast<std::uint64_t>(m_codes[sample - m_first]);
    return code < m_classes ? std::optional(static_cast<std::uint32_t>(code)) : std::nullopt;
  }

 private:
  manifest::CodeReader m_reader;
  std::uint64_t m_samples;
  std::size_t m_classes;
  std::uint64_t m_first = 0;
  std::span<const std::int64_t> m_codes;
};

class Gathering {
 public:
  Gathering(const store::Dataset& dataset, const fs::path& scratch, const Resources& resources, ProbabilityFile& into,
            const JobContext& job)
      : m_dataset(dataset),
        m_csv(scratch / "predictions.csv"),
        m_resources(resources),
        m_into(into),
        m_job(job),
        m_known(dataset.samples(), false) {}

  Result<void> ask(const TrainedModel& model, store::Split split);
  GatheredPredictions finished() &&;

 private:
  Result<bool> lacks(const TrainedModel& model, store::Split split) const;
  Result<void> readCsv();

  const store::Dataset& m_dataset;
  fs::path m_csv;
  const Resources& m_resources;
  ProbabilityFile& m_into;
  const JobContext& m_job;
  std::vector<bool> m_known;  ///< samples with a prediction
  GatheredPredictions m_gathered;
};

/// Whether a split that a model knows has a sample without a prediction.
Result<bool> Gathering::lacks(const TrainedModel& model, store::Split split) const {
  MASU_TRY(const store::Assignment assignment, assignmentOf(m_dataset, model.manifest));
  for (std::size_t i = 0; i < m_known.size(); ++i)
    if (assignment[i] == split && !m_known[i]) return true;
  return false;
}

Result<void> Gathering::ask(const TrainedModel& model, store::Split split) {
  MASU_TRY(const bool wanted, lacks(model, split));
  if (!wanted) return {};
  const bool ofValidation = split == store::Split::validation;
  if (ofValidation && model.stoppedEarly) {
    m_gathered.notes.push_back(
        {MASU_TEXT("core",
                   "The run in {0} stopped early by its validation split, so that its predictions for that split are "
                   "not out of sample and are not used. Train it with --patience 0 to use them."),
         {model.folder.string()}});
    return {};
  }
  PredictRequest request;
  request.run = ofValidation ? model.folder / "last.pt" : model.folder;
  request.sources = {m_dataset.path()};
  request.manifest = model.manifest;
  request.split = store::name(split);
  request.probabilities = true;
  request.out = m_csv;
  request.overwrite = true;
  request.resources = m_resources;
  MASU_TRY(const metrics::PredictSummary summary, predict(request, m_job));
  if (summary.classes != m_dataset.meta().classes) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The model in {0} knows other classes than {1} has: train it again."),
                {model.folder.string(), m_dataset.path().string()}, {model.folder.string(), 0, 0});
  }
  return readCsv();
}

Result<void> Gathering::readCsv() {
  LabelReader labels(m_dataset, *m_dataset.find("labels"));
  const auto take = [&](std::uint64_t sample, std::span<const float> probabilities) -> Result<void> {
    if (sample >= m_known.size() || m_known[sample]) return {};
    m_known[sample] = true;
    MASU_TRY(const std::optional<std::uint32_t> label, labels.of(sample));
    if (!label) {
      ++m_gathered.unlabelled;
      return {};
    }
    ++m_gathered.predicted;
    return m_into.add(sample, *label, probabilities);
  };
  MASU_CHECK(readPredictions(m_csv, m_into.classes(), take, m_job.stop));
  std::error_code ignored;
  for (const fs::path& file : {m_csv, metrics::recordingsFileOf(m_csv)}) fs::remove(file, ignored);
  return {};
}

GatheredPredictions Gathering::finished() && {
  for (std::size_t i = 0; i < m_known.size(); ++i) {
    if (m_known[i]) continue;
    ++m_gathered.missing;
    if (m_gathered.firstMissing.size() < GatheredPredictions::kMostNamed) m_gathered.firstMissing.push_back(i);
  }
  return std::move(m_gathered);
}

}  // namespace

Result<TrainedModel> trainedModel(const store::Dataset& dataset, const fs::path& run) {
  MASU_CHECK(metrics::completeReplacement(run));
  MASU_TRY(const RequestedRun asked, requestedRun(run));
  const metrics::RunSpec& spec = asked.spec;
  const std::string folder = spec.out.string();
  if (metrics::RunLock::isHeld(spec.out)) return fail(metrics::RunLock::heldError(spec.out));
  const std::vector<fs::path> models = metrics::modelFolders(spec);
  if (models.size() > 1 && !asked.model) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The run in {0} has {1} models: name the folder of one of them, such as {2}."),
                {folder, std::to_string(models.size()), (spec.out / models.front()).string()}, {folder, 0, 0});
  }
  MASU_TRY(const metrics::DataNote note, metrics::readDataNote(spec.out));
  if (note.uuid != dataset.uuid()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The run in {0} did not learn from {1} as it is now: it is another dataset, or samples were "
                          "appended to it since. Name runs of this dataset."),
                {folder, dataset.path().string()}, {folder, 0, 0});
  }
  MASU_CHECK(checkLabels(dataset, spec, note.labels));
  MASU_TRY(const LearnedSplit split, splitOf(dataset, spec, note.splitHash));
  const std::size_t number = asked.model.value_or(0);
  TrainedModel model;
  model.run = spec.out;
  model.folder = models[number].empty() ? spec.out : spec.out / models[number];
  model.manifest = split.manifest;
  MASU_TRY(model.stoppedEarly, stoppedEarly(spec, number));
  return model;
}

Result<GatheredPredictions> gatherPredictions(const store::Dataset& dataset, const std::vector<TrainedModel>& models,
                                              const fs::path& scratch, const Resources& resources,
                                              ProbabilityFile& into, const JobContext& job) {
  Gathering gathering(dataset, scratch, resources, into, job);
  for (const store::Split split : {store::Split::test, store::Split::validation})
    for (const TrainedModel& model : models) MASU_CHECK(gathering.ask(model, split));
  return std::move(gathering).finished();
}

}  // namespace masu::tasks
