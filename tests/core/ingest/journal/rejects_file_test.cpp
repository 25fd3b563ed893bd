// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/rejects_file.h"

#include <unistd.h>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
namespace fs = std::filesystem;

namespace {

ImportPlan somePlan() {
  ImportPlan plan;
  plan.sources = {{"a.csv", 100, 0, "00", 0}, {"b, \"c\".csv", 100, 0, "01", 0}};
  plan.columns.resize(2);
  plan.columns[0].name = "x";
  plan.columns[1].name = "y,\n\"z\"";
  return plan;
}

Reject rejectAt(const csv::Block& block, std::uint64_t offset, std::uint64_t size, std::size_t column,
                RejectReason reason = RejectReason::notANumber) {
  Reject reject;
  reject.reason = reason;
  reject.column = column;
  reject.offset = reject.recordOffset = offset;
  reject.cell = "oops";
  reject.text = block.bytes.substr(offset, size);
  return reject;
}

/// "x: not a number 2", one a line.
std::string shown(const RejectsFile& file) {
  std::string text;
  for (const RejectCount& reason : file.reasons())
    text += reason.column + ": " + reason.reason + " " + std::to_string(reason.count) + "\n";
  return text;
}

}  // namespace

/// What an import turned away is in a table of its own, with the places of the records.
class RejectsFileTest : public QObject {
  Q_OBJECT

  std::unique_ptr<TableFolder> m_folder;
  ImportPlan m_plan;
  LoadOptions m_options;
  std::unique_ptr<store::DatasetWriter> m_writer;
  const std::string m_text = "1,2\n\"o\"\"ps\",3\n\"two\nlines\",4\n";

  csv::Block block() const {
    csv::Block block;
    block.bytes = m_text;
    block.offset = 100;
    block.firstLine = 5;
    return block;
  }

  /// Requires: nothing is in the way.
  RejectsFile begun() {
    m_writer.reset();
    auto file = RejectsFile::prepare(m_plan, m_options);
    if (!file) qFatal("%s", sentenceOf(file).c_str());
    auto writer = store::DatasetWriter::create(m_options.target, {{.name = "origin"}}, m_options.write);
    if (!writer) qFatal("%s", sentenceOf(writer).c_str());
    m_writer = std::move(*writer);
    if (const auto attached = file->attach(*m_writer); !attached) qFatal("%s", sentenceOf(attached).c_str());
    return std::move(*file);
  }

 private Q_SLOTS:
  void init() {
    m_writer.reset();
    m_folder = std::make_unique<TableFolder>();
    m_plan = somePlan();
    m_options = LoadOptions();
    m_options.target = m_folder->path("t.h5");
    m_options.write.sync = false;
  }

