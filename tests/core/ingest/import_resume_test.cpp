// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <csignal>
#include <fstream>
#include <random>
#include <thread>

#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/store/read/dataset.h"
#include "core/store/staging/journal_record.h"
#include "tests/fixtures/damage_places.h"
#include "tests/fixtures/resumed_dataset.h"
#include "tests/fixtures/table_import.h"

using namespace masu;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr int kRecords = 40000;

/// Something of everything that an import keeps in mind: times, categories that become many, a value that widens the
/// features and one that widens the labels' codes, kept texts with line ends, and records to reject and to drop.
std::string tableText(std::mt19937& random, int from, int count) {
  std::string text = "when,number,decimal,word,class,note\r\n";
  for (int i = from; i < from + count; ++i) {
    text += "2024-01-0" + std::to_string(1 + i % 9) + " 10:00:" + std::to_string(10 + i % 50) + ',';
    text += random() % 500 == 0 ? "oops" : i == kRecords * 2 / 3 ? "123456789" : std::to_string(random() % 100);
    text += ',' + (random() % 60 == 0 ? "" : std::to_string(random() % 100000) + "." + std::to_string(random() % 100));
    text += ",w" + std::to_string(random() % static_cast<unsigned>(2 + i / 60));
    text += ",c" + std::to_string(random() % (i > kRecords / 2 ? 300 : 5));
    text += random() % 400 == 0 ? "\n" : random() % 20 == 0 ? ",\"a\n,b\"\n" : ",note " + std::to_string(i) + "\n";
    if (random() % 1000 == 0) text += "1,2,3\n";
  }
  return text;
}

/// Numbers that f32 rounds, then one that it does not hold, so that the sources are read again; and some to reject.
std::string lateTableText() {
  std::string text = "number\n";
  for (int i = 0; i < kRecords; ++i)
    text += i % 500 == 7 ? "oops\n" : i == kRecords * 2 / 3 ? "1e39\n" : std::to_string(i) + ".1\n";
  return text;
}

