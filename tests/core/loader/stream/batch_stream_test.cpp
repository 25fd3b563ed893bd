// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <numeric>
#include <random>

#include "core/base/hash.h"
#include "core/loader/order/sequence.h"
#include "core/loader/stream/stream_plan.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;

namespace {

constexpr std::uint64_t kSamples = 5003;
constexpr std::uint64_t kChunk = 97;
constexpr std::uint64_t kCapacity = 500;
constexpr std::uint64_t kLeft = 200;

StreamOptions optionsFor(Shuffle shuffle, std::uint64_t memory, unsigned threads) {
  StreamOptions options;
  options.shuffle = shuffle;
  options.batch = 64;
  options.epochs = 2;
  options.seed = 7;
  options.blocks = shuffle == Shuffle::blocks ? 5 : 0;
  options.capacity = kCapacity;
  options.minimumLeft = kLeft;
  options.resources = {threads, memory};
  return options;
}

std::unique_ptr<BatchStream> opened(const std::shared_ptr<FakeDataset>& dataset, const Assignment* assignment,
                                    const StreamOptions& options) {
  auto stream = openStream(dataset, assignment, options);
  if (!stream) qWarning("%s", stream.error().message.english().c_str());
  return stream ? std::move(*stream) : nullptr;
}

}  // namespace

class BatchStreamTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void eachEpochIsAPermutationOfTheSplit_data() { modes(); }
  void eachEpochIsAPermutationOfTheSplit();
  void orderIsThatOfTheSequence_data() { modes(); }
  void orderIsThatOfTheSequence();
  void threadsAndMemoryDoNotChangeTheOrder();
  void everyValueIsThatOfItsSample_data() { modes(); }
  void everyValueIsThatOfItsSample();
  void seedsAndEpochsDiffer();
  void resumedIsUninterrupted_data() { modes(); }
  void resumedIsUninterrupted();
  void stepsCutAnEpochAndStateLeadsOn();
  void stateOfAnotherStreamIsRefused();
  void lastBatchIsShortAndMarked();
  void lastBatchIsDroppedOrPadded();
  void decodesEachChunkOfAGroupOnce();
  void decodesEachChunkOfAWindowOnce();
  void longRowsReadOneByOneAreThoseHeldWhole();
  void orderFollowsNeitherMemoryNorQueueNorThreads();
  void batchesStayWithinTheMemory();
  void largeSplitsAreShuffledInGroupsOfOneSize();
  void groupsBeyondTheMemoryAreReadInParts();
  void statesOfEarlierVersionsLeadOn();
  void emptySplitIsAnError();
  void aStopEndsTheReadingOfLabels();
  void orderHashIsXxh3OfTheIndices();
  void aDeadlineLosesNoBatch();

 private:
  void modes();
};

void BatchStreamTest::modes() {
  QTest::addColumn<int>("shuffle");
  QTest::addColumn<quint64>("memory");
  QTest::newRow("none, groups") << int(Shuffle::none) << quint64(kScarce);
  QTest::newRow("none, plenty") << int(Shuffle::none) << quint64(kPlenty);
  QTest::newRow("blocks, groups") << int(Shuffle::blocks) << quint64(kScarce);
  QTest::newRow("blocks, whole") << int(Shuffle::blocks) << quint64(kPlenty);
  QTest::newRow("exact, windows") << int(Shuffle::exact) << quint64(kScarce);
  QTest::newRow("exact, whole") << int(Shuffle::exact) << quint64(kPlenty);
  QTest::newRow("queue, windows") << int(Shuffle::queue) << quint64(kScarce);
  QTest::newRow("queue, whole") << int(Shuffle::queue) << quint64(kPlenty);
}

void BatchStreamTest::eachEpochIsAPermutationOfTheSplit() {
  QFETCH(int, shuffle);
  QFETCH(quint64, memory);
  const auto dataset = numbered(kSamples, kChunk);
  const Assignment assignment = twoThirds(kSamples);
  std::vector<std::uint64_t> members;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    if (assignment[i] == Split::train) members.push_back(i);
  }
  const auto stream = opened(dataset, &assignment, optionsFor(Shuffle(shuffle), memory, 2));
  QVERIFY(stream);
  QCOMPARE(stream->samplesPerEpoch(), members.size());
  Delivered delivered = readAll(*stream);
  QCOMPARE(delivered.error, QString());
  QCOMPARE(delivered.epochs.size(), std::size_t{2});
  QCOMPARE(delivered.epochs[0] == delivered.epochs[1], Shuffle(shuffle) == Shuffle::none);
  if (Shuffle(shuffle) == Shuffle::none) QVERIFY(delivered.epochs[0] == members);
  for (auto& epoch : delivered.epochs) {
    std::sort(epoch.begin(), epoch.end());
    QVERIFY(epoch == members);
  }
}

