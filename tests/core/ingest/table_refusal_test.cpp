// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <algorithm>
#include <thread>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

/// Wrong input: one clear sentence each, and nothing left behind.
class TableRefusalTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void refuses_data();
  void refuses();
  void refusesRulesForMissingCellsThatNothingFollows_data();
  void refusesRulesForMissingCellsThatNothingFollows();
  void rejectsWeightsThatAreNone_data();
  void rejectsWeightsThatAreNone();
  void saysThatAFilterLeftNothing();
  void namesTheNearestColumn();
  void namesAMissingFile();
  void refusesAFolderWithoutTables();
  void refusesBinaryContent();
  void stopsAtTheFirstFaultWhenAsked();
  void countsTheFieldsOfARecordThatStopsIt();
  void refusesWordsThatTheMemoryDoesNotHold();
  void refusesAnExistingTarget();
  void noticesAChangedSource();
  void noticesASourceTruncatedWhileItIsRead();
  void leavesNothingWhenCancelled();
  void leavesNothingWhenNoSampleIsLeft();
  void refusesClassesThatHaveNoName();
  void refusesRecipesThatDoNotFit();
  void refusesRecipesThatCannotBeObeyed_data();
  void refusesRecipesThatCannotBeObeyed();

 private:
  std::unique_ptr<TableFolder> m_folder;
};

void TableRefusalTest::refuses_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("label");
  QTest::addColumn<QString>("says");
  QTest::newRow("an empty file") << ""
                                 << ""
                                 << "is empty";
  QTest::newRow("nothing but blanks") << " \n \n"
                                      << ""
                                      << "is empty";
  QTest::newRow("a header alone") << "a,b\n"
                                  << ""
                                  << "no records";
  QTest::newRow("the label as the only column") << "y\np\nq\n"
                                                << "y"
                                                << "no column left to learn from";
  QTest::newRow("a label that is not there") << "a,b\n1,2\n"
                                             << "quality"
                                             << "There is no column quality";
  QTest::newRow("an empty label") << "a,y\n1,\n2,\n"
                                  << "y"
                                  << "is empty";
}

void TableRefusalTest::refuses() {
  QFETCH(QString, text);
  QFETCH(QString, label);
  QFETCH(QString, says);
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", text.toStdString())};
  if (!label.isEmpty()) import.options.labels = {label.toStdString()};
  import.load.target = m_folder->path("t.h5");
  const auto report = import.run();
  QVERIFY(!report);
  QVERIFY2(QString::fromStdString(sentenceOf(report)).contains(says), sentenceOf(report).c_str());
  QCOMPARE(m_folder->listing(), std::string("t.csv"));
}

void TableRefusalTest::refusesRulesForMissingCellsThatNothingFollows_data() {
  using ingest::MissingPolicy;
  QTest::addColumn<QString>("column");
  QTest::addColumn<int>("policy");
  QTest::addColumn<QString>("says");
  QTest::newRow("zero in a category") << "c" << int(MissingPolicy::zero) << "is a category";
  QTest::newRow("mean of a category") << "c" << int(MissingPolicy::mean) << "is a category";
  QTest::newRow("number in a category") << "c" << int(MissingPolicy::constant) << "is a category";
  QTest::newRow("dropped by a kept one") << "k" << int(MissingPolicy::drop) << "is kept";
  QTest::newRow("zero in the label") << "y" << int(MissingPolicy::zero) << "is label";
  QTest::newRow("dropped by a category") << "c" << int(MissingPolicy::drop) << "";
  QTest::newRow("zero in a feature") << "a" << int(MissingPolicy::zero) << "";
}

void TableRefusalTest::refusesRulesForMissingCellsThatNothingFollows() {
  QFETCH(QString, column);
  QFETCH(int, policy);
  QFETCH(QString, says);
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "a,c,k,y\n1,u,1,p\n,,,q\n3,v,3,p\n")};
  import.options.labels = {"y"};
  import.options.table.keep = {"k"};
  import.options.table.columnMissing = {{column.toStdString(), {static_cast<ingest::MissingPolicy>(policy), 7}}};
  const auto plan = import.survey();
  QCOMPARE(plan.has_value(), says.isEmpty());
  if (!plan) QVERIFY2(QString::fromStdString(sentenceOf(plan)).contains(says), sentenceOf(plan).c_str());
}

void TableRefusalTest::rejectsWeightsThatAreNone_data() {
  QTest::addColumn<QString>("weight");
  QTest::addColumn<bool>("late");
  for (const char* weight : {"-1", "-0.5", "inf"}) {
    QTest::addRow("%s", weight) << weight << false;
    QTest::addRow("late %s", weight) << weight << true;
  }
}

