// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/bounded_queue.h"

#include <QTest>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::flow::BoundedQueue;

class BoundedQueueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void handsOverEveryItemOnce() {
    constexpr int kProducers = 4;
    constexpr int kConsumers = 3;
    constexpr int kItems = 20'000;
    BoundedQueue<std::unique_ptr<int>> queue(7);
    std::vector<std::atomic<int>> seen(kProducers * kItems);
    std::atomic<std::size_t> most = 0;
    {
      std::vector<std::jthread> consumers;
      for (int c = 0; c < kConsumers; ++c) {
        consumers.emplace_back([&] {
          while (auto item = queue.pop({})) {
            ++seen[static_cast<std::size_t>(**item)];
            most = std::max(most.load(), queue.size());
          }
        });
      }
      std::vector<std::jthread> producers;
      for (int p = 0; p < kProducers; ++p) {
        producers.emplace_back([&, p] {
          for (int i = 0; i < kItems; ++i) {
            if (!queue.push(std::make_unique<int>(p * kItems + i), {})) return;
          }
        });
      }
      producers.clear();
      queue.close();
    }
    for (const auto& times : seen) QCOMPARE(times.load(), 1);
    QVERIFY(most <= queue.capacity());
  }

  void keepsTheOrderOfOneProducer() {
    BoundedQueue<int> queue(3);
    std::jthread producer([&] {
      for (int i = 0; i < 1000; ++i) queue.push(i, {});
      queue.close();
    });
    for (int i = 0; i < 1000; ++i) QCOMPARE(queue.pop({}).value_or(-1), i);
    QVERIFY(!queue.pop({}));
  }

  void stopWakesABlockedPush() {
    BoundedQueue<int> queue(1);
    std::stop_source stop;
    QVERIFY(queue.push(1, stop.get_token()));
    std::atomic<int> pushed = -1;
    std::jthread producer([&] { pushed = queue.push(2, stop.get_token()) ? 1 : 0; });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    QCOMPARE(pushed.load(), -1);
    stop.request_stop();
    producer.join();
    QCOMPARE(pushed.load(), 0);
    QCOMPARE(queue.size(), std::size_t{1});
  }

  void stopWakesABlockedPop() {
    BoundedQueue<int> queue(1);
    std::stop_source stop;
    std::atomic<int> popped = -1;
    std::jthread consumer([&] { popped = queue.pop(stop.get_token()) ? 1 : 0; });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    QCOMPARE(popped.load(), -1);
    stop.request_stop();
    consumer.join();
    QCOMPARE(popped.load(), 0);
  }

  void closingDrainsAndTurnsProducersAway() {
    BoundedQueue<int> queue(4);
    QVERIFY(queue.push(1, {}));
    QVERIFY(queue.push(2, {}));
    queue.close();
    QVERIFY(!queue.push(3, {}));
    QCOMPARE(queue.pop({}).value_or(-1), 1);
    QCOMPARE(queue.pop({}).value_or(-1), 2);
    QVERIFY(!queue.pop({}));
  }
};

MASU_TEST(BoundedQueueTest)
#include "bounded_queue_test.moc"