void BatchStreamTest::orderIsThatOfTheSequence() {
  QFETCH(int, shuffle);
  QFETCH(quint64, memory);
  const auto dataset = numbered(kSamples, kChunk);
  const Assignment assignment = twoThirds(kSamples);
  const StreamOptions options = optionsFor(Shuffle(shuffle), memory, 3);
  const auto stream = opened(dataset, &assignment, options);
  QVERIFY(stream);
  const Delivered delivered = readAll(*stream);
  const Sequence sequence(std::make_shared<SampleIndex>(SampleIndex::of(assignment, Split::train)), options.shuffle,
                          kChunk, options.shuffle == Shuffle::blocks ? options.blocks : 1, options.seed,
                          {.capacity = kCapacity, .minimumLeft = kLeft});
  std::vector<std::uint64_t> expected(sequence.samples());
  for (std::uint32_t epoch = 0; epoch < 2; ++epoch) {
    sequence.samplesAt(sequence.order(epoch), 0, expected);
    QVERIFY(delivered.epochs.at(epoch) == expected);
  }
}

void BatchStreamTest::threadsAndMemoryDoNotChangeTheOrder() {
  const auto dataset = numbered(kSamples, kChunk);
  const Assignment assignment = twoThirds(kSamples);
  for (const Shuffle shuffle : {Shuffle::none, Shuffle::blocks, Shuffle::exact, Shuffle::queue}) {
    std::optional<std::uint64_t> hash;
    for (const unsigned threads : {1U, 2U, 3U, 4U}) {
      for (const std::uint64_t memory : {kScarce, std::uint64_t{40'000}, std::uint64_t{90'000}, kPlenty}) {
        const auto stream = opened(dataset, &assignment, optionsFor(shuffle, memory, threads));
        QVERIFY(stream);
        const std::uint64_t got = readAll(*stream).report.orderHash;
        if (!hash) hash = got;
        QCOMPARE(got, *hash);
      }
    }
  }
}

void BatchStreamTest::everyValueIsThatOfItsSample() {
  QFETCH(int, shuffle);
  QFETCH(quint64, memory);
  const auto dataset = numbered(kSamples, kChunk);
  // Compressed objects take the other way through row reading.
  for (const auto compression : {masu::store::Compression::none, masu::store::Compression::gzip}) {
    for (auto& object : dataset->editObjects()) object.compression = compression;
    const auto stream = opened(dataset, nullptr, optionsFor(Shuffle(shuffle), memory, 2));
    QVERIFY(stream);
    std::uint64_t samples = 0;
    for (auto batch = stream->next({}); batch && *batch; batch = stream->next({})) {
      QVERIFY(valuesBelongToIndices(**batch, kSamples));
      QCOMPARE(reinterpret_cast<std::uintptr_t>((*batch)->features.data()) % 64, std::uintptr_t{0});
      samples += (*batch)->samples;
    }
    QCOMPARE(samples, 2 * kSamples);
  }
}

void BatchStreamTest::seedsAndEpochsDiffer() {
  const auto dataset = numbered(kSamples, kChunk);
  for (const Shuffle shuffle : {Shuffle::blocks, Shuffle::exact}) {
    StreamOptions options = optionsFor(shuffle, kPlenty, 2);
    const Delivered one = readAll(*opened(dataset, nullptr, options));
    QVERIFY(one.epochs[0] != one.epochs[1]);
    QCOMPARE(readAll(*opened(dataset, nullptr, options)).report.orderHash, one.report.orderHash);
    options.seed = 8;
    QVERIFY(readAll(*opened(dataset, nullptr, options)).epochs[0] != one.epochs[0]);
  }
}

