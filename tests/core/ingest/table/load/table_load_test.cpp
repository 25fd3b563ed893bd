// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

#include "core/store/read/dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

std::shared_ptr<const store::Dataset> opened(const std::filesystem::path& file) {
  auto dataset = store::Dataset::open(file);
  return dataset ? *dataset : nullptr;
}

std::vector<double> values(const store::Dataset& dataset, const char* object) {
  const store::ObjectInfo* info = dataset.find(object);
  if (info == nullptr) return {};
  const auto read = dataset.readValues(*info, 0, dataset.samples());
  return read ? *read : std::vector<double>();
}

const table::Column& column(const store::Dataset& dataset, std::string_view name) {
  const table::Column* found = dataset.meta().schema.find(name);
  Q_ASSERT(found != nullptr);
  return *found;
}

/// Numbers, categories, quoted texts with line ends, and faults of every kind.
std::string randomTable(std::mt19937& random, int records) {
  static const char* const kWords[] = {"red", "green", "\"blue, light\"", "\"two\nlines\"", "\"say \"\"x\"\"\"",
                                       "?",   "",      " grey "};
  std::string text = "number,word,class,note\r\n";
  for (int i = 0; i < records; ++i) {
    const auto number = static_cast<int>(random() % 2000) - 1000;
    text += random() % 40 == 0   ? "oops"
            : random() % 20 == 0 ? ""
                                 : std::to_string(number) + (random() % 3 == 0 ? ".125" : "");
    text += std::string(",") + kWords[random() % std::size(kWords)] + ',' +
            (random() % 30 == 0  ? ""
             : random() % 2 == 0 ? "yes"
                                 : "no");
    text += random() % 50 == 0 ? "\n" : random() % 4 == 0 ? ",\"a\n,b\"\n" : ",plain" + std::to_string(random()) + "\n";
    if (random() % 25 == 0) text += "\n";
  }
  return text;
}

}  // namespace

class TableLoadTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void isTheSameForAnyThreadsAndBlocks();
  void writesRejectsWithTheirPlaces();
  void goesOnBelowAQuoteThatNeverCloses();
  void leavesNoTraceOfRejectedRecords();
  void followsTheMissingPolicies();
  void keepsColumnsForBrowsing();
  void storesValueLabelsAndWeights();
  void storesEveryTypeAskedFor_data();
  void storesEveryTypeAskedFor();
  void widensForALateValue();
  void oneNumberIsStoredAsOneWhereATypeTurnsOutTooNarrow();
  void exactNumbersBecomeWiderAsTheyAre();
  void addsLateWordsAndClasses();
  void readsQuotedTextsAsPythonDoes();
  void reportsWhatFloatsLose();
  void readsDecimalCommas();
  void takesSeveralHeadersAsOne();

 private:
  Result<ingest::ImportReport> import(TableImport& import, const std::string& text);
  std::unique_ptr<TableFolder> m_folder;
};

Result<ingest::ImportReport> TableLoadTest::import(TableImport& import, const std::string& text) {
  import.options.sources = {m_folder->write("t.csv", text)};
  import.load.target = m_folder->path("t.h5");
  import.load.write.overwrite = true;
  return import.run();
}

void TableLoadTest::isTheSameForAnyThreadsAndBlocks() {
  std::mt19937 random(6);
  for (int round = 0; round < 6; ++round) {
    const std::string text = randomTable(random, 400 + round * 300);
    std::string first;
    std::string firstRecords;
    for (int run = 0; run < 5; ++run) {
      TableImport each;
      each.options.labels = {"class"};
      each.options.table.text = {"note"};
      each.options.missing = round % 2 == 0 ? ingest::MissingPolicy::nan : ingest::MissingPolicy::drop;
      each.resources.threads = static_cast<unsigned>(1 + run % 4);
      each.load.blockBytes = run == 0 ? std::uint64_t{1} << 20 : 1 + random() % 3000;
      const auto report = import(each, text);
      QVERIFY2(report, sentenceOf(report).c_str());
      QCOMPARE(report->records, report->samples + report->rejected + report->dropped);
      QVERIFY(report->rejected > 0);
      const std::string bytes = TableFolder::read(each.load.target);
      const std::string rejects = TableFolder::read(report->rejectsFile);
      if (run == 0) {
        first = bytes;
        firstRecords = rejects;
      }
      QVERIFY2(bytes == first, qPrintable(QString("round %1, blocks of %2").arg(round).arg(each.load.blockBytes)));
      QVERIFY(rejects == firstRecords);
    }
  }
}

