// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/record_log.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
namespace fs = std::filesystem;

namespace {

ImportPlan planOf(const std::vector<std::string>& sources) {
  ImportPlan plan;
  for (const std::string& path : sources) {
    store::SourceFile source;
    source.path = path;
    plan.sources.push_back(source);
  }
  return plan;
}

std::vector<LoggedRecord> someRecords() {
  std::vector<LoggedRecord> records;
  for (std::uint32_t i = 0; i < 20; ++i) {
    const bool isSample = i % 3 != 0;
    records.push_back(
        {i / 10, i + 2, isSample, isSample ? "" : "not a number", {"kept " + std::to_string(i), "", "枡"}});
  }
  return records;
}

bool isSame(const LoggedRecord& a, const LoggedRecord& b) {
  return a.source == b.source && a.line == b.line && a.isSample == b.isSample && a.reason == b.reason &&
         a.cells == b.cells;
}

}  // namespace

class RecordLogTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void recordsComeBackInTheirOrder() {
    // In blocks of any size: readers do not see where one ends.
    for (const std::size_t block : {1U, 3U, 10U}) {
      write(someRecords(), block);
      auto reader = RecordLogReader::open(path());
      QVERIFY(reader);
      QVERIFY(reader->isTable());
      QCOMPARE(reader->sources(), (std::vector<std::string>{"a.csv", "枡.csv"}));
      QCOMPARE(reader->kept(), (std::vector<std::string>{"id", "name"}));
      QCOMPARE(reader->labels(), std::vector<std::string>{"class"});
      LoggedRecord record;
      for (const LoggedRecord& expected : someRecords()) {
        const auto more = reader->next(record);
        QVERIFY(more && *more);
        QVERIFY(isSame(record, expected));
      }
      QVERIFY(reader->next(record) && !*reader->next(record));
    }
  }

  void anImportThatBeginsAgainForgetsItsRecords() {
    auto log = RecordLog::create(path(), planOf({"a.csv"}), {});
    QVERIFY(log);
    ByteWriter records;
    RecordLog::put(someRecords().front(), records);
    QVERIFY(log->append(0, records.bytes()));
    QVERIFY(log->clear());
    auto empty = RecordLogReader::open(path());
    LoggedRecord record;
    QVERIFY(empty && empty->next(record) && !*empty->next(record));
    QVERIFY(log->append(0, records.bytes()));
    QVERIFY(log->append(0, {}));  // a block without records is none
    auto reader = RecordLogReader::open(path());
    QVERIFY(reader && *reader->next(record) && !*reader->next(record));
  }

  /// A log that is cut gives the records before the cut and then an error, or an error at once; never other records.
  void aCutLogIsDamaged() {
    write(someRecords(), 4);
    const auto size = fs::file_size(path());
    int whole = 0;
    for (std::uintmax_t cut = size; cut-- > 0;) {
      fs::resize_file(path(), cut);
      auto reader = RecordLogReader::open(path());
      if (!reader) continue;
      std::size_t count = 0;
      LoggedRecord record;
      auto more = reader->next(record);
      for (; more && *more; more = reader->next(record)) QVERIFY(isSame(record, someRecords().at(count++)));
      // Between two blocks there is nothing to see.
      if (more) ++whole;
      QVERIFY(count < someRecords().size());
    }
    QCOMPARE(whole, 6);  // before each of the blocks of 4 of 10 records of 2 sources
  }

  void aFileOfOthersIsNone() {
    QVERIFY(!RecordLogReader::open(path().string() + ".missing"));
    for (const char* text : {"", "short", "a file that somebody else has written, and that is long enough"}) {
      std::ofstream(path(), std::ios::trunc) << text;
      QVERIFY2(!RecordLogReader::open(path()), text);
    }
  }

  /// The number of a source is an index for whoever reads: one that is not there is damage.
  void aSourceThatIsNotThereIsDamage() {
    auto log = RecordLog::create(path(), planOf({"a.csv"}), {});
    QVERIFY(log);
    ByteWriter records;
    RecordLog::put(someRecords().front(), records);
    QVERIFY(log->append(1, records.bytes()));
    auto reader = RecordLogReader::open(path());
    QVERIFY(reader);
    LoggedRecord record;
    const auto more = reader->next(record);
    QVERIFY(!more);
    QVERIFY(more.error().code == Errc::damaged);
  }

 private:
  fs::path path() const { return fs::path(m_folder.path().toStdString()) / "log"; }

  /// Blocks of so many records at most, each of one source.
  void write(const std::vector<LoggedRecord>& records, std::size_t block) {
    auto log =
        RecordLog::create(path(), planOf({"a.csv", "枡.csv"}), {{"id", 0}, {"class", 1, true, true}, {"name", 2}});
    QVERIFY(log);
    for (std::size_t first = 0; first < records.size();) {
      ByteWriter bytes;
      std::size_t end = first;
      for (; end < records.size() && end - first < block && records[end].source == records[first].source; ++end)
        RecordLog::put(records[end], bytes);
      QVERIFY(log->append(records[first].source, bytes.bytes()));
      first = end;
    }
  }

  QTemporaryDir m_folder;
};

MASU_TEST(RecordLogTest)
#include "record_log_test.moc"