/// A small file system of its own, gone with the object.
class SmallDisk {
 public:
  explicit SmallDisk(fs::path folder) : m_folder(std::move(folder)) {
    fs::create_directory(m_folder);
    m_mounted = ::mount("masu-test", m_folder.c_str(), "tmpfs", 0, "size=6m") == 0;
  }
  ~SmallDisk() {
    if (m_mounted) ::umount2(m_folder.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  explicit operator bool() const { return m_mounted; }

 private:
  fs::path m_folder;
  bool m_mounted = false;
};

}  // namespace

Q_DECLARE_METATYPE(masu::store::Compression)

class ImportContinueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    std::mt19937 random(3);
    m_sources.write("a.csv", tableText(random, 0, kRecords / 2));
    m_sources.write("b.csv", tableText(random, kRecords / 2, kRecords / 2));
    m_sources.write("late.csv", lateTableText());
  }
  void init() { m_folder = std::make_unique<TableFolder>(); }

  void anImportKilledAtAnyMomentGivesTheSameFile_data();
  void anImportKilledAtAnyMomentGivesTheSameFile();
  void aCancelledImportKeepsWhatItFinished();
  void whatATooNarrowTypeHadRoundedIsReadAgain();
  void aShortImportLeavesNothingBehind();
  void aFullDiskIsGoneOnFrom();
  void anotherImportIsRefused();
  void anEditedSourceIsNotContinued();
  void aDamagedJournalIsNoneOrASentence();
  void aDamagedByteGivesTheSameFileOrASentence_data();
  void aDamagedByteGivesTheSameFileOrASentence();
  void aForgedIdentityIsASentence();
  void aFailureOfItsOwnLeavesNothing();
  void rejectsThatAreThereAlreadyAreLookedAt();
  void rejectsOfAnImportWithoutACheckpointAreNotInTheWay();
  void rejectsInTheWayAreReportedBeforeAnythingIsRead();
  void withNothingToContinueItImports();

 private:
  Result<ingest::ImportPlan> plan(store::Compression compression, std::optional<std::uint64_t> shuffle = {}) {
    TableImport import;
    import.options.sources = {m_sources.path("a.csv"), m_sources.path("b.csv")};
    import.options.labels = {"class"};
    import.options.dtype = table::DType::i8;
    import.options.compression = compression;
    import.options.shuffle = shuffle;
    import.options.table.text = {"note"};
    import.options.table.columnMissing = {{ "decimal", { ingest::MissingPolicy::drop, 0 } }};
    return import.survey();
  }

  Result<ingest::ImportPlan> latePlan() {
    TableImport import;
    import.options.sources = {m_sources.path("late.csv")};
    return import.survey();
  }

  /// Checkpoints as often as can be, and many blocks.
  ingest::LoadOptions often(bool resume) const {
    ingest::LoadOptions load;
    load.target = m_folder->path("F.h5");
    load.write.sync = false;
    load.write.resume = resume;
    load.blockBytes = 4096;
    load.checkpointEvery = 0ms;
    return load;
  }

  Result<ingest::ImportReport> load(const ingest::ImportPlan& plan, const ingest::LoadOptions& options,
                                    const std::stop_token& stop = {}) {
    Progress progress;
    return ingest::load(plan, options, m_resources, {stop, progress});
  }

  /// What an import that nobody disturbs makes, in a folder of its own.
  struct Undisturbed {
    std::string dataset;
    std::string splits;
    std::string rejects;
    std::chrono::microseconds took{};
  };
  Undisturbed undisturbed(const ingest::ImportPlan& plan) {
    const TableFolder folder;
    ingest::LoadOptions options = often(false);
    options.target = folder.path("F.h5");
    const auto begin = std::chrono::steady_clock::now();
    if (const auto report = load(plan, options); !report) qFatal("%s", sentenceOf(report).c_str());
    const auto took = std::chrono::steady_clock::now() - begin;
    options = {.target = options.target, .rejects = {}, .write = {.overwrite = true, .sync = false}};
    if (const auto report = load(plan, options); !report) qFatal("%s", sentenceOf(report).c_str());
    fs::remove(folder.path("F.splits.old.h5"));
    return {TableFolder::read(folder.path("F.h5")), TableFolder::read(folder.path("F.splits.h5")),
            TableFolder::read(folder.path("F.h5.rejects.csv")),
            std::chrono::duration_cast<std::chrono::microseconds>(took)};
  }

  /// Runs an import in another process and kills that after a while; true where it was not done yet.
  bool killed(const ingest::ImportPlan& plan, bool resume, std::chrono::microseconds after) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(load(plan, often(resume)) ? 0 : 1);
    std::this_thread::sleep_for(after);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) qFatal("The import failed before it was killed.");
    return !WIFEXITED(status);
  }

  /// Interrupts an import by a stop request once it has some samples.
  Result<ingest::ImportReport> cancelled(const ingest::ImportPlan& plan, const ingest::LoadOptions& options) {
    std::stop_source stop;
    Progress progress;
    const std::jthread watcher([&](const std::stop_token& done) {
      while (!done.stop_requested() && progress.samples() < kRecords / 3) std::this_thread::yield();
      stop.request_stop();
    });
    return ingest::load(plan, options, m_resources, {stop.get_token(), progress});
  }

  void compare(const Undisturbed& expected) const {
    QVERIFY(TableFolder::read(m_folder->path("F.h5")) == expected.dataset);
    compareBeside(expected);
  }

  /// What an import writes beside the dataset.
  void compareBeside(const Undisturbed& expected) const {
    QVERIFY(TableFolder::read(m_folder->path("F.splits.h5")) == expected.splits);
    QVERIFY(TableFolder::read(m_folder->path("F.h5.rejects.csv")) == expected.rejects);
    QCOMPARE(m_folder->listing(), std::string("F.h5 F.h5.rejects.csv F.splits.h5"));
  }

  TableFolder m_sources;
  std::unique_ptr<TableFolder> m_folder;
  Resources m_resources{2, std::uint64_t{256} << 20};
};

