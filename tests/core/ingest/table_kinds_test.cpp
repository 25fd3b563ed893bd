// SPDX-License-Identifier: GPL-3.0-or-later
// What cells are: times, booleans, missing ones by column, and spellings of tables that people have.
#include <cmath>

#include "core/store/read/dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

std::vector<double> rowOf(const store::Dataset& dataset, std::uint64_t row) {
  const store::ObjectInfo* info = dataset.find("features");
  const auto read = dataset.readValues(*info, row, 1);
  return read ? *read : std::vector<double>();
}

}  // namespace

class TableKindsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void timesCountFromTheirFirst();
  void theOrderOfADateIsFoundOrSaid();
  void aTimeThatIsNoneIsRejected();
  void aTimeOfDayAmongDatesIsRejected();
  void timesEqualThoseOfPandas();
  void missingCellsFollowTheirColumn();
  void theFilterKnowsTimesAndIgnoredColumns();
  void aFilterThatMakesNoSenseIsRefused();
  void typesCanBeSaid();
  void aNumberThatIsNoBooleanIsRejected();
  void aNanIsTheSameToSurveyAndImport();
  void spellingsReadTheSame_data();
  void spellingsReadTheSame();
  void namesAreMadeUniqueAndNeverEmpty();
  void thousandsOfColumnsAndLongCells();

 private:
  Result<std::shared_ptr<const store::Dataset>> import(const std::string& text, ingest::ImportOptions options = {}) {
    TableImport each;
    each.options = std::move(options);
    each.options.sources = {m_folder->write("in.csv", text)};
    each.load.target = m_folder->path("out.h5");
    each.load.write.overwrite = true;
    MASU_TRY(m_plan, each.survey());
    MASU_TRY(m_report, ingest::load(m_plan, each.load, each.resources, each.job()));
    return store::Dataset::open(each.load.target);
  }

  std::unique_ptr<TableFolder> m_folder;
  ingest::ImportPlan m_plan;
  ingest::ImportReport m_report;
};

void TableKindsTest::timesCountFromTheirFirst() {
  const auto dataset = import("at,v\n2014-02-14 14:27:00,1\n2014-02-14 14:32:00,2\n,3\n2014-02-14T14:00:00Z,4\n");
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  const table::Column& at = (*dataset)->meta().schema.columns[0];
  QCOMPARE(at.kind, table::Kind::time);
  QCOMPARE(at.origin, 1392388020.0);
  QCOMPARE(rowOf(**dataset, 0)[0], 0.0);
  QCOMPARE(rowOf(**dataset, 1)[0], 300.0);
  QVERIFY(std::isnan(rowOf(**dataset, 2)[0]));
  QCOMPARE(rowOf(**dataset, 3)[0], -1620.0);
  QCOMPARE(at.stats.min, -1620.0);
  // The plan shows moments, not distances.
  QCOMPARE(m_plan.columns[0].stats.max, 1392388320.0);
}

void TableKindsTest::theOrderOfADateIsFoundOrSaid() {
  const auto order = [&](const std::string& text, std::optional<table::DateOrder> said = {}) {
    ingest::ImportOptions options;
    options.table.dateOrder = said;
    const auto dataset = import("d,v\n" + text, options);
    return dataset ? table::timeText(m_plan.columns[0].origin) : sentenceOf(dataset);
  };
  QCOMPARE(order("03/04/2020,1\n13/04/2020,2\n"), std::string("2020-04-03 00:00:00"));
  QVERIFY(m_plan.notes.empty());
  QCOMPARE(order("03/04/2020,1\n04/13/2020,2\n"), std::string("2020-03-04 00:00:00"));
  QCOMPARE(order("03/04/2020,1\n04/05/2020,2\n"), std::string("2020-03-04 00:00:00"));
  QCOMPARE(m_plan.notes.size(), std::size_t{1});
  QCOMPARE(order("03/04/2020,1\n04/05/2020,2\n", table::DateOrder::dayFirst), std::string("2020-04-03 00:00:00"));
  QVERIFY(m_plan.notes.empty());
  QCOMPARE(order("20-01-02,1\n21-03-04,2\n"), std::string("2002-01-20 00:00:00"));
  // The century is a guess in any order.
  QCOMPARE(m_plan.notes.size(), std::size_t{2});
  QCOMPARE(order("20-01-02,1\n21-03-04,2\n", table::DateOrder::yearFirst), std::string("2020-01-02 00:00:00"));
  QCOMPARE(m_plan.notes.size(), std::size_t{1});
  QCOMPARE(order("20-01-02,1\n21-03-99,2\n"), std::string("2002-01-20 00:00:00"));
  QCOMPARE(m_plan.notes.size(), std::size_t{1});
}