void BatchStreamTest::resumedIsUninterrupted() {
  QFETCH(int, shuffle);
  QFETCH(quint64, memory);
  const auto dataset = numbered(kSamples, kChunk);
  const Assignment assignment = twoThirds(kSamples);
  StreamOptions options = optionsFor(Shuffle(shuffle), memory, 2);
  const Delivered whole = readAll(*opened(dataset, &assignment, options));
  const std::uint64_t batches = whole.batchSizes.size();
  std::mt19937 random(11);  // NOLINT: the same points on every run
  std::vector<std::uint64_t> points = {0, 1, batches / 2, batches / 2 - 1, batches - 1, batches};
  for (int i = 0; i < 6; ++i) points.push_back(random() % batches);
  for (const std::uint64_t point : points) {
    const auto first = opened(dataset, &assignment, options);
    Delivered joined = readAll(*first, point);
    StreamOptions rest = options;
    rest.resume = first->state();
    rest.resources.threads = 1 + static_cast<unsigned>(point % 3);
    rest.blocks = 0;  // the state knows
    const auto second = opened(dataset, &assignment, rest);
    QVERIFY(second);
    const Delivered tail = readAll(*second);
    joined.indices.insert(joined.indices.end(), tail.indices.begin(), tail.indices.end());
    QVERIFY2(joined.indices == whole.indices, qPrintable(QString("resumed behind batch %1").arg(point)));
    QCOMPARE(tail.report.batches, batches - point);
  }
}

void BatchStreamTest::stepsCutAnEpochAndStateLeadsOn() {
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::blocks, kScarce, 2);
  options.epochs = 1;
  const Delivered whole = readAll(*opened(dataset, nullptr, options));
  options.steps = 13;
  const auto cut = opened(dataset, nullptr, options);
  Delivered joined = readAll(*cut);
  QCOMPARE(joined.batchSizes.size(), std::size_t{13});
  QCOMPARE(cut->samplesPerEpoch(), std::uint64_t{13 * 64});
  options.steps = 0;
  options.resume = cut->state();
  const Delivered tail = readAll(*opened(dataset, nullptr, options));
  joined.indices.insert(joined.indices.end(), tail.indices.begin(), tail.indices.end());
  QVERIFY(joined.indices == whole.indices);

  // Again and again as many further batches, up to the end of the epoch and no further.
  options.resume.clear();
  options.steps = 13;
  Delivered steps;
  for (std::size_t calls = 0; steps.indices.size() < whole.indices.size(); ++calls) {
    QVERIFY(calls < whole.batchSizes.size());
    const auto stream = opened(dataset, nullptr, options);
    QVERIFY(stream);
    const Delivered some = readAll(*stream);
    QVERIFY(!some.indices.empty());
    steps.indices.insert(steps.indices.end(), some.indices.begin(), some.indices.end());
    options.resume = stream->state();
  }
  QVERIFY(steps.indices == whole.indices);

  options.resume.clear();
  options.steps = 13;
  options.epochs = 3;
  const Delivered epochs = readAll(*opened(dataset, nullptr, options));
  QCOMPARE(epochs.batchSizes.size(), std::size_t{39});
  QVERIFY(epochs.epochs[0] != epochs.epochs[1]);
}

void BatchStreamTest::stateOfAnotherStreamIsRefused() {
  const auto dataset = numbered(kSamples, kChunk);
  const Assignment assignment = twoThirds(kSamples);
  const StreamOptions options = optionsFor(Shuffle::blocks, kScarce, 1);
  const std::string state = opened(dataset, &assignment, options)->state();
  const auto refused = [&](const std::shared_ptr<FakeDataset>& data, const Assignment* split, auto change) {
    StreamOptions other = options;
    other.resume = state;
    change(other);
    return !openStream(data, split, other);
  };
  const auto same = [](StreamOptions&) {};
  QVERIFY(!refused(dataset, &assignment, same));
  QVERIFY(refused(dataset, nullptr, same));
  const auto foreign = numbered(kSamples, kChunk);
  foreign->editMeta().uuid = "another";
  QVERIFY(refused(foreign, &assignment, same));
  QVERIFY(refused(dataset, &assignment, [](StreamOptions& other) { other.seed = 1; }));
  QVERIFY(refused(dataset, &assignment, [](StreamOptions& other) { other.batch = 32; }));
  QVERIFY(refused(dataset, &assignment, [](StreamOptions& other) { other.blocks = 6; }));
  QVERIFY(refused(dataset, &assignment, [](StreamOptions& other) { other.shuffle = Shuffle::exact; }));
  QVERIFY(refused(dataset, &assignment, [](StreamOptions& other) { other.resume = "masu1.2:blocks:5"; }));
}

