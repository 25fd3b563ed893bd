// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/group_cache.h"

#include <QTest>

#include "tests/fixtures/groups.h"
#include "tests/fixtures/test_group.h"

using namespace groups;
using masu::Errc;

namespace {

constexpr std::uint64_t kSamples = 2'500;
constexpr std::uint64_t kChunk = 50;
constexpr std::uint64_t kBlocks = 8;

/// A cache, and what it borrows.
struct Held {
  Held(const Made& from, std::uint64_t window, const GroupCache::Range& range)
      : made(from), orders(from.sequence), cache(from.source(), window, orders, clocks, range) {}

  const Made& made;
  EpochOrders orders;
  StageClocks clocks;
  GroupCache cache;
};

/// A group as it was poured.
struct Poured {
  std::uint32_t epoch = 0;
  std::uint64_t first = 0;
  std::uint64_t samples = 0;

  bool operator==(const Poured&) const = default;
};

/// Pours a range in pieces of `piece` positions, as batches do. What was held for each, in order; nothing where a group
/// is not as it should be.
std::vector<Poured> pourAll(Held& held, const GroupCache::Range& range, std::uint64_t piece) {
  std::vector<Poured> all;
  for (std::uint32_t epoch = range.epoch; epoch < range.epochs; ++epoch) {
    for (std::uint64_t at = epoch == range.epoch ? range.position : 0; at < range.limit;) {
      const auto acquired = held.cache.acquire(epoch, at, {});
      if (!acquired) return {};
      const Group& group = **acquired;
      const bool isNew = all.empty() || all.back() != Poured{epoch, group.first(), group.samples()};
      if (isNew) all.push_back({epoch, group.first(), group.samples()});
      if (isNew && !wrongIn(held.made, group).isEmpty()) return {};
      const std::uint64_t taken = std::min({piece, group.first() + group.samples() - at, range.limit - at});
      held.cache.release(group, taken);
      at += taken;
    }
  }
  return all;
}

Result<void> acquired(GroupCache& cache, std::uint32_t epoch, std::uint64_t position,
                      const std::stop_token& stop = {}) {
  MASU_TRY(const auto group, cache.acquire(epoch, position, stop));
  return {};
}

}  // namespace

class GroupCacheTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyPositionIsPouredInItsTurn_data();
  void everyPositionIsPouredInItsTurn();
  void windowsEndWithTheirGroupAndAreEqual();
  void aRangeBeginsAndEndsWithinGroups();
  void noMoreThanTwoGroupsAreLoaded();
  void loadingIsATaskAheadOfPouring();
  void aFailureIsThatOfItsGroup();
  void aStopEndsTheWait();
};

void GroupCacheTest::everyPositionIsPouredInItsTurn_data() {
  QTest::addColumn<Shuffle>("shuffle");
  QTest::addColumn<int>("window");
  QTest::newRow("groups") << Shuffle::blocks << 0;
  QTest::newRow("groups in stored order") << Shuffle::none << 0;
  QTest::newRow("windows of groups") << Shuffle::blocks << 130;
  QTest::newRow("windows of everything") << Shuffle::exact << 300;
  QTest::newRow("windows of a queue") << Shuffle::queue << 300;
  QTest::newRow("a window larger than the epoch") << Shuffle::exact << 5000;
}

void GroupCacheTest::everyPositionIsPouredInItsTurn() {
  QFETCH(const Shuffle, shuffle);
  QFETCH(const int, window);
  const auto index = indexOfTrain(twoThirds(kSamples));
  const Made made(numbered(kSamples, kChunk), index, shuffle, kBlocks,
                  window == 0 ? Residency::grouped : Residency::window);
  const GroupCache::Range range{.epoch = 0, .position = 0, .limit = made.sequence.samples(), .epochs = 3};
  for (const std::uint64_t piece : {std::uint64_t{1}, std::uint64_t{64}, ~std::uint64_t{0}}) {
    Held held(made, static_cast<std::uint64_t>(window), range);
    const std::vector<Poured> poured = pourAll(held, range, piece);
    QVERIFY(!poured.empty());
    std::uint64_t position = 0;
    std::uint32_t epoch = 0;
    for (const Poured& group : poured) {
      QVERIFY((group == Poured{epoch, position, group.samples}));
      position += group.samples;
      if (position == range.limit) {
        position = 0;
        ++epoch;
      }
    }
    QCOMPARE(epoch, range.epochs);
  }
}

/// So that none is a small rest: those of a group differ in the last alone.
void GroupCacheTest::windowsEndWithTheirGroupAndAreEqual() {
  const Made made(numbered(kSamples, kChunk), indexOfAll(kSamples), Shuffle::blocks, kBlocks, Residency::window);
  const GroupCache::Range range{.epoch = 0, .position = 0, .limit = kSamples, .epochs = 1};
  const EpochOrder order = made.sequence.order(0);
  for (const std::uint64_t window : {std::uint64_t{1}, std::uint64_t{150}, std::uint64_t{399}, kSamples}) {
    Held held(made, window, range);
    std::vector<std::vector<std::uint64_t>> sizes(order.groups());
    for (const Poured& one : pourAll(held, range, kSamples)) {
      QVERIFY(one.samples <= window);
      QCOMPARE(order.groupAt(one.first), order.groupAt(one.first + one.samples - 1));
      sizes[order.groupAt(one.first)].push_back(one.samples);
    }
    for (std::uint64_t number = 0; number < order.groups(); ++number) {
      const std::vector<std::uint64_t>& some = sizes[number];
      const std::uint64_t samples = order.group(number).samples;
      QCOMPARE(some.size(), static_cast<std::size_t>((samples + window - 1) / window));
      for (const std::uint64_t& size : some)
        QVERIFY(size == some.front() || (&size == &some.back() && size < some.front()));
    }
  }
}

