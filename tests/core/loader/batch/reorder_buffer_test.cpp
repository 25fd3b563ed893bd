// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/batch/reorder_buffer.h"

#include <QTest>
#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;
using Claim = ReorderBuffer::Claim;

namespace {

BatchPtr batchOf(std::uint64_t number) {
  auto batch = std::make_shared<Batch>();
  batch->number = number;
  return batch;
}

/// Nothing where take() had none.
std::optional<std::uint64_t> takenNumber(ReorderBuffer& buffer) {
  const auto taken = buffer.take({}, std::chrono::steady_clock::now());
  if (!taken.batch || !*taken.batch) return std::nullopt;
  return (**taken.batch)->number;
}

}  // namespace

class ReorderBufferTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// However workers race, batches come in order, all of them, and never more ahead than the window.
  void batchesComeInOrder() {
    constexpr std::uint64_t kFirst = 5;
    constexpr std::uint64_t kEnd = 405;
    for (const std::size_t window : {1U, 3U, 8U}) {
      ReorderBuffer buffer(kFirst, kEnd, window, 8);
      std::atomic<bool> within = true;
      std::vector<std::jthread> workers;
      for (unsigned w = 0; w < 4; ++w) {
        workers.emplace_back([&, w] {
          std::mt19937 random(w);
          std::uint64_t number = 0;
          while (buffer.claim(number, {}) == Claim::granted) {
            // next() may have moved on meanwhile, which brings it only nearer.
            if (number >= buffer.next() + window) within = false;
            if (random() % 4 == 0) std::this_thread::yield();
            buffer.publish(number, batchOf(number));
          }
        });
      }
      for (std::uint64_t number = kFirst; number < kEnd; ++number) {
        const auto taken = buffer.take({});
        QVERIFY(taken.batch && *taken.batch);
        QCOMPARE((**taken.batch)->number, number);
      }
      QVERIFY(!buffer.take({}).batch);
      QVERIFY(within);
      QCOMPARE(buffer.next(), kEnd);
      QCOMPARE(buffer.ready(), std::uint64_t{0});
    }
  }

  void theWindowIsTheRoom() {
    ReorderBuffer buffer(0, 6, 2, 4);
    std::uint64_t number = 99;
    QVERIFY(buffer.tryClaim(number) == Claim::granted && number == 0);
    QVERIFY(buffer.tryClaim(number) == Claim::granted && number == 1);
    QVERIFY(buffer.tryClaim(number) == Claim::full);
    QCOMPARE(number, std::uint64_t{1});
    buffer.resize(4);
    QVERIFY(buffer.tryClaim(number) == Claim::granted && number == 2);
    buffer.resize(1);  // what is ahead already stays
    QVERIFY(buffer.tryClaim(number) == Claim::full);
    buffer.publish(2, batchOf(2));
    QVERIFY(!takenNumber(buffer));  // 0 comes first
    QCOMPARE(buffer.ready(), std::uint64_t{1});
    buffer.publish(0, batchOf(0));
    QCOMPARE(takenNumber(buffer).value_or(99), std::uint64_t{0});
    QVERIFY(!takenNumber(buffer));
    buffer.publish(1, batchOf(1));
    QCOMPARE(takenNumber(buffer).value_or(99), std::uint64_t{1});
    QCOMPARE(takenNumber(buffer).value_or(99), std::uint64_t{2});
    buffer.resize(4);
    for (std::uint64_t n = 3; n < 6; ++n) QVERIFY(buffer.tryClaim(number) == Claim::granted && number == n);
    QVERIFY(buffer.tryClaim(number) == Claim::finished);
  }

  /// A batch that failed is met in its place, and again by whoever asks once more.
  void anErrorStaysInItsPlace() {
    ReorderBuffer buffer(0, 3, 3, 3);
    std::uint64_t number = 0;
    for (int i = 0; i < 3; ++i) QVERIFY(buffer.tryClaim(number) == Claim::granted);
    buffer.publish(1, fail(Errc::damaged, "The checksum differs."));
    buffer.publish(2, batchOf(2));
    buffer.publish(0, batchOf(0));
    QCOMPARE(takenNumber(buffer).value_or(99), std::uint64_t{0});
    for (int i = 0; i < 3; ++i) {
      const auto taken = buffer.take({});
      QVERIFY(taken.batch && !*taken.batch);
      QVERIFY((*taken.batch).error().code == Errc::damaged);
    }
    QCOMPARE(buffer.next(), std::uint64_t{1});
  }

  void whoWaitsIsWoken() {
    ReorderBuffer buffer(0, 9, 1, 1);
    std::uint64_t number = 0;
    QVERIFY(buffer.tryClaim(number) == Claim::granted);
    // A worker that waits for room ends with the stop, and one whose stop came before does not begin.
    std::stop_source stop;
    Claim claim = Claim::granted;
    {
      const std::jthread worker([&] {
        std::uint64_t other = 0;
        claim = buffer.claim(other, stop.get_token());
      });
      stop.request_stop();
    }
    QVERIFY(claim == Claim::finished);
    // So does a consumer, whether it was stopped or nothing will come.
    QVERIFY(!buffer.take(stop.get_token()).batch);
    {
      const std::jthread breaker([&] { buffer.abandon(); });
      const auto taken = buffer.take({});
      QVERIFY(!taken.batch && !taken.late);
    }
  }

  void aDeadlineIsSaid() {
    ReorderBuffer buffer(0, 1, 1, 1);
    const auto late = buffer.take({}, std::chrono::steady_clock::now());
    QVERIFY(!late.batch);
    QVERIFY(late.waited && late.late);
    std::uint64_t number = 0;
    QVERIFY(buffer.tryClaim(number) == Claim::granted);
    buffer.publish(0, batchOf(0));
    const auto there = buffer.take({}, std::chrono::steady_clock::now());
    QVERIFY(there.batch && !there.waited && !there.late);
  }

  void noBatchesAreFinishedAtOnce() {
    for (const std::uint64_t first : {3U, 4U}) {
      ReorderBuffer buffer(first, 3, 2, 2);
      std::uint64_t number = 0;
      QVERIFY(buffer.tryClaim(number) == Claim::finished);
      QVERIFY(buffer.claim(number, {}) == Claim::finished);
      QVERIFY(!buffer.take({}).batch);
    }
  }
};

MASU_TEST(ReorderBufferTest)
#include "reorder_buffer_test.moc"
