// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTest>
#include <map>
#include <mutex>
#include <numeric>
#include <random>

#include "core/base/byte_record.h"
#include "core/ingest/recordings/load/pyramid_builder.h"
#include "core/ingest/recordings/load/recording_load.h"
#include "core/store/read/stored_recordings.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;

namespace {

/// Frames of one recording, and the finest level of them.
struct Stretch {
  std::uint64_t recording = 0;
  std::uint64_t first = 0;
  bool last = false;
  std::vector<std::byte> finest = {};
};

std::vector<Stretch> stretchesOf(const std::vector<std::uint64_t>& lengths) {
  std::vector<Stretch> stretches;
  for (std::uint64_t recording = 0; recording < lengths.size(); ++recording) {
    for (std::uint64_t first = 0; first < lengths[recording]; first += 640)
      stretches.push_back({recording, first, first + 640 >= lengths[recording]});
  }
  return stretches;
}

/// Keeps what is written, and how much at once.
class KeepingWriter : public store::DatasetWriter {
 public:
  explicit KeepingWriter(std::size_t objects) : m_bytes(objects) {}

  Result<void> write(std::size_t object, std::uint64_t first, std::span<const std::byte> samples) override {
    const std::lock_guard lock(m_mutex);
    m_largest = std::max(m_largest, samples.size());
    auto& bytes = m_bytes[object];
    const std::size_t at = first * m_entry;
    bytes.resize(std::max(bytes.size(), at + samples.size()));
    std::ranges::copy(samples, bytes.begin() + static_cast<std::ptrdiff_t>(at));
    return {};
  }
  Result<void> writeChunks(std::size_t, std::uint64_t, const store::EncodedChunks&) override { return {}; }
  Result<void> appendTexts(std::string_view, std::span<const std::string>) override { return {}; }
  Result<void> widen(std::size_t, table::DType, const store::ElementWidening&) override { return {}; }
  const std::optional<store::Checkpoint>& resumed() const override { return m_resumed; }
  bool readyForCheckpoint() const override { return false; }
  Result<void> checkpoint(std::span<const std::uint64_t>, store::Checkpoint) override { return {}; }
  void forget() override {}
  Result<void> appendSideFile(std::string_view) override { return {}; }
  Result<void> copySideFile(const io::File&) const override { return {}; }
  Result<bool> sideFileEquals(const io::File&) const override { return true; }
  const fs::path& folder() const override { return m_folder; }
  Result<store::WriteOutcome> finish(std::uint64_t, const store::DatasetMeta&, const JobContext&) override {
    return store::WriteOutcome{};
  }

  std::vector<std::vector<std::byte>> m_bytes;
  std::size_t m_entry = 4;
  std::size_t m_largest = 0;
  std::mutex m_mutex;
  std::optional<store::Checkpoint> m_resumed;
  fs::path m_folder;
};

}  // namespace

class RecordingPyramidTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  Result<ImportReport> import(const ImportOptions& options, const fs::path& target) {
    MASU_TRY(const auto plan, surveyRecordings(options, m_job));
    return loadRecordings(plan, {.target = target, .rejects = {}, .write = {.overwrite = true, .sync = false}},
                          {.threads = 3, .memoryBytes = 256U << 20U}, m_job);
  }

  static void python(const RecordingFolder& folder, const char* script) {
    QProcess python;
    python.setWorkingDirectory(QString::fromStdString(folder.path().string()));
    python.start("/usr/bin/python3", {"-c", script});
    QVERIFY(python.waitForFinished(60000));
    const QByteArray complaint = python.readAllStandardError();
    QVERIFY2(complaint.isEmpty(), complaint.constData());
  }

 private Q_SLOTS:
  void liesInPartsToo() {
    const RecordingFolder folder;
    for (int i = 0; i < 4; ++i) folder.add(std::to_string(i) + ".wav", 60000, 2);
    auto options = folder.options(1000);
    options.recordings.keep = StoreAs::recordings;
    QVERIFY(import(options, folder.dataset("one.h5")));
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY(plan);
    const LoadOptions parts{
        .target = folder.dataset("parts.h5"), .rejects = {}, .write = {.sync = false, .partBytes = 256U << 10U}};
    QVERIFY(loadRecordings(*plan, parts, {.threads = 2, .memoryBytes = 256U << 20U}, m_job));
    const auto one = store::Dataset::open(folder.dataset("one.h5"));
    const auto several = store::Dataset::open(folder.dataset("parts.h5"));
    QVERIFY(one && several);
    QVERIFY((*several)->partFiles().size() > 1);
    const auto features = [](const store::Dataset& dataset) {
      return *dataset.readValues(*dataset.find("features"), 0, dataset.samples());
    };
    QVERIFY(features(**one) == features(**several));
  }
  void levelsAreWhatNumpyFinds_data() {
    QTest::addColumn<int>("channels");
    QTest::addColumn<bool>("gzip");
    QTest::newRow("one channel") << 1 << false;
    QTest::newRow("three channels") << 3 << false;
    QTest::newRow("compressed") << 2 << true;
  }
  void levelsAreWhatNumpyFinds() {
    QFETCH(const int, channels);
    QFETCH(const bool, gzip);
    const RecordingFolder folder;
    for (const std::size_t frames : {4097U, 63U, 300'000U, 1U, 262'144U, 65'600U})
      folder.add(std::to_string(frames) + ".wav", frames, channels);
    auto options = folder.options(1000);
    options.recordings.keep = StoreAs::recordings;
    options.compression = gzip ? store::Compression::gzip : store::Compression::none;
    const auto report = import(options, folder.dataset());
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    python(folder, R"(
import h5py, json, numpy as np
f = h5py.File('out.h5')
x = f['recordings'][:]
lengths = [s['records'] for s in json.loads(f['meta/sources'][()].tobytes())]
assert sorted(map(int, f['pyramid'])) == [64, 512], list(f['pyramid'])
for level in f['pyramid']:
    step, want, at = int(level), [], 0
    for n in lengths:
        own = x[at:at + n]
        for i in range(0, n, step):
            part = own[i:i + step]
            want.append(np.stack([part.min(0), part.max(0)], -1))
        at += n
    got = f['pyramid'][level]
    assert got.dtype == x.dtype and got.shape == (len(want), x.shape[1], 2), got
    assert (got[:] == np.array(want)).all()
    assert len(f['meta/checksums/pyramid'][level]) == -(-len(want) // got.chunks[0])
)");
  }

  void missingValuesCountAsNothing() {
    const RecordingFolder folder;
    fs::create_directories(folder.recordings());
    python(folder, R"(
import numpy as np
x = np.random.default_rng(1).normal(size=(40000, 2)).astype('f4')
x[100:200, 0] = np.nan; x[5000:9000] = np.nan; x[7, 1] = np.inf
np.save('recordings/a.npy', x)
)");
    auto options = folder.options(500);
    options.recordings.keep = StoreAs::recordings;
    const auto report = import(options, folder.dataset());
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    python(folder, R"(
import h5py, numpy as np, warnings
warnings.simplefilter('ignore')
f = h5py.File('out.h5'); x = f['recordings'][:]
assert np.isnan(x).sum() == 100 + 2 * 4000
want = [np.stack([np.nanmin(x[i:i+64], 0), np.nanmax(x[i:i+64], 0)], -1) for i in range(0, len(x), 64)]
np.testing.assert_array_equal(f['pyramid/64'][:], np.array(want))
)");
  }

  void shortRecordingsHaveNone() {
    const RecordingFolder folder;
    folder.add("a.wav", 4096);
    auto options = folder.options(64);
    options.recordings.keep = StoreAs::recordings;
    QVERIFY(import(options, folder.dataset()));
    python(folder, "import h5py; assert 'pyramid' not in h5py.File('out.h5')");
  }

  void comesOutTheSameInAnyOrderAndAfterAnyInterruption() {
    const std::vector<std::uint64_t> lengths = {70'000, 10, 300'001};
    const auto levels = store::pyramidOver(lengths);
    QCOMPARE(levels.size(), std::size_t{2});
    const store::MinMax extremes(table::DType::i16, 1, false);
    std::vector<std::vector<std::byte>> first;
    for (unsigned seed = 0; seed < 6; ++seed) {
      KeepingWriter writer(levels.size());
      auto builder = std::make_unique<PyramidBuilder>(extremes, levels, writer, 0);
      std::vector<Stretch> stretches = stretchesOf(lengths);
      std::vector<std::size_t> order(stretches.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::mt19937 random(seed);
      if (seed > 0) std::shuffle(order.begin(), order.end(), random);
      for (const std::size_t i : order) {
        Stretch& stretch = stretches[i];
        std::vector<std::int16_t> frames(std::min<std::uint64_t>(640, lengths[stretch.recording] - stretch.first));
        for (std::size_t k = 0; k < frames.size(); ++k)
          frames[k] = RecordingFolder::valueAt(std::to_string(stretch.recording), stretch.first + k);
        const auto finest = builder->reduce(stretch.recording, stretch.first, std::as_bytes(std::span(frames)));
        QVERIFY(finest);
        stretch.finest = *finest;
      }
      for (const Stretch& stretch : stretches) {
        QVERIFY(builder->fold(stretch.finest, stretch.last));
        if (seed < 2 || random() % 20 != 0) continue;
        const auto state = builder->save();
        QVERIFY(state);
        auto next = std::make_unique<PyramidBuilder>(extremes, levels, writer, 0);
        QVERIFY(next->restore(*state));
        QVERIFY(next->written() == builder->written());
        builder = std::move(next);
      }
      for (std::size_t level = 0; level < levels.size(); ++level)
        QCOMPARE(writer.m_bytes[level].size(), levels[level].blocks() * 4);
      if (seed == 0) first = writer.m_bytes;
      QVERIFY(writer.m_bytes == first);
      // What is held back is bounded by what is written at once.
      QVERIFY(writer.m_largest <= (256U << 10U) + 4);
    }
  }

  void aStateOfAnotherPyramidIsRefused() {
    const std::vector<std::uint64_t> lengths = {300'001};
    const auto levels = store::pyramidOver(lengths);
    const store::MinMax extremes(table::DType::i16, 1, false);
    KeepingWriter writer(levels.size());
    const auto takes = [&](std::size_t below, std::size_t ready, std::uint64_t written) {
      ByteWriter state;
      state.put(std::vector<std::byte>(below));
      state.put(std::vector<std::byte>(ready));
      state.put(written);
      return PyramidBuilder(extremes, levels, writer, 0).restore(state.bytes());
    };
    const std::uint64_t blocks = levels[1].blocks();
    QVERIFY(takes(0, 0, 0));
    QVERIFY(takes(7 * 4, 4, blocks - 1));
    QVERIFY(!takes(8 * 4, 0, 0));
    QVERIFY(!takes(3, 0, 0));
    QVERIFY(!takes(0, 6, 0));
    QVERIFY(!takes(0, 4, blocks));
    QVERIFY(!takes(0, 0, ~std::uint64_t{0}));
    QVERIFY(!PyramidBuilder(extremes, levels, writer, 0).restore({}));
  }

  void spansAreTheLeastAndGreatestOfTheirFrames() {
    const RecordingFolder folder;
    const std::vector<std::pair<std::string, std::uint64_t>> files = {{"a.wav", 5000}, {"b.wav", 200'003}};
    for (const auto& [name, frames] : files) folder.add(name, frames, 2);
    auto options = folder.options(1000);
    options.recordings.keep = StoreAs::recordings;
    QVERIFY(import(options, folder.dataset()));
    for (const bool pyramid : {true, false}) {
      if (!pyramid) {
        python(folder, "import h5py\nwith h5py.File('out.h5', 'r+') as f: del f['pyramid']");
      }
      const auto dataset = store::Dataset::open(folder.dataset());
      QVERIFY2(dataset, dataset ? "" : dataset.error().message.english().c_str());
      const auto recordings = store::StoredRecordings::of(*dataset);
      QVERIFY(recordings);
      QCOMPARE(recordings->hasPyramid(), pyramid);
      QCOMPARE(recordings->count(), files.size());
      for (const double perColumn : {0.01, 1.0, 7.9, 8.0, 70.0, 600.0, 1e9}) {
        const auto span = recordings->read({1, 777, 150'000, 1, 9, perColumn}, m_job);
        QVERIFY(span);
        QCOMPARE(span->low.size(), std::size_t{1});
        QVERIFY(static_cast<double>(span->block) <= std::max(1.0, perColumn));
        QVERIFY(span->first <= 777 && span->first % span->block == 0);
        QVERIFY(span->first + span->blocks() * span->block >= 150'777);
        for (std::size_t i = 0; i < span->blocks(); ++i) {
          std::int16_t low = 32767;
          std::int16_t high = -32768;
          const std::uint64_t begin = span->first + i * span->block;
          for (std::uint64_t f = begin; f < std::min<std::uint64_t>(begin + span->block, 200'003); ++f) {
            low = std::min(low, RecordingFolder::valueAt("b.wav", f, 1));
            high = std::max(high, RecordingFolder::valueAt("b.wav", f, 1));
          }
          QCOMPARE(span->low[0][i], static_cast<float>(low));
          if (span->block > 1) QCOMPARE(span->high[0][i], static_cast<float>(high));
        }
      }
      const auto windows = recordings->windows(1, 1500, 2000, 100);
      QVERIFY(windows);
      QCOMPARE(windows->size(), std::size_t{3});
      QCOMPARE(windows->front().sample, std::uint64_t{6});
      QCOMPARE(windows->front().start, std::uint64_t{1000});
      QCOMPARE(recordings->windows(1, 0, 200'003, 10)->size(), std::size_t{10});
    }
  }

  void aPyramidThatDoesNotFitIsLeftAside() {
    const RecordingFolder folder;
    folder.add("a.wav", 9000);
    auto options = folder.options(1000);
    options.recordings.keep = StoreAs::recordings;
    QVERIFY(import(options, folder.dataset()));
    python(folder, R"(
import h5py, numpy as np
with h5py.File('out.h5', 'r+') as f:
    del f['pyramid/64'], f['meta/checksums/pyramid']
    f.create_dataset('pyramid/64', data=np.zeros((3, 1, 2), 'i2'), chunks=(3, 1, 2))
)");
    const auto dataset = store::Dataset::open(folder.dataset());
    QVERIFY2(dataset, dataset ? "" : dataset.error().message.english().c_str());
    QVERIFY(!store::StoredRecordings::of(*dataset)->hasPyramid());
  }
};

MASU_TEST(RecordingPyramidTest)
#include "recording_pyramid_test.moc"