void TableLoadTest::writesRejectsWithTheirPlaces() {
  TableImport each;
  each.options.labels = {"y"};
  each.options.table.header = true;
  std::string text = "x,y\n";
  for (int i = 0; i < 200; ++i) text += std::to_string(i) + ",a\n";
  text += "\"1\",\"b\"\nwrong,a\n\n1,2,3\n5,\n6,\"never\n";
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->records, std::uint64_t{205});
  QCOMPARE(report->samples, std::uint64_t{201});
  QCOMPARE(report->rejected, std::uint64_t{4});
  const auto byte = [&](const char* cell) { return std::to_string(text.find(cell)); };
  const std::string expected =
      "source,line,byte,column,reason,text\n"
      "\"t.csv\",203," +
      byte("wrong") +
      ",\"x\",\"not a number\",\"wrong,a\"\n"
      "\"t.csv\",205," +
      byte("1,2,3") +
      ",\"\",\"wrong number of fields\",\"1,2,3\"\n"
      "\"t.csv\",206," +
      std::to_string(text.find("5,\n6") + 2) +
      ",\"y\",\"label missing\",\"5,\"\n"
      "\"t.csv\",207," +
      byte("6,\"never") + ",\"\",\"a quote never closes\",\"6,\"\"never\"\n";
  QCOMPARE(TableFolder::read(m_folder->path("t.h5.rejects.csv")), expected);
  QCOMPARE(report->reasons.size(), std::size_t{4});
}

void TableLoadTest::goesOnBelowAQuoteThatNeverCloses() {
  std::string text = "x,y\n";
  for (int i = 0; i < 3000; ++i)
    text += (i == 700 ? "\"700,1" : std::to_string(i) + "," + std::to_string(i % 7)) + "\n";
  for (const std::uint64_t blockBytes : {100, 4096, 1 << 20}) {
    TableImport each;
    each.load.blockBytes = blockBytes;
    each.load.write.overwrite = true;
    const auto report = import(each, text);
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->records, std::uint64_t{3000});
    QCOMPARE(report->samples, std::uint64_t{2999});
    QCOMPARE(report->reasons.front().reason, std::string("a quote never closes"));
    const std::string rejects = TableFolder::read(report->rejectsFile);
    const std::string place = "\"t.csv\",702," + std::to_string(text.find('"'));
    QVERIFY2(rejects.find(place) != rejects.npos, rejects.c_str());
  }
}

void TableLoadTest::leavesNoTraceOfRejectedRecords() {
  TableImport each;
  each.options.labels = {"y"};
  std::string text = "x,word,y\n";
  for (int i = 0; i < 100; ++i) text += std::to_string(i % 10) + (i % 2 == 0 ? ",red,a\n" : ",blue,b\n");
  text += "oops,ghost,c\n99999,phantom,\n1,spectre,d,e\n";
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->rejected, std::uint64_t{3});
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  const std::vector<std::string> words = {"red", "blue"};
  const std::vector<std::string> classes = {"a", "b"};
  QCOMPARE(column(*dataset, "word").dictionary, words);
  QCOMPARE(dataset->meta().classes, classes);
  QCOMPARE(column(*dataset, "x").stats.max, 9.0);
  QCOMPARE(column(*dataset, "x").stats.count, std::uint64_t{100});
  QCOMPARE(dataset->meta().rejected, std::uint64_t{3});
}

