// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <array>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

#include "core/loader/forecast/stream_forecast.h"
#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;

namespace {

StreamOptions optionsFor(Shuffle shuffle, std::uint64_t memory) {
  StreamOptions options;
  options.shuffle = shuffle;
  options.batch = 50;
  options.blocks = shuffle == Shuffle::blocks ? 4 : 0;
  options.resources = {3, memory};
  return options;
}

/// What a process holds, as the kernel tells.
struct Held {
  std::size_t descriptors = 0;
  std::size_t threads = 0;
  std::uint64_t residentBytes = 0;
};

std::size_t entriesOf(const char* folder) {
  const std::filesystem::directory_iterator entries(folder);
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

Held heldNow() {
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return {entriesOf("/proc/self/fd"), entriesOf("/proc/self/task"),
          resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))};
}

/// Processor time of all threads so far.
double usedByProcess() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// What a batch costs where a stop has to end the wait for it: a wait that goes on runs into ctest's limit.
constexpr double kForever = 3600;

}  // namespace

class StreamThreadsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void stopWakesTheConsumer();
  void destructionLeavesReadsUndone();
  void readFailureReachesTheConsumerInItsPlace_data();
  void readFailureReachesTheConsumerInItsPlace();
  void failureOfPreparationReachesTheConsumer();
  void startsAndStopsManyTimes();
  void workIsThatOfAllThreads();
  void tenThousandStartsAndStopsLeaveNothingBehind();
  void stopWakesEverything();
  void batchesOutliveTheStream();
  void windowBoundsWhatIsAhead();
  void forecastFollowsWhatReadingTakes();
  void exactShuffleOfSortedLabelsHasDesignEffectOne();
  void smallBlocksOfSortedLabelsHaveALargeDesignEffect();
};

void StreamThreadsTest::stopWakesTheConsumer() {
  const auto dataset = numbered(5000, 100);
  StreamOptions options = optionsFor(Shuffle::blocks, kScarce);
  options.simulatedBatchSeconds = kForever;
  auto stream = openStream(dataset, nullptr, options);
  QVERIFY(stream);
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  const auto batch = (*stream)->next(stop.get_token());
  QVERIFY(!batch);
  QCOMPARE(batch.error().code, masu::Errc::cancelled);
}

/// All reads of an epoch would take three threads more than ten seconds.
void StreamThreadsTest::destructionLeavesReadsUndone() {
  constexpr std::uint64_t kChunks = 1000;
  const auto dataset = numbered(100 * kChunks, 100);
  dataset->takeTime(std::chrono::milliseconds(20));
  for (const Shuffle shuffle : {Shuffle::none, Shuffle::blocks, Shuffle::exact}) {
    for (const std::uint64_t memory : {kScarce, kPlenty}) {
      StreamOptions options = optionsFor(shuffle, memory);
      options.batch = 5;
      options.normalise = memory == kPlenty;
      auto stream = openStream(dataset, nullptr, options);
      QVERIFY(stream);
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      const std::uint64_t before = dataset->chunkReads();
      stream->reset();
      QVERIFY(dataset->chunkReads() - before < kChunks);
    }
  }
}

void StreamThreadsTest::readFailureReachesTheConsumerInItsPlace_data() {
  QTest::addColumn<int>("shuffle");
  QTest::newRow("none") << int(Shuffle::none);
  QTest::newRow("blocks") << int(Shuffle::blocks);
  QTest::newRow("exact, windows") << int(Shuffle::exact);
}

void StreamThreadsTest::readFailureReachesTheConsumerInItsPlace() {
  QFETCH(int, shuffle);
  const auto dataset = numbered(5000, 100);
  dataset->failAt("features", 20);
  const auto stream = openStream(dataset, nullptr, optionsFor(Shuffle(shuffle), kScarce));
  QVERIFY(stream);
  const Delivered delivered = readAll(**stream);
  QVERIFY2(delivered.error.contains("Chunk 20 of /features in fake.h5"), qPrintable(delivered.error));
  if (Shuffle(shuffle) == Shuffle::none) QCOMPARE(delivered.indices.size(), std::size_t{2000});
  // Asked again, it says the same and does not hang.
  QCOMPARE(readAll(**stream).error, delivered.error);
}

