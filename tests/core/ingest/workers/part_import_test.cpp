// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/workers/part_import.h"

#include <QTest>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <iterator>
#include <random>
#include <thread>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/ingest/table/ranges/range_parsing.h"
#include "core/io/workers/worker_folder.h"
#include "core/store/staging/staging_directory.h"
#include "core/store/write/dataset_writer.h"
#include "tests/fixtures/folder_contents.h"
#include "tests/fixtures/table_import.h"

using namespace masu;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

using Whole = ingest::ImportPartReport::Import;

namespace {

constexpr int kRecords = 12'000;

/// Times, categories that become many, values that widen features and codes, kept texts with line ends, some of which
/// look like records, quotes that never close, and records to reject and to drop.
std::string tableText(std::mt19937& random, int from, int count) {
  std::string text = "when,number,decimal,word,class,note\r\n";
  for (int i = from; i < from + count; ++i) {
    text += "2024-01-0" + std::to_string(1 + i % 9) + " 10:00:" + std::to_string(10 + i % 50) + ',';
    text += random() % 500 == 0 ? "oops" : i == kRecords * 2 / 3 ? "123456789" : std::to_string(random() % 100);
    text += ',' + (random() % 60 == 0 ? "" : std::to_string(random() % 100000) + "." + std::to_string(random() % 100));
    text += ",w" + std::to_string(random() % static_cast<unsigned>(2 + i / 60));
    text += ",c" + std::to_string(random() % (i > kRecords / 2 ? 300 : 5));
    text += random() % 400 == 0   ? "\n"
            : random() % 100 == 0 ? ",\"2024-01-01,1,2,w1,c1,x\n2024-01-02,3,4,w2,c2,y\n\"\n"
            : random() % 20 == 0  ? ",\"a\n,b\"\n"
                                  : ",note " + std::to_string(i) + "\n";
    if (random() % 1000 == 0) text += "1,2,3\n";
  }
  return text + "2024-01-01,1,2,w1,c1,\"never closed\n2024-01-01,1,2,w1,c1,last\n";
}

/// Numbers that f32 rounds, then one that it does not hold, so that the sources are read again.
std::string lateTableText() {
  std::string text = "number\n";
  for (int i = 0; i < kRecords; ++i)
    text += i % 500 == 7 ? "oops\n" : i == kRecords * 2 / 3 ? "1e39\n" : std::to_string(i) + ".1\n";
  return text;
}

/// Numbers that all fit, and cells with line ends that look like no record.
std::string evenTableText() {
  std::string text = "number,word,note\n";
  for (int i = 0; i < kRecords; ++i) {
    text += std::to_string(i % 1000) + ",w" + std::to_string(i % 40);
    text += i % 7 == 3 ? ",\"a\nb\"\n" : ",note\n";
  }
  return text;
}

}  // namespace

