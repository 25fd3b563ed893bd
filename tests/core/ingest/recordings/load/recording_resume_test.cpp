// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "core/ingest/recordings/load/recording_load.h"
#include "tests/fixtures/damage_places.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/resumed_dataset.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
namespace fs = std::filesystem;

namespace {

std::string bytesOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// An import that nobody disturbed: its files, and how long it takes with checkpoints as often as can be.
struct Undisturbed {
  std::string dataset;
  std::string rejects;
  std::chrono::microseconds took{};
};

}  // namespace

class RecordingContinueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    for (int i = 0; i < 40; ++i) {
      const std::string label = i % 2 == 0 ? "a/" : "b/";
      m_sources.add(label + "r" + std::to_string(100 + i) + ".wav", 30000 + 500 * static_cast<std::size_t>(i), 2);
    }
  }
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void anImportKilledAtAnyMomentGivesTheSameFile_data() {
    QTest::addColumn<bool>("whole");
    QTest::addColumn<masu::store::Compression>("compression");
    QTest::newRow("windows") << false << store::Compression::none;
    QTest::newRow("windows, compressed") << false << store::Compression::gzip;
    QTest::newRow("recordings") << true << store::Compression::none;
    QTest::newRow("recordings, compressed") << true << store::Compression::gzip;
  }
  void anImportKilledAtAnyMomentGivesTheSameFile() {
#ifdef __SANITIZE_THREAD__
    QSKIP("The thread sanitizer knows no threads in a forked child.");
#endif
    QFETCH(bool, whole);
    QFETCH(masu::store::Compression, compression);
    const ImportPlan plan = planned(whole, compression);
    const Undisturbed expected = undisturbed(plan);
    std::mt19937 random(5);
    int continued = 0;
    constexpr int kRounds = 25;
    constexpr int kContinued = kRounds / 5;
    // On a busy machine most die before their first checkpoint: then more are killed.
    for (int round = 0; round < kRounds || (continued < kContinued && round < 10 * kRounds); ++round) {
      m_folder = std::make_unique<QTemporaryDir>();
      bool resume = false;
      for (auto deaths = 1 + random() % 3; deaths > 0; --deaths, resume = true) {
        if (!killed(plan, resume, expected.took * (random() % 1100) / 1000) || fs::exists(target())) break;
      }
      if (!fs::exists(target())) {
        const auto report = load(plan, often(true));
        QVERIFY2(report, report ? "" : report.error().message.english().c_str());
        continued += report->continuedFrom > 0 ? 1 : 0;
        QVERIFY(!fs::exists(target().string() + ".partial"));
      }
      QVERIFY(bytesOf(target()) == expected.dataset);
    }
    QVERIFY2(continued >= kContinued, qPrintable(QString("only %1 were gone on with").arg(continued)));
  }

  void aDamagedByteGivesTheSameFileOrASentence_data() { anImportKilledAtAnyMomentGivesTheSameFile_data(); }
  /// Of every file of the staging directory some bytes, from the first to the last.
  void aDamagedByteGivesTheSameFileOrASentence() {
    QFETCH(bool, whole);
    QFETCH(masu::store::Compression, compression);
    const ImportPlan plan = planned(whole, compression);
    const Undisturbed expected = undisturbed(plan);
    const fs::path folder = target().string() + ".partial";
    for (int round = 0; round < 50 && !fs::exists(folder); ++round) {
      fs::remove(target());
      std::stop_source stop;
      Progress progress;
      const std::jthread watcher([&](const std::stop_token& done) {
        while (!done.stop_requested() && (progress.total() == 0 || progress.done() < progress.total() / 2))
          std::this_thread::yield();
        stop.request_stop();
      });
      static_cast<void>(loadRecordings(plan, often(false), m_resources, {stop.get_token(), progress}));
    }
    QVERIFY(store::interruptedImport(target()));
    const fs::path kept = target().parent_path() / "kept";
    fs::copy(folder, kept, fs::copy_options::recursive);
    const auto places = test::DamagePlaces::of(kept);
    QVERIFY(places.size() > 30);
    int same = 0;
    int refused = 0;
    LoadOptions options = often(true);
    options.checkpointEvery = std::chrono::hours(1);
    for (const auto& [name, place] : places) {
      for (const char* left : {"F.h5", "F.splits.h5", "F.h5.partial"}) fs::remove_all(target().parent_path() / left);
      fs::copy(kept, folder, fs::copy_options::recursive);
      test::DamagePlaces::flip(folder / name, place);
      const auto report = load(plan, options);
      const std::string where = name + " at " + std::to_string(place) + ": " +
                                (report ? std::string() : report.error().message.english());
      ++(report ? same : refused);
      if (report) {
        QVERIFY2(test::isSameButForPadding(target(), expected.dataset), where.c_str());
      } else {
        QVERIFY2(report.error().message.english().ends_with('.') && !fs::exists(target()), where.c_str());
      }
    }
    QVERIFY2(same > refused, qPrintable(QString("%1 the same, %2 refused").arg(same).arg(refused)));
  }

  void recordingsThatFailedStayOut() {
    // Cut behind its header: found out only when it is read.
    const fs::path damaged = m_sources.recordings() / "a" / "r100.wav";
    const std::string intact = bytesOf(damaged);
    const ImportPlan plan = planned(false, store::Compression::none);
    std::ofstream(damaged, std::ios::binary).write(intact.data(), 3000);
    const Undisturbed expected = undisturbed(plan);
    QVERIFY(!expected.rejects.empty());
    std::stop_source stop;
    Progress progress;
    {
      const std::jthread watcher([&](const std::stop_token& done) {
        while (!done.stop_requested() && progress.samples() < 4000) std::this_thread::yield();
        stop.request_stop();
      });
      QCOMPARE(loadRecordings(plan, often(false), m_resources, {stop.get_token(), progress}).error().code,
               Errc::cancelled);
    }
    const auto left = store::interruptedImport(target());
    QVERIFY(left && left->checkpoint.samples > 0);
    const auto report = load(plan, often(true));
    // In its state from now on, so that other tests find what they expect.
    std::ofstream(damaged, std::ios::binary).write(intact.data(), static_cast<std::streamsize>(intact.size()));
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QCOMPARE(report->continuedFrom, left->checkpoint.samples);
    QCOMPARE(report->rejected, std::uint64_t{1});
    QVERIFY(bytesOf(target()) == expected.dataset);
    QCOMPARE(bytesOf(target().string() + ".rejects.csv"), expected.rejects);
  }

  void rejectsInTheWayAreReportedBeforeAnythingIsRead() {
    const ImportPlan plan = planned(true, store::Compression::none);
    const auto refused = [&](const LoadOptions& options) {
      Progress progress;
      const auto report = loadRecordings(plan, options, m_resources, {{}, progress});
      return !report && progress.done() == 0 && !fs::exists(target().string() + ".partial");
    };
    std::ofstream(target().string() + ".rejects.csv") << "somebody else's";
    QVERIFY(refused(often(false)));
    QVERIFY(refused(often(true)));
    QCOMPARE(bytesOf(target().string() + ".rejects.csv"), std::string("somebody else's"));
    LoadOptions options = often(false);
    options.rejects = target().parent_path() / "nowhere" / "rejects.csv";
    QVERIFY(refused(options));
    options = often(false);
    options.write.overwrite = true;
    const auto report = load(plan, options);
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QVERIFY(!fs::exists(target().string() + ".rejects.csv"));
  }

  /// Its hash looks at some places of a large one only.
  void aRecordingThatWasWrittenAgainIsRefused() {
    const ImportPlan plan = planned(false, store::Compression::none);
    std::stop_source stop;
    Progress progress;
    const std::jthread watcher([&](const std::stop_token& done) {
      while (!done.stop_requested() && progress.samples() < 4000) std::this_thread::yield();
      stop.request_stop();
    });
    QVERIFY(!loadRecordings(plan, often(false), m_resources, {stop.get_token(), progress}));
    const auto left = store::interruptedImport(target());
    QVERIFY(left);
    const fs::path source = plan.root / plan.sources.front().path;
    const auto before = fs::last_write_time(source);
    fs::last_write_time(source, before + std::chrono::seconds(7));
    const auto report = load(plan, often(true));
    fs::last_write_time(source, before);
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::invalidArgument);
    QVERIFY(report.error().message.english().find("has changed") != std::string::npos);
    LoadOptions parts = often(true);
    parts.write.partBytes = 1 << 20;
    const auto divided = load(plan, parts);
    QVERIFY(!divided);
    const std::string sentence = divided.error().message.english();
    QVERIFY2(sentence.find("--part-size was - and is 1048576") != std::string::npos, sentence.c_str());
    const auto again = load(plan, often(true));
    QVERIFY2(again, again ? "" : again.error().message.english().c_str());
    QCOMPARE(again->continuedFrom, left->checkpoint.samples);
  }

  void aRecordingThatWasEditedIsRefused_data() {
    QTest::addColumn<bool>("whole");
    QTest::newRow("windows") << false;
    QTest::newRow("recordings") << true;
  }
  /// Neither its size, nor its time, nor the places that its hash looks at show it.
  void aRecordingThatWasEditedIsRefused() {
    QFETCH(bool, whole);
    const RecordingFolder folder;
    constexpr std::size_t kFrames = 8'000'000;
    folder.add("a/long.wav", kFrames);
    folder.add("b/short.wav", 400);
    ImportOptions options = folder.options(200, "folder");
    options.recordings.keep = whole ? StoreAs::recordings : StoreAs::windows;
    Progress surveyed;
    const auto plan = surveyRecordings(options, {{}, surveyed});
    QVERIFY(plan);
    // On a busy machine it may be done before it is stopped: then once more.
    for (int round = 0; round < 50 && !fs::exists(target().string() + ".partial"); ++round) {
      fs::remove(target());
      std::stop_source stop;
      Progress progress;
      const std::jthread watcher([&](const std::stop_token& done) {
        while (!done.stop_requested() && (progress.total() == 0 || progress.done() < progress.total() / 3))
          std::this_thread::yield();
        stop.request_stop();
      });
      static_cast<void>(loadRecordings(*plan, often(false), m_resources, {stop.get_token(), progress}));
    }
    const auto left = store::interruptedImport(target());
    QVERIFY(left && left->checkpoint.samples > 0);
    const fs::path source = folder.recordings() / "a" / "long.wav";
    const auto before = fs::last_write_time(source);
    const auto flip = [&] {
      std::fstream file(source, std::ios::binary | std::ios::in | std::ios::out);
      file.seekg(1'500'001);
      const char value = static_cast<char>(file.get() ^ 0x10);
      file.seekp(1'500'001);
      file.put(value);
      file.close();
      fs::last_write_time(source, before);
    };
    flip();
    const auto again = surveyRecordings(options, {{}, surveyed});
    QVERIFY(again);
    QCOMPARE(again->sources.front().hash, plan->sources.front().hash);
    const auto refused = load(*again, often(true));
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.english().find("was edited since") != std::string::npos,
             refused.error().message.english().c_str());
    QVERIFY(refused.error().message.english().find("long.wav") != std::string::npos);
    // What was interrupted is still there, for when the source is brought back.
    flip();
    const auto report = load(*plan, often(true));
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QCOMPARE(report->continuedFrom, left->checkpoint.samples);
  }

  void otherLabelsAreRefused() {
    const ImportPlan plan = planned(false, store::Compression::none);
    std::stop_source stop;
    Progress progress;
    const std::jthread watcher([&](const std::stop_token& done) {
      while (!done.stop_requested() && progress.samples() < 4000) std::this_thread::yield();
      stop.request_stop();
    });
    QVERIFY(!loadRecordings(plan, often(false), m_resources, {stop.get_token(), progress}));
    QVERIFY(store::interruptedImport(target()));
    ImportPlan other = plan;
    std::swap(other.recordings().files.front().label, other.recordings().files.back().label);
    const auto report = load(other, often(true));
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::invalidArgument);
    QVERIFY(report.error().message.english().find("Labels or groups") != std::string::npos);
  }

 private:
  fs::path target() const {
    return fs::path(m_folder->path().toStdString()) / "F.h5";
  }

  ImportPlan planned(bool whole, store::Compression compression) {
    ImportOptions options = m_sources.options(200, "folder");
    options.recordings.hop = 150;
    options.recordings.keep = whole ? StoreAs::recordings : StoreAs::windows;
    options.compression = compression;
    Progress progress;
    const auto plan = surveyRecordings(options, {{}, progress});
    if (!plan) qFatal("%s", plan.error().message.english().c_str());
    return *plan;
  }

  LoadOptions often(bool resume) const {
    LoadOptions load;
    load.target = target();
    load.write.sync = false;
    load.write.resume = resume;
    load.checkpointEvery = std::chrono::milliseconds(0);
    return load;
  }

  Result<ImportReport> load(const ImportPlan& plan, const LoadOptions& options) {
    Progress progress;
    return loadRecordings(plan, options, m_resources, {{}, progress});
  }

  Undisturbed undisturbed(const ImportPlan& plan) {
    const QTemporaryDir folder;
    LoadOptions options = often(false);
    options.target = fs::path(folder.path().toStdString()) / "F.h5";
    const auto begin = std::chrono::steady_clock::now();
    if (const auto report = load(plan, options); !report) qFatal("%s", report.error().message.english().c_str());
    const auto took = std::chrono::steady_clock::now() - begin;
    options.write.overwrite = true;
    options.checkpointEvery = std::chrono::hours(1);
    if (const auto report = load(plan, options); !report) qFatal("%s", report.error().message.english().c_str());
    return {bytesOf(options.target), bytesOf(options.target.string() + ".rejects.csv"),
            std::chrono::duration_cast<std::chrono::microseconds>(took)};
  }

  bool killed(const ImportPlan& plan, bool resume, std::chrono::microseconds after) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(load(plan, often(resume)) ? 0 : 1);
    std::this_thread::sleep_for(after);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) qFatal("The import failed before it was killed.");
    return !WIFEXITED(status);
  }

  RecordingFolder m_sources;
  std::unique_ptr<QTemporaryDir> m_folder;
  Resources m_resources{2, std::uint64_t{256} << 20};
};

MASU_TEST(RecordingContinueTest)
#include "recording_resume_test.moc"
