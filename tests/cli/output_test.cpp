// SPDX-License-Identifier: GPL-3.0-or-later
// What reaches stdout and the terminal: all of it or a failure, and nothing that commands a terminal.
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <cstring>
#include <string>

#include "app/cli/format.h"
#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::LineEnds;
using masu::shownJson;
using masu::shownText;
using masu::test::Ran;
using masu::test::runInterrupted;
using masu::test::runMasu;
using masu::test::runShell;
using masu::test::writeFile;

class CliOutputTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void nothingCommandsATerminal_data();
  void nothingCommandsATerminal();
  void jsonStaysWhatItSays();
  void namesFromFilesAreShown_data();
  void namesFromFilesAreShown();
  void outputThatIsLostIsAFailure_data();
  void outputThatIsLostIsAFailure();
  void wrongBytesInAnOptionAreReportedInJson();
  void anyNameOfAColumnLeavesTheTableWhole();
  void aDryRunSaysThatNothingIsWritten();
  void whatWasSurveyedInPartIsSaid();
  void theHeaderIsExplained();
  void infoSaysWhatFiguresAreOf();
  void aLinkIsShownWithItsUnit();
  void aCountOfOneIsSingular();
  void aSignalEndsACommandSoon_data();
  void aSignalEndsACommandSoon();

 private:
  QString path(const char* name) const { return m_dir.filePath(QLatin1String(name)); }

  QTemporaryDir m_dir;
};

void CliOutputTest::initTestCase() {
  QByteArray rows = "a,b\xC2\x9B[31m,label\n";
  for (int i = 0; i < 40; ++i)
    rows += QByteArray::number(i) + ",1.5," + (i % 2 ? "\xC2\x9B[2Jx\n" : "\"y\xE2\x80\xAE\nforged\"\n");
  writeFile(path("t.csv"), rows);
  QCOMPARE(runMasu({"import", path("t.csv"), "--label", "label", "--out", path("F.h5"), "--no-sync"}).exitCode, 0);
}

void CliOutputTest::nothingCommandsATerminal_data() {
  QTest::addColumn<QByteArray>("raw");
  QTest::addColumn<QByteArray>("shown");
  const QByteArray replaced = "\xEF\xBF\xBD";
  QTest::newRow("plain") << QByteArray("犬 ± 1 – ok") << QByteArray("犬 ± 1 – ok");
  QTest::newRow("escape") << QByteArray("a\x1B[2J") << QByteArray("a\xE2\x90\x9B[2J");
  QTest::newRow("delete") << QByteArray("a\x7F") << QByteArray("a\xE2\x90\xA1");
  QTest::newRow("C1") << QByteArray(
                             "a\xC2\x9B"
                             "31m")
                      << "a" + replaced + "31m";
  QTest::newRow("line end") << QByteArray("a\nb")
                            << QByteArray(
                                   "a\xE2\x90\x8A"
                                   "b");
  QTest::newRow("right to left") << QByteArray(
                                        "a\xE2\x80\xAE"
                                        "b\xE2\x81\xA6")
                                 << "a" + replaced + "b" + replaced;
  QTest::newRow("no UTF-8") << QByteArray("a\xFF\xC3") << "a" + replaced + replaced;
  QTest::newRow("overlong") << QByteArray("\xC0\x9B") << replaced + replaced;
  QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << replaced + replaced + replaced;
}

void CliOutputTest::nothingCommandsATerminal() {
  QFETCH(QByteArray, raw);
  QFETCH(QByteArray, shown);
  QCOMPARE(QByteArray::fromStdString(shownText(raw.toStdString(), LineEnds::shown)), shown);
}

void CliOutputTest::jsonStaysWhatItSays() {
  QCOMPARE(shownJson("{\n\"a\xC2\x9B\": \"犬\xE2\x80\xAE\"}"), std::string("{\n\"a\\u009b\": \"犬\\u202e\"}"));
}

void CliOutputTest::namesFromFilesAreShown_data() {
  QTest::addColumn<QStringList>("arguments");
  for (const QStringList& one : {QStringList{"inspect", path("t.csv"), "--label", "label"},
                                 {"info", path("F.h5")},
                                 {"head", path("F.h5")},
                                 {"inspect", path("t.csv"), "--label", "\x1B[2J"},
                                 {"info", path("no\x1B[2J\xC2\x9B.h5")}}) {
    QTest::newRow(qPrintable(one.join(' '))) << one;
    QTest::newRow(qPrintable(one.join(' ') + " --json")) << one + QStringList{"--json"};
  }
}

