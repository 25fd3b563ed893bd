// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/receipt/receipt_task.h"

#include <algorithm>
#include <random>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/hash.h"
#include "core/flow/machine.h"
#include "core/io/file.h"
#include "core/metrics/data_note.h"
#include "core/metrics/run_event.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"
#include "core/metrics/run_replacement.h"
#include "core/metrics/step_log.h"
#include "core/store/read/content_hash.h"
#include "core/tasks/receipt/export_check.h"
#include "core/tasks/receipt/receipt_fields.h"
#include "core/tasks/runs/requested_run.h"
#include "core/tasks/worker/worker_process.h"

namespace masu::tasks {

namespace {

namespace fs = std::filesystem;
using metrics::Compared;
using metrics::Difference;

/// A receipt alone says what nothing can be compared with.
Error withoutSpec(const fs::path& folder, Error error) {
  std::error_code ignored;
  if (error.code != Errc::notFound || !fs::exists(folder / metrics::kReceiptName, ignored)) return error;
  return {Errc::notFound,
          MASU_TEXT("core",
                    "{0} has a receipt and no spec.json, without which none of its fields can be checked and no step "
                    "can be trained again: copy spec.json from the run."),
          {folder.string()},
          {folder.string()}};
}

/// One run that is compared with its receipt, step by step down to what costs most.
class ReceiptChecking {
 public:
  ReceiptChecking(const ReceiptRequest& request, const JobContext& job) : m_request(request), m_job(job) {}

  Result<ReceiptCheck> run();

 private:
  Result<void> open();
  Result<void> chooseSteps();
  Result<void> compareDataset();
  Result<void> compareContent();
  Result<void> compareSplit();
  Result<void> compareSpec();
  Result<void> compareFields(const std::string& specJson, const fs::path& specFile);
  void compareLog();
  void compareLength();
  Result<void> replay();
  Result<void> differenceOrFailure(Error error);
  void readLine(std::string_view line);

  void differs(Difference difference) { m_check.difference = std::move(difference); }
  bool isOver() const { return m_check.difference.has_value(); }
  const fs::path& folder() const { return m_spec.out; }