void BatchStreamTest::lastBatchIsShortAndMarked() {
  const auto dataset = numbered(1000, kChunk);
  StreamOptions options = optionsFor(Shuffle::exact, kPlenty, 2);
  options.batch = 300;
  const auto stream = opened(dataset, nullptr, options);
  QCOMPARE(stream->batchesPerEpoch(), std::uint64_t{4});
  std::vector<std::uint64_t> sizes;
  for (auto batch = stream->next({}); batch && *batch; batch = stream->next({})) {
    sizes.push_back((*batch)->samples);
    QCOMPARE((*batch)->lastOfEpoch, (*batch)->number == 3);
    QCOMPARE((*batch)->features.size(), (*batch)->samples * kValues);
  }
  QVERIFY((sizes == std::vector<std::uint64_t>{300, 300, 300, 100, 300, 300, 300, 100}));
}

void BatchStreamTest::lastBatchIsDroppedOrPadded() {
  const auto dataset = numbered(1000, kChunk);
  StreamOptions options = optionsFor(Shuffle::blocks, kScarce, 2);
  options.batch = 300;
  const Delivered kept = readAll(*opened(dataset, nullptr, options));
  options.last = LastBatch::dropped;
  const Delivered dropped = readAll(*opened(dataset, nullptr, options));
  QVERIFY((dropped.batchSizes == std::vector<std::uint64_t>(6, 300)));
  QVERIFY(std::equal(dropped.epochs[0].begin(), dropped.epochs[0].end(), kept.epochs[0].begin()));

  options.last = LastBatch::padded;
  const auto stream = opened(dataset, nullptr, options);
  for (auto batch = stream->next({}); batch && *batch; batch = stream->next({})) {
    const Batch& got = **batch;
    QCOMPARE(got.samples, std::uint64_t{300});
    QCOMPARE(got.features.size(), 300 * kValues);
    QCOMPARE(got.padding, std::uint64_t{got.lastOfEpoch ? 200U : 0U});
    for (std::uint64_t i = got.samples - got.padding; i < got.samples; ++i) {
      QCOMPARE(got.indices[i], got.indices[i - 100]);
      QCOMPARE(got.features[i * kValues], static_cast<float>(got.indices[i] * kValues));
      QCOMPARE(got.labels[i], got.labels[i - 100]);
      QCOMPARE(got.weights[i], 0.0F);
    }
  }
  // What pads is no sample more: neither counted nor part of the order.
  QCOMPARE(stream->report().orderHash, kept.report.orderHash);
  QCOMPARE(stream->report().samples, std::uint64_t{2000});

  options.batch = 2000;
  options.last = LastBatch::dropped;
  QCOMPARE(openStream(dataset, nullptr, options).error().code, masu::Errc::noSamples);
}

