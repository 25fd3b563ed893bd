// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using namespace masu::test;

namespace {

QByteArray table(int first, int count) {
  QByteArray text = "x,colour,label\n";
  for (int i = first; i < first + count; ++i) {
    text += QByteArray::number(i) + (i % 2 == 0 ? ",red," : ",green,") + (i % 3 == 0 ? "yes\n" : "no\n");
  }
  return text;
}

}  // namespace

class CliAppendTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void isBeforeOrBehindWheneverItIsKilled();
  void reportsWhatItDid();
  void splitsThatAreLeftOutAreAWarning();
  void classesOfAnExportAreNotRenamedAgain();
  void anotherDelimiterIsDetected();

 private:
  QString path(const char* name) const { return m_folder.filePath(name); }

  QTemporaryDir m_folder;
};

void CliAppendTest::isBeforeOrBehindWheneverItIsKilled() {
  constexpr int kBefore = 3000;
  constexpr int kAdded = 20000;
  writeFile(path("a.csv"), table(0, kBefore));
  writeFile(path("b.csv"), table(kBefore, kAdded));
  QCOMPARE(runMasu({"import", path("a.csv"), "--label", "label", "--out", path("F.h5"), "--no-sync"}).exitCode, 0);
  QCOMPARE(runMasu({"split", path("F.h5"), "--ratios", "0.5,0.5,0"}).exitCode, 0);
  int samples = kBefore;
  int grown = 0;
  for (int round = 0; round < 40; ++round) {
    const QString delay = QString::number(0.005 * (round % 20 + 1));
    runShell(
        QString("timeout -s KILL %1 \"$MASU\" append '%2' '%3' --no-sync").arg(delay, path("F.h5"), path("b.csv")));
    const Ran facts = runMasu({"info", path("F.h5"), "--json"});
    QVERIFY2(facts.exitCode == 0, facts.errors.constData());
    const int now = facts.json()[u"samples"].toInt();
    QVERIFY2(now == samples || now == samples + kAdded, qPrintable(QString::number(now)));
    grown += now == samples ? 0 : 1;
    samples = now;
    // The manifest that belongs to it is there, too.
    const QJsonObject split = facts.json()[u"splits"].toObject()[u"default"].toObject();
    QCOMPARE(split[u"train"].toInt(), kBefore / 2);
    QCOMPARE(split[u"unused"].toInt(), samples - kBefore);
  }
  QCOMPARE(runMasu({"append", path("F.h5"), path("b.csv"), "--no-sync"}).exitCode, 0);
  QCOMPARE(runMasu({"verify", path("F.h5")}).exitCode, 0);
  QCOMPARE(runMasu({"info", path("F.h5"), "--json"}).json()[u"samples"].toInt(), samples + kAdded);
  qInfo("killed %d times before and %d times behind", 40 - grown, grown);
}

void CliAppendTest::reportsWhatItDid() {
  writeFile(path("a.csv"), table(0, 300));
  writeFile(path("b.csv"), table(300, 20) + "1,blue,perhaps\n");
  QCOMPARE(runMasu({"import", path("a.csv"), "--label", "label", "--out", path("G.h5"), "--no-sync"}).exitCode, 0);
  const QString parent = runMasu({"info", path("G.h5"), "--json"}).json()[u"uuid"].toString();
  QCOMPARE(runMasu({"split", path("G.h5"), "--ratios", "0.5,0.5,0", "--name", "kept"}).exitCode, 0);
  QCOMPARE(runMasu({"manifest", path("G.h5"), "freeze", "kept"}).exitCode, 0);
  const Ran ran = runMasu({"append", path("G.h5"), path("b.csv"), "--json"});
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  QCOMPARE(ran.json()[u"unfrozen"].toArray(), QJsonArray{"kept"});
  QVERIFY2(ran.output.contains("Freeze it again"), ran.output.constData());
  QCOMPARE(ran.json()[u"samples"].toInt(), 321);
  QCOMPARE(ran.json()[u"added"].toInt(), 21);
  QCOMPARE(ran.json()[u"classes_added"].toArray(), QJsonArray{"perhaps"});
  QCOMPARE(ran.json()[u"parent"].toString(), parent);
  const QJsonObject info = runMasu({"info", path("G.h5"), "--json"}).json();
  QCOMPARE(info[u"parent"].toString(), parent);
  QCOMPARE(info[u"storage"].toObject()[u"parts"].toArray().size(), 2);
  // Why records were rejected, and what the types cost, as an import says it.
  writeFile(path("c.csv"), table(400, 20) + "short,1\n");
  const Ran text = runMasu({"append", path("G.h5"), path("c.csv"), "--no-sync"});
  QVERIFY2(text.output.contains("1 rejected, kept in ") && text.output.contains("  1  wrong number of fields"),
           text.output.constData());
  QVERIFY2(text.output.contains("What the stored type") || text.output.contains("reads back equal"),
           text.output.constData());
  writeFile(path("d.csv"), table(500, 20));
  const QJsonArray columns = runMasu({"append", path("G.h5"), path("d.csv"), "--json"}).json()[u"columns"].toArray();
  QVERIFY(!columns.isEmpty() && columns[0].toObject().contains(u"max_error"));
}

