// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTest>
#include <fstream>

#include "core/ingest/recordings/load/recording_load.h"
#include "core/store/format/convert.h"
#include "core/store/read/dataset.h"
#include "core/store/read/stored_recordings.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;

namespace {

template <class T>
std::vector<T> valuesOf(const fs::path& file, const char* name) {
  const auto dataset = store::Dataset::open(file);
  if (!dataset) qFatal("%s", dataset.error().message.english().c_str());
  const store::ObjectInfo* object = (*dataset)->find(name);
  if (object == nullptr) return {};
  std::vector<T> values((*dataset)->samples() * object->valuesPerSample());
  const auto bytes = std::as_writable_bytes(std::span(values));
  if (!(*dataset)->read(*object, 0, (*dataset)->samples(), bytes)) return {};
  return values;
}

std::string bytesOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

class RecordingKeepTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  Result<ImportReport> import(const ImportOptions& options, const fs::path& target, unsigned threads = 2) {
    MASU_TRY(const auto plan, surveyRecordings(options, m_job));
    return loadRecordings(plan, {.target = target, .rejects = {}, .write = {.overwrite = true, .sync = false}},
                          {.threads = threads, .memoryBytes = 256U << 20U}, m_job);
  }

 private Q_SLOTS:
  void channelsKeepTheUnitThatAllRecordingsGive() {
    const RecordingFolder folder;
    folder.addEdf("1.edf", "mV");
    folder.addEdf("2.edf", "mV");
    QVERIFY(import(folder.options(50), folder.dataset()));
    auto dataset = store::Dataset::open(folder.dataset());
    QVERIFY(dataset);
    QCOMPARE((*dataset)->meta().schema.columns[0].unit, std::string("uV"));
    QCOMPARE((*dataset)->meta().schema.columns[1].unit, std::string("mV"));
    dataset->reset();
    // Without a unit nobody knows what the values count.
    folder.addEdf("2.edf", "");
    const auto unknown = import(folder.options(50), folder.dataset());
    QVERIFY(unknown);
    dataset = store::Dataset::open(folder.dataset());
    QVERIFY(dataset);
    QCOMPARE((*dataset)->meta().schema.columns[0].unit, std::string("uV"));
    QCOMPARE((*dataset)->meta().schema.columns[1].unit, std::string());
    dataset->reset();
    folder.addEdf("2.edf", "V");
    folder.addEdf("3.edf", "V");
    const auto mixed = surveyRecordings(folder.options(50), m_job);
    QVERIFY2(mixed, mixed ? "" : mixed.error().message.english().c_str());
    const auto& files = mixed->recordings().files;
    QCOMPARE(files[0].reason, std::string("other unit"));
    QCOMPARE(files[0].problem,
             std::string("Channel EMG of 1.edf is in mV where most have V, so that their values do not go together. "
                         "Import it separately, or bring it to V before."));
    QVERIFY(files[1].problem.empty() && files[2].problem.empty());
    fs::remove(folder.recordings() / "3.edf");
    folder.addEdf("1.edf", "uV");
    folder.addEdf("2.edf", "\xC2\xB5V");
    const auto spelled = surveyRecordings(folder.options(50), m_job);
    QVERIFY2(spelled, spelled ? "" : spelled.error().message.english().c_str());
    QCOMPARE(spelled->columns[1].unit, std::string("uV"));
  }

