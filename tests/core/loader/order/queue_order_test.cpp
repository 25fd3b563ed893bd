// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/order/queue_order.h"

#include <QTest>
#include <algorithm>
#include <numeric>
#include <random>
#include <thread>

#include "core/loader/order/rank_slice.h"
#include "tests/fixtures/test_group.h"

using namespace masu::loader;
using Ranks = std::vector<std::uint64_t>;

namespace {

Ranks wholeOrder(std::uint64_t samples, const QueueShape& shape, std::uint64_t key) {
  QueueOrder order(samples, shape, key);
  Ranks ranks(samples);
  order.ranksAt(0, ranks);
  return ranks;
}

const std::vector<QueueShape> kShapes = {{1, 0, 0},   {2, 1, 5},   {10, 9, 16},
                                         {10, 0, 16}, {64, 32, 8}, {5'000, 4'999, 64}};

}  // namespace

/// The order of a shuffle buffer, and how ranks share a batch of it.
class QueueOrderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everySampleComesOnce() {
    for (const QueueShape& shape : kShapes) {
      for (const std::uint64_t samples : {1ULL, 2ULL, 9ULL, 10ULL, 11ULL, 1'000ULL}) {
        Ranks ranks = wholeOrder(samples, shape, 7);
        std::ranges::sort(ranks);
        Ranks all(samples);
        std::iota(all.begin(), all.end(), std::uint64_t{0});
        QCOMPARE(ranks, all);
      }
    }
  }

  /// A buffer of so many samples has read no further than that when it gives one.
  void noSampleComesBeforeTheBufferHasReadIt() {
    for (const QueueShape& shape : kShapes) {
      const Ranks ranks = wholeOrder(2'000, shape, 3);
      for (std::uint64_t position = 0; position < ranks.size(); ++position)
        QVERIFY(ranks[position] < position + shape.capacity);
    }
    // Filled again only at its minimum: the first draws are all of the first filling.
    const Ranks ranks = wholeOrder(100, {10, 4, 0}, 3);
    QVERIFY(std::all_of(ranks.begin(), ranks.begin() + 6, [](std::uint64_t rank) { return rank < 10; }));
    QCOMPARE(wholeOrder(50, {1, 0, 0}, 9), [] {
      Ranks all(50);
      std::iota(all.begin(), all.end(), std::uint64_t{0});
      return all;
    }());
  }

  /// In pieces, backwards or from several threads: a position has one sample.
  void anyWayToAskGivesTheSame() {
    constexpr std::uint64_t kSamples = 500;
    for (const QueueShape& shape : kShapes) {
      const Ranks whole = wholeOrder(kSamples, shape, 11);
      QueueOrder order(kSamples, shape, 11);
      std::mt19937 random(1);
      for (int i = 0; i < 200; ++i) {
        const std::uint64_t first = random() % kSamples;
        Ranks some(random() % (kSamples - first) + 1);
        order.ranksAt(first, some);
        QVERIFY(std::equal(some.begin(), some.end(), whole.begin() + static_cast<std::ptrdiff_t>(first)));
      }
      std::vector<Ranks> pieces(50, Ranks(10));
      {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < 4; ++t) {
          threads.emplace_back([&, t] {
            for (std::size_t piece = t; piece < pieces.size(); piece += 4) order.ranksAt(piece * 10, pieces[piece]);
          });
        }
      }
      Ranks joined;
      for (const Ranks& piece : pieces) joined.insert(joined.end(), piece.begin(), piece.end());
      QCOMPARE(joined, whole);
    }
  }

  void theKeyDecides() {
    QVERIFY(wholeOrder(1'000, {100, 99, 0}, 1) != wholeOrder(1'000, {100, 99, 0}, 2));
    QCOMPARE(wholeOrder(1'000, {100, 99, 0}, 1), wholeOrder(1'000, {100, 99, 64}, 1));  // the reach is none of it
  }

  /// Slices of all ranks are the batch; a rank without a sample of its own borrows one that counts for nothing.
  void ranksShareABatch() {
    for (std::uint64_t world = 1; world <= 9; ++world) {
      for (std::uint64_t samples = 1; samples <= 30; ++samples) {
        std::uint64_t next = 0;
        std::uint64_t least = samples;
        std::uint64_t most = 0;
        for (std::uint64_t rank = 0; rank < world; ++rank) {
          const BatchSlice slice = RankSlice{rank, world}.of(samples);
          QVERIFY(slice.count >= 1 && slice.end() <= samples);
          least = std::min(least, slice.own());
          most = std::max(most, slice.own());
          QCOMPARE(slice.borrowed, slice.own() == 0);
          if (slice.borrowed) continue;
          QCOMPARE(slice.first, next);
          next = slice.end();
        }
        QCOMPARE(next, samples);
        QVERIFY(most - least <= 1);
      }
    }
  }
};

MASU_TEST(QueueOrderTest)
#include "queue_order_test.moc"