  const ReceiptRequest& m_request;
  const JobContext& m_job;
  metrics::RunSpec m_spec;
  metrics::RunReceipt m_receipt;
  metrics::StepLog m_log;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::string m_manifest;
  ReceiptCheck m_check;
  std::optional<metrics::ReplaySummary> m_summary;
  std::optional<Error> m_failure;
  bool m_isTraining = false;  ///< the worker has begun
};

Result<void> ReceiptChecking::open() {
  MASU_CHECK(metrics::completeReplacement(m_request.run));
  auto run = requestedRun(m_request.run);
  if (!run) return fail(withoutSpec(m_request.run, std::move(run.error())));
  m_spec = std::move(run->spec);
  if (metrics::RunLock::isHeld(folder())) return fail(metrics::RunLock::heldError(folder()));
  MASU_TRY(m_receipt, metrics::readReceipt(folder()));
  MASU_TRY(m_log, metrics::StepLog::read(folder() / metrics::kStepLogName));
  if (!m_request.dataset.empty()) m_spec.dataset = m_request.dataset;
  const unsigned threads = m_receipt.sessions.back().threads;
  if (m_request.resources.threads == 0 || m_request.resources.threads == threads) return {};
  return fail(
      Errc::invalidArgument,
      MASU_TEXT("core",
                "The run in {0} computed with {1} threads, and its bits depend on their number: leave --threads "
                "out."),
      {folder().string(), std::to_string(threads)}, {folder().string()});
}

Result<void> ReceiptChecking::chooseSteps() {
  const std::uint64_t last = m_log.lastStep();
  if (last == 0) {
    return fail(Errc::notFound, MASU_TEXT("core", "The run in {0} has not taken a step that could be compared."),
                {folder().string()}, {folder().string()});
  }
  std::set<std::uint64_t> steps(m_request.steps.begin(), m_request.steps.end());
  for (const std::uint64_t step : steps) {
    if (m_log.has(step)) continue;
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The log of the run in {0} has the steps {1} to {2}: choose of these, not {3}."),
                {folder().string(), "1", std::to_string(last), std::to_string(step)}, {folder().string()});
  }
  std::random_device chance;
  std::uniform_int_distribution<std::uint64_t> any(1, last);
  const std::uint64_t wanted = m_request.steps.empty() ? std::min<std::uint64_t>(kDrawnSteps, last) : 0;
  while (steps.size() < wanted) steps.insert(any(chance));
  m_check.steps.assign(steps.begin(), steps.end());
  return {};
}

Result<void> ReceiptChecking::compareDataset() {
  auto dataset = datasetOf(m_spec, m_receipt.dataset, !m_request.dataset.empty());
  if (dataset) {
    m_dataset = std::move(*dataset);
    return {};
  }
  if (dataset.error().code != Errc::invalidArgument) return fail(std::move(dataset.error()));
  const auto other = store::Dataset::open(m_spec.dataset);
  differs({Compared::dataset,
           {},
           0,
           0,
           m_receipt.dataset,
           other ? (*other)->uuid() : std::string(),
           std::move(dataset.error().message)});
  return {};
}

Result<void> ReceiptChecking::compareContent() {
  if (m_receipt.content.empty()) {
    m_check.notes.push_back(Message::marked(kNoContentHash));
    return {};
  }
  MASU_TRY(const std::string content, store::contentHash(*m_dataset));
  if (content == m_receipt.content) return {};
  differs({Compared::content,
           {},
           0,
           0,
           m_receipt.content,
           content,
           {MASU_TEXT("core", "{0} has the UUID of the dataset that the run learned from, but holds something else."),
            {m_spec.dataset.string()}}});
  return {};
}

Result<void> ReceiptChecking::compareSplit() {
  m_spec.manifest = m_receipt.manifest;
  auto split = splitOf(*m_dataset, m_spec, m_receipt.splitHash);
  if (split) {
    m_manifest = split->manifest;
    return {};
  }
  if (split.error().code != Errc::notFound) return fail(std::move(split.error()));
  MASU_TRY(std::string now, splitHashNow(*m_dataset, m_receipt.manifest));
  differs({Compared::split, {}, 0, 0, m_receipt.splitHash, std::move(now), std::move(split.error().message)});
  return {};
}

Result<void> ReceiptChecking::compareSpec() {
  const fs::path file = folder() / metrics::kSpecName;
  MASU_TRY(const std::string text, io::readText(file));
  MASU_TRY(const std::string hash, metrics::specHash(text));
  if (hash == m_receipt.spec) return compareFields(text, file);
  differs({Compared::spec,
           {},
           0,
           0,
           m_receipt.spec,
           hash,
           {MASU_TEXT("core", "The settings in {0} are not those that the run had."), {file.string()}}});
  return {};
}

Result<void> ReceiptChecking::compareFields(const std::string& specJson, const fs::path& specFile) {
  RunFacts facts;
  MASU_TRY(facts.spec, metrics::specFromJson(specJson, specFile));
  facts.samples = m_dataset->samples();
  auto data = metrics::readDataNote(folder());
  if (data) {
    facts.data = std::move(*data);
  } else if (data.error().code == Errc::notFound) {
    m_check.notes.push_back({MASU_TEXT("core",
                                       "There is no data.json in {0}: the receipt's order.version ({1}) was not "
                                       "compared."),
                             {folder().string(), m_receipt.order}});
  } else {
    return fail(std::move(data.error()));
  }
  m_check.difference = differingFields(m_receipt, facts, folder() / metrics::kReceiptName);
  return {};
}

void ReceiptChecking::compareLog() {
  for (const metrics::ReceiptEpoch& epoch : m_receipt.epochs) {
    const std::uint64_t last = static_cast<std::uint64_t>(epoch.epoch) * m_receipt.stepsPerEpoch;
    const std::uint64_t first = last - m_receipt.stepsPerEpoch + 1;
    const bool isWhole = m_log.has(first) && m_log.has(last) && m_log.models() == m_receipt.models.size();
    const std::string order = isWhole ? hex64(m_log.chained(first, last)) : std::string();
    if (order == epoch.order) continue;
    differs({Compared::log,
             {},
             epoch.epoch,
             0,
             epoch.order,
             order,
             {MASU_TEXT("core", "The steps of epoch {1} in {0} are not those of the receipt."),
              {(folder() / metrics::kStepLogName).string(), std::to_string(epoch.epoch)}}});
    return;
  }
  compareLength();
}

/// The log of a run that was killed may have steps beyond its receipt, which was written before them.
void ReceiptChecking::compareLength() {
  const std::uint64_t last = m_log.lastStep();
  const std::uint64_t planned = static_cast<std::uint64_t>(m_receipt.epochsPlanned) * m_receipt.stepsPerEpoch;
  const std::uint64_t most = m_receipt.ended ? m_receipt.steps : planned;
  if (last >= m_receipt.steps && last <= most) return;
  const std::string file = (folder() / metrics::kStepLogName).string();
  const std::uint64_t expected = last < m_receipt.steps ? m_receipt.steps : most;
  Message message{MASU_TEXT("core", "{0} ends with step {1}, and the run took {2}."),
                  {file, std::to_string(last), std::to_string(expected)}};
  if (last > most && !m_receipt.ended) {
    message = {MASU_TEXT("core", "{0} ends with step {1}, and all epochs of the run have {2}."),
               {file, std::to_string(last), std::to_string(expected)}};
  }
  differs({Compared::log, {}, 0, expected, std::to_string(expected), std::to_string(last), std::move(message)});
}

void ReceiptChecking::readLine(std::string_view line) {
  if (const auto progress = metrics::replayProgressFromJson(line)) {
    if (!std::exchange(m_isTraining, true))
      m_job.progress.begin(MASU_TEXT("core", "Training steps again"), progress->total, Progress::Unit::steps);
    m_job.progress.set(progress->done);
  } else if (auto summary = metrics::replaySummaryFromJson(line)) {
    m_summary = std::move(*summary);
  } else if (const auto event = metrics::eventFromJsonLine(line)) {
    if (const auto* failed = std::get_if<metrics::Failed>(&*event)) m_failure = failed->error;
  }
}

/// Values that are not as their checksums have them are a difference, too.
Result<void> ReceiptChecking::differenceOrFailure(Error error) {
  std::vector<fs::path> files = m_dataset->partFiles();
  files.push_back(m_dataset->path());
  const bool isOfValues =
      error.code == Errc::damaged && std::ranges::find(files, fs::path(error.source.file)) != files.end();
  if (!isOfValues) return fail(std::move(error));
  differs({Compared::values, {}, 0, 0, {}, {}, std::move(error.message)});
  return {};
}

Result<void> ReceiptChecking::replay() {
  MASU_TRY(const fs::path program, findTrainingWorker());
  m_job.progress.begin(MASU_TEXT("core", "Starting the training worker"), 0, Progress::Unit::steps);
  metrics::ReplaySpec spec;
  spec.run = folder();
  spec.dataset = m_dataset->path();
  spec.manifest = m_manifest;
  spec.steps = m_check.steps;
  spec.memoryBytes = flow::resolve(m_request.resources).memoryBytes;
  const WorkerCommand command{program, {"replay"}, metrics::toJson(spec), m_spec.threads};
  MASU_TRY(const WorkerEnd end, runWorker(
                                    command, [this](std::string_view line) { readLine(line); }, m_job.stop));
  if (m_summary) {
    m_check.stepsCompared = m_summary->steps;
    m_check.weightsCompared = static_cast<std::uint64_t>(m_summary->weights);
    m_check.filesCompared = static_cast<std::uint64_t>(m_summary->files);
    m_check.difference = std::move(m_summary->difference);
    m_check.notes.insert(m_check.notes.end(), m_summary->notes.begin(), m_summary->notes.end());
    return {};
  }
  if (m_job.stopRequested()) return fail(Error::cancelled());
  if (m_failure) return differenceOrFailure(std::move(*m_failure));
  return fail(Errc::child,
              MASU_TEXT("core", "The training worker ended before every step was compared (code {0}, signal {1})."),
              {std::to_string(end.exitCode), std::to_string(end.signal)});
}

Result<ReceiptCheck> ReceiptChecking::run() {
  MASU_CHECK(open());
  MASU_CHECK(chooseSteps());
  MASU_CHECK(compareDataset());
  if (!isOver()) MASU_CHECK(compareContent());
  if (!isOver()) MASU_CHECK(compareSplit());
  if (!isOver()) MASU_CHECK(compareSpec());
  if (!isOver()) compareLog();
  if (!isOver()) MASU_CHECK(replay());
  return std::move(m_check);
}

}  // namespace

