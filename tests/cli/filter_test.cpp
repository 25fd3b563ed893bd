// SPDX-License-Identifier: GPL-3.0-or-later
// A filter means the same wherever it is written: of the records of an import, and of the samples of a dataset.
#include <QTemporaryDir>
#include <QTest>
#include <map>

#include "program.h"
#include "tests/fixtures/test_group.h"

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
    add("at >= \"2024-02-01\"", 27);
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

  /// Of a text kept as it stands only an empty cell is missing, for whoever asks.
  void markersAreTextsWhereTextIsKept_data() {
    QTest::addColumn<QStringList>("kept");
    QTest::newRow("text") << QStringList{"--text", "txt"};
    QTest::newRow("words") << QStringList{"--keep", "txt", "--type", "txt=category"};
  }

  void markersAreTextsWhereTextIsKept() {
    QFETCH(QStringList, kept);
    writeFile(path("m.csv"), "txt,x,y\nNA,1,0\nnull,2,1\n?,3,0\n,4,1\nred,5,0\nred,6,1\nblue,7,0\n-nan,8,1\n");
    const QStringList options = QStringList{path("m.csv"), "--label", "y"} + kept;
    const auto missing = [](const Ran& ran) { return ran.json()[u"columns"][0][u"missing"].toInt(-1); };
    const Ran inspect = runMasu(QStringList{"inspect"} + options + QStringList{"--json"});
    QCOMPARE(missing(inspect), 1);
    QCOMPARE(inspect.json()[u"columns"][0][u"distinct"].toInt(), 6);
    QCOMPARE(runMasu(QStringList{"import"} + options + QStringList{"--out", path("M.h5"), "--overwrite"}).exitCode, 0);
    QCOMPARE(missing(runMasu({"info", path("M.h5"), "--json"})), 1);
    const std::map<QString, int> filters = {{"txt = missing", 1}, {"txt != missing", 7},     {"txt = \"NA\"", 1},
                                            {"txt = \"?\"", 1},   {"txt contains \"n\"", 2}, {"txt != \"red\"", 6}};
    for (const auto& [filter, passing] : filters) {
      const Ran import = runMasu(QStringList{"import"} + options +
                                 QStringList{"--out", path("W.h5"), "--overwrite", "--where", filter, "--json"});
      QVERIFY2(import.exitCode == 0, import.errors.constData());
      QCOMPARE(import.json()[u"samples"].toInt(), passing);
      const Ran split = runMasu({"split", path("M.h5"), "--ratios", "1,0,0", "--exclude", "not (" + filter + ")"});
      QVERIFY2(split.exitCode == 0, split.errors.constData());
      const Ran info = runMasu({"info", path("M.h5"), "--json"});
      QCOMPARE(info.json()[u"splits"][u"default"][u"train"].toInt(), passing);
    }
  }

  void whatMayBeTwoTimesIsRefused() {
    for (const char* filter : {"at > 5", "at > \"5\"", "at > \"03/04/2024\"", "seen = 1704067200",
                               "at > \"12:30\"", "seen > \"12:30\""}) {
      const Ran import =
          runMasu(QStringList{"import", path("t.csv"), "--out", path("R.h5"), "--where", filter} + options());
      QVERIFY2(import.exitCode != 0 && import.errors.contains("2024-03"), import.errors.constData());
      const Ran split = runMasu({"split", path("T.h5"), "--ratios", "1,0,0", "--exclude", filter});
      QVERIFY2(split.exitCode != 0, split.output.constData());
      QCOMPARE(split.errors, import.errors);
    }
  }

  void aColumnOfAnotherMeaningIsNamedInBackticks() {
    writeFile(path("n.csv"), "sample,source,position,x,y\n9,a,5,1,p\n8,b,6,2,q\n7,a,7,3,p\n6,b,8,4,q\n");
    QCOMPARE(runMasu({"import", path("n.csv"), "--label", "y", "--keep", "source", "--out", path("N.h5")}).exitCode, 0);
    const auto split = [&](const QStringList& more) {
      return runMasu(QStringList{"split", path("N.h5"), "--ratios", "0.5,0,0.5"} + more);
    };
    for (const QStringList& more : {QStringList{"--exclude", "sample > 7"}, QStringList{"--exclude", "source = \"a\""},
                                    QStringList{"--group", "source"}, QStringList{"--order", "position"}}) {
      const Ran ran = split(more);
      QVERIFY2(ran.exitCode != 0 && ran.errors.contains('`'), ran.errors.constData());
    }
    QVERIFY(split({"--exclude", "`sample` > 7"}).output.contains("2 unused"));
    QVERIFY(split({"--exclude", "y = \"p\""}).output.contains("2 unused"));
    QCOMPARE(split({"--group", "`source`"}).exitCode, 0);
    QVERIFY(runMasu({"check", path("N.h5")}).output.contains("2 groups"));
    QCOMPARE(split({"--order", "`position`"}).exitCode, 0);
  }

  /// Each class gives its share of whole samples, which may come to another number, or to none.
  void aSubsetSaysWhatItTakes() {
    QByteArray table = "x,y\n";
    for (int i = 0; i < 100; ++i) table += QByteArray::number(i) + ",c" + QByteArray::number(i % 5) + '\n';
    writeFile(path("s.csv"), table);
    QCOMPARE(runMasu({"import", path("s.csv"), "--label", "y", "--out", path("S.h5")}).exitCode, 0);
    const auto split = [&](const char* subset) {
      return runMasu({"split", path("S.h5"), "--ratios", "1,0,0", "--overwrite", "--subset", subset});
    };
    const Ran none = split("0.02");
    QVERIFY2(none.exitCode != 0 && none.errors.contains("--subset"), none.errors.constData());
    const Ran more = split("0.03");
    QVERIFY2(more.exitCode == 0, more.errors.constData());
    QVERIFY2(more.output.contains("5 train") && (more.output + more.errors).contains("5 samples, not 3"),
             (more.output + more.errors).constData());
    const Ran exact = split("0.2");
    QVERIFY2(exact.output.contains("20 train") && !exact.output.contains("not 20"), exact.output.constData());
    const Ran folds = runMasu({"split", path("S.h5"), "--folds", "2", "--ratios", "1,0,0", "--subset", "0.02"});
    QVERIFY2(folds.exitCode != 0 && folds.errors.contains("--subset"), folds.errors.constData());
  }

  /// Folds keep groups as a split does, and missing groups are one, which is said.
  void groupsOfFoldsAreChecked() {
    QByteArray table = "g,x,y\n";
    for (int i = 0; i < 60; ++i)
      table += (i % 4 == 0 ? "" : "g" + QByteArray::number(i % 13)) + ',' + QByteArray::number(i) + ',' +
               QByteArray::number(i % 2) + '\n';
    writeFile(path("g.csv"), table);
    QCOMPARE(runMasu({"import", path("g.csv"), "--label", "y", "--keep", "g", "--out", path("G.h5")}).exitCode, 0);
    const Ran folds =
        runMasu({"split", path("G.h5"), "--folds", "3", "--group", "g", "--ratios", "1,0,0", "--name", "cv"});
    QVERIFY2(folds.exitCode == 0, folds.errors.constData());
    QVERIFY2((folds.output + folds.errors).contains("one group: 15"), (folds.output + folds.errors).constData());
    const Ran check = runMasu({"check", path("G.h5"), "--manifest", "cv-1"});
    QVERIFY2(check.output.contains("groups by g"), check.output.constData());
  }

 private:
  static QStringList options() { return {"--label", "y", "--keep", "seen"}; }
  QString path(const QString& name) const { return m_folder.filePath(name); }

  QTemporaryDir m_folder;
};

MASU_TEST(CliFilterTest)
#include "filter_test.moc"
