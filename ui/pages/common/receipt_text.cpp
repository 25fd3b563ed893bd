// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/receipt_text.h"

#include <QCoreApplication>

#include "ui/text/format.h"
#include "ui/text/message.h"
#include "ui/text/to_qt.h"

namespace masu::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(masu::ui::ReceiptDialog)
};

QString hashOrNone(const std::string& hash) {
  return hash.empty() ? Words::tr("none") : toQt(hash);
}

/// Of a split, with the name that its manifest had.
QString splitOf(const std::string& manifest, const std::string& hash) {
  return Words::tr("%1, %2").arg(shownText(manifest), toQt(hash));
}

QString sessionOf(const metrics::ReceiptSession& session) {
  return Words::tr("Masu %1, LibTorch %2, kernels %3, %4, %5, %6")
      .arg(toQt(session.masu), toQt(session.libtorch), toQt(session.kernels), toQt(session.device),
           counted(Words::tr("%n thread(s)", nullptr, static_cast<int>(session.threads)), session.threads),
           shownText(session.processor));
}

QString shuffleOf(const metrics::RunReceipt& receipt) {
  if (receipt.balance) return Words::tr("%1, balanced").arg(toQt(receipt.order));
  return Words::tr("%1, %2").arg(
      toQt(receipt.order),
      counted(Words::tr("%n chunk(s) together", nullptr, static_cast<int>(receipt.blocks)), receipt.blocks));
}

QString batchOf(const metrics::RunReceipt& receipt) {
  const QString batch = formatCount(receipt.batch);
  if (receipt.slices < 2) return batch;
  return Words::tr("%1, %2").arg(
      batch, counted(Words::tr("%n slice(s)", nullptr, pluralOf(receipt.slices)), receipt.slices));
}

ReceiptText textOf(const metrics::RunReceipt& receipt) {
  ReceiptText text;
  text.heading = receipt.ended ? Words::tr("A training run that has ended") : Words::tr("A training run, not ended");
  text.dataset = toQt(receipt.dataset);
  const std::uint64_t planned = static_cast<std::uint64_t>(receipt.epochsPlanned) * receipt.stepsPerEpoch;
  text.facts = {{Words::tr("Dataset"), text.dataset},
                {Words::tr("Content hash"), hashOrNone(receipt.content)},
                {Words::tr("Samples"), formatCount(receipt.samples)},
                {Words::tr("Split"), splitOf(receipt.manifest, receipt.splitHash)},
                {Words::tr("Settings"), toQt(receipt.spec)},
                {Words::tr("Seed"), QString::number(receipt.seed)},
                {Words::tr("Shuffle"), shuffleOf(receipt)},
                {Words::tr("Batch"), batchOf(receipt)},
                {Words::tr("Epochs"), Words::tr("%1 of %2").arg(receipt.epochs.size()).arg(receipt.epochsPlanned)},
                {Words::tr("Steps"), Words::tr("%1 of %2").arg(formatCount(receipt.steps), formatCount(planned))}};
  for (const metrics::ReceiptSession& session : receipt.sessions)
    text.facts.emplace_back(Words::tr("From step %1").arg(formatCount(session.firstStep)), sessionOf(session));
  text.columns = {Words::tr("Epoch"), Words::tr("Order")};
  for (const metrics::ReceiptModel& model : receipt.models) {
    const QString rate = formatNumber(model.learningRate, 3);
    text.columns
        << (model.repeat > 0
                ? Words::tr("Weights of %1 at %2, repeat %3").arg(shownText(model.model), rate).arg(model.repeat)
                : Words::tr("Weights of %1 at %2").arg(shownText(model.model), rate));
  }
  for (const metrics::ReceiptEpoch& epoch : receipt.epochs) {
    QStringList row = {QString::number(epoch.epoch), toQt(epoch.order)};
    for (const std::string& hash : epoch.weights) row << (hash.empty() ? QStringLiteral("–") : toQt(hash));
    text.epochs.push_back(std::move(row));
  }
  text.json = toQt(metrics::toJson(receipt));
  return text;
}

ReceiptText textOf(const shards::ExportReceipt& receipt) {
  ReceiptText text;
  text.heading = Words::tr("An export as %1").arg(toQt(receipt.format));
  text.dataset = toQt(receipt.dataset);
  text.facts = {{Words::tr("Dataset"), text.dataset},
                {Words::tr("Content hash"), hashOrNone(receipt.content)},
                {Words::tr("Samples"), formatCount(receipt.samples)},
                {Words::tr("Split"),
                 receipt.splitHash.empty() ? Words::tr("none") : splitOf(receipt.manifest, receipt.splitHash)}};
  for (const auto& [split, samples] : receipt.exported)
    text.facts.emplace_back(Words::tr("Samples, %1").arg(translated(split)), formatCount(samples));
  text.facts.emplace_back(Words::tr("Shuffle"),
                          receipt.shuffle ? Words::tr("seed %1").arg(*receipt.shuffle) : Words::tr("none"));
  if (!receipt.dtype.empty()) text.facts.emplace_back(Words::tr("Type"), toQt(receipt.dtype));
  text.facts.emplace_back(Words::tr("Version"), Words::tr("Masu %1").arg(toQt(receipt.masu)));
  text.facts.emplace_back(Words::tr("Files"),
                          Words::tr("%1, %2").arg(formatCount(receipt.files), formatBytes(receipt.bytes)));
  text.facts.emplace_back(Words::tr("Hash of the files"), toQt(receipt.filesHash));
  text.json = toQt(shards::toJson(receipt));
  return text;
}

QString comparedText(const tasks::ReceiptCheck& check) {
  if (check.steps.empty()) return Words::tr("Files equal: %1.").arg(formatCount(check.filesCompared));
  QStringList steps;
  for (const std::uint64_t step : check.steps) steps << formatCount(step);
  return Words::tr(
             "Chosen steps: %1. Trained again and equal: %2 steps. Hashes of weights equal: %3. Checkpoints "
             "equal: %4.")
      .arg(steps.join(QStringLiteral("; ")), formatCount(check.stepsCompared), formatCount(check.weightsCompared),
           formatCount(check.filesCompared));
}

}  // namespace

ReceiptText receiptText(const tasks::AnyReceipt& receipt) {
  return std::visit([](const auto& one) { return textOf(one); }, receipt);
}

CheckText checkText(const tasks::ReceiptCheck& check) {
  CheckText text;
  QStringList details;
  if (check.difference) {
    const metrics::Difference& difference = *check.difference;
    text.sentence = Words::tr("Differs from the receipt: %1").arg(translated(difference.message));
    if (!difference.expected.empty()) {
      details << Words::tr("Receipt: %1, now: %2")
                     .arg(toQt(difference.expected),
                          difference.found.empty() ? QStringLiteral("–") : toQt(difference.found));
    }
    if (check.steps.empty()) details << comparedText(check);  // of an export all files are compared
  } else {
    text.sentence = Words::tr("All that was compared is as in the receipt.");
    details << comparedText(check);
  }
  for (const Message& note : check.notes) details << translated(note);
  text.detail = details.join(QLatin1Char('\n'));
  return text;
}

}  // namespace masu::ui
