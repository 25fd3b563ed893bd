// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/loader/cache/group.h"
#include "core/loader/forecast/stream_memory.h"
#include "core/loader/stream/stream_plan.h"
#include "core/loader/stream/training_streams.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;

namespace {

constexpr std::uint64_t kSamples = 64'000;
constexpr std::uint64_t kChunk = 1000;
/// Features of 3 f32, two u16 categories, a u8 label and an f32 weight.
constexpr std::uint64_t kStoredBytes = 3 * 4 + 2 * 2 + 1 + 4;

StreamMemory memoryWith(const store::Assignment& assignment, Shuffle shuffle, std::uint64_t memoryBytes) {
  StreamOptions options;
  options.shuffle = shuffle;
  options.resources = {2, memoryBytes};
  const auto memory = memoryOf(streams::numbered(kSamples, kChunk), &assignment, options);
  return memory ? *memory : StreamMemory{};
}

}  // namespace

class HeldMemoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void streamThatFitsHoldsWhatIsStored() {
    const store::Assignment everything(kSamples, store::Split::train);
    QCOMPARE(memoryWith(everything, Shuffle::blocks, 1 << 30).stored.value, kSamples * kStoredBytes);
    QCOMPARE(memoryWith(everything, Shuffle::exact, 1 << 30).stored.value, kSamples * kStoredBytes);
  }

  void chunksWithoutASampleOfTheSplitTakeNothing() {
    store::Assignment half(kSamples, store::Split::test);
    std::fill(half.begin(), half.begin() + kSamples / 2, store::Split::train);
    const std::uint64_t stored = memoryWith(half, Shuffle::exact, 1 << 30).stored.value;
    QVERIFY2(stored >= kSamples / 2 * kStoredBytes, qPrintable(QString::number(stored)));
    // Chunks of the other objects are longer or are askew, so some reach over the middle.
    QVERIFY2(stored <= kSamples * kStoredBytes * 11 / 20, qPrintable(QString::number(stored)));
  }

  void streamBeyondTheMemoryStaysInsideIt() {
    const store::Assignment everything(kSamples, store::Split::train);
    for (const std::uint64_t memory : {std::uint64_t{300'000}, std::uint64_t{600'000}, std::uint64_t{900'000}}) {
      const StreamMemory held = memoryWith(everything, Shuffle::blocks, memory);
      QVERIFY(held.stored.value > 0);
      QVERIFY2(held.stored.value <= memory, qPrintable(QString("%1 of %2").arg(held.stored.value).arg(memory)));
    }
  }

  void storedOrderHoldsLessThanAShuffle() {
    const store::Assignment everything(kSamples, store::Split::train);
    QVERIFY(memoryWith(everything, Shuffle::none, 1 << 30).stored <
            memoryWith(everything, Shuffle::exact, 1 << 30).stored);
  }

  void batchesCountTheirWidenedValues() {
    const StreamMemory held = memoryWith(store::Assignment(kSamples, store::Split::train), Shuffle::blocks, 1 << 30);
    // 3 features and the weight as f32; two categories, the label and the index as 64 bits.
    QCOMPARE(held.sampleBytes, std::uint64_t{3 * 4 + 4 + 2 * 8 + 8 + 8});
    QCOMPARE(held.narrowSampleBytes, held.sampleBytes);  // f32 is none of the types that stay as they are
    QCOMPARE(held.batches, std::uint64_t{16 + 2 + 1});
    QCOMPARE(held.threads, 2U);
  }

  void batchesOfANarrowTypeMayStayNarrow() {
    auto dataset = std::make_shared<FakeDataset>(kSamples);
    dataset->add("features", table::DType::i16, {5}, kChunk, std::vector<std::int16_t>(kSamples * 5));
    StreamOptions options;
    options.resources = {2, 1 << 30};
    const auto held = memoryOf(dataset, nullptr, options);
    QVERIFY(held);
    QCOMPARE(held->sampleBytes, std::uint64_t{5 * 4 + 8});
    QCOMPARE(held->narrowSampleBytes, std::uint64_t{5 * 2 + 8});
    options.narrow = true;
    const auto narrow = memoryOf(dataset, nullptr, options);
    QVERIFY(narrow);
    QCOMPARE(narrow->sampleBytes, std::uint64_t{5 * 2 + 8});
  }

  void aRunHoldsManyBatchesOnlyWhereTheyAreSmallAndLearnedFrom() {
    const store::Assignment everything(kSamples, store::Split::train);
    const auto batches = [&](const StreamOptions& options) {
      const auto held = memoryOf(streams::numbered(kSamples, kChunk), &everything, options);
      return held ? held->batches : 0;
    };
    TrainingRequest run;
    run.resources = {2, 64 << 20};
    QCOMPARE(batches(learningStream(run)), std::uint64_t{8 + 2 + 1});
    StreamOptions scoring = scoringStream(run, store::Split::train);
    QCOMPARE(batches(scoring), std::uint64_t{4 + 2 + 1});
    // Of 48 bytes a sample, so that four of them are more than a sixteenth of the stream's memory.
    run.batch = 16'000;
    QCOMPARE(batches(learningStream(run)), std::uint64_t{4 + 2 + 1});
  }

  void batchesLingerWhereTheMemoryHoldsThem() {
    constexpr std::uint64_t kBytes = 48;  // of a sample in a batch
    const auto lingering = [&](std::uint64_t batch, std::uint64_t memory, std::uint64_t wanted) {
      StreamOptions options;
      options.batch = batch;
      options.lingering = wanted;
      options.resources = {2, memory};
      const auto spec = planStream(streams::numbered(kSamples, kChunk), nullptr, options);
      const auto held = memoryOf(streams::numbered(kSamples, kChunk), nullptr, options);
      options.lingering = 0;
      const auto others = memoryOf(streams::numbered(kSamples, kChunk), nullptr, options);
      if (!spec || !held || !others || held->batches != others->batches + spec->lingering) return ~std::uint64_t{0};
      if (spec->lingering > 0 && held->batches * batch * kBytes > memory) return ~std::uint64_t{0};
      return spec->lingering;
    };
    QCOMPARE(lingering(64, 1 << 30, 16), std::uint64_t{16});
    QCOMPARE(lingering(64, 1 << 30, 0), std::uint64_t{0});
    // What they may take together is a sixteenth of the memory, but that one may always where there is room.
    QCOMPARE(lingering(16'000, 64 << 20, 16), std::uint64_t{5});
    QCOMPARE(lingering(64'000, 40 << 20, 16), std::uint64_t{1});
    QCOMPARE(lingering(64'000, 16 << 20, 16), std::uint64_t{0});
    QCOMPARE(lingering(64, streams::kScarce, 16), std::uint64_t{0});
  }

  /// Groups and windows differ by a few samples, and one that is a little larger takes no more than these.
  void whatListsAGroupGrowsByWhatIsNeeded() {
    std::vector<std::uint64_t> values;
    for (const std::uint64_t count : {1000U, 1010U, 900U, 1011U}) {
      resizeExactly(values, count);
      QCOMPARE(values.size(), count);
      QVERIFY2(values.capacity() <= 1011, qPrintable(QString::number(values.capacity())));
    }
  }

  void orderTakesLessThanAByteASample() {
    const StreamMemory part = memoryWith(streams::twoThirds(kSamples), Shuffle::blocks, 1 << 30);
    QVERIFY(part.order.value > 0);
    QVERIFY(part.order.value < kSamples);
  }
};

MASU_TEST(HeldMemoryTest)
#include "held_memory_test.moc"
