// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/checkpoint_check.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>

#include "core/metrics/run_files.h"
#include "core/metrics/run_log.h"
#include "core/train/run/temperature_scaling.h"
#include "core/train/run/trainer.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

constexpr int kEpochs = 4;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

bool holds(const Message& message, const std::string& text) {
  return message.english().find(text) != std::string::npos;
}

}  // namespace

/// The files of a run of one model at two rates, with a checkpoint of every epoch, and copies of it that are changed.
/// Through the command, the same is seen by checkpoint_receipt_test.
class CheckpointCheckTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  static Result<CheckpointCheck> checked(const fs::path& run, const metrics::RunReceipt& receipt,
                                         const std::stop_token& stop = {}) {
    MASU_TRY(const metrics::RunSpec spec, metrics::readSpec(run));
    MASU_TRY(const RunData data, openRunData(spec, {}));
    return compareCheckpoints(spec, receipt, data, stop);
  }

  fs::path copied() const {
    fs::remove_all(place("copy"));
    fs::copy(place("run"), place("copy"), fs::copy_options::recursive);
    return place("copy");
  }

  static void replace(const fs::path& file, const fs::path& by) {
    fs::copy_file(by, file, fs::copy_options::overwrite_existing);
  }

  /// The epochs of a model as the run's log has them, each with this validation loss.
  static void rewriteLog(const fs::path& run, const std::vector<double>& losses) {
    std::string text;
    for (int model = 0; model < 2; ++model) {
      text += metrics::toJsonLine(metrics::RunStarted{model, "linear", 10, kEpochs, 4}) + "\n";
      for (std::size_t i = 0; i < losses.size(); ++i) {
        metrics::EpochDone epoch;
        epoch.run = model;
        epoch.epoch = static_cast<int>(i) + 1;
        epoch.validation.loss = losses[i];
        text += metrics::toJsonLine(epoch) + "\n";
      }
    }
    std::ofstream(run / metrics::kEventLogName) << text;
  }

  QTemporaryDir m_folder;
  metrics::RunReceipt m_receipt;

 private Q_SLOTS:
  void initTestCase();
  void theFilesAreThoseOfTheReceipt();
  void everyOtherEpochIsFoundByItsWeights();
  void theBestEpochIsTheFirstOfTheLowestLoss();
  void whatCannotBeComparedIsNoted();
  void aModelIsNamedByItsRateWhereThereAreTwo();
  void aTemperatureThatTheLogHasNotIsFound();
  void aThresholdThatTheLogHasNotIsFound();
  void aStopEndsIt();
};

void CheckpointCheckTest::initTestCase() {
  SmallDataset{.samples = 200}.write(place("table.h5"));
  metrics::RunSpec spec;
  spec.dataset = place("table.h5");
  spec.models = {"linear"};
  spec.learningRates = {0.01, 0.1};
  spec.epochs = kEpochs;
  spec.batch = 32;
  spec.keepEvery = 1;
  spec.threads = 1;
  spec.memoryBytes = 256 << 20;
  spec.out = place("run");
  Progress progress;
  const auto done = masu::train::train(spec, {}, {{}, progress});
  QVERIFY2(done, sentence(done).c_str());
  m_receipt = metrics::readReceipt(place("run")).value();
}

void CheckpointCheckTest::aTemperatureThatTheLogHasNotIsFound() {
  const fs::path run = copied();
  const fs::path best = run / metrics::modelFolders(metrics::readSpec(run).value())[1] / "best.pt";
  QVERIFY(writeFitted(best, 3, std::nullopt));
  const auto check = checked(run, m_receipt);
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY(check->difference);
  QCOMPARE(check->difference->expected, std::string("1"));
  QCOMPARE(check->difference->found, std::string("3"));
  QVERIFY2(holds(check->difference->message, "by the temperature 3, and the log of the run has 1 (1: none)"),
           check->difference->message.english().c_str());
}

void CheckpointCheckTest::aThresholdThatTheLogHasNotIsFound() {
  const fs::path run = copied();
  const auto log = metrics::RunLog::read(run / metrics::kEventLogName);
  QVERIFY(log && log->at(1).threshold);
  QVERIFY(log->at(1).threshold->probability != 0.125);
  QVERIFY(writeFitted(run / "2-linear" / "best.pt", std::nullopt, 0.125));
  const auto check = checked(run, m_receipt);
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY(check->difference);
  QCOMPARE(check->difference->found, std::string("0.125"));
  QCOMPARE(check->difference->expected.find("0."), std::size_t{0});
  QVERIFY2(holds(check->difference->message, "has the decision threshold 0.125, and the log of the run has 0."),
           check->difference->message.english().c_str());
}

void CheckpointCheckTest::theFilesAreThoseOfTheReceipt() {
  const auto check = checked(place("run"), m_receipt);
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY(!check->difference && check->notes.empty());
  QCOMPARE(check->equal, 4);
}