void ImportContinueTest::anImportKilledAtAnyMomentGivesTheSameFile_data() {
  QTest::addColumn<masu::store::Compression>("compression");
  QTest::addColumn<bool>("shuffled");
  QTest::addColumn<bool>("late");
  QTest::newRow("none") << store::Compression::none << false << false;
  QTest::newRow("gzip") << store::Compression::gzip << false << false;
  QTest::newRow("shuffled") << store::Compression::none << true << false;
  QTest::newRow("read again") << store::Compression::none << false << true;
}

void ImportContinueTest::anImportKilledAtAnyMomentGivesTheSameFile() {
#ifdef __SANITIZE_THREAD__
  QSKIP("The thread sanitizer knows no threads in a forked child.");
#endif
  QFETCH(masu::store::Compression, compression);
  QFETCH(bool, shuffled);
  QFETCH(bool, late);
  const auto planned = late ? latePlan() : plan(compression, shuffled ? std::optional<std::uint64_t>(3) : std::nullopt);
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const Undisturbed expected = undisturbed(*planned);
  QVERIFY(!expected.rejects.empty());
  std::mt19937 random(11);
  int continued = 0;
  constexpr int kRounds = 25;
  constexpr int kContinued = 6;
  // On a busy machine most die before their first checkpoint: then more are killed.
  for (int round = 0; round < kRounds || (continued < kContinued && round < 10 * kRounds); ++round) {
    m_folder = std::make_unique<TableFolder>();
    // The first death of each round comes in a part of the whole time of its own, so that no part is left out; what
    // follows dies at any moment.
    constexpr unsigned kPart = 1100 / kRounds;
    auto moment = static_cast<unsigned>(round % kRounds) * kPart + random() % kPart;
    bool resume = false;
    for (unsigned deaths = 1 + random() % 4; deaths > 0; --deaths, resume = true, moment = random() % 1100) {
      if (!killed(*planned, resume, expected.took * moment / 1000)) break;
      // Past the renames everything is there, and what remains is a folder nobody needs.
      if (m_folder->holds("F.h5")) break;
      QVERIFY(!m_folder->holds("F.h5"));
    }
    if (!m_folder->holds("F.h5")) {
      const auto report = load(*planned, often(true));
      QVERIFY2(report, sentenceOf(report).c_str());
      QCOMPARE(report->records, report->samples + report->rejected + report->dropped);
      continued += report->continuedFrom > 0 ? 1 : 0;
    }
    fs::remove_all(m_folder->path("F.h5.partial"));
    fs::remove(m_folder->path("F.splits.h5.lock"));  // of a process that was killed; the next one takes it
    compare(expected);
    if (QTest::currentTestFailed()) return;
  }
  QVERIFY2(continued >= kContinued, qPrintable(QString("only %1 were gone on with").arg(continued)));
}

void ImportContinueTest::aCancelledImportKeepsWhatItFinished() {
  const auto planned = plan(store::Compression::gzip);
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const Undisturbed expected = undisturbed(*planned);
  const auto first = cancelled(*planned, often(false));
  QVERIFY(!first);
  QCOMPARE(first.error().code, Errc::cancelled);
  const auto left = store::interruptedImport(m_folder->path("F.h5"));
  QVERIFY(left);
  // To the last block that was admitted, and not only to a checkpoint some time before.
  QVERIFY(left->checkpoint.samples >= kRecords / 3);
  const auto report = load(*planned, often(true));
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->continuedFrom, left->checkpoint.samples);
  QVERIFY(report->bytesRead < planned->sourceBytes);
  compare(expected);
}