void TableRefusalTest::rejectsWeightsThatAreNone() {
  QFETCH(QString, weight);
  QFETCH(bool, late);
  std::string text = "a,w,y\n";
  // The survey does not meet record 153,000.
  const int records = late ? 300'000 : 3;
  for (int i = 0; i < records; ++i) {
    text += "0.250000000000000000000000000000000000000,";
    text += (i == (late ? 153'000 : 1) ? weight.toStdString() : std::string("1")) + (i % 2 == 0 ? ",p\n" : ",q\n");
  }
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", text)};
  import.options.labels = {"y"};
  import.options.weight = "w";
  import.load.target = m_folder->path("t.h5");
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(std::ranges::none_of(plan->notes,
                                [](const Message& note) {
                                  return note.english().find("which is not a weight") != std::string::npos;
                                }),
           late);
  const auto report = import.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->rejected, std::uint64_t{1});
  QCOMPARE(report->samples, static_cast<std::uint64_t>(records - 1));
  QCOMPARE(report->reasons.front().reason, std::string("not a weight"));
  std::ifstream rejects(report->rejectsFile);
  const std::string lines{std::istreambuf_iterator<char>(rejects), {}};
  const std::string line = ',' + std::to_string(late ? 153'002 : 3) + ',';
  QVERIFY2(lines.find(line) != std::string::npos, lines.c_str());
}

void TableRefusalTest::saysThatAFilterLeftNothing() {
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "a,b\n1,2\n3,4\n")};
  import.options.table.where = "a > 5";
  import.load.target = m_folder->path("t.h5");
  const auto report = import.run();
  QVERIFY(!report);
  QCOMPARE(sentenceOf(report),
           std::string("No sample is left: the filter or missing values left out all of 2 records."));
}

void TableRefusalTest::namesTheNearestColumn() {
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "age,income\n1,2\n")};
  import.options.labels = {"incme"};
  const auto plan = import.survey();
  QVERIFY(!plan);
  QCOMPARE(QString::fromStdString(sentenceOf(plan)),
           QString("There is no column incme in t.csv. Did you mean income?"));
  // What has no letter in common with a short name is no slip.
  import.options.sources = {m_folder->write("short.csv", "x,y\n1,2\n")};
  import.options.labels = {"zz"};
  QVERIFY(sentenceOf(import.survey()).find("its columns are") != std::string::npos);
}

void TableRefusalTest::namesAMissingFile() {
  TableImport import;
  import.options.sources = {m_folder->path("absent.csv")};
  const auto plan = import.survey();
  QVERIFY(!plan);
  QCOMPARE(plan.error().code, Errc::notFound);
  QVERIFY(sentenceOf(plan).find("absent.csv") != std::string::npos);
}

void TableRefusalTest::refusesAFolderWithoutTables() {
  std::filesystem::create_directory(m_folder->path("empty"));
  TableImport import;
  import.options.sources = {m_folder->path("empty")};
  const auto plan = import.survey();
  QVERIFY(!plan);
  QVERIFY2(sentenceOf(plan).find("holds no CSV file and no recording") != std::string::npos, sentenceOf(plan).c_str());
}

void TableRefusalTest::refusesBinaryContent() {
  std::string noise;
  for (int i = 0; i < 4000; ++i) noise += static_cast<char>(i * 37 % 251);
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", noise)};
  const auto plan = import.survey();
  QVERIFY(!plan);
  QVERIFY2(sentenceOf(plan).find("binary") != std::string::npos, sentenceOf(plan).c_str());
}

void TableRefusalTest::refusesWordsThatTheMemoryDoesNotHold() {
  std::string text = "n,few,many\n";
  for (int i = 0; i < 60000; ++i)
    text += std::to_string(i % 7) + ",f" + std::to_string(i % 9) + ",word number " + std::to_string(i) + "\n";
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", text)};
  import.options.table.kinds = {{"many", table::Kind::category}};
  import.load.target = m_folder->path("t.h5");
  import.load.blockBytes = 65536;
  import.resources.memoryBytes = std::uint64_t{16} << 20;
  const auto refused = import.run();
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::outOfMemory);
  QVERIFY2(sentenceOf(refused).find("more than 8 MB of memory") != std::string::npos, sentenceOf(refused).c_str());
  QVERIFY2(sentenceOf(refused).find("column many has") != std::string::npos, sentenceOf(refused).c_str());
  QVERIFY(!m_folder->holds("t.h5"));
  import.resources.memoryBytes = std::uint64_t{64} << 20;
  const auto report = import.run();
  QVERIFY2(report, sentenceOf(report).c_str());
}