void CliAppendTest::splitsThatAreLeftOutAreAWarning() {
  writeFile(path("before.csv"), table(0, 300));
  writeFile(path("later.csv"), table(300, 100));
  QCOMPARE(runMasu({"import", path("before.csv"), "--label", "label", "--out", path("S.h5"), "--no-sync"}).exitCode, 0);
  const QStringList append = {"append", path("S.h5"), path("later.csv"), "--no-sync", "--json"};
  const Ran kept = runMasu(append);
  QCOMPARE(kept.exitCode, 0);
  QVERIFY(kept.json()[u"splits_problem"].isNull());
  QVERIFY2(kept.errors.isEmpty(), kept.errors.constData());
  QVERIFY(QFile::remove(path("S.splits.h5")));
  const Ran lost = runMasu(append);
  QVERIFY2(lost.exitCode == 0, lost.errors.constData());
  QVERIFY(lost.json()[u"splits_problem"].toString().contains("S.splits.h5"));
  QVERIFY2(lost.errors.contains("No manifest was carried over."), lost.errors.constData());
}

/// A map that swaps classes renames sources, and not what it renamed before.
void CliAppendTest::classesOfAnExportAreNotRenamedAgain() {
  writeFile(path("swap.csv"), table(0, 30));
  QCOMPARE(runMasu({"import", path("swap.csv"), "--label", "label", "--class-map", "yes", "no", "--class-map", "no",
                    "yes", "--out", path("W.h5"), "--no-sync"})
               .exitCode,
           0);
  QCOMPARE(runMasu({"export", path("W.h5"), "--format", "csv", "--out", path("ex")}).exitCode, 0);
  const QByteArray exported = readFile(path("ex/all/split_data_00000.csv"));
  QCOMPARE(exported.count("yes"), 20);
  const Ran ran = runMasu({"append", path("W.h5"), path("ex/all/split_data_00000.csv"), "--no-sync"});
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  QCOMPARE(runMasu({"export", path("W.h5"), "--format", "csv", "--out", path("ex2")}).exitCode, 0);
  const QByteArray grown = readFile(path("ex2/all/split_data_00000.csv"));
  QCOMPARE(grown, exported + exported.mid(exported.indexOf('\n') + 1));
  // Sources are renamed as before, which is said, as nothing shows that they are none of an export.
  const Ran sources = runMasu({"append", path("W.h5"), path("swap.csv"), "--no-sync"});
  QVERIFY2(sources.exitCode == 0, sources.errors.constData());
  QVERIFY2(sources.output.contains("The classes of swap.csv are renamed"), sources.output.constData());
  const Ran mixed =
      runMasu({"append", path("W.h5"), path("swap.csv"), path("ex/all/split_data_00000.csv"), "--no-sync"});
  QCOMPARE(mixed.exitCode, 1);
  QVERIFY2(mixed.errors.contains("Read them one at a time"), mixed.errors.constData());
}

void CliAppendTest::anotherDelimiterIsDetected() {
  writeFile(path("commas.csv"), table(0, 300));
  writeFile(path("other.csv"), table(300, 100).replace(',', ';'));
  QCOMPARE(runMasu({"import", path("commas.csv"), "--label", "label", "--out", path("D.h5"), "--no-sync"}).exitCode, 0);
  const Ran ran = runMasu({"append", path("D.h5"), path("other.csv"), "--no-sync"});
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  QVERIFY2(ran.output.contains("The delimiter of other.csv is ';', as detected"), ran.output.constData());
  writeFile(path("whole.csv"), table(0, 400));
  QCOMPARE(runMasu({"import", path("whole.csv"), "--label", "label", "--out", path("E.h5"), "--no-sync"}).exitCode, 0);
  for (const char* name : {"D", "E"}) {
    const QString file = path(name) + ".h5";
    QCOMPARE(runMasu({"export", file, "--format", "csv", "--out", path(name)}).exitCode, 0);
  }
  QCOMPARE(readFile(path("D/all/split_data_00000.csv")), readFile(path("E/all/split_data_00000.csv")));
}

MASU_TEST(CliAppendTest)
#include "append_test.moc"
