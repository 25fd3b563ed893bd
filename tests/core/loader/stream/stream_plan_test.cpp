// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/stream_plan.h"

#include <QTest>
#include <limits>
#include <set>

#include "core/loader/cache/storage_plan.h"
#include "core/loader/stream/split_index.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace streams;

namespace {

constexpr std::uint64_t kSamples = 1'003;
constexpr std::uint64_t kChunk = 10;

StreamOptions optionsOf(std::uint64_t batch, std::uint64_t memory = kPlenty) {
  StreamOptions options;
  options.batch = batch;
  options.resources.threads = 2;
  options.resources.memoryBytes = memory;
  return options;
}

Result<StreamSpec> plan(const StreamOptions& options) {
  static const auto dataset = numbered(kSamples, kChunk);
  return planStream(dataset, nullptr, options);
}

}  // namespace

/// What a stream will do, before any of its threads starts.
class StreamPlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anEpochHasAllItsSamples() {
    for (const std::uint64_t batch : {1ULL, 7ULL, 64ULL, 1'003ULL, 5'000ULL}) {
      StreamOptions options = optionsOf(batch);
      const auto kept = plan(options);
      QVERIFY(kept);
      QCOMPARE(kept->samplesPerEpoch, kSamples);
      QCOMPARE(kept->batchesPerEpoch, (kSamples + batch - 1) / batch);
      options.last = LastBatch::padded;
      const auto padded = plan(options);
      QVERIFY(padded);
      QCOMPARE(padded->batchesPerEpoch, kept->batchesPerEpoch);
      QCOMPARE(padded->batchSamples(), batch);
      options.last = LastBatch::dropped;
      const auto dropped = plan(options);
      QCOMPARE(dropped.has_value(), batch <= kSamples);
      if (!dropped) {
        QVERIFY(dropped.error().code == Errc::noSamples);
        continue;
      }
      QCOMPARE(dropped->samplesPerEpoch, kSamples / batch * batch);
    }
  }

  void stepsCutAnEpoch() {
    StreamOptions options = optionsOf(100);
    for (const std::uint64_t steps : {1ULL, 10ULL, 11ULL, 12ULL, 1'000ULL}) {
      options.steps = steps;
      const auto spec = plan(options);
      QVERIFY(spec);
      QCOMPARE(spec->wholeEpochBatches, std::uint64_t{11});
      QCOMPARE(spec->batchesPerEpoch, std::min<std::uint64_t>(steps, 11));
      QCOMPARE(spec->samplesPerEpoch, std::min<std::uint64_t>(steps * 100, kSamples));
    }
  }

  void ranksTogetherHaveTheEpoch() {
    for (const std::uint64_t world : {1ULL, 2ULL, 3ULL, 7ULL, 64ULL}) {
      std::uint64_t all = 0;
      for (std::uint64_t rank = 0; rank < world; ++rank) {
        StreamOptions options = optionsOf(64);
        options.rank = rank;
        options.world = world;
        const auto spec = plan(options);
        QVERIFY(spec);
        QCOMPARE(spec->batchesPerEpoch, std::uint64_t{16});
        all += spec->samplesOfRank();
      }
      QCOMPARE(all, kSamples);
    }
  }

  void whatCannotBeIsRefused() {
    const auto refused = [](auto change) {
      StreamOptions options = optionsOf(8);
      change(options);
      const auto spec = plan(options);
      return !spec && spec.error().code == Errc::invalidArgument;
    };
    QVERIFY(refused([](StreamOptions& o) { o.batch = 0; }));
    QVERIFY(refused([](StreamOptions& o) { o.epochs = 0; }));
    QVERIFY(refused([](StreamOptions& o) { o.world = 0; }));
    QVERIFY(refused([](StreamOptions& o) { o.rank = 1; }));
    QVERIFY(refused([](StreamOptions& o) { o.world = 9; }));
    QVERIFY(refused([](StreamOptions& o) { o.resume = "masu"; }));
    QVERIFY(refused([](StreamOptions& o) {
      o.shuffle = Shuffle::queue;
      o.capacity = 10;
      o.minimumLeft = 10;
    }));
    QVERIFY(!refused([](StreamOptions& o) { o.world = 8; }));
  }

  /// The order is the dataset's and the options': the memory, the threads and the ranks only say where samples are.
  void theOrderIsNoMatterOfTheMachine() {
    for (const Shuffle shuffle : {Shuffle::blocks, Shuffle::exact, Shuffle::queue, Shuffle::balanced}) {
      StreamOptions options = optionsOf(16);
      options.shuffle = shuffle;
      options.blocks = shuffle == Shuffle::blocks ? 3 : 0;
      const auto first = plan(options);
      QVERIFY(first);
      for (const std::uint64_t memory : {std::uint64_t{20'000}, std::uint64_t{1} << 20, std::uint64_t{1} << 40}) {
        for (const unsigned threads : {1U, 5U}) {
          options.resources.memoryBytes = memory;
          options.resources.threads = threads;
          options.rank = threads == 5 ? 1 : 0;
          options.world = threads == 5 ? 2 : 1;
          const auto spec = plan(options);
          if (!spec) {  // balanced lists its samples, or says that it has no memory for that
            QVERIFY(shuffle == Shuffle::balanced && spec.error().code == Errc::outOfMemory);
            continue;
          }
          QCOMPARE(spec->start.text(), first->start.text());
          QCOMPARE(spec->source.sequence->blocks(), first->source.sequence->blocks());
        }
      }
    }
  }

  void aStateIsResumedByTheSameStreamAlone() {
    StreamOptions options = optionsOf(16);
    options.blocks = 3;
    options.seed = 5;
    auto begun = plan(options);
    QVERIFY(begun);
    StreamState state = begun->start;
    state.epoch = 2;
    state.number = 7;
    options.resume = state.text();
    options.epochs = 4;
    const auto resumed = plan(options);
    QVERIFY(resumed);
    QCOMPARE(resumed->start.text(), state.text());
    // At the end of an epoch it begins the next.
    state.number = begun->batchesPerEpoch;
    options.resume = state.text();
    QCOMPARE(plan(options)->start.epoch, 3U);
    QCOMPARE(plan(options)->start.number, std::uint64_t{0});

    // Some batches of an epoch that has begun: after the state, in that epoch alone.
    state.number = 7;
    options.resume = state.text();
    options.steps = 4;
    const auto several = plan(options);
    QVERIFY(!several && several.error().message.english().find("--epochs 3 to read up to 4") != std::string::npos);
    options.epochs = 3;
    QCOMPARE(plan(options)->batchesPerEpoch, std::min<std::uint64_t>(11, begun->wholeEpochBatches));
    QCOMPARE(plan(options)->start.number, std::uint64_t{7});
    options.epochs = 4;
    options.steps = 0;

    const auto refused = [&](auto change) {
      StreamOptions other = options;
      change(other);
      return !plan(other);
    };
    QVERIFY(!refused([](StreamOptions& o) { o.blocks = 0; }));  // the state's
    QVERIFY(refused([](StreamOptions& o) { o.blocks = 4; }));
    QVERIFY(refused([](StreamOptions& o) { o.batch = 17; }));
    QVERIFY(refused([](StreamOptions& o) { o.seed = 6; }));
    QVERIFY(refused([](StreamOptions& o) { o.shuffle = Shuffle::exact; }));
    // The sentence names what can be given alone.
    StreamState exact = state;
    exact.shuffle = Shuffle::exact;
    exact.blocks = 0;
    options.resume = exact.text();
    const auto of = plan(options);
    QVERIFY(!of && of.error().message.english().find("--shuffle exact --batch") != std::string::npos);
    StreamState other = state;
    other.content ^= 1;
    QVERIFY(refused([&](StreamOptions& o) { o.resume = other.text(); }));
  }

  void statesComeBackFromTheirTexts() {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    for (const Shuffle shuffle : {Shuffle::none, Shuffle::blocks, Shuffle::exact, Shuffle::queue, Shuffle::balanced}) {
      StreamState state{.shuffle = shuffle, .batch = 64, .seed = kMost, .content = kMost, .epoch = 3, .number = 9};
      if (shuffle == Shuffle::queue) {
        state.capacity = 100;
        state.minimumLeft = 99;
      } else {
        state.blocks = 12;
      }
      const std::string text = state.text();
      const auto back = StreamState::parse(text);
      QVERIFY2(back, text.c_str());
      QCOMPARE(back->text(), text);
      for (std::size_t size = 0; size < text.size() - 1; ++size) {
        const auto cut = StreamState::parse(std::string_view(text).substr(0, size));
        QVERIFY2(!cut || cut->text() != text, text.c_str());
      }
      QVERIFY(!StreamState::parse(text + ":1"));
      QVERIFY(!StreamState::parse(text + " "));
      QVERIFY(!StreamState::parse("x" + text));
    }
    for (const char* text : {"", ":::::::", "masu1.2"}) QVERIFY(!StreamState::parse(text));
  }

  /// A stream has the batches ahead that were asked for, one that is filled and one that the consumer holds.
  void batchesMustFitTheMemory() {
    for (const std::uint64_t ahead : {0ULL, 1ULL, 5ULL}) {
      const std::uint64_t held = std::max<std::uint64_t>(1, ahead) + BatchDemand::kLeastInHand;
      BatchDemand demand{.samples = 10, .sampleBytes = 100, .statedAhead = ahead, .memoryBytes = held * 1'000};
      QCOMPARE(demand.held(), held);
      QVERIFY(demand.check());
      --demand.memoryBytes;
      QVERIFY(!demand.check());
      QVERIFY(demand.check().error().code == Errc::outOfMemory);
    }
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    QVERIFY(!(BatchDemand{kMost, kMost, 0, kMost}.check()));  // the product of both is beyond 64 bits
    QVERIFY(!(BatchDemand{1, 1, kMost, kMost}.check()));
    QVERIFY((BatchDemand{0, 0, 0, 3}.check()));
  }

  /// The batches ahead, those that workers fill, the one that the consumer has and those that linger are within the
  /// memory, whatever that is, for every stream that is not refused.
  void batchesThatArePlannedFitTheMemory() {
    constexpr std::uint64_t kMany = 192'000;
    const auto dataset = numbered(kMany, 1'000);
    std::set<std::uint64_t> held;
    for (const std::uint64_t memory : {16U, 17U, 24U, 40U, 64U}) {
      for (std::uint64_t batch = 128; batch <= kMany; batch += batch < 8'192 ? batch : 4'096) {
        for (const std::uint64_t queue : {0U, 1U, 4U, 8U}) {
          for (const unsigned world : {1U, 4U}) {
            for (const double mixup : {0.0, 0.4}) {
              StreamOptions options = optionsOf(batch, memory << 20);
              options.queue = queue;
              options.world = world;
              options.augment.mixup = mixup;
              options.lingering = 16;
              options.resources.threads = 16;
              const auto spec = planStream(dataset, nullptr, options);
              QVERIFY(spec);
              if (!spec->demand.check()) continue;
              if (queue == 0 && mixup == 0) held.insert(spec->demand.held());
              const StreamFields& fields = spec->source.fields;
              const std::uint64_t filled = mixup > 0 ? fields.shape(spec->filledSamples()).bytes() : 0;
              const std::uint64_t delivered =
                  spec->batchTransform.shape(fields.shape(spec->deliveredSamples())).bytes();
              const std::uint64_t inHand = spec->tuning.most.workers + 1;
              const std::uint64_t taken =
                  (spec->tuning.most.ahead + spec->lingering + inHand) * delivered + inHand * filled;
              const std::string context = std::to_string(taken) + " of " + std::to_string(memory << 20) + ": batch " +
                                          std::to_string(batch) + ", queue " + std::to_string(queue) + ", world " +
                                          std::to_string(world) + ", mixup " + std::to_string(mixup);
              QVERIFY2(taken <= memory << 20, context.c_str());
              QVERIFY2(queue == 0 || spec->tuning.start.ahead == queue, context.c_str());
            }
          }
        }
      }
    }
    for (std::uint64_t few = BatchDemand::kLeastInHand + 1; few <= 8; ++few) QVERIFY(held.contains(few));
  }

  void aHugeBatchIsPlannedAndThenRefused() {
    StreamOptions options = optionsOf(std::numeric_limits<std::uint64_t>::max(), 1 << 20);
    options.last = LastBatch::padded;
    const auto spec = plan(options);
    QVERIFY(!spec || !spec->demand.check());
  }

  /// Groups are what is held of a shuffle by blocks where the whole does not fit; windows where not even they do.
  void samplesAreHeldWhereTheyFit() {
    const auto dataset = numbered(kSamples, kChunk);
    const auto fields = StreamFields::of(*dataset);
    const auto index = indexOfSplitAll(*dataset);
    QVERIFY(fields && index);
    const std::uint64_t rows = kSamples * (3 * sizeof(float) + 2 * sizeof(std::uint16_t) + 1 + sizeof(float));
    for (const Shuffle shuffle : {Shuffle::blocks, Shuffle::exact, Shuffle::none}) {
      std::uint64_t blocks = 0;
      for (std::uint64_t memory = 1; memory < 4 * rows; memory = memory * 3 / 2 + 1) {
        const StoragePlan storage = planStorage(*fields, **index, {shuffle, 5, memory, false});
        QVERIFY(storage.blocks >= 1 && storage.blocks <= (kSamples + kChunk - 1) / kChunk);
        if (blocks != 0 && shuffle != Shuffle::none) QCOMPARE(storage.blocks, blocks);
        blocks = storage.blocks;
        const Residency features = storage.residencies[indexOf(Field::features)];
        QVERIFY(features != Residency::absent);
        if (shuffle != Shuffle::none) QCOMPARE(features == Residency::flat, memory >= rows);
        QCOMPARE(features == Residency::window, storage.window > 0);
        if (storage.window > 0) QVERIFY(storage.window >= kChunk && storage.window <= kSamples);
        if (shuffle == Shuffle::exact) QVERIFY(features != Residency::grouped);
      }
    }
  }

 private:
  static Result<std::shared_ptr<const SampleIndex>> indexOfSplitAll(const store::Dataset& dataset) {
    StreamOptions options;
    options.split = std::nullopt;
    return indexOfSplit(dataset, nullptr, options);
  }
};

MASU_TEST(StreamPlanTest)
#include "stream_plan_test.moc"
