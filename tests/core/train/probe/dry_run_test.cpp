// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/probe/dry_run.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

class DryRunTest : public QObject {
  Q_OBJECT

 private:
  DatasetSummary summaryWith(bool values) const {
    const std::filesystem::path file = std::filesystem::path(m_folder.path().toStdString()) / "table.h5";
    SmallDataset{.samples = 60, .values = values}.write(file);
    return summaryOf(**store::Dataset::open(file), "default").value();
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void fewSamplesAreHalfOfMany() {
    const auto dryRun = runDry({}, "mlp", summaryWith(false), 24);
    QVERIFY2(dryRun, dryRun ? "" : dryRun.error().message.english().c_str());
    QCOMPARE(dryRun->manySamples, std::uint64_t{24});
    QCOMPARE(dryRun->fewSamples, std::uint64_t{12});
    QVERIFY(dryRun->settled.value > 0 && dryRun->score.value > 0);
    QVERIFY(dryRun->fewPeak.value > 0 && dryRun->manyPeak.value > 0);
    const StepTiming& timing = dryRun->timing;
    QVERIFY(timing.fixedSeconds >= 0 && timing.secondsPerSample >= 0);
    QVERIFY(timing.fixedSeconds + timing.secondsPerSample > 0);
  }

  /// Half of two or three samples would be a batch that batch normalisation refuses: nothing shows how long a sample
  /// takes and how long a step, and all of it counts as the samples'.
  void twoSamplesAreTheFewest() {
    const auto dryRun = runDry({}, "linear", summaryWith(true), 2);
    QVERIFY2(dryRun, dryRun ? "" : dryRun.error().message.english().c_str());
    QCOMPARE(dryRun->fewSamples, std::uint64_t{2});
    QCOMPARE(dryRun->manySamples, std::uint64_t{2});
    QCOMPARE(dryRun->timing.fixedSeconds, 0.0);
    QVERIFY(dryRun->timing.secondsPerSample > 0);
  }

  void whatNoLearnerTakesIsRefused() {
    const DatasetSummary summary = summaryWith(false);
    const auto model = runDry({}, "mpl", summary, 8);
    QVERIFY(!model);
    QVERIFY(model.error().message.english().find("mpl") != std::string::npos);
    metrics::RunSpec spec;
    spec.optimizer = "adamv";
    const auto optimizer = runDry(spec, "linear", summary, 8);
    QVERIFY(!optimizer);
    QVERIFY(optimizer.error().message.english().find("adamv") != std::string::npos);
  }
};

MASU_TEST(DryRunTest)
#include "dry_run_test.moc"