void TableKindsTest::aTimeThatIsNoneIsRejected() {
  std::string text = "at,v\n";
  for (int i = 0; i < 100; ++i)
    text += i == 70 ? "yesterday,1\n" : "2020-01-01 00:00:0" + std::to_string(i % 10) + ",1\n";
  const auto dataset = import(text);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE(m_report.rejected, std::uint64_t{1});
  QCOMPARE(m_report.reasons.front().reason, std::string("not a date or time"));
  QCOMPARE(m_plan.notes.size(), std::size_t{1});
}

void TableKindsTest::aTimeOfDayAmongDatesIsRejected() {
  std::string text = "at,v\n";
  for (int i = 0; i < 200; ++i)
    text += i % 70 == 69 ? "12:30,1\n" : "2020-01-01 00:00:0" + std::to_string(i % 10) + ",1\n";
  const auto dataset = import(text);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  // As many as the plan said.
  QCOMPARE(m_plan.columns[0].misfits, std::uint64_t{2});
  QCOMPARE(m_report.rejected, std::uint64_t{2});
  QCOMPARE(m_report.reasons.front().reason, std::string("a time without a date in a column of dates"));
  QVERIFY((*dataset)->meta().schema.columns[0].stats.min >= 0);
}

void TableKindsTest::timesEqualThoseOfPandas() {
  const std::filesystem::path folder = std::filesystem::path(MASU_SHARED_DATA) / "nab/data/realKnownCause";
  if (!std::filesystem::exists(folder)) QSKIP("the shared data is not there");
  TableImport each;
  each.options.sources = {folder};
  each.options.dtype = table::DType::f64;
  each.load.target = m_folder->path("nab.h5");
  const auto report = each.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->rejected, std::uint64_t{0});
  const QString program = QStringLiteral(
      "import sys, glob, json, h5py, numpy as np, pandas as pd\n"
      "files = sorted(glob.glob(sys.argv[2] + '/**/*.csv', recursive=True))\n"
      "f = h5py.File(sys.argv[1], 'r')\n"
      "x = f['features'][:]\n"
      "columns = json.loads(bytes(f['meta/columns'][:]).decode())\n"
      "columns = columns if isinstance(columns, list) else columns['columns']\n"
      "d = pd.concat([pd.read_csv(p, float_precision='round_trip') for p in files])\n"
      "t = (pd.to_datetime(d['timestamp']) - pd.Timestamp(0)).dt.total_seconds().to_numpy()\n"
      "assert len(x) == len(d), (len(x), len(d))\n"
      "assert np.array_equal(x[:, 0] + columns[0]['origin'], t)\n"
      "assert x[0, 0] == 0\n"
      "assert np.array_equal(x[:, 1], d['value'].to_numpy())\n");
  QCOMPARE(
      python(program, {QString::fromStdString(each.load.target.string()), QString::fromStdString(folder.string())}),
      QString());
}

void TableKindsTest::missingCellsFollowTheirColumn() {
  ingest::ImportOptions options;
  options.missing = ingest::MissingPolicy::mean;
  options.table.columnMissing = {{"b", {ingest::MissingPolicy::constant, -9.5}},
                                 {"c", {ingest::MissingPolicy::zero, 0}},
                                 {"d", {ingest::MissingPolicy::drop, 0}},
                                 {"e", {ingest::MissingPolicy::nan, 0}}};
  const auto dataset = import("a,b,c,d,e\n1,2,3,4,5\n,,,4,\n1,2,3,,5\n", options);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE(m_report.dropped, std::uint64_t{1});
  QCOMPARE(m_report.filtered, std::uint64_t{0});
  QCOMPARE((*dataset)->samples(), std::uint64_t{2});
  const std::vector<double> row = rowOf(**dataset, 1);
  QVERIFY(std::isnan(row[0]) && std::isnan(row[4]));
  QCOMPARE(row[1], -9.5);
  QCOMPARE(row[2], 0.0);
  QVERIFY((*dataset)->meta().missingByTrainMean);
  QVERIFY(!(*dataset)->meta().schema.find("a")->missingStays);
  QVERIFY((*dataset)->meta().schema.find("e")->missingStays);
}

