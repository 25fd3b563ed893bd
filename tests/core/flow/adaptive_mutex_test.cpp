// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/adaptive_mutex.h"

#include <QTest>
#include <chrono>
#include <thread>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::flow::AdaptiveMutex;

class AdaptiveMutexTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void letsOneInAtATime() {
    constexpr int kThreads = 4;
    constexpr int kTimes = 20000;
    AdaptiveMutex mutex;
    long count = 0;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
          for (int time = 0; time < kTimes; ++time) {
            const std::lock_guard lock(mutex);
            ++count;
          }
        });
      }
    }
    QCOMPARE(count, long{kThreads} * kTimes);
  }

  void waitsAlsoForWhatTakesLongerThanItsPatience() {
    AdaptiveMutex mutex;
    bool done = false;
    bool seen = false;
    mutex.lock();
    std::jthread waiting([&] {
      const std::lock_guard lock(mutex);
      seen = done;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    done = true;
    mutex.unlock();
    waiting.join();
    QVERIFY(seen);
  }

  void isNotTakenByWhoOnlyTriesWhileSomebodyHoldsIt() {
    AdaptiveMutex mutex;
    QVERIFY(mutex.try_lock());
    bool taken = true;
    std::jthread([&] { taken = mutex.try_lock(); }).join();
    QVERIFY(!taken);
    mutex.unlock();
  }
};

MASU_TEST(AdaptiveMutexTest)
#include "adaptive_mutex_test.moc"
