// SPDX-License-Identifier: GPL-3.0-or-later
// Several files as one dataset: folders, patterns, drifting headers, parts without header, ZIP archives.
#include <cmath>

#include "core/store/read/dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

struct Imported {
  std::shared_ptr<const store::Dataset> dataset;
  ingest::ImportReport report;
  ingest::ImportPlan plan;

  std::vector<double> feature(const std::string& name) const {
    const store::ObjectInfo* info = dataset->find("features");
    const auto read = dataset->readValues(*info, 0, dataset->samples());
    const auto columns = dataset->meta().schema.indicesOf(table::Role::feature);
    std::vector<double> values;
    for (std::size_t i = 0; read && i < columns.size(); ++i) {
      if (dataset->meta().schema.columns[columns[i]].name != name) continue;
      for (std::size_t row = 0; row < dataset->samples(); ++row) values.push_back((*read)[row * columns.size() + i]);
    }
    return values;
  }
  bool notes(const std::string& part) const {
    return std::ranges::any_of(plan.notes,
                               [&](const Message& note) { return note.english().find(part) != std::string::npos; });
  }
};

QString zipped(const std::filesystem::path& archive, const char* body) {
  return python(QStringLiteral("import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\n%1\n"
                               "z.close()\n")
                    .arg(QString::fromUtf8(body)),
                {QString::fromStdString(archive.string())});
}

/// Bytes that this process has read, by the kernel's account; 0 where it keeps none.
std::uint64_t bytesRead() {
  std::ifstream account("/proc/self/io");
  std::string name;
  std::uint64_t bytes = 0;
  account >> name >> bytes;
  return name == "rchar:" ? bytes : 0;
}

}  // namespace

class TableFilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void aFolderIsReadWithThoseBelow();
  void aPatternStandsForItsFiles();
  void columnsAreMatchedByName();
  void anAbsentLabelRejectsItsRecords();
  void aPartWithoutHeaderGoesByPosition();
  void aDeclaredDelimiterIsThatOfItsFileAlone();
  void filesWithFewerLinesBeforeTheTableAreRefused();
  void filesWithoutACommonColumnAreRefused();
  void anyThreadsAndBlocksGiveTheSameFile();
  void anArchiveIsReadInPlace();
  void anArchiveOfManyTablesIsListedOnce();
  void badArchivesAreRefusedInSentences();
  void aRecipeKeepsTheColumns();

 private:
  Result<Imported> import(std::vector<std::filesystem::path> sources, const std::vector<std::string>& labels = {}) {
    TableImport each;
    each.options.sources = std::move(sources);
    each.options.labels = labels;
    each.load.target = m_folder->path("out.h5");
    each.load.write.overwrite = true;
    Imported imported;
    MASU_TRY(imported.plan, each.survey());
    MASU_TRY(imported.report, ingest::load(imported.plan, each.load, each.resources, each.job()));
    MASU_TRY(imported.dataset, store::Dataset::open(each.load.target));
    return imported;
  }

  std::unique_ptr<TableFolder> m_folder;
};

void TableFilesTest::aFolderIsReadWithThoseBelow() {
  std::filesystem::create_directories(m_folder->path("data/b/c"));
  std::filesystem::create_directories(m_folder->path("data/.cache"));
  m_folder->write("data/z.csv", "x,y\n5,6\n");
  m_folder->write("data/b/c/one.csv", "x,y\n1,2\n");
  m_folder->write("data/b/two.tsv", "x,y\n3,4\n");
  m_folder->write("data/.cache/three.csv", "x,y\n7,8\n");
  m_folder->write("data/notes.txt", "not a table");
  const auto done = import({m_folder->path("data")});
  QVERIFY2(done, sentenceOf(done).c_str());
  QCOMPARE(done->feature("x"), (std::vector<double>{1, 3, 5}));
  QCOMPARE(done->dataset->meta().sources[0].path, std::string("b/c/one.csv"));
}

void TableFilesTest::aPatternStandsForItsFiles() {
  for (const char* name : {"a1.csv", "a2.csv", "b1.csv"}) m_folder->write(name, std::string("x\n") + name[1] + "\n");
  const auto done = import({m_folder->path("a?.csv")});
  QVERIFY2(done, sentenceOf(done).c_str());
  QCOMPARE(done->feature("x"), (std::vector<double>{1, 2}));
  const auto none = import({m_folder->path("c*.csv")});
  QVERIFY(!none);
  QVERIFY(none.error().message.english().find("No file matches") != std::string::npos);
}

