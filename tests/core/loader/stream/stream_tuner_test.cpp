// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/stream_tuner.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::loader;

namespace {

constexpr TuningLimits kLimits{.start = {1, 4}, .computing = 2, .most = {4, 16}};

/// A consumer that takes a batch as soon as it is there, from workers that each take `cost` seconds for one, of which
/// they calculate the share `busy`.
StreamTuner::Interval hungry(const Concurrency& setting, double cost, double busy, unsigned cores) {
  const double running = busy > 0.5 ? std::min<double>(setting.workers, cores) : setting.workers;
  return {.seconds = 1,
          .waited = 0.9,
          .workerSeconds = busy * running,
          .batches = static_cast<std::uint64_t>(running / cost)};
}

}  // namespace

class StreamTunerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void calculatingWorkersGetTheCores() {
    StreamTuner tuner(kLimits);
    for (int i = 0; i < 50; ++i) tuner.observe(hungry(tuner.setting(), 0.01, 0.98, 2));
    QCOMPARE(tuner.setting().workers, 2U);
  }

  void waitingWorkersGoBeyondTheCores() {
    StreamTuner tuner(kLimits);
    for (int i = 0; i < 50; ++i) tuner.observe(hungry(tuner.setting(), 0.05, 0.01, 2));
    QCOMPARE(tuner.setting().workers, 4U);
  }

  void whatDoesNotPayIsTakenBack() {
    StreamTuner tuner(kLimits);
    for (int i = 0; i < 200; ++i) {
      tuner.observe({.seconds = 1, .waited = 0.5, .workerSeconds = 0.1, .batches = 100});
      const bool tried = tuner.setting() != kLimits.start;
      if (!tried) continue;
      tuner.observe({.seconds = 1, .waited = 0.5, .workerSeconds = 0.1, .batches = 100});
      QCOMPARE(tuner.setting(), kLimits.start);
    }
  }

  void consumerThatNeverWaitsKeepsOneWorker() {
    TuningLimits limits = kLimits;
    limits.start.workers = 3;
    StreamTuner tuner(limits);
    for (int i = 0; i < 100; ++i) tuner.observe({.seconds = 1, .waited = 0, .workerSeconds = 0.1, .batches = 100});
    QCOMPARE(tuner.setting().workers, 1U);
  }

  void workerThatWasMissedComesBackForGood() {
    TuningLimits limits = kLimits;
    limits.start.workers = 2;
    StreamTuner tuner(limits);
    int changes = 0;
    for (int i = 0; i < 200; ++i) {
      const Concurrency before = tuner.setting();
      const double waited = before.workers < 2 ? 0.3 : 0;
      tuner.observe({.seconds = 1, .waited = waited, .workerSeconds = 1, .batches = 100});
      changes += tuner.setting() != before ? 1 : 0;
    }
    QCOMPARE(tuner.setting().workers, 2U);
    QCOMPARE(changes, 2);
  }

  void limitsHold() {
    StreamTuner tuner(kLimits);
    std::uint64_t state = 1;
    for (int i = 0; i < 5000; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      const double random = static_cast<double>(state >> 33U) * 0x1p-31;
      tuner.observe({.seconds = 1,
                     .waited = random < 0.5 ? 0 : random,
                     .workerSeconds = 4 * random,
                     .batches = 1 + state % 1000});
      QVERIFY(tuner.setting().workers >= 1 && tuner.setting().workers <= kLimits.most.workers);
      QVERIFY(tuner.setting().ahead >= kLimits.start.ahead && tuner.setting().ahead <= kLimits.most.ahead);
    }
  }
};

MASU_TEST(StreamTunerTest)
#include "stream_tuner_test.moc"
