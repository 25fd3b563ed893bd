// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/worker_pool.h"

#include <QTest>
#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::flow;

namespace {

/// Waits as a worker does that has nothing to do until it is stopped.
Result<void> untilStopped(const std::stop_token& stop) {
  while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return fail(Error::cancelled());
}

}  // namespace

class WorkerPoolTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numbersItsWorkers() {
    std::mutex mutex;
    std::set<unsigned> seen;
    WorkerPool pool;
    pool.start(5, [&](unsigned worker, const std::stop_token&) -> Result<void> {
      const std::lock_guard lock(mutex);
      seen.insert(worker);
      return {};
    });
    QVERIFY(pool.wait());
    QCOMPARE(seen, (std::set<unsigned>{0, 1, 2, 3, 4}));
  }

  void firstFailureWinsAndStopsTheRest() {
    WorkerPool pool;
    pool.start(4, [&](unsigned worker, const std::stop_token& stop) -> Result<void> {
      if (worker == 2) return fail(Errc::format, "line {0}", {"7"});
      static_cast<void>(untilStopped(stop));
      return fail(Errc::io, "a consequence");
    });
    const auto done = pool.wait();
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::format);
    QCOMPARE(done.error().message.english(), std::string("line 7"));
  }

  void turnsExceptionsIntoErrors() {
    WorkerPool memory;
    memory.start(2, [](unsigned, const std::stop_token&) -> Result<void> { throw std::bad_alloc(); });
    QCOMPARE(memory.wait().error().code, Errc::outOfMemory);
    WorkerPool defect;
    defect.start(2, [](unsigned, const std::stop_token&) -> Result<void> { throw std::runtime_error("odd"); });
    const auto done = defect.wait();
    QCOMPARE(done.error().code, Errc::internal);
    QVERIFY(done.error().message.english().find("odd") != std::string::npos);
    WorkerPool strange;
    strange.start(1, [](unsigned, const std::stop_token&) -> Result<void> { throw 1; });
    QCOMPARE(strange.wait().error().code, Errc::internal);
  }

  void callersStopCancelsAll() {
    std::stop_source outer;
    WorkerPool pool(outer.get_token());
    pool.start(3, [](unsigned, const std::stop_token& stop) { return untilStopped(stop); });
    outer.request_stop();
    const auto done = pool.wait();
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::cancelled);
  }

  void aWorkerThatObeysAStopHidesNoFailure() {
    std::stop_source outer;
    std::atomic<bool> obeyed = false;
    WorkerPool pool(outer.get_token());
    pool.start(2, [&](unsigned worker, const std::stop_token& stop) -> Result<void> {
      auto cancelled = untilStopped(stop);
      if (worker == 0) {
        obeyed = true;
        return cancelled;
      }
      while (!obeyed) std::this_thread::yield();
      // Most likely the other has reported by then.
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return fail(Errc::io, "a full disk");
    });
    outer.request_stop();
    const auto done = pool.wait();
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::io);
  }

  void destructionStopsAndWaits() {
    std::atomic<int> ended = 0;
    {
      WorkerPool pool;
      pool.start(3, [&](unsigned, const std::stop_token& stop) -> Result<void> {
        static_cast<void>(untilStopped(stop));
        ++ended;
        return {};
      });
    }
    QCOMPARE(ended.load(), 3);
  }

  void visitsEveryIndexOnce() {
    for (const unsigned threads : {1U, 2U, 7U}) {
      for (const std::size_t count : {0U, 1U, 5U, 10'000U}) {
        std::vector<std::atomic<int>> visits(count);
        QVERIFY(forEachIndex(count, threads, {}, [&](std::size_t i, const std::stop_token&) -> Result<void> {
          ++visits[i];
          return {};
        }));
        for (const auto& times : visits) QCOMPARE(times.load(), 1);
      }
    }
  }

  void reportsTheLowestFailureWhateverTheThreads() {
    for (const unsigned threads : {1U, 2U, 8U}) {
      for (int round = 0; round < 50; ++round) {
        const auto done = forEachIndex(1000, threads, {}, [&](std::size_t i, const std::stop_token&) -> Result<void> {
          if (i == 17) std::this_thread::sleep_for(std::chrono::microseconds(200));
          if (i >= 17) return fail(Errc::format, "{0}", {std::to_string(i)});
          return {};
        });
        QVERIFY(!done);
        QCOMPARE(done.error().message.english(), std::string("17"));
      }
    }
  }

  void stopsBetweenIndices() {
    std::stop_source outer;
    std::atomic<int> begun = 0;
    const auto done =
        forEachIndex(1'000'000, 2, outer.get_token(), [&](std::size_t, const std::stop_token&) -> Result<void> {
          if (++begun == 10) outer.request_stop();
          return {};
        });
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::cancelled);
    QVERIFY(begun < 1000);
  }
};

MASU_TEST(WorkerPoolTest)
#include "worker_pool_test.moc"