void TableFilesTest::columnsAreMatchedByName() {
  m_folder->write("1.csv", "a,b,c\n1,2,3\n");
  m_folder->write("2.csv", "c,a\n30,10\n");
  m_folder->write("3.csv", "d,b,a,c\n400,200,100,300\n");
  const auto done = import({m_folder->path("1.csv"), m_folder->path("2.csv"), m_folder->path("3.csv")});
  QVERIFY2(done, sentenceOf(done).c_str());
  QCOMPARE(done->feature("a"), (std::vector<double>{1, 10, 100}));
  QCOMPARE(done->feature("c"), (std::vector<double>{3, 30, 300}));
  const std::vector<double> b = done->feature("b");
  QVERIFY(b[0] == 2 && std::isnan(b[1]) && b[2] == 200);
  const std::vector<double> d = done->feature("d");
  QVERIFY(std::isnan(d[0]) && std::isnan(d[1]) && d[2] == 400);
  QVERIFY(done->notes("Column b is not in 1 of 3 files"));
  QVERIFY(done->notes("Column d is not in 2 of 3 files"));
  QVERIFY(!done->notes("Column a is not"));
}

void TableFilesTest::anAbsentLabelRejectsItsRecords() {
  m_folder->write("1.csv", "a,label\n1,p\n2,q\n");
  m_folder->write("2.csv", "a\n3\n4\n");
  const auto done = import({m_folder->path("1.csv"), m_folder->path("2.csv")}, {"label"});
  QVERIFY2(done, sentenceOf(done).c_str());
  QCOMPARE(done->report.samples, std::uint64_t{2});
  QCOMPARE(done->report.rejected, std::uint64_t{2});
  QCOMPARE(done->report.reasons.front().reason, std::string("label missing"));
}

void TableFilesTest::aPartWithoutHeaderGoesByPosition() {
  m_folder->write("1.csv", "a,b\n1,2\n");
  m_folder->write("2.csv", "3,4\n5,6\n");
  const auto done = import({m_folder->path("1.csv"), m_folder->path("2.csv")});
  QVERIFY2(done, sentenceOf(done).c_str());
  QCOMPARE(done->feature("b"), (std::vector<double>{2, 4, 6}));
  QVERIFY(done->notes("has no header"));
}

/// Of files that a spreadsheet program wrote, some have the line "sep=;" and others do not.
void TableFilesTest::aDeclaredDelimiterIsThatOfItsFileAlone() {
  const auto with = m_folder->write("1.csv", "sep=;\na;b\n1;2\n3;4\n");
  const auto without = m_folder->write("2.csv", "a;b\n5;6\n7;8\n");
  const auto other = m_folder->write("3.csv", "sep=,\na;b\n9;10\n");
  const auto done = import({with, without});
  QVERIFY2(done, sentenceOf(done).c_str());
  QCOMPARE(done->feature("b"), (std::vector<double>{2, 4, 6, 8}));
  QVERIFY(done->notes("The first line of 1.csv declares the delimiter ';', which is used."));
  QVERIFY(!done->notes("Lines before the table"));
  const auto later = import({without, with});
  QVERIFY2(later, sentenceOf(later).c_str());
  std::vector<double> values = later->feature("b");
  std::ranges::sort(values);
  QCOMPARE(values, (std::vector<double>{2, 4, 6, 8}));
  const auto differing = import({with, other});
  QVERIFY2(differing, sentenceOf(differing).c_str());
  QCOMPARE(differing->feature("b"), (std::vector<double>{2, 4, 10}));
  QVERIFY(differing->notes("The first line of 3.csv declares the delimiter ',', but all sources are read with ';'."));
  // A recipe reads either.
  const auto recipe = ingest::planFromRecipe(ingest::recipeFrom(done->plan));
  QVERIFY2(recipe, sentenceOf(recipe).c_str());
  for (const auto& file : {with, without}) {
    TableImport again;
    again.options.sources = {file};
    const auto plan = ingest::replan(*recipe, again.options, again.job());
    QVERIFY2(plan, sentenceOf(plan).c_str());
    QCOMPARE(plan->table().records, std::uint64_t{2});
  }
  // One of before that was kept counts the line among those before the table, where there is one.
  ingest::ImportPlan older = done->plan;
  older.table().dialect.declared.reset();
  const auto olderRecipe = ingest::planFromRecipe(ingest::recipeFrom(older));
  QVERIFY2(olderRecipe, sentenceOf(olderRecipe).c_str());
  QVERIFY(!olderRecipe->table().dialect.declared);
  TableImport again;
  again.options.sources = {with};
  const auto plan = ingest::replan(*olderRecipe, again.options, again.job());
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(plan->table().records, std::uint64_t{2});
}