  /// As another program reads them.
  void rejectsAreATableWithTheirPlaces() {
    RejectsFile file = begun();
    QCOMPARE(file.path(), m_folder->path("t.h5.rejects.csv"));
    const csv::Block first = block();
    LineCursor cursor;
    QVERIFY(file.add(rejectAt(first, 4, 9, 0), 0, first, cursor));
    QVERIFY(file.add(rejectAt(first, 14, 13, 1), 0, first, cursor));
    QVERIFY(file.add(rejectAt(first, 0, 3, Reject::kWholeRecord, RejectReason::fieldCount), 1, first, cursor));
    QCOMPARE(file.count(), std::uint64_t{3});
    QVERIFY(!m_folder->holds("t.h5.rejects.csv"));
    QVERIFY(file.commit());
    const QString complaint = python(R"(
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline='')))
assert rows == [
    ['source', 'line', 'byte', 'column', 'reason', 'text'],
    ['a.csv', '6', '104', 'x', 'not a number', '"o""ps",3'],
    ['a.csv', '7', '114', 'y,\n"z"', 'not a number', '"two\nlines",4'],
    ['b, "c".csv', '5', '100', '', 'wrong number of fields', '1,2']], rows
)",
                                     {QString::fromStdString(file.path().string())});
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    file.withdraw();
    QVERIFY(!m_folder->holds("t.h5.rejects.csv"));
  }

  /// The most frequent ones come first.
  void reasonsAreCounted() {
    RejectsFile file = begun();
    const csv::Block some = block();
    LineCursor cursor;
    for (const auto& [column, reason] :
         {std::pair{std::size_t{0}, RejectReason::tooLarge}, {1, RejectReason::notATime}, {0, RejectReason::notANumber},
          {1, RejectReason::notATime}, {Reject::kWholeRecord, RejectReason::fieldCount}})
      QVERIFY(file.add(rejectAt(some, 0, 3, column, reason), 0, some, cursor));
    const std::string expected = "y,\n\"z\": not a date or time 2\n: wrong number of fields 1\nx: not a number 1\n"
                                 "x: number too large 1\n";
    QCOMPARE(shown(file), expected);
    // What was counted resumes.
    ByteWriter state;
    file.save(state);
    RejectsFile again = begun();
    QCOMPARE(again.count(), std::uint64_t{0});
    ByteReader reader(state.bytes());
    again.restore(reader);
    QVERIFY(reader.atEnd());
    QCOMPARE(again.count(), file.count());
    QCOMPARE(shown(again), expected);
  }

  void theFirstRejectEndsAnImportThatAsksForThat() {
    m_plan.options.onError = OnError::fail;
    RejectsFile file = begun();
    const csv::Block some = block();
    LineCursor cursor;
    const auto added = file.add(rejectAt(some, 4, 9, 0), 0, some, cursor);
    QVERIFY(!added);
    QCOMPARE(sentenceOf(added), std::string("Column x holds oops in line 6 of a.csv, which is not a number."));
    QCOMPARE(added.error().source.line, std::uint64_t{6});
    QCOMPARE(file.count(), std::uint64_t{0});
  }

  /// Where nothing was turned away there is no file, and none of an earlier import either.
  void withoutRejectsThereIsNoFile() {
    QVERIFY(begun().commit());
    QVERIFY(!m_folder->holds("t.h5.rejects.csv"));
    m_folder->write("t.h5.rejects.csv", "of an earlier import");
    m_options.write.overwrite = true;
    RejectsFile file = begun();
    // Nothing of its own is taken back.
    file.withdraw();
    QVERIFY(m_folder->holds("t.h5.rejects.csv"));
    QVERIFY(file.commit());
    QVERIFY(!m_folder->holds("t.h5.rejects.csv"));
  }

  void anotherFileIsReplacedWhereThatIsAllowedAlone() {
    m_folder->write("t.h5.rejects.csv", "of an earlier import");
    QCOMPARE(RejectsFile::prepare(m_plan, m_options).error().code, Errc::exists);
    QVERIFY(checkRejectsPlace(m_options, true));
    m_options.write.overwrite = true;
    RejectsFile file = begun();
    const csv::Block some = block();
    LineCursor cursor;
    QVERIFY(file.add(rejectAt(some, 0, 3, 0), 0, some, cursor));
    QVERIFY(file.commit());
    QVERIFY(TableFolder::read(file.path()).starts_with("source,line,byte,column,reason,text\n"));
    // One that came while the import ran stays.
    m_options.write.overwrite = false;
    m_options.target = m_folder->path("u.h5");
    RejectsFile late = begun();
    QVERIFY(late.add(rejectAt(some, 0, 3, 0), 0, some, cursor));
    m_folder->write("u.h5.rejects.csv", "of somebody else");
    QCOMPARE(late.commit().error().code, Errc::exists);
    QCOMPARE(TableFolder::read(late.path()), std::string("of somebody else"));
  }

  void theirFolderHasToBeThere() {
    m_options.rejects = m_folder->path("nowhere/r.csv");
    QCOMPARE(rejectsPathOf(m_options), m_options.rejects);
    const auto missing = checkRejectsPlace(m_options, false);
    QCOMPARE(missing.error().code, Errc::notFound);
    QVERIFY(sentenceOf(missing).find("nowhere") != std::string::npos);
    // A file without a folder is in that at hand.
    m_options.rejects = "no_such_rejects.csv";
    QVERIFY(checkRejectsPlace(m_options, false));
  }

  void theirFolderHasToBeWritable() {
    if (::geteuid() == 0) QSKIP("Root may write into any folder.");
    fs::create_directories(m_folder->path("closed"));
    fs::permissions(m_folder->path("closed"), fs::perms::owner_read | fs::perms::owner_exec);
    m_options.rejects = m_folder->path("closed/r.csv");
    QCOMPARE(checkRejectsPlace(m_options, false).error().code, Errc::permission);
  }
};

MASU_TEST(RejectsFileTest)
#include "rejects_file_test.moc"
