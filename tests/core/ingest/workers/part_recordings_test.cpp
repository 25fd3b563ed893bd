// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <chrono>
#include <csignal>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "core/ingest/recordings/load/range_reading.h"
#include "core/ingest/workers/part_import.h"
#include "core/io/workers/worker_folder.h"
#include "core/store/write/dataset_writer.h"
#include "tests/fixtures/folder_contents.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

using Whole = ingest::ImportPartReport::Import;

namespace {

constexpr std::size_t kFrames = 40'000;

}  // namespace

/// Workers that share a folder import recordings as one import does, whatever happens to them.
class PartRecordingsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    for (int i = 0; i < 12; ++i) {
      const std::string label = i == 5 ? "only/" : i % 2 == 0 ? "a/" : "b/";
      m_sources.add(label + "r" + std::to_string(10 + i) + ".wav", kFrames + 500 * static_cast<std::size_t>(i), 2);
    }
    for (std::uint64_t i = 0; i < 3; ++i) {
      std::vector<double> values(kFrames, static_cast<double>(i));
      values[kFrames / 2] = i == 1 ? 1e5 : 0.5;
      fs::create_directories(m_floats.recordings());
      std::ofstream(m_floats.recordings() / (std::to_string(i) + ".raw"), std::ios::binary)
          .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(8 * values.size()));
    }
  }
  void init() { m_folder = std::make_unique<TableFolder>(); }

  void anyWorkersAtOnceGiveTheSameFiles_data();
  void anyWorkersAtOnceGiveTheSameFiles();
  void aRecordingThatFailsIsLeftOut_data();
  void aRecordingThatFailsIsLeftOut();
  void aTypeThatIsTooNarrowBecomesWider();
  void workersKilledAtAnyMomentGiveTheSameFiles_data();
  void workersKilledAtAnyMomentGiveTheSameFiles();
  void whatWasEditedOrLostIsReadAgain();
  void whatEndsTheImportIsSaidBeforeTheWork();

 private:
  static ingest::ImportPlan surveyed(const ingest::ImportOptions& asked) {
    Progress progress;
    auto plan = ingest::survey(asked, {{}, progress});
    if (!plan) qFatal("%s", sentenceOf(plan).c_str());
    return std::move(*plan);
  }
  ingest::ImportPlan planned(bool whole, ingest::OnError onError = ingest::OnError::reject) const {
    ingest::ImportOptions asked = m_sources.options(200, "folder");
    asked.recordings.groupFrom = R"(name:^(r\d))";
    asked.recordings.hop = 150;
    asked.recordings.keep = whole ? ingest::StoreAs::recordings : ingest::StoreAs::windows;
    asked.onError = onError;
    return surveyed(asked);
  }

  ingest::LoadOptions options(const TableFolder& folder) const {
    ingest::LoadOptions load;
    load.target = folder.path("F.h5");
    load.write.sync = false;
    load.write.partBytes = m_partBytes;
    load.checkpointEvery = 0ms;
    return load;
  }

  /// What load() makes of a plan, in a folder of its own.
  std::map<std::string, std::string> alone(const ingest::ImportPlan& plan) {
    const TableFolder folder;
    Progress progress;
    const auto report = ingest::load(plan, options(folder), m_resources, {{}, progress});
    if (!report) qFatal("%s", sentenceOf(report).c_str());
    return test::contentsBelow(folder.root());
  }

  Result<ingest::ImportPartReport> work(const ingest::ImportPlan& plan) {
    Progress progress;
    return ingest::importPart(plan, options(*m_folder), {m_sizes, m_patience}, m_resources, {{}, progress});
  }

  /// Workers in threads of one process, at once.
  std::vector<Result<ingest::ImportPartReport>> together(const ingest::ImportPlan& plan, std::uint64_t count) {
    std::vector<Result<ingest::ImportPartReport>> reports(count, ingest::ImportPartReport());
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < count; ++i) threads.emplace_back([&, i] { reports[i] = work(plan); });
    threads.clear();
    return reports;
  }

  void compare(const std::map<std::string, std::string>& expected) const {
    const auto made = test::contentsBelow(m_folder->root());
    for (const auto& [name, bytes] : expected) {
      QVERIFY2(made.contains(name), name.c_str());
      QVERIFY2(made.at(name) == bytes, name.c_str());
    }
    QCOMPARE(made.size(), expected.size());
  }

  /// A worker that does all ranges and dies.
  void begin(const ingest::ImportPlan& plan) {
    const ingest::UsableRecordings usable = ingest::usableOf(plan);
    const ingest::ReadList reads(plan, usable);
    const auto ranges = ingest::divideReads(plan, reads, m_sizes.rangeBytes);
    io::WorkerFolder folder(m_folder->path("F.h5"), ingest::termsOf(plan, options(*m_folder), m_sizes), ranges.size(),
                            m_patience);
    QVERIFY(folder.enter());
    for (const ingest::ReadRange& range : ranges) {
      auto claim = folder.ranges().claim(static_cast<std::uint64_t>(&range - ranges.data()));
      QVERIFY(claim && *claim);
      Progress progress;
      QVERIFY(ingest::readRange(plan, reads, range, nullptr, folder.fileOf((*claim)->name()), m_resources,
                                {{}, progress}));
      QVERIFY((*claim)->complete().value_or(false));
    }
  }

  /// Runs a worker in another process and kills that after a while.
  void kill(const ingest::ImportPlan& plan, std::chrono::microseconds after) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work(plan) ? 0 : 1);
    std::this_thread::sleep_for(after);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) qFatal("The import failed before it was killed.");
  }

  ingest::RecordingFolder m_sources;
  ingest::RecordingFolder m_floats;
  std::unique_ptr<TableFolder> m_folder;
  Resources m_resources{2, std::uint64_t{256} << 20};
  ingest::RangeSizes m_sizes{std::uint64_t{600} << 10};  // a chunk of windows, or some small recordings
  /// Short, so that dead workers hold nobody up; a living one that is taken for dead changes nothing either.
  io::ClaimPatience m_patience{20ms, 1s};
  std::uint64_t m_partBytes = 0;
};