void ImportContinueTest::whatATooNarrowTypeHadRoundedIsReadAgain() {
  const auto planned = latePlan();
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const Undisturbed expected = undisturbed(*planned);
  // Interrupted before the value that makes the features wider, or, on a busy machine, in the second reading; that
  // leaves nothing where it has only just begun.
  constexpr int kTries = 50;
  for (int tries = 0; !store::interruptedImport(m_folder->path("F.h5")) && tries < kTries; ++tries) {
    m_folder = std::make_unique<TableFolder>();
    QVERIFY(!cancelled(*planned, often(false)));
  }
  QVERIFY(store::interruptedImport(m_folder->path("F.h5")));
  const auto report = load(*planned, often(true));
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->startedOver, report->continuedFrom == 0);
  QCOMPARE(report->bytesRead > planned->sourceBytes, report->startedOver);
  QCOMPARE(report->notes.size(), std::size_t{1});
  QVERIFY(report->notes.front().english().find("read again") != std::string::npos);
  compare(expected);
}

void ImportContinueTest::aShortImportLeavesNothingBehind() {
  const auto planned = plan(store::Compression::none);
  QVERIFY2(planned, sentenceOf(planned).c_str());
  ingest::LoadOptions options = often(false);
  options.checkpointEvery = 5s;
  const auto report = cancelled(*planned, options);
  QVERIFY(!report);
  QCOMPARE(report.error().code, Errc::cancelled);
  QCOMPARE(m_folder->listing(), std::string());
}

void ImportContinueTest::aFullDiskIsGoneOnFrom() {
  const SmallDisk disk(m_folder->path("disk"));
  if (!disk) QSKIP("Mounting a small file system needs root.");
  const auto planned = plan(store::Compression::none);
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const Undisturbed expected = undisturbed(*planned);
  ingest::LoadOptions options = often(false);
  options.target = m_folder->path("disk") / "F.h5";
  std::ofstream(m_folder->path("disk") / "ballast") << std::string(9U << 19U, 'x');
  const auto full = load(*planned, options);
  QVERIFY(!full);
  QCOMPARE(full.error().code, Errc::noSpace);
  const auto left = store::interruptedImport(options.target);
  QVERIFY(left);
  QVERIFY(left->checkpoint.samples > 0);
  fs::remove(m_folder->path("disk") / "ballast");
  options.write.resume = true;
  const auto report = load(*planned, options);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->continuedFrom, left->checkpoint.samples);
  QVERIFY(TableFolder::read(options.target) == expected.dataset);
}

void ImportContinueTest::anotherImportIsRefused() {
  const auto planned = plan(store::Compression::none);
  QVERIFY(planned);
  QVERIFY(!cancelled(*planned, often(false)));
  const auto left = store::interruptedImport(m_folder->path("F.h5"));
  QVERIFY(left);
  const auto refusal = [&](const std::function<void(ingest::ImportPlan&)>& change) {
    ingest::ImportPlan other = *planned;
    change(other);
    const auto report = load(other, often(true));
    if (report || report.error().code != Errc::invalidArgument) return std::string("not refused");
    return sentenceOf(report);
  };
  const auto says = [](const std::string& sentence, const char* word) {
    return sentence.find(word) != std::string::npos;
  };
  QVERIFY(says(refusal([](ingest::ImportPlan& other) { other.options.compression = store::Compression::gzip; }),
               "--compression was \"none\" and is \"gzip\""));
  // A filter also changes the classes, which no option names.
  QVERIFY(says(refusal([](auto& other) { other.classes.front() = other.options.table.where = "number > 0"; }),
               "--where was \"\" and is \"number > 0\""));
  QVERIFY(says(refusal([](ingest::ImportPlan& other) { other.sources[1].hash = "0011223344556677"; }),
               "b.csv has changed"));
  QVERIFY(says(refusal([](ingest::ImportPlan& other) { other.sources[0].bytes += 1; }), "a.csv has changed"));
  QVERIFY(says(refusal([](ingest::ImportPlan& other) { other.sources.pop_back(); }), "b.csv among its sources"));
  QVERIFY(says(refusal([](ingest::ImportPlan& other) { std::swap(other.sources[0], other.sources[1]); }),
               "in another order"));
  QCOMPARE(store::interruptedImport(m_folder->path("F.h5"))->checkpoint.samples, left->checkpoint.samples);
}

