// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/probe/flop_meter.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <thread>

#include "core/train/data/zero_batch.h"
#include "core/train/learning/learner.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

class FlopMeterTest : public QObject {
  Q_OBJECT

 private:
  /// Of four features and two classes.
  std::unique_ptr<Learner> learnerOf(const char* model) const {
    LearnerOptions options;
    options.model = model;
    return std::move(Learner::create(options, m_summary).value());
  }

  /// Does that much work, and nothing that is kept.
  bool evaluate(Learner& learner, std::uint64_t samples) const {
    const ZeroBatch zeros(m_summary, samples);
    Score score(m_summary.classes.size(), 0);
    return learner.evaluate(zeros.batch, 1, score).has_value();
  }

  QTemporaryDir m_folder;
  DatasetSummary m_summary;

 private Q_SLOTS:
  void initTestCase() {
    const std::filesystem::path file = std::filesystem::path(m_folder.path().toStdString()) / "table.h5";
    SmallDataset{.samples = 60}.write(file);
    const auto dataset = store::Dataset::open(file);
    QVERIFY(dataset.has_value());
    auto summary = summaryOf(**dataset, "default");
    QVERIFY(summary.has_value());
    m_summary = std::move(*summary);
  }

  /// A product of [samples × 4] with [4 × 2]: a multiplication and an addition for each of them.
  void aMatrixProductIsCounted() {
    const auto learner = learnerOf("linear");
    for (const std::uint64_t samples : {1U, 7U, 32U}) {
      const FlopMeter meter;
      QCOMPARE(meter.count(), std::uint64_t{0});
      QVERIFY(evaluate(*learner, samples));
      QCOMPARE(meter.count(), 2 * samples * 4 * 2);
    }
  }

  void convolutionsAreCountedBySample() {
    const auto learner = learnerOf("cnn1d");
    std::uint64_t one = 0;
    for (const std::uint64_t samples : {1U, 3U}) {
      const FlopMeter meter;
      QVERIFY(evaluate(*learner, samples));
      QVERIFY(meter.count() > 2 * samples * 4 * 2);
      if (samples == 1) one = meter.count();
      QCOMPARE(meter.count(), samples * one);
    }
  }

  void onlyWhatIsDoneMeanwhileIsCounted() {
    const auto learner = learnerOf("linear");
    QVERIFY(evaluate(*learner, 5));
    const FlopMeter meter;
    const std::uint64_t before = meter.count();
    bool done = false;
    std::thread([&] { done = evaluate(*learner, 5); }).join();
    QVERIFY(done);
    QCOMPARE(before, std::uint64_t{0});
    QCOMPARE(meter.count(), std::uint64_t{0});
    QVERIFY(evaluate(*learner, 5));
    QCOMPARE(meter.count(), std::uint64_t{2 * 5 * 4 * 2});
  }

  void aMachineHasASpeed() {
    const MachineSpeed speed = measureMachine();
    QVERIFY(speed.flops > 0 && speed.bytesPerSecond > 0);
  }
};

MASU_TEST(FlopMeterTest)
#include "flop_meter_test.moc"