void StreamThreadsTest::failureOfPreparationReachesTheConsumer() {
  const auto dataset = numbered(5000, 100);
  dataset->failAt("labels", 3);
  const auto stream = openStream(dataset, nullptr, optionsFor(Shuffle::exact, kPlenty));
  QVERIFY(stream);
  const Delivered delivered = readAll(**stream);
  QVERIFY2(delivered.error.contains("Chunk 3 of /labels"), qPrintable(delivered.error));
  QVERIFY(delivered.indices.empty());
}

void StreamThreadsTest::startsAndStopsManyTimes() {
  const auto dataset = numbered(3000, 50);
  for (int cycle = 0; cycle < 200; ++cycle) {
    const auto shuffle = cycle % 3 == 0 ? Shuffle::none : cycle % 3 == 1 ? Shuffle::blocks : Shuffle::exact;
    StreamOptions options = optionsFor(shuffle, cycle % 2 == 0 ? kScarce : kPlenty);
    options.normalise = cycle % 5 == 0;
    options.epochs = 2;
    auto stream = openStream(dataset, nullptr, options);
    QVERIFY(stream);
    const Delivered delivered = readAll(**stream, static_cast<std::uint64_t>(cycle % 11));
    QCOMPARE(delivered.batchSizes.size(), static_cast<std::size_t>(cycle % 11));
  }
}

/// Threads, descriptors and memory are those of the first hundred, by which allocators have what they keep.
void StreamThreadsTest::tenThousandStartsAndStopsLeaveNothingBehind() {
  const auto dataset = numbered(300, 20);
  Held before;
  for (int cycle = 0; cycle < 10'000; ++cycle) {
    if (cycle == 100) before = heldNow();
    const auto shuffle = std::array{Shuffle::none, Shuffle::blocks, Shuffle::exact, Shuffle::queue}[cycle % 4];
    StreamOptions options = optionsFor(shuffle, cycle % 8 < 4 ? kScarce : kPlenty);
    options.capacity = 50;
    options.resources.threads = 2;
    auto stream = openStream(dataset, nullptr, options);
    QVERIFY(stream);
    for (int batch = 0; batch < cycle % 3; ++batch) QVERIFY((*stream)->next({}));
  }
  const Held after = heldNow();
  QCOMPARE(after.descriptors, before.descriptors);
  QCOMPARE(after.threads, before.threads);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which keep what was given back
  QVERIFY2(after.residentBytes < before.residentBytes + (std::uint64_t{32} << 20U),
           qPrintable(QString("%1 of %2").arg(after.residentBytes).arg(before.residentBytes)));
#endif
}