void ImportContinueTest::anEditedSourceIsNotContinued() {
  const auto planned = plan(store::Compression::none);
  QVERIFY(planned);
  const Undisturbed expected = undisturbed(*planned);
  QVERIFY(!cancelled(*planned, often(false)));
  const auto left = store::interruptedImport(m_folder->path("F.h5"));
  QVERIFY(left);
  const fs::path source = planned->root / planned->sources[0].path;
  const std::string whole = TableFolder::read(source);
  std::string edited = whole;
  // A digit of an early record, which was read.
  const std::size_t at = edited.find_first_of("123456789", edited.find('\n', 1000));
  edited[at] = edited[at] == '1' ? '2' : '1';
  const auto write = [&](const std::string& text) { std::ofstream(source, std::ios::binary) << text; };
  write(edited);
  Progress progress;
  const auto report = ingest::load(*planned, often(true), m_resources, {{}, progress});
  QVERIFY(!report);
  // It shows that, and how far, the sources are read again.
  QCOMPARE(progress.stage(), std::string_view("Comparing what was read before"));
  QVERIFY(progress.done() > 0 && progress.done() <= progress.total());
  QVERIFY2(sentenceOf(report).find("was edited") != std::string::npos, sentenceOf(report).c_str());
  QVERIFY(!m_folder->holds("F.h5"));
  // What was finished waits for the source as it was.
  write(whole);
  const auto again = load(*planned, often(true));
  QVERIFY2(again, sentenceOf(again).c_str());
  QCOMPARE(again->continuedFrom, left->checkpoint.samples);
  compare(expected);
}

void ImportContinueTest::aDamagedByteGivesTheSameFileOrASentence_data() {
  QTest::addColumn<masu::store::Compression>("compression");
  QTest::newRow("none") << store::Compression::none;
  QTest::newRow("gzip") << store::Compression::gzip;
}

/// Of every file of the staging directory some bytes, from the first to the last.
void ImportContinueTest::aDamagedByteGivesTheSameFileOrASentence() {
  QFETCH(masu::store::Compression, compression);
  const auto planned = plan(compression);
  QVERIFY2(planned, sentenceOf(planned).c_str());
  const Undisturbed expected = undisturbed(*planned);
  QVERIFY(!cancelled(*planned, often(false)));
  const fs::path folder = m_folder->path("F.h5.partial");
  const TableFolder kept;
  fs::copy(folder, kept.path("partial"), fs::copy_options::recursive);
  const auto names = test::DamagePlaces::of(kept.path("partial"));
  QVERIFY(names.size() > 20);
  int same = 0;
  int refused = 0;
  ingest::LoadOptions options = often(true);
  options.blockBytes = 1U << 20U;
  options.checkpointEvery = 5s;
  for (const auto& [name, place] : names) {
    for (const char* left : {"F.h5", "F.splits.h5", "F.h5.rejects.csv", "F.h5.partial"})
      fs::remove_all(m_folder->path(left));
    fs::copy(kept.path("partial"), folder, fs::copy_options::recursive);
    test::DamagePlaces::flip(folder / name, place);
    const auto report = load(*planned, options);
    const std::string where = name + " at " + std::to_string(place) + ": " + sentenceOf(report);
    if (report) {
      ++same;
      QVERIFY2(test::isSameButForPadding(m_folder->path("F.h5"), expected.dataset), where.c_str());
      compareBeside(expected);
    } else {
      ++refused;
      QVERIFY2(report.error().message.english().ends_with('.'), where.c_str());
      QVERIFY2(!m_folder->holds("F.h5"), where.c_str());
    }
    if (QTest::currentTestFailed()) return;
  }
  // Only the marker that makes the folder Masu's may end in a sentence: what else is damaged is made again.
  QVERIFY2(same > refused, qPrintable(QString("%1 the same, %2 refused").arg(same).arg(refused)));
}