void BatchStreamTest::decodesEachChunkOfAGroupOnce() {
  const auto dataset = std::make_shared<FakeDataset>(10'000);
  dataset->add("features", DType::f32, {4}, 100, std::vector<float>(40'000));
  StreamOptions options = optionsFor(Shuffle::blocks, 100'000, 3);
  options.epochs = 3;
  const auto stream = opened(dataset, nullptr, options);
  readAll(*stream);
  QCOMPARE(dataset->chunkReads(), std::uint64_t{300});
}

/// 10,000 samples in batches of one, through windows of about a thousand: a chunk is decoded once a window at most.
void BatchStreamTest::decodesEachChunkOfAWindowOnce() {
  const auto dataset = std::make_shared<FakeDataset>(10'000);
  dataset->add("features", DType::f32, {4}, 100, std::vector<float>(40'000));
  dataset->editObjects()[0].compression = masu::store::Compression::gzip;
  StreamOptions options = optionsFor(Shuffle::exact, 100'000, 3);
  options.batch = 1;
  options.queue = 1;
  options.epochs = 1;
  const Delivered delivered = readAll(*opened(dataset, nullptr, options));
  QCOMPARE(delivered.indices.size(), std::size_t{10'000});
  QVERIFY2(dataset->chunkReads() >= 200 && dataset->chunkReads() <= 1000,
           qPrintable(QString::number(dataset->chunkReads())));
}

/// Rows so long that neighbours are not worth reading along: each is read alone, over the ends of chunks.
void BatchStreamTest::longRowsReadOneByOneAreThoseHeldWhole() {
  constexpr std::uint64_t kRows = 301, kLong = 9001;
  const auto dataset = std::make_shared<FakeDataset>(kRows);
  std::vector<float> features(kRows * kLong);
  for (std::size_t i = 0; i < features.size(); ++i) features[i] = static_cast<float>(i);
  dataset->add("features", DType::f32, {kLong}, 7, features);
  for (const Shuffle shuffle : {Shuffle::exact, Shuffle::queue}) {
    std::optional<std::uint64_t> whole;
    for (const std::uint64_t memory : {kPlenty, std::uint64_t{6'000'000}, kScarce}) {
      StreamOptions options = optionsFor(shuffle, memory, 2);
      options.batch = 10;
      options.capacity = 40;
      options.minimumLeft.reset();
      const auto stream = opened(dataset, nullptr, options);
      masu::Hasher64 hash;
      for (auto batch = stream->next({}); batch && *batch; batch = stream->next({})) {
        hash.update(std::as_bytes((*batch)->features));
      }
      if (!whole) whole = hash.digest();
      QCOMPARE(hash.digest(), *whole);
    }
  }
}

void BatchStreamTest::orderFollowsNeitherMemoryNorQueueNorThreads() {
  const auto dataset = numbered(20'000, 100);
  StreamOptions options = optionsFor(Shuffle::blocks, kPlenty, 1);
  for (const std::uint64_t blocks : {0, 50}) {
    options.blocks = blocks;
    options.resources = {1, kPlenty};
    const Delivered first = readAll(*opened(dataset, nullptr, options));
    QCOMPARE(first.report.blocks, std::uint64_t{blocks == 0 ? 200U : 50U});
    for (const std::uint64_t memory : {kScarce, std::uint64_t{100'000}, std::uint64_t{300'000}}) {
      for (const std::uint64_t queue : {1, 30}) {
        options.resources = {3, memory};
        options.queue = options.mostAhead = queue;
        const Delivered again = readAll(*opened(dataset, nullptr, options));
        QVERIFY(again.indices == first.indices);
        QCOMPARE(again.report.blocks, first.report.blocks);
      }
    }
  }
}

/// 1,000 samples of 64 kB: a batch of 50 takes 3.3 MB.
void BatchStreamTest::batchesStayWithinTheMemory() {
  const auto dataset = std::make_shared<FakeDataset>(1000);
  dataset->add("features", DType::f32, {16'000}, 10, std::vector<float>(16'000'000));
  StreamOptions options = optionsFor(Shuffle::exact, std::uint64_t{17} << 20U, 1);
  options.batch = 50;
  QCOMPARE(readAll(*opened(dataset, nullptr, options)).batchSizes.size(), 20U * options.epochs);
  options.queue = 3;
  QVERIFY(openStream(dataset, nullptr, options));
  for (const auto& [batch, queue] : {std::pair<std::uint64_t, std::uint64_t>{50, 30},
                                     {50, ~std::uint64_t{0}},
                                     {100, 0},
                                     {1'000'000'000'000, 0},
                                     {~std::uint64_t{0}, 0}}) {
    options.batch = batch;
    options.queue = queue;
    const auto refused = openStream(dataset, nullptr, options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, masu::Errc::outOfMemory);
    QVERIFY(planStream(dataset, nullptr, options));  // as an estimate has it
  }
  // A batch is no larger than what there is.
  const auto few = numbered(100, 10);
  options.queue = 0;
  options.batch = 1'000'000'000;
  QCOMPARE(readAll(*opened(few, nullptr, options)).batchSizes.front(), std::uint64_t{100});
}

/// 300 chunks of 1 MiB, of which no value is read.
void BatchStreamTest::largeSplitsAreShuffledInGroupsOfOneSize() {
  constexpr std::uint64_t kRows = 300 * 64;
  const auto dataset = std::make_shared<FakeDataset>(kRows);
  dataset->add("features", DType::f32, {4096}, 64, std::vector<float>(kRows * 4096));
  for (const std::uint64_t memory : {std::uint64_t{50} << 20U, kPlenty}) {
    for (const std::uint64_t queue : {1, 8}) {
      StreamOptions options = optionsFor(Shuffle::blocks, memory, 1);
      options.blocks = 0;
      options.queue = queue;
      const auto stream = opened(dataset, nullptr, options);
      QCOMPARE(stream->report().blocks, std::uint64_t{256});
      QCOMPARE(stream->report().chunks, std::uint64_t{300});
      QCOMPARE(stream->report().passes > 1, memory != kPlenty);
    }
  }
}

/// A group of 5,000 samples through windows of about a thousand.
void BatchStreamTest::groupsBeyondTheMemoryAreReadInParts() {
  const auto dataset = std::make_shared<FakeDataset>(10'000);
  std::vector<float> features(40'000);
  std::iota(features.begin(), features.end(), 0.0F);
  dataset->add("features", DType::f32, {4}, 100, features);
  StreamOptions options = optionsFor(Shuffle::blocks, 100'000, 3);
  options.blocks = 50;
  options.batch = 1;
  options.queue = 1;
  options.epochs = 1;
  const auto stream = opened(dataset, nullptr, options);
  const std::uint64_t passes = stream->report().passes;
  QVERIFY2(passes > 1 && passes < 10, qPrintable(QString::number(passes)));
  std::uint64_t wrong = 0;
  for (auto batch = stream->next({}); batch && *batch; batch = stream->next({})) {
    wrong += (*batch)->features[1] == static_cast<float>((*batch)->indices[0] * 4 + 1) ? 0 : 1;
  }
  QCOMPARE(wrong, std::uint64_t{0});
  QVERIFY2(dataset->chunkReads() <= 100 * passes, qPrintable(QString::number(dataset->chunkReads())));
}

/// Which told as many blocks as the memory had held.
void BatchStreamTest::statesOfEarlierVersionsLeadOn() {
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::blocks, kPlenty, 2);
  options.epochs = 1;
  options.blocks = 7;
  const Delivered whole = readAll(*opened(dataset, nullptr, options));
  std::string state = opened(dataset, nullptr, options)->state();
  QVERIFY2(state.starts_with("masu1.2:blocks:7:64:7:"), state.c_str());
  state.back() = '3';
  options.blocks = 0;
  options.resume = state;
  const Delivered tail = readAll(*opened(dataset, nullptr, options));
  QVERIFY(std::equal(whole.indices.begin() + 3 * 64, whole.indices.end(), tail.indices.begin(), tail.indices.end()));
}

void BatchStreamTest::emptySplitIsAnError() {
  const auto dataset = numbered(1000, kChunk);
  const Assignment assignment(1000, Split::test);
  const auto stream = openStream(dataset, &assignment, optionsFor(Shuffle::exact, kPlenty, 1));
  QVERIFY(!stream);
  QCOMPARE(stream.error().code, masu::Errc::noSamples);
}

/// Which only a balanced shuffle does before there is a stream.
void BatchStreamTest::aStopEndsTheReadingOfLabels() {
  const auto dataset = numbered(1000, kChunk);
  std::stop_source stopped;
  stopped.request_stop();
  for (const Shuffle shuffle : {Shuffle::balanced, Shuffle::exact}) {
    const StreamOptions options = optionsFor(shuffle, kPlenty, 1);
    QVERIFY(openStream(dataset, nullptr, options));
    const auto stream = openStream(dataset, nullptr, options, stopped.get_token());
    QCOMPARE(stream.has_value(), shuffle == Shuffle::exact);
    if (!stream) QCOMPARE(stream.error().code, masu::Errc::cancelled);
  }
}

void BatchStreamTest::orderHashIsXxh3OfTheIndices() {
  const auto dataset = numbered(1000, kChunk);
  const Delivered delivered = readAll(*opened(dataset, nullptr, optionsFor(Shuffle::exact, kPlenty, 2)));
  QCOMPARE(delivered.report.orderHash, masu::hash64(std::as_bytes(std::span(delivered.indices))));
  QCOMPARE(delivered.report.samples, std::uint64_t{2000});
}

void BatchStreamTest::aDeadlineLosesNoBatch() {
  const auto dataset = numbered(1000, kChunk);
  StreamOptions options = optionsFor(Shuffle::exact, kPlenty, 1);
  const Delivered whole = readAll(*opened(dataset, nullptr, options));
  options.simulatedBatchSeconds = 0.005;
  const auto stream = opened(dataset, nullptr, options);
  std::vector<std::uint64_t> indices;
  std::uint64_t late = 0;
  for (;;) {
    const auto batch = stream->nextUntil(std::chrono::steady_clock::now(), {});
    QVERIFY(batch);
    late += *batch ? 0 : 1;
    if (!*batch) continue;
    if (!**batch) break;
    indices.insert(indices.end(), (**batch)->indices.begin(), (**batch)->indices.end());
  }
  QVERIFY(late > 0);
  QVERIFY(indices == whole.indices);
  std::stop_source stopped;
  stopped.request_stop();
  const auto other = opened(dataset, nullptr, options);
  QCOMPARE(other->nextUntil(std::chrono::steady_clock::now(), stopped.get_token()).error().code, masu::Errc::cancelled);
}

MASU_TEST(BatchStreamTest)
#include "batch_stream_test.moc"