void TableRefusalTest::stopsAtTheFirstFaultWhenAsked() {
  std::string text = "a,b\n";
  for (int i = 0; i < 500; ++i) text += i == 321 ? "1,  oops\n" : i == 400 ? "later,1\n" : "1,2\n";
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", text)};
  import.options.onError = ingest::OnError::fail;
  import.load.target = m_folder->path("t.h5");
  import.load.blockBytes = 64;
  import.resources.threads = 4;
  const auto report = import.run();
  QVERIFY(!report);
  QCOMPARE(sentenceOf(report), std::string("Column b holds oops in line 323 of t.csv, which is not a number."));
  QCOMPARE(report.error().source.file, std::string("t.csv"));
  QCOMPARE(report.error().source.line, std::uint64_t{323});
  QCOMPARE(report.error().source.column, std::uint64_t{3});
  QCOMPARE(m_folder->listing(), std::string("t.csv"));
}

void TableRefusalTest::countsTheFieldsOfARecordThatStopsIt() {
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "a,b\n1,2\n3,4\n5,6\n7,8,9\n10,11\n")};
  import.options.onError = ingest::OnError::fail;
  import.load.target = m_folder->path("t.h5");
  QCOMPARE(sentenceOf(import.run()), std::string("Line 5 of t.csv has 3 fields; expected 2."));
}

void TableRefusalTest::refusesAnExistingTarget() {
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "a,b\n1,2\n")};
  import.load.target = m_folder->write("t.h5", "mine");
  const auto report = import.run();
  QVERIFY(!report);
  QCOMPARE(report.error().code, Errc::exists);
  QCOMPARE(TableFolder::read(m_folder->path("t.h5")), std::string("mine"));
  QCOMPARE(m_folder->listing(), std::string("t.csv t.h5"));
}

void TableRefusalTest::noticesAChangedSource() {
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "a,b\n1,2\n")};
  import.load.target = m_folder->path("t.h5");
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  m_folder->write("t.csv", "a,b\n1,3\n");
  const auto report = ingest::load(*plan, import.load, import.resources, import.job());
  QVERIFY(!report);
  QVERIFY2(sentenceOf(report).find("has changed since") != std::string::npos, sentenceOf(report).c_str());
  QCOMPARE(m_folder->listing(), std::string("t.csv"));
}

void TableRefusalTest::noticesASourceTruncatedWhileItIsRead() {
  std::string text = "a,b\n";
  while (text.size() < (8U << 20U)) text += "12345,0.5\n";
  bool cutWhileRead = false;
  // Whether it is truncated before the end is for the machine to decide; with a longer source it is, some time.
  for (int round = 0; round < 6 && !cutWhileRead; ++round, text += text.substr(4)) {
    TableImport import;
    import.options.sources = {m_folder->write("t.csv", text)};
    import.load.target = m_folder->path("t.h5");
    import.load.write.overwrite = true;
    import.load.blockBytes = 64 << 10;
    const auto plan = import.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    std::jthread cutter([&](const std::stop_token& done) {
      while (!done.stop_requested() && import.progress.samples() == 0) std::this_thread::yield();
      if (!done.stop_requested()) std::filesystem::resize_file(m_folder->path("t.csv"), text.size() / 2);
    });
    const auto report = ingest::load(*plan, import.load, import.resources, import.job());
    cutter.request_stop();
    cutter.join();
    if (report) continue;
    cutWhileRead = true;
    QVERIFY2(sentenceOf(report).find("was truncated or overwritten while") != std::string::npos,
             sentenceOf(report).c_str());
    if (round == 0) QCOMPARE(m_folder->listing(), std::string("t.csv"));
  }
  QVERIFY(cutWhileRead);
}

void TableRefusalTest::leavesNothingWhenCancelled() {
  std::string text = "a,b,w\n";
  for (int i = 0; i < 200000; ++i)
    text += std::to_string(i) + ",2.5,word" + std::to_string(i % 50) + (i % 1000 == 7 ? ",extra\n" : "\n");
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", text)};
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  int cancelled = 0;
  for (int round = 0; round < 12; ++round) {
    TableImport each;
    each.load.target = m_folder->path("t.h5");
    each.load.blockBytes = 4096;
    // Stops when a share of the bytes is done: at every stage, the very start included.
    const std::uint64_t when = text.size() * static_cast<std::uint64_t>(round) / 12;
    std::jthread stopper([&](const std::stop_token& done) {
      while (!done.stop_requested() && each.progress.done() < when) std::this_thread::yield();
      each.stop.request_stop();
    });
    const auto report = ingest::load(*plan, each.load, each.resources, each.job());
    stopper.request_stop();
    stopper.join();
    if (!report) {
      QCOMPARE(report.error().code, Errc::cancelled);
      QCOMPARE(m_folder->listing(), std::string("t.csv"));
      ++cancelled;
    } else {
      QDir(QString::fromStdString(m_folder->root().string())).remove("t.h5");
      QDir(QString::fromStdString(m_folder->root().string())).remove("t.h5.rejects.csv");
      QDir(QString::fromStdString(m_folder->root().string())).remove("t.splits.h5");
    }
  }
  QVERIFY(cancelled > 0);
}