/// As a stream that was resumed within an epoch and that `steps` cut short.
void GroupCacheTest::aRangeBeginsAndEndsWithinGroups() {
  for (const std::uint64_t window : {0, 130}) {
    const Made made(numbered(kSamples, kChunk), indexOfAll(kSamples), Shuffle::blocks, kBlocks,
                    window == 0 ? Residency::grouped : Residency::window);
    const GroupCache::Range range{.epoch = 4, .position = 777, .limit = 1234, .epochs = 6};
    Held held(made, window, range);
    const std::vector<Poured> poured = pourAll(held, range, 10);
    QVERIFY(!poured.empty());
    QVERIFY(poured.front().first <= 777 && poured.front().first + poured.front().samples > 777);
    QCOMPARE(poured.back().epoch, 5U);
    QVERIFY(poured.back().first + poured.back().samples >= 1234);
    // Nothing is left to load of what follows.
    QVERIFY(!held.cache.loadAhead());
  }
}

void GroupCacheTest::noMoreThanTwoGroupsAreLoaded() {
  const auto dataset = std::make_shared<FakeDataset>(kSamples);
  dataset->add("features", DType::f32, {1}, kChunk, std::vector<float>(kSamples));
  const Made made(dataset, indexOfAll(kSamples), Shuffle::blocks, kBlocks, Residency::grouped);
  Held held(made, 0, {.epoch = 0, .position = 0, .limit = kSamples, .epochs = 2});
  std::uint64_t loaded = 0;
  while (held.cache.loadAhead()) ++loaded;
  QCOMPARE(loaded, 2 * kBlocks);
  QCOMPARE(dataset->chunkReads(), 2 * kBlocks);
  const auto first = held.cache.acquire(0, 0, {});
  QVERIFY(first);
  QCOMPARE(dataset->chunkReads(), 2 * kBlocks);  // it was there
  const std::uint64_t samples = (*first)->samples();
  held.cache.release(**first, samples - 1);
  QVERIFY(!held.cache.loadAhead());
  held.cache.release(**first, 1);
  while (held.cache.loadAhead()) ++loaded;
  QCOMPARE(loaded, 3 * kBlocks);
}

void GroupCacheTest::loadingIsATaskAheadOfPouring() {
  const Made made(numbered(kSamples, kChunk), indexOfAll(kSamples), Shuffle::blocks, kBlocks, Residency::grouped);
  Held held(made, 0, {.epoch = 0, .position = 0, .limit = kSamples, .epochs = 1});
  const auto group = held.cache.acquire(0, 0, {});
  QVERIFY(group);
  const std::uint64_t samples = (*group)->samples();
  std::uint64_t loaded = 0;
  for (std::uint64_t done = 0; done < samples; ++done) {
    while (held.cache.keepAhead()) ++loaded;
    const std::uint64_t share = done * kBlocks / samples;
    QCOMPARE(loaded, std::min(share + 1, kBlocks));
    held.cache.release(**group, 1);
  }
}

/// The groups before it are poured; whoever asks for it again gets the same.
void GroupCacheTest::aFailureIsThatOfItsGroup() {
  const Made made(numbered(kSamples, kChunk), indexOfAll(kSamples), Shuffle::none, kBlocks, Residency::grouped);
  made.dataset->failAt("features", kBlocks + 3);
  Held held(made, 0, {.epoch = 0, .position = 0, .limit = kSamples, .epochs = 1});
  const auto first = held.cache.acquire(0, 0, {});
  QVERIFY(first);
  while (held.cache.loadAhead()) {
  }
  QVERIFY(acquired(held.cache, 0, (*first)->samples() - 1));
  held.cache.release(**first, (*first)->samples());
  for (int time = 0; time < 2; ++time) {
    const auto failed = acquired(held.cache, 0, kBlocks * kChunk);
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, Errc::damaged);
    const std::string sentence = failed.error().message.english();
    QVERIFY2(sentence.starts_with("Chunk 11 of /features"), sentence.c_str());
  }
}

void GroupCacheTest::aStopEndsTheWait() {
  const Made made(numbered(kSamples, kChunk), indexOfAll(kSamples), Shuffle::blocks, kBlocks, Residency::grouped);
  Held held(made, 0, {.epoch = 0, .position = 0, .limit = kSamples, .epochs = 1});
  std::stop_source stopped;
  stopped.request_stop();
  QCOMPARE(acquired(held.cache, 0, 0, stopped.get_token()).error().code, Errc::cancelled);
  QVERIFY(acquired(held.cache, 0, 0));
}

MASU_TEST(GroupCacheTest)
#include "group_cache_test.moc"
