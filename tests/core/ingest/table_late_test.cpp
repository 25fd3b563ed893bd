// SPDX-License-Identifier: GPL-3.0-or-later
// What a survey of the front, the middle and the end of a file does not see.

#include <random>

#include "core/store/read/dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

class TableLateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void aQuoteFirstSeenAtLine400000IsOne();
  void aQuoteThatOpensLateAndNeverClosesCostsOneRecord();
  void nulsAreBytesLikeOthers();
  void aRecordLongerThanABlockIsOneRecord();
  void cellsUnderEachOtherAreColumns();
  void everyWordOfALargeCategoryIsKept();
  void aColumnThatSeemedEmptyIsNotDropped();
  void aColumnThatSeemedEmptyCanBeSaid();
  void aLabelThatSeemedEmptyCanBeSaid();
  void aCellThatShowsAWrongGuessEndsTheImport();

 private:
  Result<ingest::ImportReport> import(TableImport& each, const std::string& text) {
    each.options.sources = {m_folder->write("t.csv", text)};
    each.load.target = m_folder->path("t.h5");
    each.load.write.overwrite = true;
    return each.run();
  }

  /// 500,000 records, of which one is `odd`.
  static std::string longTable(const std::string& odd) {
    std::string text = "id,name,value\n";
    for (int i = 0; i < 500'000; ++i) {
      text += i == 399'998 ? odd : std::to_string(i) + ",plain" + std::to_string(i % 7) + ',' + std::to_string(i % 13);
      text += ".25\n";
    }
    return text;
  }

  /// What pandas reads is what the dataset holds: numbers and kept names.
  QString differenceFromPandas(const TableImport& each) const {
    return python(R"(
import sys, h5py, pandas
table = pandas.read_csv(sys.argv[1], keep_default_na=False)
f = h5py.File(sys.argv[2], 'r')
assert (f['features'][:, 0] == table['id']).all()
assert (f['features'][:, 1] == table['value'].to_numpy('f4')).all()
ends = f['kept/name/ends'][()]
data = bytes(f['kept/name/bytes'][()])
names = [data[a:b].decode() for a, b in zip([0] + list(ends[:-1]), ends)]
assert names == list(table['name'])
)",
                  {QString::fromStdString(each.options.sources.front().string()),
                   QString::fromStdString(each.load.target.string())});
  }

  std::unique_ptr<TableFolder> m_folder;
};