void ImportContinueTest::aDamagedJournalIsNoneOrASentence() {
  const auto planned = plan(store::Compression::gzip);
  QVERIFY(planned);
  const Undisturbed expected = undisturbed(*planned);
  QVERIFY(!cancelled(*planned, often(false)));
  const fs::path folder = m_folder->path("F.h5.partial");
  const TableFolder aside;
  fs::copy(folder, aside.path("kept"), fs::copy_options::recursive);
  const std::string whole = TableFolder::read(folder / "journal");
  std::mt19937 random(17);
  int refused = 0;
  for (int round = 0; round < 30; ++round) {  // in which each way to damage it has its turn
    fs::remove_all(m_folder->root());
    fs::create_directory(m_folder->root());
    fs::copy(aside.path("kept"), folder, fs::copy_options::recursive);
    const bool forged = round % 3 > 0;
    if (forged) {
      auto record = store::JournalRecord::read(folder);
      QVERIFY(record);
      // The place in the sources stands first, sums and words behind it.
      const std::size_t reach = round % 3 == 1 ? 64 : record->state.size();
      record->state[random() % reach] ^= std::byte(1U << random() % 8);
      if (round % 5 == 0) record->state.resize(random() % record->state.size());
      QVERIFY(record->write(folder, false));
    } else if (round % 2 == 0) {
      m_folder->write("F.h5.partial/journal", whole.substr(0, random() % whole.size()));
    } else {
      std::string flipped = whole;
      flipped[random() % whole.size()] ^= static_cast<char>(1U << random() % 8);
      m_folder->write("F.h5.partial/journal", flipped);
    }
    const auto report = load(*planned, often(true));
    QVERIFY2(report || !sentenceOf(report).empty(), "refused without a word");
    refused += report ? 0 : 1;
    if (!forged) {
      QVERIFY2(report, sentenceOf(report).c_str());
      QCOMPARE(report->continuedFrom, std::uint64_t{0});
      compare(expected);
    } else if (!report) {
      QVERIFY(!m_folder->holds("F.h5"));
    }
  }
  QVERIFY2(refused > 0, "nothing was found out");
}

void ImportContinueTest::aForgedIdentityIsASentence() {
  const auto planned = plan(store::Compression::none);
  QVERIFY(planned);
  QVERIFY(!cancelled(*planned, often(false)));
  const fs::path folder = m_folder->path("F.h5.partial");
  const auto record = store::JournalRecord::read(folder);
  QVERIFY(record);
  const std::string& good = record->identity;
  const auto without = [&](const std::string& key) {
    std::string text = good;
    const auto at = text.find('"' + key + '"');
    if (at == std::string::npos) qFatal("no key %s", key.c_str());
    return text.replace(at + 1, 1, "_");
  };
  std::vector<std::string> forgeries = {"",
                                        "7",
                                        "null",
                                        "[]",
                                        "{}",
                                        R"({"state_version":1,"state_layout":[1,2]})",
                                        good.substr(0, good.size() / 2),
                                        std::string(100000, '[')};
  for (const char* key : {"state_version", "state_layout", "sources", "recipe", "recordings", "path", "bytes", "hash"})
    forgeries.push_back(without(key));
  std::string deep = good;
  deep.replace(deep.find("\"recipe\":{") + 10, 1,
               "{\"a\":" + std::string(100000, '[') + std::string(100000, ']') + ",");
  forgeries.push_back(deep);
  for (const std::string& forgery : forgeries) {
    store::JournalRecord forged = *record;
    forged.identity = forgery;
    QVERIFY(forged.write(folder, false));
    const auto report = load(*planned, often(true));
    QVERIFY(!report);
    QCOMPARE(report.error().code, Errc::invalidArgument);
  }
}

