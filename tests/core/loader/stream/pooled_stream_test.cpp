// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/pooled_stream.h"

#include <QTest>
#include <algorithm>
#include <memory>

#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;
using masu::Errc;

namespace {

constexpr std::uint64_t kSamples = 1003;
constexpr std::uint64_t kChunk = 37;

StreamOptions optionsFor(Shuffle shuffle, std::uint64_t memory) {
  StreamOptions options;
  options.shuffle = shuffle;
  options.batch = 50;
  options.epochs = 2;
  options.seed = 5;
  options.blocks = shuffle == Shuffle::blocks ? 4 : 0;
  options.capacity = shuffle == Shuffle::queue ? 100 : 0;
  options.resources = {2, memory};
  return options;
}

std::unique_ptr<PooledStream> opened(const std::shared_ptr<FakeDataset>& dataset, const StreamOptions& options) {
  const Assignment assignment = twoThirds(kSamples);
  return std::make_unique<PooledStream>(planStream(dataset, &assignment, options).value());
}

std::stop_token stopped() {
  std::stop_source source;
  source.request_stop();
  return source.get_token();
}

void append(std::vector<std::uint64_t>& indices, const BatchPtr& batch) {
  indices.insert(indices.end(), batch->indices.begin(), batch->indices.end());
}

}  // namespace

/// What BatchStream promises at the ends of its calls; what its batches hold, batch_stream_test and ranks_test see.
class PooledStreamTest : public QObject {
  Q_OBJECT

 private:
  static void modes();

 private Q_SLOTS:
  void aCallThatWasStoppedLosesNothing_data() { modes(); }
  void aCallThatWasStoppedLosesNothing();
  void aStreamThatFailedIsResumedOnceItIsMended_data() { modes(); }
  void aStreamThatFailedIsResumedOnceItIsMended();
  void whoIsStoppedMakingABatchStopsNobodyElse();
  void batchesAreMadeOutOfTurnFromWhereTheStreamBegan();
  void samplesWeighOneWhereSomeCountForNothing();
};

void PooledStreamTest::modes() {
  QTest::addColumn<Shuffle>("shuffle");
  QTest::addColumn<std::uint64_t>("memory");
  for (const Shuffle shuffle : {Shuffle::none, Shuffle::blocks, Shuffle::exact, Shuffle::queue}) {
    const std::string named(name(shuffle));
    QTest::addRow("%s, whole", named.c_str()) << shuffle << kPlenty;
    QTest::addRow("%s, little memory", named.c_str()) << shuffle << kScarce;
  }
}

/// Every other call is; it may hand out a batch that was ready.
void PooledStreamTest::aCallThatWasStoppedLosesNothing() {
  QFETCH(const Shuffle, shuffle);
  QFETCH(const std::uint64_t, memory);
  const auto dataset = numbered(kSamples, kChunk);
  const StreamOptions options = optionsFor(shuffle, memory);
  const Delivered whole = readAll(*opened(dataset, options));
  const auto stream = opened(dataset, options);
  std::vector<std::uint64_t> indices;
  for (bool isStopped = true;; isStopped = !isStopped) {
    const auto batch = stream->next(isStopped ? stopped() : std::stop_token());
    if (!batch) {
      QVERIFY(isStopped);
      QCOMPARE(batch.error().code, Errc::cancelled);
      continue;
    }
    if (!*batch) break;
    append(indices, *batch);
  }
  QVERIFY(indices == whole.indices);
  QCOMPARE(stream->report().samples, whole.report.samples);
  QCOMPARE(stream->report().orderHash, whole.report.orderHash);
}

