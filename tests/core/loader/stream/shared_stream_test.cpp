// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/shared_stream.h"

#include <QTest>
#include <atomic>
#include <set>
#include <thread>

#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;

namespace {

constexpr std::uint64_t kSamples = 3000;

StreamOptions optionsFor(Shuffle shuffle, std::uint64_t memory) {
  StreamOptions options;
  options.shuffle = shuffle;
  options.batch = 50;
  options.blocks = shuffle == Shuffle::blocks ? 4 : 0;
  options.epochs = 2;
  options.capacity = 300;
  options.resources = {2, memory};
  return options;
}

std::unique_ptr<SharedStream> shared(const std::shared_ptr<FakeDataset>& dataset, const StreamOptions& options,
                                     const SharedOptions& sharing) {
  auto stream = openStream(dataset, nullptr, options);
  return stream ? std::make_unique<SharedStream>(std::move(*stream), sharing) : nullptr;
}

/// What a consumer was told, until the end or an error.
struct Had {
  std::vector<std::uint64_t> indices;
  std::vector<std::uint32_t> ends;
  QString error;
  bool valuesFit = true;
};

Had consume(SharedStream& stream, unsigned consumer, std::chrono::microseconds pause = {}) {
  Had had;
  for (;;) {
    const auto event = stream.next(consumer, {});
    if (!event) {
      had.error = QString::fromStdString(event.error().message.english());
      return had;
    }
    if (event->kind == StreamEvent::Kind::end) return had;
    if (event->kind == StreamEvent::Kind::epochEnd) {
      had.ends.push_back(event->epoch);
      continue;
    }
    had.indices.insert(had.indices.end(), event->batch->indices.begin(), event->batch->indices.end());
    had.valuesFit = had.valuesFit && valuesBelongToIndices(*event->batch, kSamples);
    if (pause.count() > 0) std::this_thread::sleep_for(pause);
  }
}

std::vector<Had> consumeAll(SharedStream& stream, unsigned consumers, std::chrono::microseconds pauseOfLast = {}) {
  std::vector<Had> had(consumers);
  {
    std::vector<std::jthread> threads;
    for (unsigned c = 0; c < consumers; ++c) {
      threads.emplace_back([&, c] {
        had[c] = consume(stream, c, c + 1 == consumers ? pauseOfLast : std::chrono::microseconds{});
        stream.leave(c);
      });
    }
  }
  return had;
}

}  // namespace

class SharedStreamTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void allGetTheSameBatches_data();
  void allGetTheSameBatches();
  void lockstepSharesOneBuffer();
  void lockstepWaitsForTheSlowest();
  void ownPaceWaitsForNobody();
  void whoLeavesIsNotWaitedFor();
  void failureReachesEveryConsumer();
  void stopWakesOneAndSparesTheOthers();
};

void SharedStreamTest::allGetTheSameBatches_data() {
  QTest::addColumn<int>("shuffle");
  QTest::addColumn<quint64>("memory");
  QTest::addColumn<int>("sync");
  for (const ConsumerSync sync : {ConsumerSync::lockstep, ConsumerSync::independent}) {
    const char* name = sync == ConsumerSync::independent ? "independent" : "lockstep";
    QTest::addRow("none, %s", name) << int(Shuffle::none) << quint64(kScarce) << int(sync);
    QTest::addRow("blocks, groups, %s", name) << int(Shuffle::blocks) << quint64(kScarce) << int(sync);
    QTest::addRow("exact, whole, %s", name) << int(Shuffle::exact) << quint64(kPlenty) << int(sync);
    QTest::addRow("queue, rows, %s", name) << int(Shuffle::queue) << quint64(kScarce) << int(sync);
  }
}

void SharedStreamTest::allGetTheSameBatches() {
  QFETCH(int, shuffle);
  QFETCH(quint64, memory);
  QFETCH(int, sync);
  const auto dataset = numbered(kSamples, 100);
  const StreamOptions options = optionsFor(Shuffle(shuffle), memory);
  const Delivered alone = readAll(**openStream(dataset, nullptr, options));
  const auto stream = shared(dataset, options, {.consumers = 4, .sync = ConsumerSync(sync), .lag = 3});
  QVERIFY(stream);
  for (const Had& had : consumeAll(*stream, 4, std::chrono::microseconds{300})) {
    QCOMPARE(had.error, QString());
    QVERIFY(had.indices == alone.indices);
    QVERIFY(had.valuesFit);
    QVERIFY((had.ends == std::vector<std::uint32_t>{0, 1}));
  }
}