void TableRefusalTest::leavesNothingWhenNoSampleIsLeft() {
  TableImport import;
  import.options.missing = ingest::MissingPolicy::drop;
  import.options.sources = {m_folder->write("t.csv", "a,b\n1,\n,2\n")};
  import.load.target = m_folder->path("t.h5");
  const auto report = import.run();
  QVERIFY(!report);
  QCOMPARE(report.error().code, Errc::noSamples);
  QCOMPARE(m_folder->listing(), std::string("t.csv"));
}

void TableRefusalTest::refusesClassesThatHaveNoName() {
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "a,y\n1,p\n2,q\n3,p\n")};
  import.options.labels = {"y"};
  import.options.table.classMap = {{"p", "r"}, {"p", "s"}};
  QVERIFY2(sentenceOf(import.survey()).find("names the class p twice") != std::string::npos,
           sentenceOf(import.survey()).c_str());
  import.options.table.classMap = {{"p", ""}};
  QVERIFY2(sentenceOf(import.survey()).find("gives the class p no name") != std::string::npos,
           sentenceOf(import.survey()).c_str());
}

void TableRefusalTest::refusesRecipesThatDoNotFit() {
  QVERIFY(!ingest::planFromRecipe("{"));
  QVERIFY(!ingest::planFromRecipe("{}"));
  QVERIFY(!ingest::planFromRecipe(R"({"masu_recipe":1})"));
  QVERIFY(!ingest::planFromRecipe(R"({"masu_recipe":99})"));
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "a,b\n1,2\n")};
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  import.options.sources = {m_folder->write("other.csv", "a,c\n1,2\n")};
  const auto bound = ingest::replan(*ingest::planFromRecipe(ingest::recipeFrom(*plan)), import.options, import.job());
  QVERIFY(!bound);
  QVERIFY2(sentenceOf(bound).find("Missing: b. Unknown: c.") != std::string::npos, sentenceOf(bound).c_str());
}

void TableRefusalTest::refusesRecipesThatCannotBeObeyed_data() {
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("says");
  const auto field = [](const char* text) { return QString::fromLatin1(text); };
  QTest::newRow("filter that does not parse") << field(R"("where": "")") << field(R"("where": "a <")") << "a <";
  QTest::newRow("filter of a missing column") << field(R"("where": "")") << field(R"("where": "zz > 1")") << "zz";
  QTest::newRow("unknown field") << field(R"("where": "")") << field(R"("where": "", "filter": "a > 1")") << "filter";
  QTest::newRow("unknown choice") << field(R"("on_error": "reject")") << field(R"("on_error": "ignore")") << "ignore";
  QTest::newRow("another kind") << field(R"("header": true)") << field(R"("header": 1)") << "header";
  QTest::newRow("negative count") << field(R"("preamble_lines": 0)") << field(R"("preamble_lines": -1)") << "-1";
  QTest::newRow("missing field") << field(R"("weight": "",)") << QString() << "weight";
  QTest::newRow("weight that is not there") << field(R"("weight": "")") << field(R"("weight": "zz")") << "zz";
  QTest::newRow("label of another role") << field(R"("labels": [])") << field(R"("labels": ["a"])") << "a";
  QTest::newRow("a column twice") << field(R"("name": "b")") << field(R"("name": "a")") << "two columns a";
  QTest::newRow("class map without classes")
      << field(R"("class_map": [])") << field(R"("class_map": [["x","y"]])") << "x";
}

void TableRefusalTest::refusesRecipesThatCannotBeObeyed() {
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, says);
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "a,b\n1,2\n3,4\n")};
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QString recipe = QString::fromStdString(ingest::recipeFrom(*plan));
  const QString tight = QString(recipe).replace(QRegularExpression("\\[\\s+\\]"), "[]");
  QVERIFY2(tight.contains(from), qPrintable(tight));
  const auto known = ingest::planFromRecipe(QString(tight).replace(from, to).toStdString());
  const auto bound = known ? ingest::replan(*known, import.options, import.job()) : Result<ingest::ImportPlan>(*plan);
  QVERIFY(!known || !bound);
  const std::string message = (known ? bound.error() : known.error()).message.english();
  QVERIFY2(QString::fromStdString(message).contains(says), message.c_str());
  QVERIFY2(message.find("json") == std::string::npos, message.c_str());
}

MASU_TEST(TableRefusalTest)
#include "table_refusal_test.moc"
