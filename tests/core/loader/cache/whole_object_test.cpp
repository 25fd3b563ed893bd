// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/cache/whole_object.h"

#include <QTest>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "tests/fixtures/groups.h"
#include "tests/fixtures/test_group.h"

using namespace groups;

namespace {

/// The last chunk is short.
constexpr std::uint64_t kSamples = 2'530;
constexpr std::uint64_t kChunk = 64;

/// The train samples of some chunks alone.
Assignment gaps() {
  Assignment assignment(kSamples, Split::train);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    if (i / kChunk % 5 == 1 || i % 3 == 0) assignment[i] = Split::unused;
  }
  return assignment;
}

std::vector<std::uint64_t> membersOf(const SampleIndex& index) {
  std::vector<std::uint64_t> members(index.size());
  std::iota(members.begin(), members.end(), std::uint64_t{0});
  index.select(members);
  return members;
}

/// How many of these samples are not as the dataset has them.
std::uint64_t wrongIn(const FakeDataset& dataset, const WholeObject& whole, std::span<const std::uint64_t> samples) {
  const masu::store::ObjectInfo& object = dataset.objects().front();
  std::vector<std::byte> stored(object.sampleBytes());
  std::uint64_t wrong = 0;
  for (const std::uint64_t sample : samples) {
    const bool isSame = dataset.read(object, sample, 1, stored) &&
                        std::memcmp(whole.data() + sample * stored.size(), stored.data(), stored.size()) == 0;
    wrong += isSame ? 0 : 1;
  }
  return wrong;
}

struct Held {
  explicit Held(const std::shared_ptr<const SampleIndex>& members)
      : dataset(numbered(kSamples, kChunk)),
        index(members),
        whole(*dataset, dataset->objects().front(), *index, clocks, workers) {}

  std::shared_ptr<FakeDataset> dataset;
  std::shared_ptr<const SampleIndex> index;
  StageClocks clocks;
  WorkerClocks workers;
  WholeObject whole;
};

}  // namespace

class WholeObjectTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aBatchWaitsForItsChunksAlone();
  void threadsTogetherReadEveryChunkOnce();
  void whatIsLeftIsReadOneByOne();
  void aChunkThatCannotBeReadFailsThoseWhoNeedIt();
  void nobodyWaitsForAReadThatThrew();
  void aStopEndsIt();
};

void WholeObjectTest::aBatchWaitsForItsChunksAlone() {
  Held held(indexOfAll(kSamples));
  const std::vector<std::uint64_t> batch = {5 * kChunk + 1, 5 * kChunk, 20 * kChunk, kSamples - 1};
  const std::uint64_t before = held.dataset->chunkReads();
  QVERIFY(held.whole.bring(batch, 2, {}));
  QCOMPARE(held.dataset->chunkReads() - before, std::uint64_t{3});
  QVERIFY(held.whole.bring(batch, 2, {}));
  QCOMPARE(held.dataset->chunkReads() - before, std::uint64_t{3});
  QCOMPARE(wrongIn(*held.dataset, held.whole, batch), std::uint64_t{0});
}

void WholeObjectTest::threadsTogetherReadEveryChunkOnce() {
  Held held(indexOfTrain(gaps()));
  const std::vector<std::uint64_t> members = membersOf(*held.index);
  std::uint64_t chunks = 0;
  for (std::uint64_t first = 0; first < kSamples; first += kChunk) {
    const std::uint64_t last = std::min(first + kChunk, kSamples);
    chunks += held.index->rank(first) < held.index->rank(last) ? 1 : 0;
  }
  const std::uint64_t before = held.dataset->chunkReads();
  held.dataset->takeTime(std::chrono::microseconds(200));
  std::atomic<int> failed = 0;
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        // Each begins elsewhere, so that they meet at chunks that another one reads.
        for (std::size_t i = 0; i < members.size(); i += 50) {
          const std::size_t at = (i + thread * members.size() / 4) % members.size();
          const std::size_t count = std::min<std::size_t>(50, members.size() - at);
          if (!held.whole.bring(std::span(members).subspan(at, count), 1 + thread % 2, {})) ++failed;
        }
      });
    }
  }
  QCOMPARE(failed.load(), 0);
  QCOMPARE(held.dataset->chunkReads() - before, chunks);
  QVERIFY(!held.whole.bringNext());
  held.dataset->takeTime({});
  QCOMPARE(wrongIn(*held.dataset, held.whole, members), std::uint64_t{0});
}

void WholeObjectTest::whatIsLeftIsReadOneByOne() {
  Held held(indexOfTrain(gaps()));
  const std::vector<std::uint64_t> members = membersOf(*held.index);
  QVERIFY(held.whole.bring(std::span(members).first(10), 1, {}));
  while (held.whole.bringNext()) {
  }
  const std::uint64_t before = held.dataset->chunkReads();
  QVERIFY(held.whole.bring(members, 2, {}));
  QCOMPARE(held.dataset->chunkReads(), before);
  QCOMPARE(wrongIn(*held.dataset, held.whole, members), std::uint64_t{0});
}

/// Every time, also after one that read ahead met it, which is not an error yet.
void WholeObjectTest::aChunkThatCannotBeReadFailsThoseWhoNeedIt() {
  Held held(indexOfAll(kSamples));
  held.dataset->failAt("features", 9);
  while (held.whole.bringNext()) {
  }
  const std::vector<std::uint64_t> others = {8 * kChunk, 10 * kChunk};
  QVERIFY(held.whole.bring(others, 1, {}));
  std::vector<std::uint64_t> all(kSamples);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  for (const unsigned threads : {1U, 3U}) {
    const auto brought = held.whole.bring(all, threads, {});
    QVERIFY(!brought);
    const std::string sentence = brought.error().message.english();
    QVERIFY2(sentence.starts_with("Chunk 9 of /features"), sentence.c_str());
  }
}

/// As where memory runs out: the chunks are free again, and whoever needs them reads them.
void WholeObjectTest::nobodyWaitsForAReadThatThrew() {
  Held held(indexOfAll(kSamples));
  std::vector<std::uint64_t> all(kSamples);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  std::string& name = held.dataset->editObjects().front().name;
  const std::string known = std::exchange(name, "an object that the dataset does not know");
  for (int call = 0; call < 2; ++call) QVERIFY(!held.whole.bring(all, 3, {}));
  name = known;
  QVERIFY(held.whole.bring(all, 3, {}));
  QCOMPARE(wrongIn(*held.dataset, held.whole, all), std::uint64_t{0});
}

void WholeObjectTest::aStopEndsIt() {
  Held held(indexOfAll(kSamples));
  std::stop_source source;
  source.request_stop();
  const std::vector<std::uint64_t> batch = {0, kChunk};
  const auto brought = held.whole.bring(batch, 1, source.get_token());
  QVERIFY(!brought);
  QCOMPARE(brought.error().code, masu::Errc::cancelled);
}

MASU_TEST(WholeObjectTest)
#include "whole_object_test.moc"
