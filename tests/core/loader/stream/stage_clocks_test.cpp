// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/read/stage_clocks.h"

#include <QTest>
#include <ctime>
#include <thread>

#include "tests/fixtures/test_group.h"

using namespace masu::loader;
using namespace std::chrono_literals;

namespace {

/// For how long this thread has had the processor.
double processorSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Calculates until this thread has had the processor for so long.
void calculate(double seconds) {
  const double begin = processorSeconds();
  while (processorSeconds() - begin < seconds) {
  }
}

}  // namespace

class StageClocksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// However many others want the core: what is measured is at least what was calculated, and at most what the thread
  /// had of the processor meanwhile, which what it slept is not.
  void calculatingIsProcessorTime() {
    StageClocks clocks;
    const double begun = processorSeconds();
    {
      const StageClocks::Transforming transforming(clocks);
      calculate(0.05);
      std::this_thread::sleep_for(100ms);
    }
    const double transformed = processorSeconds();
    {
      const StageClocks::Reading reading(clocks);
      calculate(0.05);
    }
    const double decoded = processorSeconds();
    const StageSeconds seconds = clocks.seconds();
    QVERIFY2(seconds.transform >= 0.05 && seconds.transform <= transformed - begun,
             qPrintable(QString::number(seconds.transform)));
    QVERIFY2(seconds.decode >= 0.05 && seconds.decode <= decoded - transformed,
             qPrintable(QString::number(seconds.decode)));
  }

  void waitingWhileReadingIsTheDisks() {
    StageClocks clocks;
    const double begun = processorSeconds();
    {
      const StageClocks::Reading reading(clocks);
      std::this_thread::sleep_for(50ms);
    }
    const double calculated = processorSeconds() - begun;
    clocks.addWaiting(20ms);
    const StageSeconds seconds = clocks.seconds();
    QVERIFY(seconds.disk >= 0.07);
    QVERIFY2(seconds.decode <= calculated, qPrintable(QString::number(seconds.decode)));
    QCOMPARE(seconds.transform, 0.0);
  }
};

MASU_TEST(StageClocksTest)
#include "stage_clocks_test.moc"
