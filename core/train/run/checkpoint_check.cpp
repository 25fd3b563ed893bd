// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/checkpoint_check.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/io/confinement.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_log.h"
#include "core/table/number_text.h"
#include "core/train/models/model.h"
#include "core/train/run/checkpoint.h"
#include "core/train/run/model_run.h"

namespace masu::train {

namespace {

namespace fs = std::filesystem;
using metrics::ReceiptEpoch;

/// The checkpoints of one run on their way through the comparison.
class CheckpointChecking {
 public:
  CheckpointChecking(const metrics::RunSpec& spec, const metrics::RunReceipt& receipt, const RunData& data,
                     const std::stop_token& stop)
      : m_spec(spec), m_receipt(receipt), m_data(data), m_stop(stop) {}

  Result<CheckpointCheck> run();

 private:
  int lastEpochOf(std::size_t model) const;
  /// Empty where the receipt has none.
  std::string hashOf(std::size_t model, int epoch) const;
  /// 0: the receipt has none with these weights.
  int epochWith(std::size_t model, const std::string& hash) const;
  bool isLaterThanReceipt(const fs::path& file) const;
  void readLog();
  void compareNumber(std::size_t model, const fs::path& file, const Result<std::string>& found,
                     const std::string& expected, const char* sentence);
  void compareFitted(std::size_t model, const fs::path& folder);
  Result<void> compareModel(std::size_t model, const fs::path& folder);
  Result<void> compareFile(std::size_t model, const fs::path& file, int epoch);
  void differs(std::size_t model, int epoch, std::string expected, std::string found, Message message);
  void note(const char* text, const fs::path& file) { m_check.notes.push_back({text, {file.string()}}); }
  bool isOver() const { return m_check.difference.has_value(); }

