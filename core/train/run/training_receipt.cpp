// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/hash.h"
#include "core/io/atomic_file.h"
#include "core/io/file.h"
#include "core/loader/order/sequence.h"
#include "core/metrics/step_log.h"
#include "core/train/models/compute_facts.h"
#include "core/train/run/training_run.h"

namespace masu::train {

std::uint64_t TrainingRun::stepsSoFar() const {
  return static_cast<std::uint64_t>(m_epoch - 1) * m_stepsPerEpoch + m_step;
}

/// What is known of a run without its steps.
Result<metrics::RunReceipt> TrainingRun::newReceipt(std::string_view specJson) const {
  metrics::RunReceipt receipt;
  receipt.dataset = m_data.summary.uuid;
  receipt.content = m_content;
  receipt.edition = m_data.summary.edition.number;
  receipt.labels = m_data.summary.edition.hash;
  receipt.samples = m_data.dataset->samples();
  receipt.manifest = m_spec.manifest;
  receipt.splitHash = m_data.summary.splitHash;
  MASU_TRY(receipt.spec, metrics::specHash(specJson));
  receipt.order = loader::Sequence::version();
  receipt.seed = m_spec.seed;
  receipt.blocks = m_spec.blocks;
  receipt.balance = m_spec.balance;
  receipt.batch = m_spec.batch;
  receipt.slices = m_spec.slices;
  receipt.epochsPlanned = m_spec.epochs;
  receipt.stepsPerEpoch = m_stepsPerEpoch;
  for (const ModelRun& modelRun : m_modelRuns)
    receipt.models.push_back({modelRun.plan.model, modelRun.learner->highestRate(), {}, modelRun.plan.repeat});
  return receipt;
}

Result<void> TrainingRun::beginReceipt() {
  MASU_TRY(m_receipt, newReceipt(metrics::toJson(m_spec)));
  m_receipt.sessions = {thisSession(m_spec.threads)};
  for (std::size_t i = 0; i < m_modelRuns.size(); ++i) {
    MASU_TRY(m_receipt.models[i].initial, m_modelRuns[i].learner->weightsHash());
  }
  return writeReceipt(false);
}

/// Nothing where somebody removed it. A damaged one is not replaced in silence: what it says of epochs before is known
/// nowhere else.
Result<std::optional<metrics::RunReceipt>> TrainingRun::storedReceipt() const {
  auto receipt = metrics::readReceipt(m_spec.out);
  if (receipt && metrics::hasModelsOf(*receipt, m_spec)) return std::move(*receipt);
  if (!receipt && receipt.error().code == Errc::notFound) return std::nullopt;
  if (!receipt && receipt.error().code != Errc::format) return fail(std::move(receipt.error()));
  const std::string file = (m_spec.out / metrics::kReceiptName).string();
  return fail(Errc::damaged,
              MASU_TEXT("core",
                        "{0} is damaged. Copy it again, or remove it to resume the run with a new receipt, which will "
                        "not have the epochs before."),
              {file}, {file});
}

/// metrics::chainedOrder() of the epoch under way.
Result<std::uint64_t> TrainingRun::storedOrder() const {
  const std::filesystem::path file = m_spec.out / metrics::kStepLogName;
  MASU_TRY(const metrics::StepLog log, metrics::StepLog::read(file));
  const std::uint64_t steps = stepsSoFar();
  if (log.models() == m_modelRuns.size() && log.lastStep() >= steps) return log.chained(steps - m_step + 1, steps);
  return fail(Errc::damaged, MASU_TEXT("core", "{0} is damaged, so the run cannot be resumed."), {file.string()},
              {file.string()});
}

/// What it says of steps after the state that is resumed from will be done again. Where there is none, what it would
/// say of steps before is not known.
Result<void> TrainingRun::resumeReceipt(std::optional<metrics::RunReceipt> kept) {
  if (kept) {
    m_receipt = std::move(*kept);
    m_receipt.ended = false;
  } else {
    MASU_TRY(const std::string spec, io::readText(m_spec.out / metrics::kSpecName));
    MASU_TRY(m_receipt, newReceipt(spec));
  }
  std::erase_if(m_receipt.epochs, [this](const metrics::ReceiptEpoch& epoch) { return epoch.epoch >= m_epoch; });
  const std::uint64_t steps = stepsSoFar();
  std::erase_if(m_receipt.sessions, [&](const metrics::ReceiptSession& session) { return session.firstStep > steps; });
  metrics::ReceiptSession session = thisSession(m_spec.threads);
  if (m_receipt.sessions.empty() || !m_receipt.sessions.back().isLike(session)) {
    session.firstStep = steps + 1;
    m_receipt.sessions.push_back(std::move(session));
  }
  return writeReceipt(false);
}

Result<void> TrainingRun::noteStep(const loader::Batch& batch) {
  const std::uint64_t order = metrics::orderOf(batch.indices);
  m_order = metrics::chainedOrder(m_order, order);
  m_losses.clear();
  for (const ModelRun& modelRun : m_modelRuns) {
    m_losses.push_back(modelRun.stoppedEarly ? std::numeric_limits<double>::quiet_NaN() : modelRun.trained.lastLoss());
  }
  return isWriter() ? m_directory.noteStep(order, m_losses) : Result<void>();
}

Result<void> TrainingRun::noteEpoch() {
  metrics::ReceiptEpoch epoch;
  epoch.epoch = m_epoch;
  epoch.order = hex64(m_order);
  for (const ModelRun& modelRun : m_modelRuns) {
    std::string& hash = epoch.weights.emplace_back();
    if (modelRun.stoppedEarly) continue;
    MASU_TRY(hash, modelRun.learner->weightsHash());
  }
  MASU_CHECK(checkSameWeights(epoch.weights));
  m_receipt.epochs.push_back(std::move(epoch));
  m_order = 0;
  return isWriter() ? m_directory.flushSteps() : Result<void>();
}

Result<void> TrainingRun::writeReceipt(bool ended) {
  if (!isWriter()) return {};
  // A receipt never has more steps than the log beside it, wherever the process is killed.
  MASU_CHECK(m_directory.flushSteps());
  m_receipt.ended = ended;
  m_receipt.steps = stepsSoFar();
  const std::filesystem::path file = m_directory.placeOf(m_spec.out / metrics::kReceiptName);
  MASU_TRY(io::AtomicFile target, io::AtomicFile::create(file, io::Overwrite::yes));
  MASU_CHECK(target.append(metrics::toJson(m_receipt)));
  // Before the end it is written often, as the state is, and as good as that.
  return target.commit(ended ? io::Sync::yes : io::Sync::no);
}

}  // namespace masu::train