void PartRecordingsTest::anyWorkersAtOnceGiveTheSameFiles_data() {
  QTest::addColumn<int>("workers");
  QTest::addColumn<bool>("whole");
  QTest::addColumn<bool>("inParts");
  QTest::newRow("one, windows") << 1 << false << false;
  QTest::newRow("three, windows in parts") << 3 << false << true;
  QTest::newRow("two, recordings") << 2 << true << false;
}

void PartRecordingsTest::anyWorkersAtOnceGiveTheSameFiles() {
  QFETCH(int, workers);
  QFETCH(bool, whole);
  QFETCH(bool, inParts);
  m_partBytes = inParts ? store::kSmallestPart : 0;
  const auto plan = planned(whole);
  const auto expected = alone(plan);
  const auto reports = together(plan, static_cast<std::uint64_t>(workers));
  // A late one has nothing to do.
  const auto late = work(plan);
  m_partBytes = 0;
  std::uint64_t done = 0;
  int joined = 0;
  for (const auto& report : reports) {
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->ranges > 2);
    QCOMPARE(report->bytesParsedAgain, std::uint64_t{0});
    done += report->parsed;
    joined += report->import ? 1 : 0;
  }
  QCOMPARE(joined, 1);
  QCOMPARE(done, reports.front()->ranges);
  QVERIFY2(late, sentenceOf(late).c_str());
  QCOMPARE(late->whole, Whole::complete);
  QCOMPARE(late->parsed, std::uint64_t{0});
  compare(expected);
}

void PartRecordingsTest::aRecordingThatFailsIsLeftOut_data() {
  QTest::addColumn<bool>("whole");
  QTest::newRow("windows") << false;
  QTest::newRow("recordings") << true;
}

/// Its class goes with it, and what is found without it has other places in the dataset.
void PartRecordingsTest::aRecordingThatFailsIsLeftOut() {
  QFETCH(bool, whole);
  const auto plan = planned(whole);
  // Cut behind its header after the survey: found out only when it is read.
  const fs::path damaged = m_sources.recordings() / "only" / "r15.wav";
  const std::string intact = TableFolder::read(damaged);
  std::ofstream(damaged, std::ios::binary).write(intact.data(), 3000);
  const auto expected = alone(plan);
  const auto reports = together(plan, 2);
  const auto late = work(plan);
  std::ofstream(damaged, std::ios::binary).write(intact.data(), static_cast<std::streamsize>(intact.size()));
  for (const auto& report : reports) {
    QVERIFY2(report, sentenceOf(report).c_str());
    if (report->import) QCOMPARE(report->import->rejected, std::uint64_t{1});
    // What was not given is of that recording alone.
    if (report->import) QVERIFY(report->bytesParsedAgain < 2 * kFrames * 2 * sizeof(std::int16_t));
  }
  QVERIFY(expected.contains("F.h5.rejects.csv"));
  QVERIFY2(late, sentenceOf(late).c_str());
  QCOMPARE(late->whole, Whole::complete);
  compare(expected);
}

