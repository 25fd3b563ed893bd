// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/load/recording_load.h"

#include <QProcess>
#include <QTest>
#include <fstream>
#include <thread>

#include <sndfile.h>

#include "core/store/read/dataset.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;

namespace {

std::string bytesOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

template <class T>
std::vector<T> valuesOf(const store::Dataset& dataset, const char* name) {
  const store::ObjectInfo* object = dataset.find(name);
  if (!object) return {};
  const std::size_t count = dataset.samples() * object->valuesPerSample();
  std::vector<T> values(count);
  if (!dataset.read(*object, 0, dataset.samples(), std::as_writable_bytes(std::span(values)))) return {};
  return values;
}

}  // namespace

class RecordingLoadTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  Result<ImportReport> import(const RecordingFolder& folder, const ImportOptions& options, Resources resources = {},
                              const char* name = "out.h5") {
    MASU_TRY(const auto plan, surveyRecordings(options, m_job));
    return loadRecordings(plan,
                          {.target = folder.dataset(name), .rejects = {}, .write = {.overwrite = false, .sync = false}},
                          resources, m_job);
  }

  std::shared_ptr<const store::Dataset> open(const RecordingFolder& folder) {
    auto dataset = store::Dataset::open(folder.dataset());
    if (!dataset) qFatal("%s", dataset.error().message.english().c_str());
    return *dataset;
  }

 private Q_SLOTS:
  void windowsHoldTheFramesOfTheirRecordings() {
    const RecordingFolder folder;
    folder.add("x/1.wav", 250, 2);
    folder.add("y/2.wav", 90, 2);
    auto options = folder.options(100, "folder");
    options.recordings.hop = 60;
    const auto report = import(folder, options);
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QCOMPARE(report->samples, 5U);
    QCOMPARE(report->records, 2U);
    QCOMPARE(report->rejected, 0U);
    QVERIFY(report->rejectsFile.empty());

    const auto dataset = open(folder);
    QCOMPARE(dataset->sampleShape(), (std::vector<std::uint64_t>{2, 100}));
    const auto features = valuesOf<std::int16_t>(*dataset, "features");
    const auto labels = valuesOf<std::uint8_t>(*dataset, "labels");
    const auto groups = valuesOf<std::int32_t>(*dataset, "group");
    const auto origins = valuesOf<store::Origin>(*dataset, "origin");
    QCOMPARE(labels, (std::vector<std::uint8_t>{0, 0, 0, 0, 1}));
    QCOMPARE(groups, (std::vector<std::int32_t>{0, 0, 0, 0, 1}));
    for (std::size_t sample = 0; sample < 5; ++sample) {
      const bool second = sample == 4;
      QCOMPARE(origins[sample].source, second ? 1U : 0U);
      QCOMPARE(origins[sample].position, second ? 0U : 60 * sample);
      const std::string name = second ? "y/2.wav" : "x/1.wav";
      const std::uint64_t frames = second ? 90 : 250;
      for (int c = 0; c < 2; ++c) {
        for (std::uint64_t t = 0; t < 100; ++t) {
          const std::uint64_t frame = origins[sample].position + t;
          const int expected = frame < frames ? RecordingFolder::valueAt(name, frame, c) : 0;
          QCOMPARE(int{features[(sample * 2 + static_cast<unsigned>(c)) * 100 + t]}, expected);
        }
      }
    }
  }

  void wholeNumbersOf32BitsStayExact() {
    const RecordingFolder folder;
    const std::vector<std::uint32_t> values{0, 16777217, 123456789, 4294967295};
    fs::create_directories(folder.recordings());
    std::ofstream(folder.recordings() / "a.raw", std::ios::binary)
        .write(reinterpret_cast<const char*>(values.data()), 4 * static_cast<std::streamsize>(values.size()));
    auto options = folder.options();
    options.recordings.raw = waveform::RawLayout{table::DType::u32, false, 1, 0};
    const auto report = import(folder, options);
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QCOMPARE(valuesOf<std::uint32_t>(*open(folder), "features"), values);
  }

  void aSampleThatTheTypeDoesNotHoldWidensIt() {
    const auto check = [this](double large, std::optional<table::DType> asked, auto stored) {
      const RecordingFolder folder;
      const std::vector<double> values{1, 2, large, -3};
      fs::create_directories(folder.recordings());
      std::ofstream(folder.recordings() / "a.raw", std::ios::binary)
          .write(reinterpret_cast<const char*>(values.data()), 8 * static_cast<std::streamsize>(values.size()));
      auto options = folder.options();
      options.recordings.raw = waveform::RawLayout{table::DType::f64, false, 1, 0};
      options.dtype = asked;
      const auto report = import(folder, options);
      QVERIFY2(report, report ? "" : report.error().message.english().c_str());
      const std::vector<decltype(stored)> expected(values.begin(), values.end());
      QCOMPARE(valuesOf<decltype(stored)>(*open(folder), "features"), expected);
      QCOMPARE(report->notes.size(), 1U);
      QVERIFY(report->notes.front().english().find("made features wider") != std::string::npos);
      QVERIFY(!fs::exists(folder.dataset("out.h5.partial")));
    };
    check(1e39, std::nullopt, double());
    check(1e5, table::DType::f16, float());
    check(-1e39, table::DType::f16, double());
  }

  void statisticsAreThoseOfTheStoredValues() {
    const RecordingFolder folder;
    for (int i = 0; i < 40; ++i) folder.add(std::to_string(i) + ".wav", 500 + static_cast<unsigned>(13 * i));
    QVERIFY(import(folder, folder.options(400)));
    const auto dataset = open(folder);
    table::ColumnStats expected;
    for (const std::int16_t value : valuesOf<std::int16_t>(*dataset, "features")) expected.add(value);
    const auto& channel = dataset->meta().schema.columns.at(0);
    QCOMPARE(channel.stats.count, expected.count);
    QCOMPARE(channel.stats.min, expected.min);
    QCOMPARE(channel.stats.max, expected.max);
    QVERIFY(std::abs(channel.stats.mean - expected.mean) < 1e-9);
    QVERIFY(std::abs(channel.stats.deviation() - expected.deviation()) < 1e-6);
    QVERIFY(channel.stats.integral);
    QCOMPARE(dataset->meta().kind, store::SampleKind::waveform);
  }

  void sameBytesForAnyNumberOfThreads() {
    const RecordingFolder folder;
    for (int i = 0; i < 60; ++i)
      folder.add(std::to_string(i % 7) + "_" + std::to_string(i) + ".wav", 20000 + static_cast<unsigned>(i * 997));
    for (const auto compression : {store::Compression::none, store::Compression::gzip}) {
      auto options = folder.options(4096, R"(name:^(\d)_)");
      options.recordings.hop = 3000;
      options.compression = compression;
      std::string first;
      for (const unsigned threads : {1U, 2U, 7U}) {
        fs::remove(folder.dataset());
        fs::remove(folder.path() / "out.splits.h5");
        fs::remove(folder.path() / "out.h5.splits.h5");
        const auto report = import(folder, options, {.threads = threads, .memoryBytes = 256U << 20U});
        QVERIFY2(report, report ? "" : report.error().message.english().c_str());
        const std::string bytes = bytesOf(folder.dataset());
        if (first.empty()) first = bytes;
        QVERIFY(bytes == first);
      }
    }
  }

  void groupsComeFromTheirRule() {
    const RecordingFolder folder;
    folder.add("0_zoe_0.wav", 10);
    folder.add("1_ann_0.wav", 10);
    folder.add("2_zoe_1.wav", 10);
    auto options = folder.options(0, R"(name:^(\d))");
    options.recordings.groupFrom = R"(name:_(.+)_)";
    QVERIFY(import(folder, options));
    const auto dataset = open(folder);
    QCOMPARE(dataset->meta().groups, (std::vector<std::string>{"ann", "zoe"}));
    QCOMPARE(valuesOf<std::int32_t>(*dataset, "group"), (std::vector<std::int32_t>{1, 0, 1}));
  }

  void decimalLabelsAreStoredAsValues() {
    const RecordingFolder folder;
    folder.add("1.5 m.wav", 10);
    folder.add("-2 m.wav", 10);
    QVERIFY(import(folder, folder.options(0, "name:^(.+) m")));
    const auto dataset = open(folder);
    QCOMPARE(dataset->meta().target, store::Target::values);
    QCOMPARE(valuesOf<float>(*dataset, "labels"), (std::vector<float>{-2, 1.5}));
  }

  void longWholeLabelsKeepTheirDigits() {
    const RecordingFolder folder;
    folder.add("9007199254740993 m.wav", 10);
    folder.add("9007199254740995 m.wav", 10);
    auto options = folder.options(0, "name:^(.+) m");
    options.target = store::Target::values;
    QVERIFY(import(folder, options));
    QCOMPARE(valuesOf<std::int64_t>(*open(folder), "labels"),
             (std::vector<std::int64_t>{9007199254740993, 9007199254740995}));
    // A fraction beside them leaves no type for both.
    folder.add("0.5 m.wav", 10);
    const auto refused = import(folder, options, {}, "other.h5");
    QVERIFY(!refused);
    QVERIFY(refused.error().message.english().find("more digits") != std::string::npos);
  }

  void typesAreHonoured() {
    const RecordingFolder folder;
    folder.add("a.wav", 100);
    auto options = folder.options();
    options.dtype = table::DType::f64;
    QVERIFY(import(folder, options));
    const auto values = valuesOf<double>(*open(folder), "features");
    for (std::size_t t = 0; t < 100; ++t) QCOMPARE(values[t], 1. * RecordingFolder::valueAt("a.wav", t));
  }

  void codesHoldEachValueWithinHalfAStep() {
    const RecordingFolder folder;
    folder.add("a.wav", 1000, 2);
    auto options = folder.options(100);
    options.dtype = table::DType::i8;
    const auto report = import(folder, options);
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    const auto dataset = open(folder);
    QVERIFY(dataset->find("features")->dtype == table::DType::i8);
    const auto values = dataset->readValues(*dataset->find("features"), 0, dataset->samples());
    QVERIFY(values);
    for (std::uint64_t channel = 0; channel < 2; ++channel) {
      const table::Column& column = dataset->meta().schema.columns.at(channel);
      QVERIFY(column.scale > 1);
      double largest = 0;
      double squares = 0;
      for (std::uint64_t frame = 0; frame < 1000; ++frame) {
        const double stored = values->at((frame / 100 * 2 + channel) * 100 + frame % 100);
        const double error = std::abs(stored - RecordingFolder::valueAt("a.wav", frame, static_cast<int>(channel)));
        largest = std::max(largest, error);
        squares += error * error;
      }
      QVERIFY(largest <= .51 * column.scale);
      QCOMPARE(column.stats.maxError, largest);
      QCOMPARE(report->schema.columns.at(channel).stats.maxError, largest);
      QVERIFY(std::abs(column.loss.squaredError - squares) <= 1e-4 * squares);
    }
  }

  void autoTakesTheNarrowestThatHoldsAll() {
    const RecordingFolder folder;
    fs::create_directories(folder.recordings());
    std::vector<std::int16_t> small(500);
    for (std::size_t i = 0; i < small.size(); ++i) small[i] = static_cast<std::int16_t>(i % 200) - 100;
    QVERIFY(waveform::writeWav(folder.recordings() / "a.wav", small, 1, 8000));
    auto options = folder.options(100);
    options.autoType = true;
    QVERIFY(import(folder, options));
    const auto dataset = open(folder);
    QVERIFY(dataset->find("features")->dtype == table::DType::i8);
    const auto values = valuesOf<std::int8_t>(*dataset, "features");
    for (std::size_t i = 0; i < small.size(); ++i) QCOMPARE(int{values[i]}, int{small[i]});
  }

  void severalSampleFormatsMeetAtFullScale() {
    const RecordingFolder folder;
    folder.add("a16.wav", 100);
    SF_INFO info{};
    info.samplerate = 8000;
    info.channels = 1;
    info.format = SF_FORMAT_WAV | SF_FORMAT_PCM_U8;
    SNDFILE* file = sf_open((folder.recordings() / "b8.wav").c_str(), SFM_WRITE, &info);
    const std::vector<short> quarter(50, 0x2000);
    sf_write_short(file, quarter.data(), 50);
    sf_close(file);
    QVERIFY(import(folder, folder.options(100)));
    const auto values = valuesOf<float>(*open(folder), "features");
    QCOMPARE(values.size(), 200U);
    for (std::size_t t = 0; t < 100; ++t)
      QCOMPARE(values[t], static_cast<float>(RecordingFolder::valueAt("a16.wav", t)) / 32768);
    for (std::size_t t = 0; t < 100; ++t) QCOMPARE(values[100 + t], t < 50 ? .25F : 0.F);
  }

  void damagedRecordingIsRejectedAndTheRestKept() {
    const RecordingFolder folder;
    for (int i = 0; i < 9; ++i) folder.add(std::to_string(i) + "_a.wav", 1000);
    fs::resize_file(folder.recordings() / "3_a.wav", 900);
    std::ofstream(folder.recordings() / "4_a.wav") << "not a sound";
    const auto report = import(folder, folder.options(1000, R"(name:^(\d))"));
    QVERIFY(report);
    QCOMPARE(report->samples, 7U);
    QCOMPARE(report->records, 9U);
    QCOMPARE(report->rejected, 2U);
    QCOMPARE(report->reasons.size(), 2U);
    const std::string rejects = bytesOf(report->rejectsFile);
    QVERIFY(rejects.starts_with("source,reason,problem\n\"3_a.wav\",\"damaged\","));
    QVERIFY(rejects.find("holds 428 of the 1000 frames") != std::string::npos);
    const auto dataset = open(folder);
    QCOMPARE(dataset->meta().classes.size(), 7U);
    QCOMPARE(dataset->meta().rejected, 2U);
    QCOMPARE(dataset->meta().sources.size(), 7U);
    QCOMPARE(dataset->meta().sources[3].path, std::string("5_a.wav"));
  }

  void damageFoundOnlyWhileReadingLeavesNoSample() {
    const RecordingFolder folder;
    for (int i = 0; i < 5; ++i) folder.add(std::to_string(i) + "_a.wav", 30000);
    const auto plan = surveyRecordings(folder.options(1000, R"(name:^(\d))"), m_job);
    QVERIFY(plan);
    fs::resize_file(folder.recordings() / "2_a.wav", 40000);
    const auto report = loadRecordings(
        *plan, {.target = folder.dataset(), .rejects = {}, .write = {.overwrite = false, .sync = false}}, {}, m_job);
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QCOMPARE(report->samples, 120U);
    QCOMPARE(report->rejected, 1U);
    const auto dataset = open(folder);
    QCOMPARE(dataset->meta().classes, (std::vector<std::string>{"0", "1", "3", "4"}));
    const auto origins = valuesOf<store::Origin>(*dataset, "origin");
    QCOMPARE(origins.back().source, 3U);
    QCOMPARE(origins.back().position, 29000U);
  }

  void onErrorFailStopsAtTheFirstProblem() {
    const RecordingFolder folder;
    folder.add("a.wav", 100);
    folder.add("b.wav", 100);
    fs::resize_file(folder.recordings() / "b.wav", 99);
    auto options = folder.options(100);
    options.onError = OnError::fail;
    const auto report = import(folder, options);
    QVERIFY(!report);
    QVERIFY(report.error().message.english().find("b.wav is cut short") != std::string::npos);
    QVERIFY(folder.leftovers().empty());
  }

  void nothingStaysWhenNoSampleIsLeft() {
    const RecordingFolder folder;
    folder.add("a.wav", 100);
    const auto plan = surveyRecordings(folder.options(100), m_job);
    QVERIFY(plan);
    fs::resize_file(folder.recordings() / "a.wav", 99);
    const auto report = loadRecordings(*plan, {.target = folder.dataset(), .rejects = {}, .write = {}}, {}, m_job);
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::noSamples);
    QVERIFY(folder.leftovers().empty());
  }

  void cancelLeavesNothing() {
    const RecordingFolder folder;
    for (int i = 0; i < 50; ++i) folder.add(std::to_string(i) + ".wav", 20000);
    const auto plan = surveyRecordings(folder.options(1000), m_job);
    QVERIFY(plan);
    for (const std::uint64_t after : {0U, 1U, 100U, 700U}) {
      std::stop_source stop;
      Progress progress;
      std::jthread canceller([&](const std::stop_token& done) {
        while (!done.stop_requested() && progress.samples() < after) std::this_thread::yield();
        stop.request_stop();
      });
      const auto report = loadRecordings(*plan, {.target = folder.dataset(), .rejects = {}, .write = {}},
                                         {.threads = 3}, {stop.get_token(), progress});
      if (report) continue;  // it was faster than the request
      QCOMPARE(report.error().code, Errc::cancelled);
      QVERIFY(folder.leftovers().empty());
    }
  }

  void aWindowBeyondTheMemoryIsOneSentence() {
    const RecordingFolder folder;
    folder.add("a.wav", 100);
    const auto report = import(folder, folder.options(10'000'000), {.threads = 2, .memoryBytes = 1U << 20U});
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::outOfMemory);
    QVERIFY(folder.leftovers().empty());
  }

  void realRecordingsEqualWhatPythonReads() {
    const fs::path recordings = fs::path(MASU_SHARED_DATA) / "fsdd";
    if (!fs::exists(recordings)) QSKIP("the shared data sets are not here");
    const RecordingFolder folder;
    ImportOptions options = folder.options(4096, R"(name:^(\d)_)");
    options.sources = {recordings};
    options.recordings.oneWindow = true;
    options.recordings.groupFrom = R"(name:^\d_([^_]+)_)";
    const auto report = import(folder, options);
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QCOMPARE(report->samples, 3000U);
    QCOMPARE(report->rejected, 0U);
    QProcess python;
    python.start("/usr/bin/python3",
                 {"-c", R"(
import sys, wave, json, h5py, numpy as np
f = h5py.File(sys.argv[1]); root = sys.argv[2]
x, y, g, o = f['features'], f['labels'][:], f['group'][:], f['origin'][:]
meta = lambda name: json.loads(bytes(f['meta/' + name][:]))
sources = meta('sources')
assert x.shape == (3000, 1, 4096) and x.dtype == np.int16, (x.shape, x.dtype)
for i in range(3000):
    name = sources[o['source'][i]]['path']
    w = wave.open(root + '/' + name)
    a = np.frombuffer(w.readframes(w.getnframes()), '<i2')[:4096]
    assert (x[i, 0, :len(a)] == a).all() and (x[i, 0, len(a):] == 0).all(), name
    assert str(y[i]) == name.split('/')[-1][0], name
    assert o['position'][i] == 0
assert len(set(g)) == 6
print('equal')
)",
                  QString::fromStdString(folder.dataset().string()), QString::fromStdString(recordings.string())});
    if (!python.waitForStarted()) QSKIP("python3 is not installed");
    QVERIFY(python.waitForFinished(60000));
    const QString problem = QString::fromUtf8(python.readAllStandardError());
    if (problem.contains("No module named")) QSKIP("python3 has no h5py here");
    QCOMPARE(QString::fromUtf8(python.readAllStandardOutput()).trimmed() + problem, QString("equal"));
  }
};

MASU_TEST(RecordingLoadTest)
#include "recording_load_test.moc"