/// As many lines as the first file has before its table would be passed over in the others, records or not.
void TableFilesTest::filesWithFewerLinesBeforeTheTableAreRefused() {
  const auto titled = m_folder->write("1.csv", "Report of May,,\n,,\na,b,y\n1,2,u\n3,4,v\n5,6,u\n");
  const auto again = m_folder->write("2.csv", "Report of June,,\n,,\na,b,y\n7,8,v\n9,10,u\n");
  const auto done = import({titled, again});
  QVERIFY2(done, sentenceOf(done).c_str());
  QCOMPARE(done->feature("b"), (std::vector<double>{2, 4, 6, 8, 10}));
  for (const char* text : {"a,b,y\n7,8,u\n9,10,v\n11,12,u\n", "7,8,u\n9,10,v\n11,12,u\n"}) {
    const auto bare = m_folder->write("3.csv", text);
    const auto refused = import({titled, again, bare});
    QVERIFY(!refused);
    QVERIFY2(sentenceOf(refused).find("3.csv has records or a header in its first lines") != std::string::npos,
             sentenceOf(refused).c_str());
  }
}

void TableFilesTest::filesWithoutACommonColumnAreRefused() {
  m_folder->write("1.csv", "a,b\n1,2\n");
  m_folder->write("2.csv", "c,d\n3,4\n");
  const auto done = import({m_folder->path("1.csv"), m_folder->path("2.csv")});
  QVERIFY(!done);
  QVERIFY(done.error().message.english().find("shares no column") != std::string::npos);
}

void TableFilesTest::anyThreadsAndBlocksGiveTheSameFile() {
  std::string first;
  std::string second;
  for (int i = 0; i < 3000; ++i) {
    first += std::to_string(i) + ",w" + std::to_string(i % 7) + ",2020-01-" + std::to_string(i % 28 + 1) + "\n";
    second += "w" + std::to_string(i % 11) + "," + (i % 50 == 0 ? "bad" : std::to_string(-i)) + "\n";
  }
  m_folder->write("1.csv", "n,word,day\n" + first);
  m_folder->write("2.csv", "word,n\n" + second);
  std::string expected;
  for (const unsigned threads : {1U, 2U, 4U}) {
    for (const std::uint64_t block : {700, 64000}) {
      TableImport each;
      each.options.sources = {m_folder->path("1.csv"), m_folder->path("2.csv")};
      each.options.table.where = "n > -2900 and (day != missing or word != \"w3\")";
      each.load.target = m_folder->path("out.h5");
      each.load.write.overwrite = true;
      each.load.blockBytes = block;
      each.resources.threads = threads;
      const auto report = each.run();
      QVERIFY2(report, sentenceOf(report).c_str());
      QCOMPARE(report->samples + report->rejected + report->dropped, report->records);
      QVERIFY(report->filtered > 300 && report->filtered == report->dropped && report->rejected == 60);
      const std::string bytes = TableFolder::read(each.load.target);
      if (expected.empty()) expected = bytes;
      QVERIFY(bytes == expected);
    }
  }
}

void TableFilesTest::anArchiveIsReadInPlace() {
  const auto archive = m_folder->path("data.zip");
  QCOMPARE(zipped(archive,
                  "z.writestr('set/', '')\n"
                  "z.writestr('__MACOSX/set/._a.csv', b'\\x00\\x05\\x16\\x07')\n"
                  "z.writestr('.DS_Store', b'\\x00')\n"
                  "z.writestr('set/readme.txt', 'about')\n"
                  "z.writestr('set/b.csv', 'x,y\\n' + ''.join(f'{i},{i*2}\\n' for i in range(1000, 200000)))\n"
                  "z.writestr('set/a.csv', 'x,y\\n' + ''.join(f'{i},{i*2}\\n' for i in range(1000)))"),
           QString());
  const auto done = import({archive});
  QVERIFY2(done, sentenceOf(done).c_str());
  QCOMPARE(done->plan.sources.size(), std::size_t{2});
  QCOMPARE(done->dataset->meta().sources[0].path, std::string("a.csv"));
  const std::vector<double> x = done->feature("x");
  const std::vector<double> y = done->feature("y");
  QCOMPARE(x.size(), std::size_t{200000});
  for (std::size_t i = 0; i < x.size(); ++i) QVERIFY(x[i] == static_cast<double>(i) && y[i] == 2 * x[i]);
  // One member can be named, as if the archive were a folder.
  const auto one = import({archive / "set/a.csv"});
  QVERIFY2(one, sentenceOf(one).c_str());
  QCOMPARE(one->report.samples, std::uint64_t{1000});
}