void CliOutputTest::namesFromFilesAreShown() {
  QFETCH(QStringList, arguments);
  const Ran ran = runMasu(arguments);
  for (const QByteArray& text : {ran.output, ran.errors}) {
    QVERIFY(!text.contains('\x1B'));
    QVERIFY(!text.contains("\xC2\x9B"));
    QVERIFY(!text.contains("\xE2\x80\xAE"));
    QVERIFY(!text.contains("\nforged"));
  }
}

void CliOutputTest::outputThatIsLostIsAFailure_data() {
  QTest::addColumn<QString>("command");
  const QString file = path("F.h5");
  for (const QString& one :
       {"info " + file, "info --json " + file, "head " + file, "verify " + file, "manifest " + file + " list",
        QStringLiteral("--help"), QStringLiteral("--version"), QStringLiteral("import --help")}) {
    QTest::newRow(qPrintable(one)) << one;
  }
}

void CliOutputTest::outputThatIsLostIsAFailure() {
  QFETCH(QString, command);
  const Ran ran = runShell("\"$MASU\" " + command + " >/dev/full");
  QCOMPARE(ran.exitCode, 1);
  QVERIFY2(ran.errors.contains("stdout"), ran.errors.constData());
}

void CliOutputTest::wrongBytesInAnOptionAreReportedInJson() {
  const Ran ran = runShell(QStringLiteral("\"$MASU\" info --json \"$(printf '\\377\\033')\" \"$(printf '\\376')\""));
  QCOMPARE(ran.exitCode, 2);
  QCOMPARE(ran.json()[u"error"][u"code"].toString(), QStringLiteral("usage"));
  QVERIFY(!ran.errors.contains('\x1B'));
}

void CliOutputTest::aSignalEndsACommandSoon_data() {
  QTest::addColumn<int>("number");
  QTest::newRow("SIGINT") << SIGINT;
  QTest::newRow("SIGTERM") << SIGTERM;
}

/// A stream that waits a minute for each batch looks at no stop request meanwhile.
void CliOutputTest::aSignalEndsACommandSoon() {
  QFETCH(int, number);
  const QStringList stream = {"stream", path("F.h5"), "--split", "all", "--simulate-batch-cost", "600s"};
  QCOMPARE(runInterrupted(stream, number, [] { return true; }).exitCode, 130);
}

void CliOutputTest::anyNameOfAColumnLeavesTheTableWhole() {
  const QByteArray longest(3000, 'x');
  writeFile(path("names.csv"), "\"new\nline\"," + longest + ",y\n1,2,a\n3,4,b\n");
  QCOMPARE(runMasu({"import", path("names.csv"), "--label", "y", "--out", path("names.h5"), "--no-sync"}).exitCode, 0);
  const Ran head = runMasu({"head", path("names.h5")});
  QCOMPARE(head.exitCode, 0);
  const QList<QByteArray> lines = head.output.trimmed().split('\n');
  QCOMPARE(lines.size(), 3);
  QVERIFY2(lines.front().contains("new\xE2\x90\x8Aline"), lines.front().constData());
  QVERIFY(!head.output.contains(longest));
  // All columns of a table are shown.
  const Ran some = runMasu({"head", path("names.h5"), "--values", "2"});
  QVERIFY2(some.exitCode != 0 && some.errors.contains("--values"), some.errors.constData());
}

void CliOutputTest::aDryRunSaysThatNothingIsWritten() {
  const QStringList words = {"export", path("F.h5"), "--out", path("shards")};
  const Ran dry = runMasu(words + QStringList{"--dry-run"});
  QCOMPARE(dry.exitCode, 0);
  QVERIFY2(dry.output.contains("would be in") && dry.output.contains("nothing was written"), dry.output.constData());
  const Ran real = runMasu(words);
  QCOMPARE(real.exitCode, 0);
  QVERIFY2(!real.output.contains("would be"), real.output.constData());
}