/// Workers that share a folder import what one import does, whatever happens to them.
class PartImportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    std::mt19937 random(3);
    m_sources.write("a.csv", tableText(random, 0, kRecords / 2));
    m_sources.write("b.csv", tableText(random, kRecords / 2, kRecords / 2));
    m_sources.write("small1.csv", tableText(random, 0, 10));
    m_sources.write("small2.csv", tableText(random, 0, 10));
    m_sources.write("late.csv", lateTableText());
    m_sources.write("even.csv", evenTableText());
  }
  void init() { m_folder = std::make_unique<TableFolder>(); }

  void anyWorkersAtOnceGiveTheSameFile_data();
  void anyWorkersAtOnceGiveTheSameFile();
  void theJoinParsesNothingThatFits();
  void oneAfterTheOtherTheFirstDoesIt();
  void whereverASeamIsTheFileIsTheSame();
  void workersKilledAtAnyMomentGiveTheSameFile();
  void whatAWorkerDidIsKept();
  void whatARangeLacksIsParsedAgain();
  void whatTheDeadLeftIsRemoved();
  void onAFullDiskNothingIsLeft();
  void anotherImportOfTheTargetIsNoWorker();
  void othersAreRefused();
  void anotherSizeOfPartsIsRefused();

 private:
  Result<ingest::ImportPlan> plan(store::Compression compression = store::Compression::none,
                                  ingest::OnError onError = ingest::OnError::reject) {
    TableImport import;
    for (const char* name : {"small1.csv", "a.csv", "small2.csv", "b.csv"})
      import.options.sources.push_back(m_sources.path(name));
    import.options.labels = {"class"};
    import.options.dtype = table::DType::i8;
    import.options.compression = compression;
    import.options.onError = onError;
    import.options.table.text = {"note"};
    import.options.table.columnMissing = {{ "decimal", { ingest::MissingPolicy::drop, 0 } }};
    return import.survey();
  }
  Result<ingest::ImportPlan> latePlan() {
    TableImport import;
    import.options.sources = {m_sources.path("late.csv")};
    return import.survey();
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
    const auto report = ingest::load(plan, options(folder), {2, std::uint64_t{256} << 20}, {{}, progress});
    if (!report) qFatal("%s", sentenceOf(report).c_str());
    return test::contentsBelow(folder.root());
  }

  Result<ingest::ImportPartReport> work(const ingest::ImportPlan& plan, const std::stop_token& stop = {}) {
    Progress progress;
    return ingest::importPart(plan, options(*m_folder), {m_sizes, m_patience}, m_resources, {stop, progress});
  }

  /// A worker that parses some ranges and dies.
  void begin(const ingest::ImportPlan& plan, std::uint64_t count) {
    const auto ranges = ingest::divideSources(plan, m_sizes.rangeBytes);
    QVERIFY(ranges);
    io::WorkerFolder folder(m_folder->path("F.h5"), ingest::termsOf(plan, options(*m_folder), m_sizes), ranges->size(),
                            m_patience);
    QVERIFY(folder.enter());
    for (std::uint64_t i = 0; i < count; ++i) {
      auto claim = folder.ranges().claim(0);
      QVERIFY(claim && *claim);
      Progress progress;
      QVERIFY(ingest::parseRange(plan, {(*ranges)[(*claim)->piece()], m_sizes}, folder.fileOf((*claim)->name()),
                                 m_resources, {{}, progress}));
      QVERIFY((*claim)->complete().value_or(false));
    }
  }

  /// Leaves what an import alone has finished when it is stopped.
  void interrupt(const ingest::ImportPlan& plan) {
    constexpr int kTries = 100;
    ingest::LoadOptions load = options(*m_folder);
    load.blockBytes = m_sizes.blockBytes;
    for (int tries = 0; !store::interruptedImport(load.target) && tries < kTries; ++tries) {
      std::stop_source stop;
      Progress progress;
      const std::jthread watcher([&](const std::stop_token& done) {
        while (!done.stop_requested() && progress.samples() < kRecords / 4) std::this_thread::yield();
        stop.request_stop();
      });
      const auto report = ingest::load(plan, load, m_resources, {stop.get_token(), progress});
      if (report) m_folder = std::make_unique<TableFolder>();
      load.target = m_folder->path("F.h5");
    }
    QVERIFY(store::interruptedImport(load.target));
  }

  void compare(const std::map<std::string, std::string>& expected) const {
    const auto made = test::contentsBelow(m_folder->root());
    for (const auto& [name, bytes] : expected) {
      QVERIFY2(made.contains(name), name.c_str());
      QVERIFY2(made.at(name) == bytes, name.c_str());
    }
    QCOMPARE(made.size(), expected.size());
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

  TableFolder m_sources;
  std::unique_ptr<TableFolder> m_folder;
  Resources m_resources{2, std::uint64_t{256} << 20};
  ingest::RangeSizes m_sizes{std::uint64_t{32} << 10, std::uint64_t{4} << 10};
  /// Short, so that dead workers hold nobody up; a living one that is taken for dead changes nothing either.
  io::ClaimPatience m_patience{20ms, 1s};
  std::uint64_t m_partBytes = 0;
};

void PartImportTest::anyWorkersAtOnceGiveTheSameFile_data() {
  QTest::addColumn<int>("workers");
  QTest::addColumn<bool>("gzip");
  QTest::addColumn<bool>("inParts");
  QTest::addColumn<bool>("late");
  QTest::newRow("one") << 1 << false << false << false;
  QTest::newRow("two, compressed") << 2 << true << false << false;
  QTest::newRow("three, in parts") << 3 << false << true << false;
  QTest::newRow("four, compressed, in parts") << 4 << true << true << false;
  QTest::newRow("two, read again for a late value") << 2 << false << false << true;
}