void ImportContinueTest::aFailureOfItsOwnLeavesNothing() {
  auto planned = plan(store::Compression::none);
  QVERIFY(planned);
  planned->options.onError = ingest::OnError::fail;
  const auto report = load(*planned, often(false));
  QVERIFY(!report);
  QCOMPARE(m_folder->listing(), std::string());
}

void ImportContinueTest::rejectsThatAreThereAlreadyAreLookedAt() {
  const auto planned = plan(store::Compression::none);
  QVERIFY(planned);
  const Undisturbed expected = undisturbed(*planned);
  QVERIFY(!cancelled(*planned, often(false)));
  m_folder->write("F.h5.rejects.csv", "somebody else's");
  const auto refused = load(*planned, often(true));
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::exists);
  QCOMPARE(TableFolder::read(m_folder->path("F.h5.rejects.csv")), std::string("somebody else's"));
  // As it is where the import died behind its rejects and before the dataset.
  m_folder->write("F.h5.rejects.csv", expected.rejects);
  const auto report = load(*planned, often(true));
  QVERIFY2(report, sentenceOf(report).c_str());
  compare(expected);
}

void ImportContinueTest::rejectsOfAnImportWithoutACheckpointAreNotInTheWay() {
  const auto planned = plan(store::Compression::none);
  QVERIFY(planned);
  const Undisturbed expected = undisturbed(*planned);
  QVERIFY(!cancelled(*planned, often(false)));
  // As it is where a short import died behind its rejects and before the dataset.
  fs::remove(m_folder->path("F.h5.partial/journal"));
  m_folder->write("F.h5.partial/companion", expected.rejects);
  m_folder->write("F.h5.rejects.csv", "somebody else's");
  const auto refused = load(*planned, often(true));
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::exists);
  QCOMPARE(TableFolder::read(m_folder->path("F.h5.rejects.csv")), std::string("somebody else's"));
  QVERIFY(m_folder->holds("F.h5.partial/companion"));
  m_folder->write("F.h5.rejects.csv", expected.rejects);
  const auto report = load(*planned, often(true));
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->continuedFrom, std::uint64_t{0});
  compare(expected);
}

void ImportContinueTest::rejectsInTheWayAreReportedBeforeAnythingIsRead() {
  const auto planned = plan(store::Compression::none);
  QVERIFY(planned);
  const auto refused = [&](bool resume) {
    Progress progress;
    const auto report = ingest::load(*planned, often(resume), m_resources, {{}, progress});
    return !report && report.error().code == Errc::exists && progress.done() == 0;
  };
  m_folder->write("F.h5.rejects.csv", "somebody else's");
  QVERIFY(refused(false));
  QVERIFY(refused(true));
  QCOMPARE(m_folder->listing(), std::string("F.h5.rejects.csv"));
  // What could be gone on with outlives the refusal.
  fs::remove(m_folder->path("F.h5.rejects.csv"));
  QVERIFY(!cancelled(*planned, often(false)));
  m_folder->write("F.h5.rejects.csv", "somebody else's");
  QVERIFY(refused(false));
  QVERIFY(store::interruptedImport(m_folder->path("F.h5")));
  ingest::LoadOptions options = often(true);
  options.write.overwrite = true;
  const auto report = load(*planned, options);
  QVERIFY2(report, sentenceOf(report).c_str());
  QVERIFY(report->continuedFrom > 0);
  compare(undisturbed(*planned));
}

void ImportContinueTest::withNothingToContinueItImports() {
  const auto planned = plan(store::Compression::none);
  QVERIFY(planned);
  const Undisturbed expected = undisturbed(*planned);
  const auto report = load(*planned, often(true));
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->continuedFrom, std::uint64_t{0});
  compare(expected);
}

QTEST_GUILESS_MAIN(ImportContinueTest)
#include "import_resume_test.moc"
