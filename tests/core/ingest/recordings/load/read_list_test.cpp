// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/read_list.h"

#include <QTest>
#include <algorithm>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

/// Recordings of these lengths, before each of which is one that cannot be used.
ImportPlan planOf(const std::vector<std::uint64_t>& lengths, std::uint64_t window, std::size_t channels = 2) {
  ImportPlan plan;
  RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
  recordings.channelNames.resize(channels);
  recordings.window = recordings.hop = window;
  for (const std::uint64_t length : lengths) {
    recordings.files.emplace_back().reject("damaged", {"It is damaged.", {}});
    recordings.files.back().channels = static_cast<std::uint32_t>(channels);
    recordings.files.emplace_back().frames = length;
    recordings.files.back().channels = static_cast<std::uint32_t>(channels);
  }
  return plan;
}

bool isSame(const waveform::Window& a, const waveform::Window& b) {
  return a.segment == b.segment && a.recording == b.recording && a.start == b.start && a.present == b.present;
}

std::vector<std::uint64_t> someLengths(std::mt19937& random, std::uint64_t most) {
  std::vector<std::uint64_t> lengths;
  for (auto count = 1 + random() % 5; count > 0; --count) lengths.push_back(1 + random() % most);
  return lengths;
}

}  // namespace

/// What a load of recordings reads: everything once, in the order in which it is stored.
class ReadListTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void partsAreAllWindowsInOrder() {
    std::mt19937 random(21);
    for (int round = 0; round < 30; ++round) {
      const std::uint64_t window = 100 + random() % 2000;
      const ImportPlan plan = planOf(someLengths(random, 300'000), window);
      const UsableRecordings usable = usableOf(plan);
      const ReadList list(plan, usable);
      QCOMPARE(list.sampleBytes(), 2 * window * sizeof(float));
      std::uint64_t next = 0;
      for (std::uint64_t part = 0; part < list.parts(); ++part) {
        const std::vector<waveform::Window> windows = list.windowsOf(part);
        const std::vector<RecordingRead> reads = list.of(part);
        QVERIFY(windows.size() == list.chunkSamples() || part + 1 == list.parts());
        QVERIFY(!windows.empty());
        QCOMPARE(list.countOf(part), std::uint64_t{reads.size()});
        QCOMPARE(reads.size(), windows.size());
        QCOMPARE(list.bytesOf(part), windows.size() * list.sampleBytes());
        for (std::size_t i = 0; i < windows.size(); ++i, ++next) {
          QVERIFY(isSame(windows[i], usable.windows.at(next)));
          QCOMPARE(reads[i].samples, std::uint64_t{1});
          QCOMPARE(reads[i].bytes, list.sampleBytes());
          QCOMPARE(reads[i].window.start, windows[i].start);
          // Every second one of the plan can be used.
          QCOMPARE(reads[i].window.recording, 2 * windows[i].recording + 1);
        }
      }
      QCOMPARE(next, usable.windows.size());
    }
  }

  /// Rows that follow each other are read at once, but none of another recording or beyond a chunk with them.
  void rowsBecomeOneRead() {
    ImportPlan plan = planOf({700'000, 3, 50}, 1);
    plan.recordings().sampleShape = {2};
    const UsableRecordings usable = usableOf(plan);
    const ReadList list(plan, usable);
    QVERIFY(list.parts() > 1);
    std::uint64_t rows = 0;
    for (std::uint64_t part = 0; part < list.parts(); ++part) {
      QCOMPARE(list.countOf(part), std::uint64_t{1});
      const bool last = part + 1 == list.parts();
      const std::vector<RecordingRead> reads = list.of(part);
      QCOMPARE(reads.size(), std::size_t{last ? 3U : 1U});
      std::uint64_t bytes = 0;
      for (const RecordingRead& read : reads) {
        QCOMPARE(read.window.present, read.samples);
        rows += read.samples;
        bytes += read.bytes;
      }
      QCOMPARE(bytes, list.bytesOf(part));
    }
    QCOMPARE(rows, std::uint64_t{700'053});
    // Rows that were left out between others divide what is read.
    const std::vector<waveform::Window> some = {{0, 0, 5, 1}, {0, 0, 6, 1},  {0, 0, 8, 1},
                                                {0, 1, 9, 1}, {0, 1, 10, 1}, {0, 1, 4, 1}};
    std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
    for (const RecordingRead& read : list.readsOf(some)) found.emplace_back(read.window.start, read.samples);
    QCOMPARE(found, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{5, 2}, {8, 1}, {9, 2}, {4, 1}}));
    QVERIFY(list.readsOf({}).empty());
  }

  void blocksAreAllFramesInOrder() {
    std::mt19937 random(22);
    for (int round = 0; round < 30; ++round) {
      // Long ones have a pyramid over them.
      const std::uint64_t most = round % 2 == 0 ? 4000 : 600'000;
      ImportPlan plan = planOf(someLengths(random, most), 100, 1 + random() % 3);
      plan.options.recordings.keep = StoreAs::recordings;
      plan.dtype = table::DType::i16;
      const std::size_t channels = plan.recordings().channelNames.size();
      const UsableRecordings usable = usableOf(plan);
      const std::vector<std::uint64_t> lengths = lengthsOf(plan);
      const bool pyramid = std::ranges::any_of(lengths, [](std::uint64_t length) { return length > 4096; });
      const ReadList list(plan, usable);
      std::uint64_t recording = 0;
      std::uint64_t first = 0;
      std::uint64_t place = 0;
      QCOMPARE(list.parts(), std::uint64_t{list.blocks().size()});
      for (std::uint64_t part = 0; part < list.parts(); ++part) {
        const RecordingBlock& block = list.blocks()[part];
        QCOMPARE(block.recording, recording);
        QCOMPARE(block.first, first);
        QCOMPARE(block.place, place);
        QVERIFY(block.frames > 0 && (!pyramid || block.first % 64 == 0));
        first += block.frames;
        place += block.frames;
        QCOMPARE(block.last, first == lengths[recording]);
        const std::vector<RecordingRead> reads = list.of(part);
        QCOMPARE(reads.size(), std::size_t{1});
        QCOMPARE(reads[0].window.recording, 2 * recording + 1);
        QCOMPARE(reads[0].window.start, block.first);
        QCOMPARE(reads[0].window.present, block.frames);
        QCOMPARE(reads[0].bytes, block.frames * channels * sizeof(std::int16_t));
        QCOMPARE(list.bytesOf(part), reads[0].bytes);
        if (!block.last) continue;
        ++recording;
        first = 0;
      }
      QCOMPARE(recording, std::uint64_t{lengths.size()});
    }
  }

  /// Each thread takes the same: what one of them needs is found by trying.
  void threadsFitTheMemory() {
    const ImportPlan plan = planOf({4'000'000}, 1000);
    const UsableRecordings usable = usableOf(plan);
    const ReadList list(plan, usable);
    std::uint64_t little = 0;
    std::uint64_t enough = std::uint64_t{1} << 40;
    while (enough - little > 1) {
      const std::uint64_t middle = little + (enough - little) / 2;
      (list.threadsFor(0, {8, middle}) ? enough : little) = middle;
    }
    // A chunk at least.
    QVERIFY(enough >= list.chunkSamples() * list.sampleBytes());
    QCOMPARE(list.threadsFor(0, {8, little}).error().code, Errc::outOfMemory);
    for (unsigned threads = 1; threads <= 8; ++threads) {
      QCOMPARE(list.threadsFor(0, {8, threads * enough}).value(), threads);
      if (threads > 1) QCOMPARE(list.threadsFor(0, {8, threads * enough - 1}).value(), threads - 1);
      QCOMPARE(list.threadsFor(12345, {8, threads * enough + 12345}).value(), threads);
    }
    QCOMPARE(list.threadsFor(0, {2, 100 * enough}).value(), 2U);
    QVERIFY(!list.threadsFor(100 * enough, {8, enough}));
    // No more than there are parts, of recordings that are stored whole whatever the memory.
    QCOMPARE(list.threadsFor(0, {1024, 10'000 * enough}).value(), static_cast<unsigned>(list.parts()));
    ImportPlan whole = planOf({100, 200}, 10);
    whole.options.recordings.keep = StoreAs::recordings;
    const UsableRecordings of = usableOf(whole);
    QCOMPARE(ReadList(whole, of).threadsFor(0, {8, 1}).value(), 2U);
  }
};

MASU_TEST(ReadListTest)
#include "read_list_test.moc"