void TableKindsTest::theFilterKnowsTimesAndIgnoredColumns() {
  ingest::ImportOptions options;
  options.table.where = "at >= \"2020-01-02\" and not (name contains \"test\") and source ends with \".csv\"";
  const auto dataset = import(
      "at,v,name\n2020-01-01,1,a\n2020-01-02,2,a "
      "test\n2020-01-03,3,b\n2020-01-04,x,test\n2020-01-04,5,\n2020-01-05,6\n",
      options);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  // One record has too few fields; that v is no number in one that is left out anyway does not matter.
  QCOMPARE(m_report.records, std::uint64_t{6});
  QCOMPARE(m_report.rejected, std::uint64_t{1});
  QCOMPARE(m_report.filtered, std::uint64_t{3});
  QCOMPARE((*dataset)->samples(), std::uint64_t{2});
  QCOMPARE((*dataset)->meta().dropped, std::uint64_t{3});
  QCOMPARE(m_plan.samples, std::uint64_t{2});
}

void TableKindsTest::aFilterThatMakesNoSenseIsRefused() {
  const auto says = [&](const char* where, const char* sentence) {
    ingest::ImportOptions options;
    options.table.where = where;
    const auto dataset = import("at,v\n2020-01-01,1\n", options);
    return !dataset && dataset.error().message.english().find(sentence) != std::string::npos;
  };
  QVERIFY(says("w > 1", "There is no column w"));
  QVERIFY(says("at > \"soon\"", "holds times"));
  QVERIFY(says("position > 3", "shows only when the import is done"));
  QVERIFY(says("v >", "filter"));
  QVERIFY(says("v > 9", "No sample is left"));
}

void TableKindsTest::typesCanBeSaid() {
  ingest::ImportOptions options;
  options.table.kinds = {{"zip", table::Kind::category}, {"day", table::Kind::time}, {"flag", table::Kind::boolean}};
  const auto dataset = import("zip,day,flag,v\n8123,20200101,yes,1\n8124,20200102,no,2\n", options);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE((*dataset)->meta().schema.find("zip")->dictionary, (std::vector<std::string>{"8123", "8124"}));
  QCOMPARE(rowOf(**dataset, 1), (std::vector<double>{86400, 0, 2}));
  options.table.kinds = {{"nothing", table::Kind::time}};
  const auto refused = import("zip,v\n1,2\n", options);
  QVERIFY(!refused && refused.error().code == Errc::notFound);
}

void TableKindsTest::aNumberThatIsNoBooleanIsRejected() {
  ingest::ImportOptions options;
  options.table.kinds = {{"flag", table::Kind::boolean}};
  // The second column is another run of numbers, which may hold any.
  const auto dataset = import("flag,v\n1,7.25\n7.25,1\n-3,2\nyes,3\n0.0,4\n,5\nfoo,6\n1e999,7\n", options);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE((*dataset)->samples(), 4U);
  QCOMPARE(rowOf(**dataset, 0), (std::vector<double>{1, 7.25}));
  QCOMPARE(rowOf(**dataset, 1), (std::vector<double>{1, 3}));
  QCOMPARE(rowOf(**dataset, 2), (std::vector<double>{0, 4}));
  QCOMPARE(m_report.rejected, 4U);
  QCOMPARE(m_plan.columns[0].misfits, 4U);
  QCOMPARE(m_report.reasons.front().reason, std::string("not a boolean"));
  options.onError = ingest::OnError::fail;
  const auto refused = import("flag,v\n1,2\n2,3\n", options);
  QVERIFY(!refused && sentenceOf(refused).find("not a boolean") != std::string::npos);
  // Neither a filter nor what was found to be boolean takes others.
  options = {};
  options.table.where = "flag > 1";
  QVERIFY(import("flag,v\nyes,2\nno,3\n", options).error().code == Errc::noSamples);
}

void TableKindsTest::aNanIsTheSameToSurveyAndImport() {
  const auto words = import("w,v\na,1\n-nan,2\nNan,3\na,4\n");
  QVERIFY2(words, sentenceOf(words).c_str());
  const table::Column& word = *(*words)->meta().schema.find("w");
  QCOMPARE(word.dictionary, (std::vector<std::string>{"a", "Nan"}));
  QCOMPARE(word.stats.missing, 1U);
  QCOMPARE(m_plan.columns[0].stats.missing, 1U);
  ingest::ImportOptions options;
  options.labels = {"y"};
  // Among numbers every spelling is missing, markers or not.
  const auto numbers = import("x,y\n1,0\n2,1\n3,-nan\n4,NAN\n5,0\n6,1\n", options);
  QVERIFY2(numbers, sentenceOf(numbers).c_str());
  QCOMPARE((*numbers)->meta().classes, (std::vector<std::string>{"0", "1"}));
  QCOMPARE(m_report.rejected, 2U);
  QCOMPARE(m_plan.columns[1].stats.missing, 2U);
}

