// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/temperature_scaling.h"

#include <algorithm>
#include <chrono>

#include "core/train/learning/temperature_fit.h"
#include "core/train/models/model_limits.h"
#include "core/train/models/module_file.h"
#include "core/train/run/checkpoint.h"
#include "core/train/run/stream_pass.h"

namespace masu::train {

namespace {

using Clock = std::chrono::steady_clock;

/// Of all models together, at most: a temperature is one number, which some ten thousand samples give well enough.
constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20U;

Result<void> addBatch(ModelRun& modelRun, const loader::Batch& batch, std::size_t classes, TemperatureFit& fit) {
  const auto begin = Clock::now();
  MASU_TRY(const std::vector<float> outputs, modelRun.learner->outputsOf(batch));
  for (std::uint64_t i = 0; i < batch.samples; ++i)
    fit.add(std::span(outputs).subspan(i * classes, classes), static_cast<std::size_t>(batch.labels[i]));
  modelRun.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  return {};
}

}  // namespace

Result<void> checkCalibration(const metrics::RunSpec& spec, const DatasetSummary& summary, std::uint64_t processes) {
  if (!spec.calibrate) return {};
  const std::string file = spec.dataset.string();
  if (processes > 1) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "--calibrate fits a temperature in one process, and {0} train this run: train or resume it "
                          "in one, or begin a run without --calibrate."),
                {std::to_string(processes)});
  }
  if (summary.predictsValues()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "--calibrate is for the probabilities of classes, and the label of {0} is a value: leave it "
                          "out."),
                {file}, {file, 0, 0});
  }
  if (summary.samplesOf(store::Split::validation) > 0) return {};
  return fail(Errc::invalidArgument,
              MASU_TEXT("core",
                        "--calibrate fits a temperature to the validation split, and {0} has no samples for validation "
                        "in this split. Leave it out, or split the dataset with a share for validation."),
              {file}, {file, 0, 0});
}

Result<double> fitTemperatures(const metrics::RunSpec& spec, const RunData& data, std::vector<ModelRun>& modelRuns,
                               const std::stop_token& stop) {
  MASU_TRY(const loader::TrainingRequest request, streamRequestOf(spec, data));
  const std::size_t classes = data.summary.classes.size();
  std::vector<TemperatureFit> fits;
  fits.reserve(modelRuns.size());
  for (std::size_t i = 0; i < modelRuns.size(); ++i)
    fits.emplace_back(classes, data.summary.samplesOf(store::Split::validation), kMostBytes / modelRuns.size());
  const auto add = [&](const loader::Batch& batch) -> Result<void> {
    for (std::size_t i = 0; i < modelRuns.size(); ++i) MASU_CHECK(addBatch(modelRuns[i], batch, classes, fits[i]));
    return {};
  };
  MASU_TRY(const double loaderSeconds,
           forEachBatch(data.dataset, loader::scoringStream(request, store::Split::validation), stop, add));
  for (std::size_t i = 0; i < modelRuns.size(); ++i) modelRuns[i].temperature = fits[i].fit();
  return loaderSeconds;
}

/// Not by the learner, whose model may have changed buffers of its own while it was evaluated.
Result<void> writeFitted(const std::filesystem::path& checkpoint, std::optional<double> temperature,
                         std::optional<double> threshold) {
  if (!temperature && !threshold) return {};
  MASU_TRY(const ModuleFile file, readModule(checkpoint.string()));
  std::string note = file.note;
  if (temperature) {
    MASU_TRY(note, noteWithTemperature(note, *temperature, checkpoint.string()));
  }
  if (threshold) {
    MASU_TRY(note, noteWithThreshold(note, *threshold, checkpoint.string()));
  }
  // A module of others may have code of its own for being saved.
  const TimeLimit limit(timeFor(1), overdueModel(checkpoint.string(), 1));
  return writeModule(*file.module, checkpoint, note);
}

}  // namespace masu::train