void StreamThreadsTest::stopWakesEverything() {
  const auto dataset = numbered(5000, 100);
  for (const Shuffle shuffle : {Shuffle::none, Shuffle::blocks, Shuffle::exact, Shuffle::queue}) {
    StreamOptions options = optionsFor(shuffle, kScarce);
    options.simulatedBatchSeconds = kForever;
    auto stream = openStream(dataset, nullptr, options);
    QVERIFY(stream);
    std::stop_source stop;
    std::jthread consumer([&] { QVERIFY(!(*stream)->next(stop.get_token())); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
    consumer.join();
    stream->reset();
  }
}

void StreamThreadsTest::batchesOutliveTheStream() {
  const auto dataset = numbered(3000, 50);
  auto stream = openStream(dataset, nullptr, optionsFor(Shuffle::exact, kPlenty));
  QVERIFY(stream);
  std::vector<BatchPtr> held;
  for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) held.push_back(*batch);
  stream->reset();
  QCOMPARE(held.size(), std::size_t{60});
  for (const BatchPtr& batch : held) QVERIFY(valuesBelongToIndices(*batch, 3000));
}

void StreamThreadsTest::windowBoundsWhatIsAhead() {
  const auto dataset = numbered(50'000, 100);
  StreamOptions options = optionsFor(Shuffle::exact, kPlenty);
  options.queue = 3;
  const auto stream = openStream(dataset, nullptr, options);
  QVERIFY(stream);
  QTRY_COMPARE((*stream)->report().queueFill, options.queue + options.resources.threads);
  QTest::qWait(20);
  QCOMPARE((*stream)->report().queueFill, options.queue + options.resources.threads);
}

/// 100 chunks, each of four objects read in 2 ms or more.
void StreamThreadsTest::forecastFollowsWhatReadingTakes() {
  const auto dataset = numbered(10'000, 100);
  dataset->takeTime(std::chrono::milliseconds(2));
  StreamOptions options = optionsFor(Shuffle::blocks, kScarce);
  const auto forecast = forecastOf(dataset, nullptr, options, {});
  QVERIFY(forecast);
  QCOMPARE(forecast->bottleneck, Bottleneck::disk);
  QVERIFY2(forecast->stages.disk > 0.6, qPrintable(QString::number(forecast->stages.disk)));
  QVERIFY(forecast->epochSeconds >= forecast->stages.disk / options.resources.threads);
  QVERIFY(forecast->epochSeconds <= forecast->stages.disk + forecast->stages.decode + forecast->stages.transform);
  // What is held whole is read once.
  options.resources.memoryBytes = kPlenty;
  const auto held = forecastOf(dataset, nullptr, options, {});
  QVERIFY(held);
  QCOMPARE(held->stages.disk, 0.0);
  QVERIFY(held->firstEpochSeconds > held->epochSeconds);
}

void StreamThreadsTest::exactShuffleOfSortedLabelsHasDesignEffectOne() {
  const auto dataset = numbered(100'000, 500);
  StreamOptions options = optionsFor(Shuffle::exact, kPlenty);
  options.epochs = 3;
  const Delivered delivered = readAll(**openStream(dataset, nullptr, options));
  // A variance over 6,000 batches has a relative deviation of √(2 / 6000), about 0.02.
  QVERIFY2(std::abs(delivered.report.designEffect - 1) < 0.08,
           qPrintable(QString::number(delivered.report.designEffect)));
}

void StreamThreadsTest::smallBlocksOfSortedLabelsHaveALargeDesignEffect() {
  const auto dataset = numbered(100'000, 500);
  StreamOptions options = optionsFor(Shuffle::blocks, kScarce);
  const Delivered few = readAll(**openStream(dataset, nullptr, options));
  options.blocks = 50;
  const Delivered many = readAll(**openStream(dataset, nullptr, options));
  // The label is the same within a chunk, so the effect is near 1 + (B − 1) / K.
  QVERIFY2(few.report.designEffect > 6 && few.report.designEffect < 20,
           qPrintable(QString::number(few.report.designEffect)));
  QVERIFY2(many.report.designEffect < 3, qPrintable(QString::number(many.report.designEffect)));
}

/// Of a stream that is opened, has statistics taken, holds the whole dataset and hands out one small batch.
void StreamThreadsTest::workIsThatOfAllThreads() {
  const auto dataset = numbered(2'000'000, 10'000);
  StreamOptions options = optionsFor(Shuffle::exact, std::uint64_t{2} << 30U);
  options.normalise = true;
  options.steps = 1;
  const double before = usedByProcess();
  const auto stream = openStream(dataset, nullptr, options);
  QVERIFY(stream);
  const Delivered delivered = readAll(**stream, 1);
  const double used = usedByProcess() - before;
  const double reported = (*stream)->report().workerSeconds;
  QVERIFY2(reported > 0.6 * used && reported <= used + 0.01,
           qPrintable(QStringLiteral("%1 of %2 s").arg(reported).arg(used)));
}

MASU_TEST(StreamThreadsTest)
#include "stream_threads_test.moc"
