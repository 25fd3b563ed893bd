// SPDX-License-Identifier: GPL-3.0-or-later
// What reaches stdout and the terminal: all of it or a failure, and nothing that commands a terminal.
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <cstring>
#include <string>

#include "app/cli/format.h"
#include "program.h"

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
  void wrongBytesInAnOptionAreToldInJson();
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

void CliOutputTest::wrongBytesInAnOptionAreToldInJson() {
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

QTEST_GUILESS_MAIN(CliOutputTest)
#include "cli_output_test.moc"