/// The state is that of the last batch handed out, however far the workers are.
void PooledStreamTest::aStreamThatFailedIsResumedOnceItIsMended() {
  QFETCH(const Shuffle, shuffle);
  QFETCH(const std::uint64_t, memory);
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(shuffle, memory);
  const Delivered whole = readAll(*opened(dataset, options));
  dataset->failAt("features", 11);
  const auto stream = opened(dataset, options);
  Delivered first = readAll(*stream);
  QVERIFY2(first.error.contains("Chunk 11 of /features"), qPrintable(first.error));
  QVERIFY(first.indices.size() < whole.indices.size());
  dataset->failAt({}, 0);
  options.resume = stream->state();
  const Delivered rest = readAll(*opened(dataset, options));
  QCOMPARE(rest.error, QString());
  first.indices.insert(first.indices.end(), rest.indices.begin(), rest.indices.end());
  QVERIFY(first.indices == whole.indices);
}

void PooledStreamTest::whoIsStoppedMakingABatchStopsNobodyElse() {
  const auto dataset = numbered(kSamples, kChunk);
  for (int time = 0; time < 20; ++time) {
    StreamOptions options = optionsFor(Shuffle::exact, kPlenty);
    options.normalise = true;  // so that there is something to prepare
    const auto stream = opened(dataset, options);
    const auto refused = stream->make(0, stopped());
    if (!refused) QCOMPARE(refused.error().code, Errc::cancelled);
    const auto made = stream->make(0, {});
    const auto next = stream->next({});
    QVERIFY(made && next && *next);
    QVERIFY(std::ranges::equal((*made)->features, (*next)->features));
  }
}

void PooledStreamTest::batchesAreMadeOutOfTurnFromWhereTheStreamBegan() {
  const auto dataset = numbered(kSamples, kChunk);
  StreamOptions options = optionsFor(Shuffle::blocks, kScarce);
  options.last = LastBatch::padded;
  const auto earlier = opened(dataset, options);
  for (int batch = 0; batch < 5; ++batch) QVERIFY(earlier->next({}));
  options.resume = earlier->state();
  const auto stream = opened(dataset, options);
  std::vector<BatchPtr> batches;
  for (auto batch = stream->next({}); batch && *batch; batch = stream->next({})) batches.push_back(*batch);
  QCOMPARE(batches.size(), static_cast<std::size_t>(2 * stream->batchesPerEpoch() - 5));
  for (std::size_t number = batches.size(); number-- > 0;) {
    const auto again = stream->make(number, {});
    QVERIFY(again);
    const Batch& made = **again;
    const Batch& wanted = *batches[number];
    QVERIFY(made.epoch == wanted.epoch && made.number == wanted.number && made.padding == wanted.padding);
    QCOMPARE(made.lastOfEpoch, wanted.lastOfEpoch);
    QVERIFY(std::ranges::equal(made.indices, wanted.indices));
    QVERIFY(std::ranges::equal(made.features, wanted.features));
    QVERIFY(std::ranges::equal(made.weights, wanted.weights));
  }
}

/// Of a dataset without weights: those that pad are 0, whichever arrays the samples before had.
void PooledStreamTest::samplesWeighOneWhereSomeCountForNothing() {
  const auto dataset = std::make_shared<FakeDataset>(kSamples);
  dataset->add("features", DType::f32, {kValues}, kChunk, std::vector<float>(kSamples * kValues));
  dataset->editMeta().uuid = "unweighted";
  StreamOptions options = optionsFor(Shuffle::exact, kPlenty);
  options.last = LastBatch::padded;
  const auto padded = opened(dataset, options);
  for (auto batch = padded->next({}); batch && *batch; batch = padded->next({})) {
    const Batch& got = **batch;
    QCOMPARE(got.weights.size(), got.samples);
    for (std::uint64_t i = 0; i < got.samples; ++i)
      QCOMPARE(got.weights[i], i < got.samples - got.padding ? 1.0F : 0.0F);
  }
  options.last = LastBatch::kept;
  const auto kept = opened(dataset, options);
  const auto batch = kept->next({});
  QVERIFY(batch && *batch);
  QVERIFY((*batch)->weights.empty());
}

MASU_TEST(PooledStreamTest)
#include "pooled_stream_test.moc"