void PartImportTest::anyWorkersAtOnceGiveTheSameFile() {
  QFETCH(int, workers);
  QFETCH(bool, gzip);
  QFETCH(bool, inParts);
  QFETCH(bool, late);
  m_partBytes = inParts ? store::kSmallestPart : 0;
  const auto planned = late ? latePlan() : plan(gzip ? store::Compression::gzip : store::Compression::none);
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const auto expected = alone(*planned);
  std::vector<Result<ingest::ImportPartReport>> reports(static_cast<std::size_t>(workers),
                                                        ingest::ImportPartReport());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < reports.size(); ++i) {
      threads.emplace_back(
          [&, i] { reports[i] = work(*planned); });
    }
  }
  m_partBytes = 0;
  std::uint64_t parsed = 0;
  int joined = 0;
  for (const auto& report : reports) {
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->ranges > 2);
    parsed += report->parsed;
    joined += report->import ? 1 : 0;
    if (report->import) QCOMPARE(report->whole, Whole::complete);
  }
  QCOMPARE(joined, 1);
  QCOMPARE(parsed, reports.front()->ranges);
  compare(expected);
}

/// Where no type becomes wider and no line of a cell looks like a record, workers cut the blocks that the join does.
void PartImportTest::theJoinParsesNothingThatFits() {
  TableImport import;
  import.options.sources = {m_sources.path("even.csv")};
  import.options.dtype = table::DType::f32;
  import.options.table.text = {"note"};
  const auto planned = import.survey();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const auto expected = alone(*planned);
  for (std::uint64_t workers = 1; workers <= 3; ++workers) {
    m_folder = std::make_unique<TableFolder>();
    std::vector<Result<ingest::ImportPartReport>> reports(workers, ingest::ImportPartReport());
    {
      std::vector<std::jthread> threads;
      for (std::uint64_t i = 0; i < workers; ++i)
        threads.emplace_back([&, i] { reports[i] = work(*planned); });
    }
    for (const auto& report : reports) {
      QVERIFY2(report, sentenceOf(report).c_str());
      QVERIFY(report->ranges > 2);
      QCOMPARE(report->bytesParsedAgain, std::uint64_t{0});
    }
    compare(expected);
    if (QTest::currentTestFailed()) return;
  }
}

void PartImportTest::oneAfterTheOtherTheFirstDoesIt() {
  const auto planned = plan();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const auto expected = alone(*planned);
  for (const bool isFirst : {true, false, false}) {
    const auto report = work(*planned);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->whole, Whole::complete);
    QCOMPARE(report->import.has_value(), isFirst);
    QCOMPARE(report->parsed, isFirst ? report->ranges : std::uint64_t{0});
    compare(expected);
  }
}

/// Ranges of some hundred bytes begin within quotes, between CR and LF, in records that never end, and beyond them.
void PartImportTest::whereverASeamIsTheFileIsTheSame() {
  TableImport import;
  import.options.sources = {m_sources.path("small1.csv"), m_sources.path("small2.csv")};
  import.options.table.text = {"note"};
  const auto planned = import.survey();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const auto expected = alone(*planned);
  for (std::uint64_t bytes = 97; bytes < 200; bytes += 2) {
    m_folder = std::make_unique<TableFolder>();
    m_sizes = {bytes, 64};
    const auto report = work(*planned);
    QVERIFY2(report, sentenceOf(report).c_str());
    QVERIFY(report->ranges > 2);
    compare(expected);
    if (QTest::currentTestFailed()) return;
  }
  m_sizes = {std::uint64_t{32} << 10, std::uint64_t{4} << 10};
}

void PartImportTest::workersKilledAtAnyMomentGiveTheSameFile() {
#ifdef __SANITIZE_THREAD__
  QSKIP("The thread sanitizer knows no threads in a forked child.");
#endif
  const auto planned = plan();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const auto expected = alone(*planned);
  const auto begin = std::chrono::steady_clock::now();
  QVERIFY(work(*planned));
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
  std::mt19937 random(11);
  constexpr unsigned kRounds = 18;
  for (unsigned round = 0; round < kRounds; ++round) {
    m_folder = std::make_unique<TableFolder>();
    // The first death of each round comes in a part of the whole time of its own, so that no part is left out.
    kill(*planned, took * (round * 1100 / kRounds) / 1000);
    for (auto deaths = random() % 3; deaths > 0; --deaths) kill(*planned, took * (random() % 1100) / 1000);
    // A process that a dead worker had started may be in the folder for a moment, which looks like a worker at it.
    for (bool complete = false; !complete;) {
      const auto report = work(*planned);
      QVERIFY2(report, sentenceOf(report).c_str());
      complete = report->whole == Whole::complete;
    }
    fs::remove_all(m_folder->path("F.h5.partial"));
    fs::remove(m_folder->path("F.splits.h5.lock"));  // of a process that was killed; the next one takes it
    compare(expected);
    if (QTest::currentTestFailed()) return;
  }
}