void PartRecordingsTest::aTypeThatIsTooNarrowBecomesWider() {
  ingest::ImportOptions asked = m_floats.options(100);
  asked.recordings.raw = waveform::RawLayout{table::DType::f64, false, 1, 0};
  asked.dtype = table::DType::f16;
  const auto plan = surveyed(asked);
  const auto expected = alone(plan);
  begin(plan);
  const auto report = work(plan);
  QVERIFY2(report, sentenceOf(report).c_str());
  QVERIFY(report->import);
  QVERIFY(report->bytesParsedAgain > 0);
  const auto late = work(plan);
  QVERIFY2(late, sentenceOf(late).c_str());
  QCOMPARE(late->whole, Whole::complete);
  compare(expected);
}

void PartRecordingsTest::workersKilledAtAnyMomentGiveTheSameFiles_data() {
  aRecordingThatFailsIsLeftOut_data();
}

void PartRecordingsTest::workersKilledAtAnyMomentGiveTheSameFiles() {
#ifdef __SANITIZE_THREAD__
  QSKIP("The thread sanitizer knows no threads in a forked child.");
#endif
  QFETCH(bool, whole);
  const auto plan = planned(whole);
  const auto expected = alone(plan);
  const auto begun = std::chrono::steady_clock::now();
  QVERIFY(work(plan));
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun);
  constexpr unsigned kRounds = 8;
  for (unsigned round = 0; round < kRounds; ++round) {
    m_folder = std::make_unique<TableFolder>();
    kill(plan, took * (round * 1100 / kRounds) / 1000);
    // A process that a dead worker had started may be in the folder for a moment, which looks like a worker at it.
    for (bool complete = false; !complete;) {
      const auto report = work(plan);
      QVERIFY2(report, sentenceOf(report).c_str());
      complete = report->whole == Whole::complete;
    }
    fs::remove_all(m_folder->path("F.h5.partial"));
    fs::remove(m_folder->path("F.splits.h5.lock"));  // of a process that was killed; the next one takes it
    compare(expected);
    if (QTest::currentTestFailed()) return;
  }
}

/// One recording neither shows it by its size nor by when it was written; a file of a range is damaged.
void PartRecordingsTest::whatWasEditedOrLostIsReadAgain() {
  const auto plan = planned(false);
  begin(plan);
  const fs::path source = m_sources.recordings() / "a" / "r12.wav";
  const auto written = fs::last_write_time(source);
  const auto flip = [&] {
    std::fstream file(source, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(50'001);
    const char value = static_cast<char>(file.get() ^ 0x10);
    file.seekp(50'001);
    file.put(value);
    file.close();
    fs::last_write_time(source, written);
  };
  flip();
  const auto expected = alone(plan);
  const auto report = work(plan);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->parsed, std::uint64_t{0});
  QVERIFY(report->bytesParsedAgain > 0);
  compare(expected);
  flip();

  m_folder = std::make_unique<TableFolder>();
  const auto intact = alone(plan);
  begin(plan);
  for (const auto& entry : fs::directory_iterator(m_folder->path("F.h5.workers") / "files")) {
    std::string bytes = TableFolder::read(entry.path());
    bytes[bytes.size() / 2] ^= 1;
    std::ofstream(entry.path(), std::ios::binary | std::ios::trunc) << bytes;
  }
  const auto again = work(plan);
  QVERIFY2(again, sentenceOf(again).c_str());
  QVERIFY(again->bytesParsedAgain > 0);
  compare(intact);
}

/// A recording that the survey could not read, where no reject is wanted.
void PartRecordingsTest::whatEndsTheImportIsSaidBeforeTheWork() {
  const fs::path odd = m_sources.recordings() / "b" / "odd.wav";
  std::ofstream(odd, std::ios::binary) << "not a sound";
  const auto plan = planned(false, ingest::OnError::fail);
  fs::remove(odd);
  Progress progress;
  const TableFolder folder;
  const auto expected = ingest::load(plan, options(folder), m_resources, {{}, progress});
  const auto failed = work(plan);
  QVERIFY(!expected && !failed);
  QCOMPARE(sentenceOf(failed), sentenceOf(expected));
  QCOMPARE(m_folder->listing(), std::string());
}

MASU_TEST(PartRecordingsTest)
#include "part_recordings_test.moc"