void CliOutputTest::whatWasSurveyedInPartIsSaid() {
  const QByteArrayList words = {"at least 3 values", "exact in the sample", "Classes found so far: no, yes",
                                "from the beginning and many other places of the sources"};
  for (const int count : {100, 200'000}) {
    QByteArray rows = "a,filler,word,y\n";
    for (int i = 0; i < count; ++i)
      rows += QByteArray::number(i % 100) + ",0.250000000000000000000000000000000000000,w" + QByteArray::number(i % 3) +
              (i % 2 ? ",yes\n" : ",no\n");
    writeFile(path("part.csv"), rows);
    const Ran ran = runMasu({"inspect", path("part.csv"), "--label", "y"});
    QCOMPARE(ran.exitCode, 0);
    for (const QByteArray& one : words) QVERIFY2(ran.output.contains(one) == (count > 100), one + ran.output);
  }
}

/// By `inspect` and `import` alike, as text and as JSON; nothing of what was stated.
void CliOutputTest::theHeaderIsExplained() {
  const QByteArray why = "For a header: words above numbers or times, such as a above 0 (columns: 2).";
  const QStringList inspect = {"inspect", path("t.csv")};
  QVERIFY2(runMasu(inspect).output.contains("\nHeader   " + why), runMasu(inspect).output.constData());
  const QJsonObject dialect = runMasu(inspect + QStringList{"--json"}).json()["dialect"].toObject();
  QCOMPARE(dialect["header_reason"].toString(), QString(why));
  QVERIFY(!runMasu(inspect + QStringList{"--header"}).output.contains("For a header"));
  const QStringList import = {"import", path("t.csv"), "--out", path("why.h5"), "--no-sync", "--overwrite"};
  const Ran ran = runMasu(import);
  QVERIFY2(ran.output.contains("\nHeader: the first record (") && ran.output.contains(why), ran.output.constData());
  const QJsonObject header = runMasu(import + QStringList{"--json"}).json()["header"].toObject();
  QVERIFY(header["first_record"].toBool() && header["confidence"].toDouble() > 0.75);
  QCOMPARE(header["reason"].toString(), QString(why));
}

void CliOutputTest::infoSaysWhatFiguresAreOf() {
  writeFile(path("times.csv"), "when,v,y\n2020-01-01,1,a\n2020-01-02,inf,b\n2020-01-03,3,a\n");
  QCOMPARE(runMasu({"import", path("times.csv"), "--label", "y", "--out", path("times.h5"), "--no-sync"}).exitCode, 0);
  const Ran info = runMasu({"info", path("times.h5")});
  QVERIFY2(info.output.contains("Times of when are seconds after 20"), info.output.constData());
  QVERIFY2(info.output.contains("v holds 1 infinite value, which Mean"), info.output.constData());
  QVERIFY(!runMasu({"info", path("F.h5")}).output.contains("infinite"));
  // In several blocks, beside missing cells, and in an appended part.
  QByteArray rows = "a,b\n";
  for (int i = 0; i < 3000; ++i) rows += (i % 7 == 0 ? "inf," : i % 5 == 0 ? "," : "2,") + QByteArray::number(i) + '\n';
  writeFile(path("many.csv"), rows);
  QCOMPARE(runMasu({"import", path("many.csv"), "--out", path("many.h5"), "--no-sync"}).exitCode, 0);
  const auto column = [&] { return runMasu({"info", path("many.h5"), "--json"}).json()[u"columns"][0]; };
  QCOMPARE(column()[u"infinite"].toInt(-1), 429);
  QCOMPARE(column()[u"mean"].toDouble(), 2.);
  QCOMPARE(column()[u"std"].toDouble(-1), 0.);
  QCOMPARE(runMasu({"info", path("many.h5"), "--json"}).json()[u"columns"][1][u"infinite"].toInt(-1), 0);
  QCOMPARE(runMasu({"append", path("many.h5"), path("many.csv"), "--no-sync"}).exitCode, 0);
  QCOMPARE(column()[u"infinite"].toInt(-1), 2 * 429);
  QVERIFY(runMasu({"info", path("many.h5")}).output.contains("a holds 858 infinite values"));
}

void CliOutputTest::aLinkIsShownWithItsUnit() {
  const QStringList words = {"estimate", "--samples", "1000", "--shape", "4", "--link"};
  QVERIFY(runMasu(words + QStringList{"100"}).output.contains("Over 100 bit/s"));
  QVERIFY(runMasu(words + QStringList{"100Mbit"}).output.contains("Over 100 Mbit/s"));
  QVERIFY(runMasu(words + QStringList{"2.5Gbit"}).output.contains("Over 2.5 Gbit/s"));
}

void CliOutputTest::aCountOfOneIsSingular() {
  writeFile(path("one.csv"), "x,y\n1.5,2.5\n");
  QCOMPARE(runMasu({"import", path("one.csv"), "--header", "--out", path("one.h5"), "--no-sync"}).exitCode, 0);
  const Ran stream = runMasu({"stream", path("one.h5"), "--split", "all"});
  QVERIFY2(stream.output.contains("1 sample in 1 batch, "), (stream.output + stream.errors).constData());
  const Ran converted = runMasu({"convert", path("one.h5"), "--out", path("wide.h5"), "--dtype", "f64", "--no-sync"});
  QVERIFY2(converted.output.startsWith("1 sample, "), (converted.output + converted.errors).constData());
  const Ran appended = runMasu({"append", path("one.h5"), path("one.csv"), "--no-sync"});
  QVERIFY2(appended.output.startsWith("1 sample appended"), (appended.output + appended.errors).constData());
}

MASU_TEST(CliOutputTest)
#include "output_test.moc"