void PartImportTest::whatAWorkerDidIsKept() {
  const auto planned = plan();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const auto expected = alone(*planned);
  std::stop_source stop;
  stop.request_stop();
  const auto idle = work(*planned, stop.get_token());
  QVERIFY(!idle);
  QCOMPARE(idle.error().code, Errc::cancelled);
  QCOMPARE(m_folder->listing(), std::string());

  begin(*planned, 3);
  QCOMPARE(m_folder->listing(), std::string("F.h5.workers"));
  const auto stopped = work(*planned, stop.get_token());
  QVERIFY(!stopped);
  QCOMPARE(m_folder->listing(), std::string("F.h5.workers"));
  const auto report = work(*planned);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->parsed + 3, report->ranges);
  compare(expected);
}

/// Whatever is in the files of ranges, the join makes the same of the sources.
void PartImportTest::whatARangeLacksIsParsedAgain() {
  const auto planned = plan();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const auto expected = alone(*planned);
  begin(*planned, 9);
  std::mt19937 random(5);
  int changed = 0;
  for (const auto& entry : fs::directory_iterator(m_folder->path("F.h5.workers") / "files")) {
    std::string bytes = TableFolder::read(entry.path());
    if (changed % 3 == 0) bytes.resize(random() % bytes.size());
    if (changed % 3 == 1) bytes[random() % bytes.size()] ^= 1;
    if (changed % 3 == 2) bytes[bytes.size() - 1 - random() % 500] ^= 1;
    std::ofstream(entry.path(), std::ios::binary | std::ios::trunc) << bytes;
    ++changed;
  }
  QCOMPARE(changed, 9);
  const auto report = work(*planned);
  QVERIFY2(report, sentenceOf(report).c_str());
  QVERIFY(report->bytesParsedAgain > m_sizes.rangeBytes / 2);
  compare(expected);
}

/// The file of a range that nobody completed, and the folder where the one who joined the ranges could not say so.
void PartImportTest::whatTheDeadLeftIsRemoved() {
  const auto planned = plan();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  begin(*planned, 2);
  const fs::path files = m_folder->path("F.h5.workers") / "files";
  m_folder->write("F.h5.workers/files/5.0123456789abcdef", "half of it");
  const auto countOf = [&] { return std::distance(fs::directory_iterator(files), fs::directory_iterator()); };
  QCOMPARE(countOf(), std::ptrdiff_t{3});
  const auto terms = ingest::termsOf(*planned, options(*m_folder), m_sizes);
  const auto ranges = ingest::divideSources(*planned, m_sizes.rangeBytes);
  QVERIFY(ranges);
  {
    io::WorkerFolder folder(m_folder->path("F.h5"), terms, ranges->size(), m_patience);
    QVERIFY(folder.enter());
    QCOMPARE(countOf(), std::ptrdiff_t{2});
  }
  QCOMPARE(countOf(), std::ptrdiff_t{2});
  {
    io::WorkerFolder folder(m_folder->path("F.h5"), terms, ranges->size(), m_patience);
    QVERIFY(folder.enter());
    folder.noteFinished();
  }
  QCOMPARE(m_folder->listing(), std::string());
  // One that died while it removed the folder.
  QVERIFY(work(*planned));
  fs::create_directory(m_folder->path("F.h5.workers"));
  QVERIFY(work(*planned));
  QVERIFY(!m_folder->holds("F.h5.workers"));
}

/// A limit of the size of files, between that of the mark of the folder and that of the terms, stands for a full disk.
void PartImportTest::onAFullDiskNothingIsLeft() {
  const auto planned = plan();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  rlimit before{};
  QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit few{200, before.rlim_max};
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &few), 0);
  const auto report = work(*planned);
  QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, ignored);
  QVERIFY(!report);
  QCOMPARE(m_folder->listing(), std::string());
}

void PartImportTest::anotherImportOfTheTargetIsNoWorker() {
  const auto planned = plan();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const auto expected = alone(*planned);
  {
    const auto other = store::StagingDirectory::claim(m_folder->path("F.h5"));
    QVERIFY2(other, sentenceOf(other).c_str());
    const auto report = work(*planned);
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::busy);
  }
  const auto report = work(*planned);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->parsed, std::uint64_t{0});
  QVERIFY(report->import);
  compare(expected);
}