void TableKindsTest::spellingsReadTheSame_data() {
  QTest::addColumn<QByteArray>("text");
  const QByteArray plain = "x,y\n1.5,2\n-3,4\n";
  QTest::newRow("no final newline") << plain.chopped(1);
  QTest::newRow("CR") << QByteArray(plain).replace('\n', '\r');
  QTest::newRow("CRLF") << QByteArray(plain).replace("\n", "\r\n");
  QTest::newRow("mixed") << QByteArray("x,y\r\n1.5,2\r-3,4\n");
  QTest::newRow("mark") << "\xEF\xBB\xBF" + plain;
  QTest::newRow("empty lines") << QByteArray("\n\nx,y\n\n1.5,2\n\n\n-3,4\n\n");
  QTest::newRow("quoted") << QByteArray("\"x\",\"y\"\n\"1.5\",\"2\"\n\"-3\",\"4\"\n");
  QTest::newRow("apostrophes") << QByteArray("'x';'y'\n'1.5';'2'\n'-3';'4'\n");
  QTest::newRow("blanks") << QByteArray("x , y\n 1.5 , 2\n -3 ,\t4\n");
  QTest::newRow("semicolons") << QByteArray("x;y\n1,5;2\n-3;4\n");
  QTest::newRow("tabs") << QByteArray(plain).replace(',', '\t');
  QTest::newRow("bars") << QByteArray(plain).replace(',', '|');
  QTest::newRow("carets") << QByteArray(plain).replace(',', '^');
  QTest::newRow("space") << QByteArray(plain).replace(',', ' ');
  QTest::newRow("unit separators") << QByteArray(plain).replace(',', '\x1F');
  QTest::newRow("comments") << "# made by hand\n# on a Friday, in \"haste\"\n" + plain;
  QTest::newRow("header in a comment") << QByteArray("# made by hand\n# x,y\n1.5,2\n-3,4\n");
  QTest::newRow("title") << "Measurements of the year\n\n" + plain;
  QTest::newRow("CR title") << QByteArray("# by hand\r" + QByteArray(plain).replace('\n', '\r'));
  QByteArray utf16("\xFF\xFE");
  for (const char c : plain) utf16 += QByteArray(1, c) + '\0';
  QTest::newRow("UTF-16") << utf16;
  QTest::newRow("UTF-16 without mark") << utf16.mid(2);
}

void TableKindsTest::spellingsReadTheSame() {
  QFETCH(QByteArray, text);
  const auto dataset = import(text.toStdString());
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE((*dataset)->samples(), std::uint64_t{2});
  QCOMPARE((*dataset)->meta().rejected, std::uint64_t{0});
  QCOMPARE(m_plan.columns[0].name, std::string("x"));
  QCOMPARE(rowOf(**dataset, 0), (std::vector<double>{1.5, 2}));
  QCOMPARE(rowOf(**dataset, 1), (std::vector<double>{-3, 4}));
}

void TableKindsTest::namesAreMadeUniqueAndNeverEmpty() {
  const auto dataset = import("a,,a,\"\",a\n1,2,3,4,5\n6,7,8,9,10\n");
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  std::vector<std::string> names;
  for (const table::Column& column : (*dataset)->meta().schema.columns) names.push_back(column.name);
  QCOMPARE(names, (std::vector<std::string>{"a", "c2", "a (2)", "c4", "a (3)"}));
  QCOMPARE(rowOf(**dataset, 1), (std::vector<double>{6, 7, 8, 9, 10}));
}

void TableKindsTest::thousandsOfColumnsAndLongCells() {
  std::string header = "note";
  std::string row = "\"" + std::string(3 << 20, 'x') + "\n\"";
  for (int i = 0; i < 5000; ++i) {
    header += ",c" + std::to_string(i);
    row += "," + std::to_string(i * 0.5);
  }
  ingest::ImportOptions options;
  options.table.text = {"note"};
  const auto dataset = import(header + "\n" + row + "\n" + row + "\n", options);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  QCOMPARE((*dataset)->samples(), std::uint64_t{2});
  const std::vector<double> values = rowOf(**dataset, 1);
  QCOMPARE(values.size(), std::size_t{5000});
  for (std::size_t i = 0; i < values.size(); ++i) QCOMPARE(values[i], static_cast<double>(i) * 0.5);
}

MASU_TEST(TableKindsTest)
#include "table_kinds_test.moc"
