// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/read/stage_clocks.h"

#include <QTest>
#include <ctime>
#include <thread>

using namespace masu::loader;
using namespace std::chrono_literals;

namespace {

/// Calculates until this thread has had the processor for so long.
void calculate(double seconds) {
  const auto used = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  };
  const double begin = used();
  while (used() - begin < seconds) {
  }
}

}  // namespace

class StageClocksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// However many others want the core: what is measured is what was calculated.
  void calculatingIsProcessorTime() {
    StageClocks clocks;
    {
      const StageClocks::Transforming transforming(clocks);
      calculate(0.05);
      std::this_thread::sleep_for(100ms);
    }
    {
      const StageClocks::Reading reading(clocks);
      calculate(0.05);
    }
    const StageSeconds seconds = clocks.seconds();
    QVERIFY2(seconds.transform >= 0.05 && seconds.transform < 0.08, qPrintable(QString::number(seconds.transform)));
    QVERIFY2(seconds.decode >= 0.05 && seconds.decode < 0.08, qPrintable(QString::number(seconds.decode)));
  }

  void waitingWhileReadingIsTheDisks() {
    StageClocks clocks;
    {
      const StageClocks::Reading reading(clocks);
      std::this_thread::sleep_for(50ms);
    }
    clocks.addWaiting(20ms);
    const StageSeconds seconds = clocks.seconds();
    QVERIFY(seconds.disk >= 0.07);
    QVERIFY2(seconds.decode < 0.02, qPrintable(QString::number(seconds.decode)));
    QCOMPARE(seconds.transform, 0.0);
  }
};

QTEST_GUILESS_MAIN(StageClocksTest)
#include "stage_clocks_test.moc"