void PartImportTest::othersAreRefused() {
  const auto planned = plan();
  const auto other = plan(store::Compression::gzip);
  QVERIFY(planned && other);
  begin(*planned, 1);
  const auto refused = work(*other);
  QVERIFY(!refused);
  QVERIFY2(sentenceOf(refused).find("other workers") != std::string::npos, sentenceOf(refused).c_str());
  QCOMPARE(m_folder->listing(), std::string("F.h5.workers"));
  // What is not in the plan is asked of each worker, too.
  Progress none;
  ingest::LoadOptions divided = options(*m_folder);
  divided.write.partBytes = store::kSmallestPart;
  ingest::LoadOptions elsewhere = options(*m_folder);
  elsewhere.rejects = m_folder->path("rejected.csv");
  for (const ingest::LoadOptions& load : {divided, elsewhere}) {
    const auto unlike = ingest::importPart(*planned, load, {m_sizes, m_patience}, m_resources, {{}, none});
    QVERIFY(!unlike);
    QVERIFY2(sentenceOf(unlike).find("other workers") != std::string::npos, sentenceOf(unlike).c_str());
    QCOMPARE(m_folder->listing(), std::string("F.h5.workers"));
  }

  m_folder = std::make_unique<TableFolder>();
  ingest::LoadOptions replacing = options(*m_folder);
  replacing.write.overwrite = true;
  const auto unwilling =
      ingest::importPart(*planned, replacing, {m_sizes, m_patience}, m_resources, {{}, none});
  QVERIFY(!unwilling);
  QVERIFY(sentenceOf(unwilling).find("does not replace") != std::string::npos);

  // Something else is in the place of the dataset.
  m_folder->write("F.h5", "mine");
  const auto there = work(*planned);
  QVERIFY(!there);
  QCOMPARE(there.error().code, Errc::exists);
  QCOMPARE(m_folder->listing(), std::string("F.h5"));

  // What an import of other options left here is known before the work, and stays.
  m_folder = std::make_unique<TableFolder>();
  interrupt(*other);
  QCOMPARE(m_folder->listing(), std::string("F.h5.partial"));
  const auto begun = work(*planned);
  QVERIFY(!begun);
  QVERIFY2(sentenceOf(begun).find("always resumes: remove ") != std::string::npos, sentenceOf(begun).c_str());
  QCOMPARE(m_folder->listing(), std::string("F.h5.partial"));

  // A reject that ends an import is the same one.
  m_folder = std::make_unique<TableFolder>();
  const auto strict = plan(store::Compression::none, ingest::OnError::fail);
  QVERIFY(strict);
  const TableFolder folder;
  const auto expected = ingest::load(*strict, options(folder), m_resources, {{}, none});
  const auto failed = work(*strict);
  QVERIFY(!expected && !failed);
  QCOMPARE(sentenceOf(failed), sentenceOf(expected));
}

/// While others work, and when they are done: it would have made other files.
void PartImportTest::anotherSizeOfPartsIsRefused() {
  constexpr std::uint64_t kSize = store::kSmallestPart;
  const auto planned = plan();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const auto said = [&](std::uint64_t partBytes) {
    m_partBytes = partBytes;
    const auto report = work(*planned);
    m_partBytes = kSize;
    return sentenceOf(report);
  };
  const std::string small = "parts of at most " + std::to_string(kSize) + " bytes";
  const std::string large = "parts of at most " + std::to_string(2 * kSize) + " bytes";
  const auto names = [](const std::string& sentence, const std::string& mine, const std::string& theirs) {
    return sentence.find("makes " + mine + " of ") != std::string::npos &&
           sentence.find("that of the other workers " + theirs + ".") != std::string::npos;
  };
  m_partBytes = kSize;
  begin(*planned, 1);
  QVERIFY2(names(said(2 * kSize), large, small), said(2 * kSize).c_str());
  QVERIFY2(names(said(0), "one file", small), said(0).c_str());
  QCOMPARE(said(kSize), std::string("no failure"));
  QVERIFY(m_folder->holds("F.part001.h5"));
  QVERIFY2(names(said(2 * kSize), large, small), said(2 * kSize).c_str());
  QVERIFY2(names(said(0), "one file", small), said(0).c_str());
  QCOMPARE(said(kSize), std::string("no failure"));

  m_folder = std::make_unique<TableFolder>();
  QCOMPARE(said(0), std::string("no failure"));
  QVERIFY2(names(said(kSize), small, "one file"), said(kSize).c_str());
  QCOMPARE(said(std::uint64_t{1} << 40), std::string("no failure"));
  m_partBytes = 0;
}

QTEST_GUILESS_MAIN(PartImportTest)
#include "part_import_test.moc"