void TableLateTest::aQuoteFirstSeenAtLine400000IsOne() {
  const std::string text = longTable("399998,\"a, quoted \"\"name\"\"\nover two lines\",1");
  for (const unsigned threads : {1U, 4U}) {
    TableImport each;
    each.options.table.text = {"name"};
    each.resources.threads = threads;
    const auto report = import(each, text);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->samples, std::uint64_t{500'000});
    QCOMPARE(report->rejected, std::uint64_t{0});
    const QString difference = differenceFromPandas(each);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
  }
}

void TableLateTest::aQuoteThatOpensLateAndNeverClosesCostsOneRecord() {
  TableImport each;
  each.options.table.text = {"name"};
  const auto report = import(each, longTable("399998,\"never closed,1"));
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->records, std::uint64_t{500'000});
  QCOMPARE(report->rejected, std::uint64_t{1});
  const std::string rejects = TableFolder::read(m_folder->path("t.h5.rejects.csv"));
  QVERIFY2(rejects.find(",400000,") != std::string::npos, rejects.c_str());
}

void TableLateTest::nulsAreBytesLikeOthers() {
  using namespace std::string_literals;
  std::string text = "id,name,value\n";
  for (int i = 0; i < 300; ++i) text += std::to_string(i) + ",na\0me"s + std::to_string(i % 3) + ",1.5\n";
  text += "300,x,1\0002\n"s;
  TableImport each;
  each.options.table.text = {"name"};
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{300});
  QCOMPARE(report->rejected, std::uint64_t{1});
  const auto dataset = store::Dataset::open(each.load.target);
  QVERIFY(dataset);
  const auto names = (*dataset)->readTexts("name", 299, 1);
  QVERIFY(names);
  QCOMPARE(names->front(), "na\0me2"s);
}

void TableLateTest::aRecordLongerThanABlockIsOneRecord() {
  std::string text = "id,name,value\n";
  const std::string longName(3'000'000, 'x');
  for (int i = 0; i < 50; ++i)
    text += std::to_string(i) + ",\"" + (i == 30 ? longName + "\n" + longName : "short") + "\",0.5\n";
  TableImport each;
  each.options.table.text = {"name"};
  each.load.blockBytes = 4096;
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{50});
  const QString difference = differenceFromPandas(each);
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TableLateTest::cellsUnderEachOtherAreColumns() {
  std::mt19937 random(3);
  std::string text = "   id    value  class\r\n";
  for (int i = 0; i < 20'000; ++i) {
    char line[80];
    std::snprintf(line, sizeof line, "%*d %10.3f   %s%s\r\n", 5 + static_cast<int>(random() % 3), i,
                  static_cast<double>(random() % 100'000) / 1000, random() % 2 == 0 ? "up" : "down",
                  random() % 4 == 0 ? "  " : "");
    text += line;
  }
  TableImport each;
  each.options.labels = {"class"};
  each.load.blockBytes = 5000;
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{20'000});
  QCOMPARE(report->rejected, std::uint64_t{0});
  const QString difference = python(R"(
import sys, h5py, numpy
rows = [line.split() for line in open(sys.argv[1])][1:]
f = h5py.File(sys.argv[2], 'r')
assert (f['features'][()] == numpy.array([r[:2] for r in rows], 'f8').astype('f4')).all()
words = sorted({r[2] for r in rows})
assert [words[int(c)] for c in f['labels'][()]] == [r[2] for r in rows]
)",
                                    {QString::fromStdString(each.options.sources.front().string()),
                                     QString::fromStdString(each.load.target.string())});
  QVERIFY2(difference.isEmpty(), qPrintable(difference));
  // A recipe knows it too.
  const auto plan = each.survey();
  QVERIFY(plan);
  QVERIFY(ingest::planFromRecipe(ingest::recipeFrom(*plan))->table().dialect.aligned);
}

/// As many words as codes of 16 bits do not count; none of them is lost.
void TableLateTest::everyWordOfALargeCategoryIsKept() {
  constexpr int kWords = 70'000;
  std::string text = "word,value\n";
  for (int i = 0; i < kWords; ++i) text += "w" + std::to_string(i) + ",1\n";
  TableImport each;
  each.options.table.kinds = {{"word", table::Kind::category}};
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  const table::Column& word = report->schema.columns[0];
  QCOMPARE(word.stats.missing, 0U);
  QCOMPARE(word.dictionary.size(), std::size_t{kWords});
  QCOMPARE(word.stored, table::DType::u32);
  const auto dataset = store::Dataset::open(each.load.target);
  QVERIFY2(dataset, sentenceOf(dataset).c_str());
  const auto codes = (*dataset)->readValues(*(*dataset)->find("categories"), 0, kWords);
  QVERIFY2(codes, sentenceOf(codes).c_str());
  for (std::size_t i = 0; i < codes->size(); ++i) QCOMPARE((*codes)[i], static_cast<double>(i + 1));
}

namespace {

/// 600,000 records; column b holds something in 300 of them, column c in one.
std::string sparseTable() {
  std::string text = "a,b,c,d\n";
  for (int i = 0; i < 600'000; ++i) {
    const bool held = i >= 300'007 && i < 300'307;
    text += std::to_string(i) + ',' + (held ? "7.5" : "") + ',' + (i == 300'100 ? "yes" : "") +
            ",0.25000000000000000000000000\n";
  }
  return text;
}

}  // namespace

void TableLateTest::aColumnThatSeemedEmptyIsNotDropped() {
  TableImport each;
  const auto plan = [&] {
    each.options.sources = {m_folder->write("t.csv", sparseTable())};
    return each.survey();
  }();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  if (plan->columns[1].kind != table::Kind::empty) QFAIL("the survey met what it was not to meet");
  each.load.target = m_folder->path("t.h5");
  const auto report = ingest::load(*plan, each.load, each.resources, each.job());
  QVERIFY(!report);
  const std::string sentence = report.error().message.english();
  QVERIFY2(sentence.find("b, c") != std::string::npos, sentence.c_str());
  QVERIFY2(sentence.find("301") != std::string::npos, sentence.c_str());
  QVERIFY2(sentence.find("record 300008 of t.csv") != std::string::npos, sentence.c_str());
  QVERIFY2(sentence.find("--type b=number --type c=boolean") != std::string::npos, sentence.c_str());
  QVERIFY(!m_folder->holds("t.h5"));
  // What a dataset or a model does not know is counted.
  each.load.allowLateValues = true;
  const auto appended = ingest::load(*plan, each.load, each.resources, each.job());
  QVERIFY2(appended, sentenceOf(appended).c_str());
  QCOMPARE(appended->notes.size(), std::size_t{2});
  QCOMPARE(appended->notes[0].english(), std::string("Column b is left out, but holds 300 values."));
}

void TableLateTest::aColumnThatSeemedEmptyCanBeSaid() {
  TableImport each;
  each.options.table.kinds = {{"b", table::Kind::decimal}, {"c", table::Kind::empty}};
  const auto report = import(each, sparseTable());
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, 600'000U);
  const table::Column& b = report->schema.columns[1];
  QCOMPARE(b.name, std::string("b"));
  QCOMPARE(b.role, table::Role::feature);
  QCOMPARE(b.stats.count, 300U);
  QCOMPARE(b.stats.max, 7.5);
  QCOMPARE(report->schema.columns.size(), std::size_t{3});
}

void TableLateTest::aLabelThatSeemedEmptyCanBeSaid() {
  TableImport each;
  each.options.labels = {"b"};
  const auto refused = import(each, sparseTable());
  QVERIFY(!refused);
  const std::string sentence = sentenceOf(refused);
  QVERIFY2(sentence.find("--type b=number") != std::string::npos, sentence.c_str());
}

void TableLateTest::aCellThatShowsAWrongGuessEndsTheImport() {
  std::string text = "zip,when,x\n";
  for (int i = 0; i < 600'000; ++i) {
    char line[80];
    const std::string zip = i == 411'120 ? "00501" : std::to_string(501 + i % 7);
    std::snprintf(line, sizeof line, "%s,%02d/%02d/2024,0.25000000000000000000000000\n", zip.c_str(),
                  i == 411'113 ? 13 : 1 + i % 12, i == 411'113 ? 6 : 1 + i / 12 % 12);
    text += line;
  }
  TableImport each;
  const auto says = [&](const char* part) {
    const std::string sentence = sentenceOf(import(each, text));
    return sentence.find(part) != std::string::npos ? QByteArray() : QByteArray::fromStdString(sentence);
  };
  QCOMPARE(says("Column when holds 13/06/2024 (t.csv, line 411115), which is a date in the order dmy"), QByteArray());
  each.options.table.keep = {"zip"};
  each.options.table.dateOrder = table::DateOrder::dayFirst;
  QCOMPARE(says("Column zip holds 00501 (t.csv, line 411122), a whole number with zeros"), QByteArray());
  QVERIFY(!m_folder->holds("t.h5"));
}

MASU_TEST(TableLateTest)
#include "table_late_test.moc"