void CheckpointCheckTest::everyOtherEpochIsFoundByItsWeights() {
  for (int epoch = 1; epoch <= kEpochs; ++epoch) {
    const fs::path run = copied();
    const std::string name = "epoch-000" + std::to_string(epoch) + ".pt";
    replace(run / "2-linear" / "last.pt", run / "2-linear" / name);
    const auto check = checked(run, m_receipt);
    QVERIFY2(check, sentence(check).c_str());
    QCOMPARE(check->difference.has_value(), epoch != kEpochs);
    QCOMPARE(check->equal, epoch == kEpochs ? 4 : 3);
    if (!check->difference) continue;
    QCOMPARE(check->difference->what, metrics::Compared::files);
    QCOMPARE(check->difference->epoch, kEpochs);
    QCOMPARE(check->difference->expected, m_receipt.epochs.back().weights[1]);
    QCOMPARE(check->difference->found, m_receipt.epochs[static_cast<std::size_t>(epoch) - 1].weights[1]);
    QVERIFY(holds(check->difference->message, "after epoch " + std::to_string(epoch) + ", not after epoch 4"));
    QVERIFY(holds(check->difference->message, (run / "2-linear" / "last.pt").string()));
  }
  // The first difference ends it: of the first model, before the second was looked at.
  const fs::path run = copied();
  replace(run / "1-linear" / "last.pt", run / "2-linear" / "last.pt");
  std::ofstream(run / "2-linear" / "last.pt") << "no checkpoint";
  const auto check = checked(run, m_receipt);
  QVERIFY(check && check->difference);
  QVERIFY(holds(check->difference->message, "1-linear"));
}

/// As training decides; what is no number is not better than anything.
void CheckpointCheckTest::theBestEpochIsTheFirstOfTheLowestLoss() {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::pair<std::vector<double>, int>> logs = {
      {{4, 3, 2, 1}, 4}, {{1, 1, 1, 1}, 1}, {{2, 1, 1, 3}, 2}, {{kNan, 3, 2, 2}, 3}, {{1, kNan, 1, 2}, 1}};
  for (const auto& [losses, best] : logs) {
    const fs::path run = copied();
    rewriteLog(run, losses);
    for (const char* model : {"1-linear", "2-linear"})
      replace(run / model / "best.pt", run / model / ("epoch-000" + std::to_string(best) + ".pt"));
    const auto check = checked(run, m_receipt);
    QVERIFY2(check && !check->difference, sentence(check).c_str());
    QCOMPARE(check->equal, 4);
  }
  // Without any validation there is no best epoch, and a best.pt is none of the run's.
  const fs::path run = copied();
  rewriteLog(run, std::vector<double>(kEpochs, kNan));
  for (const char* model : {"1-linear", "2-linear"}) fs::remove(run / model / "best.pt");
  const auto check = checked(run, m_receipt);
  QVERIFY(check && !check->difference && check->notes.empty());
  QCOMPARE(check->equal, 2);
}

void CheckpointCheckTest::whatCannotBeComparedIsNoted() {
  fs::path run = copied();
  fs::remove(run / "1-linear" / "last.pt");
  const auto gone = checked(run, m_receipt);
  QVERIFY(gone && !gone->difference);
  QCOMPARE(gone->equal, 3);
  QCOMPARE(gone->notes.size(), std::size_t{1});
  QVERIFY(holds(gone->notes.front(), (run / "1-linear" / "last.pt").string()));
  // Without a log nobody knows which epoch was best; the last ones are known.
  run = copied();
  fs::remove(run / metrics::kEventLogName);
  const auto unlogged = checked(run, m_receipt);
  QVERIFY(unlogged && !unlogged->difference);
  QCOMPARE(unlogged->equal, 2);
  QCOMPARE(unlogged->notes.size(), std::size_t{2});
  for (const Message& note : unlogged->notes) QVERIFY(holds(note, "which epoch was best"));
  // A receipt that ends before the files: a run that was killed, where it had not ended; else they were exchanged.
  metrics::RunReceipt early = m_receipt;
  early.epochs.resize(1);
  run = copied();
  rewriteLog(run, {1});
  for (const char* model : {"1-linear", "2-linear"})
    replace(run / model / "best.pt", run / model / "epoch-0001.pt");
  const auto ended = checked(run, early);
  QVERIFY(ended && ended->difference);
  early.ended = false;
  const auto killed = checked(run, early);
  QVERIFY2(killed && !killed->difference, sentence(killed).c_str());
  QCOMPARE(killed->equal, 2);
  QCOMPARE(killed->notes.size(), std::size_t{2});
}

void CheckpointCheckTest::aModelIsNamedByItsRateWhereThereAreTwo() {
  QCOMPARE(modelName(m_receipt, 0), std::string("linear (0.01)"));
  QCOMPARE(modelName(m_receipt, 1), std::string("linear (0.1)"));
  metrics::RunReceipt other = m_receipt;
  other.models[1].model = "mlp";
  QCOMPARE(modelName(other, 0), std::string("linear"));
  QCOMPARE(modelName(other, 1), std::string("mlp"));
}

void CheckpointCheckTest::aStopEndsIt() {
  std::stop_source stop;
  stop.request_stop();
  QCOMPARE(checked(place("run"), m_receipt, stop.get_token()).error().code, Errc::cancelled);
}

MASU_TEST(CheckpointCheckTest)
#include "checkpoint_check_test.moc"