  void recordingsGiveTheSamplesThatWindowsGive_data() {
    QTest::addColumn<quint64>("hop");
    QTest::addColumn<bool>("drop");
    QTest::addColumn<int>("channels");
    QTest::addColumn<bool>("gzip");
    QTest::newRow("overlapping") << quint64{40} << false << 1 << false;
    QTest::newRow("overlapping, two channels") << quint64{37} << false << 2 << false;
    QTest::newRow("side by side, rest dropped") << quint64{100} << true << 3 << false;
    QTest::newRow("with gaps") << quint64{170} << false << 2 << false;
    QTest::newRow("compressed") << quint64{50} << false << 2 << true;
  }
  void recordingsGiveTheSamplesThatWindowsGive() {
    QFETCH(const quint64, hop);
    QFETCH(const bool, drop);
    QFETCH(const int, channels);
    QFETCH(const bool, gzip);
    const RecordingFolder folder;
    for (int i = 0; i < 9; ++i)
      folder.add((i % 2 == 0 ? "a/" : "b/") + std::to_string(i) + ".wav", 50 + static_cast<unsigned>(i) * 83, channels);
    auto options = folder.options(100, "folder");
    options.recordings.hop = hop;
    options.recordings.rest = drop ? Tail::drop : Tail::pad;
    options.compression = gzip ? store::Compression::gzip : store::Compression::none;
    QVERIFY(import(options, folder.dataset("windows.h5")));
    options.recordings.keep = StoreAs::recordings;
    const auto report = import(options, folder.dataset("recordings.h5"));
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QCOMPARE(valuesOf<std::uint8_t>(folder.dataset("recordings.h5"), "labels"),
             valuesOf<std::uint8_t>(folder.dataset("windows.h5"), "labels"));
    QCOMPARE(valuesOf<std::int32_t>(folder.dataset("recordings.h5"), "group"),
             valuesOf<std::int32_t>(folder.dataset("windows.h5"), "group"));
    const auto samples = valuesOf<std::int16_t>(folder.dataset("windows.h5"), "features");
    QVERIFY(!samples.empty());
    QVERIFY(valuesOf<std::int16_t>(folder.dataset("recordings.h5"), "features") == samples);
    const auto dataset = store::Dataset::open(folder.dataset("recordings.h5"));
    for (const store::ObjectInfo& object : (*dataset)->storedObjects()) {
      QVERIFY(object.name != "features");
      for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) QVERIFY(*(*dataset)->chunkIntact(object, chunk));
    }
  }

  void codesOfRecordingsAreThoseOfWindows_data() {
    QTest::addColumn<bool>("automatic");
    QTest::newRow("i8 codes that were asked for") << false;
    QTest::newRow("the narrowest within a tolerance") << true;
  }
  void codesOfRecordingsAreThoseOfWindows() {
    QFETCH(const bool, automatic);
    const RecordingFolder folder;
    // Of two kinds of file, values become shares of full scale: decimals.
    for (int i = 0; i < 4; ++i) folder.add(std::to_string(i) + ".wav", 90 + static_cast<unsigned>(i) * 71, 2);
    auto options = folder.options(100);
    options.recordings.hop = 60;
    if (automatic) {
      QProcess python;
      python.setWorkingDirectory(QString::fromStdString(folder.recordings().string()));
      python.start("/usr/bin/python3", {"-c", R"(
import numpy as np, os
for f in os.listdir('.'): os.remove(f)
for i, n in enumerate([90, 333, 4500]):
    np.save(f'{i}.npy', np.random.default_rng(i).normal([5, -1], [2, .1], size=(n, 2)).astype('f4'))
)"});
      QVERIFY(python.waitForFinished(60000));
      options.autoType = true;
      options.tolerance = 0.001;
    } else {
      options.dtype = table::DType::i8;
    }
    QVERIFY(import(options, folder.dataset("windows.h5")));
    options.recordings.keep = StoreAs::recordings;
    const auto report = import(options, folder.dataset("recordings.h5"));
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    const auto windows = *store::Dataset::open(folder.dataset("windows.h5"));
    const auto recordings = *store::Dataset::open(folder.dataset("recordings.h5"));
    const store::ObjectInfo& features = *recordings->find("features");
    QCOMPARE(features.dtype, automatic ? table::DType::i16 : table::DType::i8);
    QVERIFY(store::isAffine(features, recordings->meta().schema));
    const auto want = windows->readValues(*windows->find("features"), 0, windows->samples());
    const auto got = recordings->readValues(features, 0, recordings->samples());
    QVERIFY(want && got);
    QVERIFY(*want == *got);
    // Whole, they are physical values, too.
    const auto stored = store::StoredRecordings::of(recordings);
    const auto span = stored->read({0, 0, 90, 1, 1, 1}, m_job);
    QVERIFY(span);
    for (std::size_t i = 0; i < 90; ++i) QCOMPARE(span->low.front()[i], static_cast<float>((*got)[100 + i]));
  }

  void whatEndsBeforeItsWindowIsSilent() {
    const RecordingFolder folder;
    folder.add("a.wav", 30);
    auto options = folder.options(100);
    options.recordings.keep = StoreAs::recordings;
    QVERIFY(import(options, folder.dataset()));
    const auto samples = valuesOf<std::int16_t>(folder.dataset(), "features");
    QCOMPARE(samples.size(), std::size_t{100});
    for (std::size_t i = 0; i < samples.size(); ++i)
      QCOMPARE(int{samples[i]}, i < 30 ? int{RecordingFolder::valueAt("a.wav", i)} : 0);
  }

  void sameBytesForAnyNumberOfThreads() {
    const RecordingFolder folder;
    for (int i = 0; i < 12; ++i) folder.add(std::to_string(i) + ".wav", 40000 + static_cast<unsigned>(i) * 7919);
    for (const auto compression : {store::Compression::none, store::Compression::gzip}) {
      auto options = folder.options(4096);
      options.recordings.keep = StoreAs::recordings;
      options.compression = compression;
      std::string first;
      for (const unsigned threads : {1U, 2U, 5U}) {
        const auto report = import(options, folder.dataset(), threads);
        QVERIFY2(report, report ? "" : report.error().message.english().c_str());
        const std::string bytes = bytesOf(folder.dataset());
        if (first.empty()) first = bytes;
        QVERIFY(bytes == first);
      }
    }
  }

  void otherReadersCutTheSameWindows() {
    const RecordingFolder folder;
    for (int i = 0; i < 5; ++i) folder.add(std::to_string(i) + ".wav", 200 + static_cast<unsigned>(i) * 31, 2);
    auto options = folder.options(64);
    options.recordings.hop = 20;
    QVERIFY(import(options, folder.dataset("windows.h5")));
    options.recordings.keep = StoreAs::recordings;
    QVERIFY(import(options, folder.dataset("recordings.h5")));
    QProcess python;
    python.setWorkingDirectory(QString::fromStdString(folder.path().string()));
    python.start("/usr/bin/python3", {"-c", R"(
import h5py, json, numpy as np
r, w = h5py.File('recordings.h5'), h5py.File('windows.h5')
frames, windows, x = r['recordings'][:], r['windows'][:], w['features'][:]
first = np.cumsum([0] + [s['records'] for s in json.loads(r['meta/sources'][()].tobytes())])
cut = np.full((len(windows), frames.shape[1], int(r.attrs['window'])), int(r.attrs['silence']), frames.dtype)
for i, (start, recording, length) in enumerate(windows.tolist()):
    at = int(first[recording]) + start
    cut[i, :, :length] = frames[at:at + length].T
assert cut.shape == x.shape and (cut == x).all()
assert frames.nbytes * 2 < x.nbytes
)"});
    QVERIFY(python.waitForFinished(60000));
    const QByteArray complaint = python.readAllStandardError();
    QVERIFY2(complaint.isEmpty(), complaint.constData());
  }

  void aWindowThatLeavesItsRecordingIsDamage() {
    const RecordingFolder folder;
    for (int i = 0; i < 3; ++i) folder.add(std::to_string(i) + ".wav", 300);
    auto options = folder.options(64);
    options.recordings.keep = StoreAs::recordings;
    QVERIFY(import(options, folder.dataset()));
    QProcess python;
    python.setWorkingDirectory(QString::fromStdString(folder.path().string()));
    python.start("/usr/bin/python3", {"-c", R"(
import h5py
with h5py.File('out.h5', 'r+') as f:
    w = f['windows'][:]; w['start'][4] = 299; f['windows'][:] = w
)"});
    QVERIFY(python.waitForFinished(60000));
    // Its checksum would tell of it before.
    const auto dataset = store::Dataset::open(folder.dataset(), store::Checking::never);
    QVERIFY(dataset);
    const auto values = (*dataset)->readValues(*(*dataset)->find("features"), 0, (*dataset)->samples());
    QVERIFY(!values);
    QCOMPARE(values.error().code, Errc::damaged);
    // Windows are checked where they are read, once: the others of the file are believed no more than that one.
    QVERIFY(!(*dataset)->readValues(*(*dataset)->find("features"), 0, 4));
  }
};

MASU_TEST(RecordingKeepTest)
#include "whole_recordings_test.moc"