/// What is read of an archive grows with its tables and not with their square: its directory names them all, and is
/// read once. Long names make much of it.
void TableFilesTest::anArchiveOfManyTablesIsListedOnce() {
  if (bytesRead() == 0) QSKIP("The kernel keeps no account of what is read.");
  const auto bytesFor = [&](int tables) {
    const auto archive = m_folder->path("many" + std::to_string(tables) + ".zip");
    const QString body =
        QStringLiteral("for i in range(%1): z.writestr(('d' * 99 + '/') * 20 + '%d.csv' % i, 'x,y\\n1,2\\n')");
    if (const QString problem = zipped(archive, body.arg(tables).toUtf8().constData()); !problem.isEmpty())
      qFatal("%s", qPrintable(problem));
    const std::uint64_t before = bytesRead();
    const auto done = import({archive});
    if (!done || done->report.samples != static_cast<std::uint64_t>(tables)) qFatal("%s", sentenceOf(done).c_str());
    return bytesRead() - before;
  };
  constexpr int kFew = 40;
  const std::uint64_t few = bytesFor(kFew);
  const std::uint64_t many = bytesFor(4 * kFew);
  QVERIFY2(many < 6 * few, qPrintable(QStringLiteral("%1 bytes, then %2").arg(few).arg(many)));
}

void TableFilesTest::badArchivesAreRefusedInSentences() {
  const auto says = [&](const char* name, const char* sentence) {
    const auto done = import({m_folder->path(name)});
    return !done && done.error().message.english().find(sentence) != std::string::npos;
  };
  QCOMPARE(zipped(m_folder->path("none.zip"), "z.writestr('readme.txt', 'x')"), QString());
  QVERIFY(says("none.zip", "holds no CSV file"));
  QCOMPARE(zipped(m_folder->path("bomb.zip"), "z.writestr('a.csv', b'0,1\\n' * 30000000)"), QString());
  QVERIFY(says("bomb.zip", "bomb"));
  QCOMPARE(zipped(m_folder->path("crc.zip"), "z.writestr('a.csv', 'x,y\\n' + '1,2\\n' * 100, zipfile.ZIP_STORED)"),
           QString());
  std::string bytes = TableFolder::read(m_folder->path("crc.zip"));
  bytes[bytes.find("1,2\n1,2")] = '7';
  m_folder->write("crc.zip", bytes);
  QVERIFY(says("crc.zip", "is damaged"));
  bytes.resize(bytes.size() - 40);
  m_folder->write("cut.zip", bytes);
  QVERIFY(says("cut.zip", "not a whole ZIP archive"));
  QVERIFY(!m_folder->holds("out.h5"));
}

void TableFilesTest::aRecipeKeepsTheColumns() {
  m_folder->write("1.csv", "day,n\n03/04/2020,1\n03/05/2020,\n");
  TableImport each;
  each.options.sources = {m_folder->path("1.csv")};
  each.options.table.dateOrder = table::DateOrder::dayFirst;
  each.options.table.where = "n = missing or n < 5";
  each.options.table.columnMissing = {{"n", {ingest::MissingPolicy::constant, -1}}};
  const auto plan = each.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  const auto recipe = ingest::planFromRecipe(ingest::recipeFrom(*plan));
  QVERIFY2(recipe, sentenceOf(recipe).c_str());
  // Another file: its columns stand the other way round, and its first time is not the origin.
  m_folder->write("2.csv", "n,day\n2,04/04/2020\n9,05/04/2020\n,13/04/2020\n");
  ingest::ImportOptions options;
  options.sources = {m_folder->path("2.csv")};
  const auto bound = ingest::replan(*recipe, options, each.job());
  QVERIFY2(bound, sentenceOf(bound).c_str());
  each.load.target = m_folder->path("out.h5");
  const auto report = ingest::load(*bound, each.load, each.resources, each.job());
  QVERIFY2(report, sentenceOf(report).c_str());
  const Imported imported{*store::Dataset::open(each.load.target), *report, *bound};
  QCOMPARE(imported.feature("n"), (std::vector<double>{2, -1}));
  QCOMPARE(imported.feature("day"), (std::vector<double>{86400, 10 * 86400}));
  QCOMPARE(report->filtered, std::uint64_t{1});
  QCOMPARE(table::timeText(imported.dataset->meta().schema.find("day")->origin), std::string("2020-04-03 00:00:00"));
}

MASU_TEST(TableFilesTest)
#include "table_files_test.moc"