void SharedStreamTest::lockstepSharesOneBuffer() {
  const auto dataset = numbered(kSamples, 100);
  const auto stream = shared(dataset, optionsFor(Shuffle::exact, kPlenty), {.consumers = 3});
  std::set<const float*> buffers;
  for (unsigned consumer = 0; consumer < 3; ++consumer) {
    const auto event = stream->next(consumer, {});
    QVERIFY(event);
    buffers.insert(event->batch->features.data());
  }
  QCOMPARE(buffers.size(), std::size_t{1});
  QCOMPARE(stream->stream().report().batches, std::uint64_t{1});
}

void SharedStreamTest::lockstepWaitsForTheSlowest() {
  const auto dataset = numbered(kSamples, 100);
  const auto stream = shared(dataset, optionsFor(Shuffle::exact, kPlenty), {.consumers = 2, .lag = 5});
  std::atomic<int> had = 0;
  std::stop_source stop;
  std::jthread fast([&] {
    while (stream->next(0, stop.get_token())) ++had;
  });
  QTRY_COMPARE(had.load(), 5);
  QTest::qWait(30);
  QCOMPARE(had.load(), 5);
  QVERIFY(stream->next(1, {}));
  QTRY_COMPARE(had.load(), 6);
  stop.request_stop();
}

void SharedStreamTest::ownPaceWaitsForNobody() {
  const auto dataset = numbered(kSamples, 100);
  const StreamOptions options = optionsFor(Shuffle::blocks, kScarce);
  const auto stream = shared(dataset, options, {.consumers = 2, .sync = ConsumerSync::independent, .lag = 5});
  const Had fast = consume(*stream, 0);
  const Had slow = consume(*stream, 1);  // begins when the other is done
  QVERIFY(fast.indices == slow.indices);
  QVERIFY(slow.valuesFit);
  QCOMPARE(stream->madeAgain(0), std::uint64_t{0});
  QVERIFY(stream->madeAgain(1) >= 2 * kSamples / 50 - 5);
}

void SharedStreamTest::whoLeavesIsNotWaitedFor() {
  const auto dataset = numbered(kSamples, 100);
  const auto stream = shared(dataset, optionsFor(Shuffle::none, kScarce), {.consumers = 2, .lag = 2});
  std::jthread leaver([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stream->leave(1);
  });
  QCOMPARE(consume(*stream, 0).indices.size(), std::size_t{2 * kSamples});
}

void SharedStreamTest::failureReachesEveryConsumer() {
  const auto dataset = numbered(kSamples, 100);
  dataset->failAt("features", 20);
  for (const ConsumerSync sync : {ConsumerSync::lockstep, ConsumerSync::independent}) {
    const auto stream = shared(dataset, optionsFor(Shuffle::none, kScarce), {.consumers = 3, .sync = sync, .lag = 4});
    for (const Had& had : consumeAll(*stream, 3)) {
      QVERIFY2(had.error.contains("Chunk 20 of /features"), qPrintable(had.error));
      QCOMPARE(had.indices.size(), std::size_t{2000});
    }
  }
}

void SharedStreamTest::stopWakesOneAndSparesTheOthers() {
  const auto dataset = numbered(kSamples, 100);
  StreamOptions options = optionsFor(Shuffle::exact, kPlenty);
  options.simulatedBatchSeconds = 0.2;
  options.steps = 2;
  options.epochs = 1;
  const auto stream = shared(dataset, options, {.consumers = 2});
  std::stop_source stop;
  Had other;
  std::jthread patient([&] { other = consume(*stream, 1); });
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop.request_stop();
  });
  const auto event = stream->next(0, stop.get_token());
  QVERIFY(!event);
  QCOMPARE(event.error().code, masu::Errc::cancelled);
  stream->leave(0);
  patient.join();
  QCOMPARE(other.error, QString());
  QCOMPARE(other.indices.size(), std::size_t{100});
}

MASU_TEST(SharedStreamTest)
#include "shared_stream_test.moc"
