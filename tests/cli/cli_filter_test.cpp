// SPDX-License-Identifier: GPL-3.0-or-later
// A filter means the same wherever it is written: of the records of an import, and of the samples of a dataset.
#include <QTemporaryDir>
#include <QTest>

#include "program.h"

using namespace masu::test;

namespace {

constexpr int kRows = 60;

/// Two days of every month but the last few; every seventh time and every fifth number are missing.
QByteArray table() {
  QByteArray text = "at,seen,word,x,count,y\n";
  for (int i = 0; i < kRows; ++i) {
    const QString day =
        QStringLiteral("2024-%1-%2").arg(i / 28 + 1, 2, 10, QLatin1Char('0')).arg(i % 28 + 1, 2, 10, QLatin1Char('0'));
    text += i % 7 == 3 ? QByteArray() : (day + " 12:00:00.5").toLatin1();
    text += ',' + day.toLatin1() + ",w" + QByteArray::number(i % 3) + ',';
    text += i % 5 == 0 ? QByteArray() : "0." + QByteArray::number(i % 10);
    text += ',' + QByteArray::number(i) + ',' + QByteArray::number(i % 2) + '\n';
  }
  return text;
}

}  // namespace

class CliFilterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    writeFile(path("t.csv"), table());
    const Ran ran = runMasu(QStringList{"import", path("t.csv"), "--out", path("T.h5")} + options());
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  }

  void importsAndSplitsAgree_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("passing");
    const auto add = [](const char* filter, int passing) { QTest::newRow(filter) << QString(filter) << passing; };
    add("at >= \"2024-02-01\"", 28);
    add("at < '10 Jan 2024'", 8);
    add("at = \"2024-01-02T12:00:00.5Z\"", 1);
    add("at = missing", 9);
    add("seen > \"2024-02-01\" and seen <= \"2024-02-05\"", 4);
    add("word = \"w1\"", 20);
    add("x = 0.3 or x = missing", 18);
    add("count >= 50", 10);
    add("y = 1", 30);
  }

  void importsAndSplitsAgree() {
    QFETCH(QString, filter);
    QFETCH(int, passing);
    const Ran import = runMasu(
        QStringList{"import", path("t.csv"), "--out", path("W.h5"), "--overwrite", "--where", filter, "--json"} +
        options());
    QVERIFY2(import.exitCode == 0, import.errors.constData());
    QCOMPARE(import.json()[u"samples"].toInt(), passing);
    const Ran split = runMasu({"split", path("T.h5"), "--ratios", "1,0,0", "--exclude", "not (" + filter + ")"});
    QVERIFY2(split.exitCode == 0, split.errors.constData());
    const Ran info = runMasu({"info", path("T.h5"), "--json"});
    QCOMPARE(info.json()[u"splits"][u"default"][u"train"].toInt(), passing);
  }

  void whatMayBeTwoTimesIsRefused() {
    for (const char* filter : {"at > 5", "at > \"5\"", "at > \"03/04/2024\"", "seen = 1704067200"}) {
      const Ran import =
          runMasu(QStringList{"import", path("t.csv"), "--out", path("R.h5"), "--where", filter} + options());
      QVERIFY2(import.exitCode != 0 && import.errors.contains("2024-03"), import.errors.constData());
      const Ran split = runMasu({"split", path("T.h5"), "--ratios", "1,0,0", "--exclude", filter});
      QVERIFY2(split.exitCode != 0, split.output.constData());
      QCOMPARE(split.errors, import.errors);
    }
  }

 private:
  static QStringList options() { return {"--label", "y", "--keep", "seen"}; }
  QString path(const QString& name) const { return m_folder.filePath(name); }

  QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(CliFilterTest)
#include "cli_filter_test.moc"
