// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/ordered_queue.h"

#include <QTest>
#include <atomic>
#include <thread>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::flow::OrderedQueue;

class OrderedQueueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void handsNumbersOnInOrderAndOneAtATime() {
    constexpr std::uint64_t kNumbers = 20000;
    OrderedQueue<std::uint64_t> turns;
    std::vector<std::uint64_t> passed;
    std::atomic<int> inside = 0;
    std::atomic<bool> crowded = false;
    std::atomic<std::uint64_t> next = 0;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
          for (std::uint64_t number = next++; number < kNumbers; number = next++) {
            turns.leave(number, number * 3);
            while (const auto value = turns.next()) {
              if (++inside > 1) crowded = true;
              passed.push_back(*value);
              --inside;
              turns.pass();
            }
          }
        });
      }
    }
    QVERIFY(!crowded);
    QCOMPARE(passed.size(), std::size_t{kNumbers});
    for (std::uint64_t i = 0; i < kNumbers; ++i) QCOMPARE(passed[i], i * 3);
  }

  void keepsWhatCameEarlyForWhoeverPassesTheOneBefore() {
    OrderedQueue<int> turns;
    turns.leave(1, 11);
    QVERIFY(!turns.next());
    turns.leave(0, 10);
    QCOMPARE(turns.next(), std::optional(10));
    QVERIFY(!turns.next());
    turns.pass();
    QCOMPARE(turns.next(), std::optional(11));
  }

  void handsNothingOnBehindAValueThatDidNotPass() {
    OrderedQueue<int> turns;
    turns.leave(0, 10);
    turns.leave(1, 11);
    QVERIFY(turns.next());
    QVERIFY(!turns.next());
    turns.leave(2, 12);
    QVERIFY(!turns.next());
  }
};

MASU_TEST(OrderedQueueTest)
#include "ordered_queue_test.moc"