void TableLoadTest::followsTheMissingPolicies() {
  const std::string text = "x,w,y\n1,a,p\n,b,q\n3,?,p\n4,a,q\n";
  using ingest::MissingPolicy;
  for (const MissingPolicy policy :
       {MissingPolicy::nan, MissingPolicy::zero, MissingPolicy::mean, MissingPolicy::drop}) {
    TableImport each;
    each.options.labels = {"y"};
    each.options.missing = policy;
    const auto report = import(each, text);
    QVERIFY2(report, sentenceOf(report).c_str());
    const auto dataset = opened(each.load.target);
    QVERIFY(dataset != nullptr);
    const std::vector<double> x = values(*dataset, "features");
    QCOMPARE(report->dropped, std::uint64_t{policy == MissingPolicy::drop ? 2U : 0U});
    QCOMPARE(dataset->meta().missingByTrainMean, policy == MissingPolicy::mean);
    if (policy == MissingPolicy::drop) {
      QCOMPARE(x, (std::vector<double>{1, 4}));
      continue;
    }
    QCOMPARE(values(*dataset, "categories"), (std::vector<double>{1, 2, 0, 1}));
    QCOMPARE(column(*dataset, "w").stats.missing, std::uint64_t{1});
    QCOMPARE(x.size(), std::size_t{4});
    if (policy == MissingPolicy::zero)
      QCOMPARE(x[1], 0.0);
    else
      QVERIFY(std::isnan(x[1]));
  }
}

void TableLoadTest::keepsColumnsForBrowsing() {
  TableImport each;
  each.options.table.keep = {"id"};
  each.options.table.text = {"note/long"};
  const auto report = import(each, "id,x,note/long\n7,1,first\n8,2,\"second, longer\"\n9,3,\n");
  QVERIFY2(report, sentenceOf(report).c_str());
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(values(*dataset, "features"), (std::vector<double>{1, 2, 3}));
  QCOMPARE(values(*dataset, "kept/id"), (std::vector<double>{7, 8, 9}));
  const auto texts = dataset->readTexts("note/long", 0, 3);
  QVERIFY2(texts, sentenceOf(texts).c_str());
  QCOMPARE(*texts, (std::vector<std::string>{"first", "second, longer", ""}));
  QVERIFY(dataset->find("labels") == nullptr);
  QVERIFY(dataset->find("group") == nullptr);
}

void TableLoadTest::storesValueLabelsAndWeights() {
  TableImport each;
  each.options.labels = {"b", "a"};
  each.options.weight = "w";
  const auto report = import(each, "a,x,b,w\n1.5,1,2.5,0.5\n3.5,2,4.5,1\n5.5,3,6.5,\n");
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{2});
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(dataset->meta().target, store::Target::values);
  QCOMPARE(values(*dataset, "labels"), (std::vector<double>{1.5, 2.5, 3.5, 4.5}));
  QCOMPARE(values(*dataset, "weights"), (std::vector<double>{0.5, 1}));
}

void TableLoadTest::storesEveryTypeAskedFor_data() {
  QTest::addColumn<QString>("type");
  for (const char* type : {"f64", "f32", "f16", "i32", "u32", "i16", "u16", "i8", "u8"})
    QTest::newRow(type) << QString(type);
}

void TableLoadTest::storesEveryTypeAskedFor() {
  QFETCH(QString, type);
  TableImport each;
  each.options.dtype = table::dtypeFrom(type.toStdString());
  const auto report = import(each, "a,b\n1,2\n3,127\n0,5\n");
  QVERIFY2(report, sentenceOf(report).c_str());
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(table::name(dataset->find("features")->dtype), std::string_view(type.toStdString()));
  QCOMPARE(values(*dataset, "features"), (std::vector<double>{1, 2, 3, 127, 0, 5}));
}

