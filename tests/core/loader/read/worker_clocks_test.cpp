// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/read/worker_clocks.h"

#include <QTest>
#include <optional>
#include <thread>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::loader::WorkerClocks;

/// Processor time, which only work makes pass: no test here waits for a clock on the wall.
class WorkerClocksTest : public QObject {
  Q_OBJECT

  static constexpr double kWork = 0.002;

  static double ownSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }
  static void work() {
    const double end = ownSeconds() + kWork;
    while (ownSeconds() < end) {
    }
  }

 private Q_SLOTS:
  void aThreadCountsWhileItIsCounted() {
    WorkerClocks clocks;
    work();
    QVERIFY(clocks.seconds() == 0);
    std::optional<WorkerClocks::Counted> counted(std::in_place, &clocks);
    const double begun = clocks.seconds();
    work();
    QVERIFY(clocks.seconds() - begun >= kWork);
    counted.reset();
    const double ended = clocks.seconds();
    QVERIFY(ended >= kWork);
    work();
    QVERIFY(clocks.seconds() == ended);
  }

  void whatAThreadDidBeforeIsNotCounted() {
    for (int i = 0; i < 10; ++i) work();
    WorkerClocks clocks;
    const double before = ownSeconds();
    const WorkerClocks::Counted counted(&clocks);
    const double seconds = clocks.seconds();
    QVERIFY(seconds >= 0 && seconds <= ownSeconds() - before);
  }

  /// Threads that ended count as those that run.
  void threadsAreAddedUp() {
    WorkerClocks clocks;
    constexpr int kThreads = 3;
    for (int round = 1; round <= 2; ++round) {
      {
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
          threads.emplace_back([&clocks] {
            const WorkerClocks::Counted counted(&clocks);
            work();
          });
        }
      }
      QVERIFY(clocks.seconds() >= round * kThreads * kWork);
    }
  }

  void withoutClocksNothingIsCounted() {
    const WorkerClocks::Counted counted(nullptr);
    work();
    QVERIFY(WorkerClocks().seconds() == 0);
  }
};

MASU_TEST(WorkerClocksTest)
#include "worker_clocks_test.moc"
