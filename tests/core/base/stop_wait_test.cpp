// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/stop_wait.h"

#include <QTest>
#include <atomic>
#include <thread>

using namespace masu;
using namespace std::chrono_literals;

/// Waits that a stop request ends. A wait that it does not end lasts longer than the test may.
class StopWaitTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aPauseThatNobodyStopsLastsItsTime() {
    const auto begin = std::chrono::steady_clock::now();
    QVERIFY(pauseFor(2ms, {}));
    const std::stop_source source;
    QVERIFY(pauseFor(2ms, source.get_token()));
    QVERIFY(std::chrono::steady_clock::now() - begin >= 4ms);
  }

  void aStopEndsWaitsThatAreUnderWay() {
    std::stop_source source;
    std::atomic<int> waiting = 0;
    bool over = true;
    {
      const std::jthread pausing([&] {
        ++waiting;
        over = pauseFor(24h, source.get_token());
      });
      const std::jthread stopped([&] {
        ++waiting;
        waitForStop(source.get_token());
      });
      while (waiting < 2) std::this_thread::yield();
      source.request_stop();
    }
    QVERIFY(!over);
  }

  void aStopOfBeforeLeavesNothingToWaitFor() {
    std::stop_source source;
    source.request_stop();
    QVERIFY(!pauseFor(24h, source.get_token()));
    QVERIFY(!pauseFor(0s, source.get_token()));
    waitForStop(source.get_token());
  }
};

QTEST_GUILESS_MAIN(StopWaitTest)
#include "stop_wait_test.moc"