void TableLoadTest::widensForALateValue() {
  // The plan comes from a first file; what it did not foresee is in the middle of another.
  TableImport each;
  each.options.dtype = table::DType::i8;
  each.options.sources = {m_folder->write("plan.csv", "a,b\n1,2\n3,4\n")};
  const auto plan = each.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  std::string text = "a,b\n";
  for (int i = 0; i < 3000; ++i) {
    text += i == 1500   ? "0.1,1\n"
            : i == 1501 ? "oops,1e300\n"
            : i == 2000 ? "1,1e60\n"
            : i == 2500 ? "0.1,7\n"
                        : "1,2\n";
  }
  each.options.sources = {m_folder->write("late.csv", text)};
  const auto bound = ingest::replan(*ingest::planFromRecipe(ingest::recipeFrom(*plan)), each.options, each.job());
  QVERIFY2(bound, sentenceOf(bound).c_str());
  std::string first;
  for (int run = 0; run < 4; ++run) {
    each.load.target = m_folder->path("late.h5");
    each.load.write.overwrite = true;
    each.load.blockBytes = run == 0 ? 1 << 20 : 50 * run;
    each.resources.threads = static_cast<unsigned>(1 + run);
    const auto report = ingest::load(*bound, each.load, each.resources, each.job());
    QVERIFY2(report, sentenceOf(report).c_str());
    QCOMPARE(report->rejected, std::uint64_t{1});
    QCOMPARE(report->samples, std::uint64_t{2999});
    const std::string note = report->notes.back().english();
    QVERIFY2(note.find("f64 instead of") != std::string::npos, note.c_str());
    QVERIFY2(note.find("the sources were read again") != std::string::npos, note.c_str());
    const std::string bytes = TableFolder::read(each.load.target);
    if (first.empty()) first = bytes;
    QVERIFY2(bytes == first, qPrintable(QString("run %1").arg(run)));
  }
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(dataset->find("features")->dtype, table::DType::f64);
  const std::vector<double> x = values(*dataset, "features");
  QCOMPARE(x[2 * 1500], 0.1);  // met while floats were thought wide enough
  QCOMPARE(x[2 * 2499], 0.1);
  QCOMPARE(x[2 * 1999 + 1], 1e60);
}

void TableLoadTest::oneNumberIsStoredAsOneWhereATypeTurnsOutTooNarrow() {
  TableImport each;
  each.options.weight = "w";
  each.options.table.kinds = {{"a", table::Kind::decimal}};
  const auto report = import(each, "a,w\n16777217,0.1\n1e39,1e39\n16777217,0.1\noops,1\n");
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(each.progress.samples(), std::uint64_t{3});
  QCOMPARE(each.progress.rejected(), std::uint64_t{1});
  QCOMPARE(report->notes.size(), std::size_t{2});
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(values(*dataset, "features"), (std::vector<double>{16777217, 1e39, 16777217}));
  QCOMPARE(values(*dataset, "weights"), (std::vector<double>{0.1, 1e39, 0.1}));
  QCOMPARE(column(*dataset, "a").stats.maxError, 0.0);
}

void TableLoadTest::exactNumbersBecomeWiderAsTheyAre() {
  TableImport each;
  const auto report = import(each, "a\n0.5\n1e39\n");
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->notes.size(), std::size_t{1});
  QVERIFY(report->notes.front().english().find("read again") == std::string::npos);
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(values(*dataset, "features"), (std::vector<double>{0.5, 1e39}));
}

void TableLoadTest::addsLateWordsAndClasses() {
  TableImport each;
  each.options.labels = {"y"};
  each.options.sources = {m_folder->write("plan.csv", "w,y\nb,m\na,n\nb,m\n")};
  const auto plan = each.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  std::string text = "w,y\n";
  for (int i = 0; i < 600; ++i)
    text += "word" + std::to_string(i) + ',' + (i == 300 ? "a late one" : i % 2 == 0 ? "m" : "n") + '\n';
  each.options.sources = {m_folder->write("late.csv", text)};
  const auto bound = ingest::replan(*ingest::planFromRecipe(ingest::recipeFrom(*plan)), each.options, each.job());
  QVERIFY2(bound, sentenceOf(bound).c_str());
  each.load.target = m_folder->path("late.h5");
  each.load.blockBytes = 100;
  const auto report = ingest::load(*bound, each.load, each.resources, each.job());
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->notes.size(), std::size_t{1});
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(dataset->find("categories")->dtype, table::DType::u16);
  QCOMPARE(column(*dataset, "w").dictionary.size(), std::size_t{600});
  const std::vector<double> codes = values(*dataset, "categories");
  for (std::size_t i = 0; i < codes.size(); ++i) QCOMPARE(codes[i], static_cast<double>(i + 1));
  QCOMPARE(dataset->meta().classes, (std::vector<std::string>{"m", "n", "a late one"}));
  QCOMPARE(values(*dataset, "labels")[300], 2.0);
}