  const metrics::RunSpec& m_spec;
  const metrics::RunReceipt& m_receipt;
  const RunData& m_data;
  std::stop_token m_stop;
  std::vector<ModelRun> m_modelRuns;
  std::vector<metrics::RunSummary> m_log;  ///< empty where it cannot be read
  CheckpointCheck m_check;
};

int CheckpointChecking::lastEpochOf(std::size_t model) const {
  int last = 0;
  for (const ReceiptEpoch& epoch : m_receipt.epochs) {
    if (!epoch.weights[model].empty()) last = epoch.epoch;
  }
  return last;
}

std::string CheckpointChecking::hashOf(std::size_t model, int epoch) const {
  const auto noted = std::ranges::find(m_receipt.epochs, epoch, &ReceiptEpoch::epoch);
  return noted == m_receipt.epochs.end() ? std::string() : noted->weights[model];
}

int CheckpointChecking::epochWith(std::size_t model, const std::string& hash) const {
  const auto noted =
      std::ranges::find_if(m_receipt.epochs, [&](const ReceiptEpoch& epoch) { return epoch.weights[model] == hash; });
  return noted == m_receipt.epochs.end() ? 0 : noted->epoch;
}

/// A run that was stopped within an epoch saves its models there, and one that was killed may have saved them before
/// its receipt: the epoch in a file's metadata distinguishes that from a file that was exchanged.
bool CheckpointChecking::isLaterThanReceipt(const fs::path& file) const {
  if (m_receipt.ended) return false;
  const auto metadata = Model::noteOf(file.string());
  const int last = m_receipt.epochs.empty() ? 0 : m_receipt.epochs.back().epoch;
  return metadata && epochFromNote(*metadata) > last;
}

void CheckpointChecking::differs(std::size_t model, int epoch, std::string expected, std::string found,
                                 Message message) {
  m_check.difference = {metrics::Compared::files, modelName(m_receipt, model), epoch, 0, std::move(expected),
                        std::move(found),         std::move(message)};
}

Result<void> CheckpointChecking::compareFile(std::size_t model, const fs::path& file, int epoch) {
  if (m_stop.stop_requested()) return fail(Error::cancelled());
  std::error_code ignored;
  const bool exists = fs::exists(file, ignored);
  if (epoch == 0 && !exists) return {};
  if (!exists) {
    note(MASU_TEXT("core", "The weights in {0} were not compared, as the file no longer exists."), file);
    return {};
  }
  constexpr const char* kNoHash =
      MASU_TEXT("core", "The weights in {0} were not compared, as the receipt has no hash of them.");
  const std::string expected = hashOf(model, epoch);
  if (expected.empty()) {
    note(kNoHash, file);
    return {};
  }
  Learner& learner = *m_modelRuns[model].learner;
  if (auto restored = learner.restore(file); !restored) {
    if (restored.error().code == Errc::outOfMemory) return fail(std::move(restored.error()));
    differs(model, epoch, expected, {},
            {MASU_TEXT("core", "{0} is not the checkpoint that the run wrote. {1}"),
             {file.string(), std::move(restored.error().message)}});
    return {};
  }
  MASU_TRY(std::string found, learner.weightsHash());
  if (found == expected) {
    ++m_check.equal;
    return {};
  }
  const int other = epochWith(model, found);
  if (other == 0 && isLaterThanReceipt(file)) {
    note(kNoHash, file);
    return {};
  }
  const std::string name = modelName(m_receipt, model);
  Message message{MASU_TEXT("core", "The weights in {0} are not those that the receipt has of {1} after epoch {2}."),
                  {file.string(), name, std::to_string(epoch)}};
  if (other > 0) {
    message = {MASU_TEXT("core", "The weights in {0} are those of {1} after epoch {3}, not after epoch {2}."),
               {file.string(), name, std::to_string(epoch), std::to_string(other)}};
  }
  differs(model, epoch, expected, std::move(found), std::move(message));
  return {};
}

/// `sentence`: of the file, of what is in it and of what the log has.
void CheckpointChecking::compareNumber(std::size_t model, const fs::path& file, const Result<std::string>& found,
                                       const std::string& expected, const char* sentence) {
  if (isOver() || (found && *found == expected)) return;
  Message message = found ? Message{sentence, {file.string(), *found, expected}} : found.error().message;
  differs(model, 0, expected, found.value_or(std::string()), std::move(message));
}

/// The receipt has neither temperature nor threshold, which change no weight: the log has those of the end of the run,
/// and which file they are in.
void CheckpointChecking::compareFitted(std::size_t model, const fs::path& folder) {
  if (m_log.empty() || !m_log[model].tested) return;
  const fs::path file = folder / fs::path(m_log[model].checkpoint).filename();
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return;
  const auto& temperature = m_log[model].temperature;
  const auto& threshold = m_log[model].threshold;
  const std::string name = file.string();
  const Result<std::string> metadata = Model::noteOf(name);
  const auto text = [](const std::optional<double>& value) {
    return value ? table::numberText(*value, table::DType::f64) : std::string("–");
  };
  compareNumber(
      model, file,
      metadata.and_then([&](const std::string& note) { return temperatureFromNote(note, name); }).map(text),
      text(temperature ? temperature->divisor() : 1),
      MASU_TEXT("core", "{0} divides outputs by the temperature {1}, and the log of the run has {2} (1: none)."));
  compareNumber(model, file,
                metadata.and_then([&](const std::string& note) { return thresholdFromNote(note, name); }).map(text),
                text(threshold ? std::optional(threshold->probability) : std::nullopt),
                MASU_TEXT("core", "{0} has the decision threshold {1}, and the log of the run has {2} (–: none)."));
}

Result<void> CheckpointChecking::compareModel(std::size_t model, const fs::path& folder) {
  const fs::path best = folder / "best.pt";
  std::error_code ignored;
  if (!m_log.empty()) {
    const metrics::EpochDone* epoch = m_log[model].bestEpoch();
    MASU_CHECK(compareFile(model, best, epoch != nullptr ? epoch->epoch : 0));
  } else if (fs::exists(best, ignored)) {
    note(MASU_TEXT("core", "The weights in {0} were not compared, as the run's log does not say which epoch was best."),
         best);
  }
  if (isOver()) return {};
  compareFitted(model, folder);
  if (isOver()) return {};
  return compareFile(model, folder / "last.pt", lastEpochOf(model));
}

/// Beside models of strangers this thread may open no file by itself.
void CheckpointChecking::readLog() {
  io::unconfined([&] {
    auto log = metrics::RunLog::read(m_spec.out / metrics::kEventLogName);
    if (log && log->size() == m_receipt.models.size()) m_log = std::move(*log);
  });
}

Result<CheckpointCheck> CheckpointChecking::run() {
  readLog();
  MASU_TRY(m_modelRuns, makeModelRuns(m_spec, m_data, m_receipt.stepsPerEpoch));
  const std::vector<fs::path> folders = metrics::modelFolders(m_spec);
  for (std::size_t model = 0; model < folders.size() && !isOver(); ++model)
    MASU_CHECK(compareModel(model, folders[model].empty() ? m_spec.out : m_spec.out / folders[model]));
  return std::move(m_check);
}

}  // namespace

std::string modelName(const metrics::RunReceipt& receipt, std::size_t model) {
  const metrics::ReceiptModel& one = receipt.models[model];
  const auto isTwin = [&](const metrics::ReceiptModel& other) {
    // Neither where a rate is NaN, as of a model that is solved.
    return other.model == one.model && (other.learningRate < one.learningRate || other.learningRate > one.learningRate);
  };
  std::string name = one.model;
  if (std::ranges::any_of(receipt.models, isTwin))
    name += " (" + table::numberText(one.learningRate, table::DType::f64) + ")";
  return one.repeat > 0 ? name + " #" + std::to_string(one.repeat) : name;
}

Result<CheckpointCheck> compareCheckpoints(const metrics::RunSpec& spec, const metrics::RunReceipt& receipt,
                                           const RunData& data, const std::stop_token& stop) {
  return CheckpointChecking(spec, receipt, data, stop).run();
}

}  // namespace masu::train
