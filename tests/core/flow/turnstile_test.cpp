// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/turnstile.h"

#include <QTest>
#include <atomic>
#include <thread>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu;
using flow::Turnstile;

class TurnstileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void letsNumbersThroughInOrderAndOneAtATime() {
    constexpr std::uint64_t kNumbers = 2000;
    Turnstile turns;
    std::vector<std::uint64_t> passed;
    std::atomic<int> inside = 0;
    std::atomic<bool> crowded = false;
    std::atomic<std::uint64_t> next = 0;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
          for (std::uint64_t number = next++; number < kNumbers; number = next++) {
            if (!turns.wait(number, {})) return;
            if (++inside > 1) crowded = true;
            passed.push_back(number);
            --inside;
            turns.pass();
          }
        });
      }
    }
    QVERIFY(!crowded);
    QCOMPARE(passed.size(), std::size_t{kNumbers});
    for (std::uint64_t i = 0; i < kNumbers; ++i) QCOMPARE(passed[i], i);
  }

  void stopWakesWhoeverWaits() {
    Turnstile turns;
    std::stop_source stop;
    std::atomic<bool> let = true;
    {
      std::jthread late([&] { let = turns.wait(1, stop.get_token()); });
      stop.request_stop();
    }
    QVERIFY(!let);
    // Whose turn it is passes all the same.
    QVERIFY(turns.wait(0, {}));
  }
};

MASU_TEST(TurnstileTest)
#include "turnstile_test.moc"