Result<AnyReceipt> readAnyReceipt(const fs::path& folder) {
  if (isExportPlace(folder)) {
    MASU_TRY(auto receipt, readExportReceipt(folder));
    return AnyReceipt(std::move(receipt));
  }
  auto receipt = readRunReceipt(folder);
  if (receipt) return AnyReceipt(std::move(*receipt));
  if (const auto run = requestedRun(folder); !run && run.error().code == Errc::notFound) {
    return fail(Errc::notFound,
                MASU_TEXT("core",
                          "{0} is neither a training run nor an export: it has no spec.json and no index.json. Name "
                          "the folder that `masu train` or `masu export` wrote."),
                {folder.string()}, {folder.string()});
  }
  return fail(std::move(receipt.error()));
}

Result<metrics::RunReceipt> readRunReceipt(const fs::path& run) {
  MASU_CHECK(metrics::completeReplacement(run));
  MASU_TRY(const RequestedRun asked, requestedRun(run));
  return metrics::readReceipt(asked.spec.out);
}

Result<ReceiptCheck> checkReceipt(const ReceiptRequest& request, const JobContext& job) {
  if (isExportPlace(request.run)) return checkExportReceipt(request, job);
  return ReceiptChecking(request, job).run();
}

}  // namespace masu::tasks