void TableLoadTest::readsQuotedTextsAsPythonDoes() {
  std::mt19937 random(7);
  TableImport each;
  each.options.table.text = {"note"};
  each.options.table.header = true;
  std::string text = "id,note\n";
  static const char kBytes[] = "ab, \"\n\r\t'é";
  for (int i = 0; i < 2000; ++i) {
    std::string cell;
    for (std::size_t n = random() % 12; n > 0; --n) {
      const char c = kBytes[random() % (sizeof kBytes - 3)];
      cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    text += std::to_string(i) + ",\"" + cell + "\"\n";
  }
  each.load.blockBytes = 333;
  const auto report = import(each, text);
  QVERIFY2(report, sentenceOf(report).c_str());
  const QString fault = python(R"(
import sys, csv, h5py
rows = list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))[1:]
f = h5py.File(sys.argv[2], 'r')
ends = f['kept/note/ends'][()]
data = bytes(f['kept/note/bytes'][()])
starts = [0] + [int(e) for e in ends[:-1]]
texts = [data[a:int(b)].decode() for a, b in zip(starts, ends)]
assert texts == [r[1] for r in rows]
assert (f['features'][()][:, 0] == [int(r[0]) for r in rows]).all()
)",
                               {QString::fromStdString(each.options.sources.front().string()),
                                QString::fromStdString(each.load.target.string())});
  QVERIFY2(fault.isEmpty(), qPrintable(fault));
}

void TableLoadTest::reportsWhatFloatsLose() {
  TableImport each;
  const auto report = import(each, "a,b\n16777217,1\n5,2\n");
  QVERIFY2(report, sentenceOf(report).c_str());
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(column(*dataset, "a").stats.maxError, 1.0);
  QCOMPARE(column(*dataset, "b").stats.maxError, 0.0);
}

void TableLoadTest::readsDecimalCommas() {
  TableImport each;
  const auto report = import(each, "\xEF\xBB\xBFt;v\r\n1,5;2,25\r\n3,5;-4,75\r\n");
  QVERIFY2(report, sentenceOf(report).c_str());
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(dataset->meta().schema.columns.front().name, std::string("t"));
  QCOMPARE(values(*dataset, "features"), (std::vector<double>{1.5, 2.25, 3.5, -4.75}));

  TableImport quoted;
  QVERIFY(import(quoted, "t,v\n1,\"0,5\"\n2,\"-12,25\"\n,3\n"));
  const auto other = opened(quoted.load.target);
  QVERIFY(other != nullptr);
  QCOMPARE(values(*other, "features").size(), std::size_t{6});
  QCOMPARE(values(*other, "features")[3], -12.25);
}

void TableLoadTest::takesSeveralHeadersAsOne() {
  TableImport each;
  each.options.sources = {m_folder->write("1.csv", "a,b\n1,2\n"), m_folder->write("2.csv", "a,b\n3,4")};
  each.load.target = m_folder->path("both.h5");
  const auto report = each.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  const auto dataset = opened(each.load.target);
  QVERIFY(dataset != nullptr);
  QCOMPARE(values(*dataset, "features"), (std::vector<double>{1, 2, 3, 4}));
  QCOMPARE(dataset->meta().sources.size(), std::size_t{2});
  QCOMPARE(dataset->meta().sources[1].path, std::string("2.csv"));
  QCOMPARE(dataset->meta().sources[1].records, std::uint64_t{1});
}

MASU_TEST(TableLoadTest)
#include "table_load_test.moc"
