// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/memory_budget.h"

#include <QTest>
#include <atomic>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu;
using masu::flow::MemoryBudget;

class MemoryBudgetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void neverLendsMoreThanTheLimit() {
    constexpr std::uint64_t kLimit = 1000;
    MemoryBudget budget(Bytes{kLimit});
    std::atomic<std::uint64_t> held = 0;
    std::atomic<bool> exceeded = false;
    {
      std::vector<std::jthread> workers;
      for (unsigned worker = 0; worker < 6; ++worker) {
        workers.emplace_back([&, worker] {
          std::mt19937 random(worker);
          for (int i = 0; i < 5000; ++i) {
            const std::uint64_t size = random() % kLimit + 1;
            const auto lease = budget.acquire(Bytes{size}, {});
            if (held.fetch_add(size) + size > kLimit || budget.lent() > budget.limit()) exceeded = true;
            held.fetch_sub(size);
          }
        });
      }
    }
    QVERIFY(!exceeded);
    QCOMPARE(budget.lent().value, std::uint64_t{0});
  }

  void grantsASingleRequestAboveTheLimitAlone() {
    MemoryBudget budget(Bytes{10});
    auto large = budget.acquire(Bytes{100}, {});
    QVERIFY(static_cast<bool>(large));
    QCOMPARE(large.size().value, std::uint64_t{100});
    std::atomic<bool> granted = false;
    std::jthread other([&] {
      const auto small = budget.acquire(Bytes{1}, {});
      granted = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    QVERIFY(!granted);
    large = {};
    other.join();
    QVERIFY(granted);
  }

  void stopWakesWhoeverWaits() {
    MemoryBudget budget(Bytes{10});
    const auto all = budget.acquire(Bytes{10}, {});
    std::stop_source stop;
    std::atomic<int> granted = -1;
    std::jthread other([&] { granted = budget.acquire(Bytes{5}, stop.get_token()) ? 1 : 0; });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    QCOMPARE(granted.load(), -1);
    stop.request_stop();
    other.join();
    QCOMPARE(granted.load(), 0);
    QCOMPARE(budget.lent().value, std::uint64_t{10});
  }

  void movingALeaseKeepsWhatIsLent() {
    MemoryBudget budget(Bytes{10});
    auto first = budget.acquire(Bytes{4}, {});
    auto second = budget.acquire(Bytes{6}, {});
    MemoryBudget::Lease moved = std::move(first);
    QVERIFY(!first);
    QCOMPARE(budget.lent().value, std::uint64_t{10});
    moved = std::move(second);
    QCOMPARE(budget.lent().value, std::uint64_t{6});
    moved = {};
    QCOMPARE(budget.lent().value, std::uint64_t{0});
  }
};

MASU_TEST(MemoryBudgetTest)
#include "memory_budget_test.moc"
