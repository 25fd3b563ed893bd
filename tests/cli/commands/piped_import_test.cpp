// SPDX-License-Identifier: GPL-3.0-or-later
// Sources that come through a pipe are as those of a file, but for what has to read them a second time.
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::runShell;
using masu::test::writeFile;

class PipedImportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QByteArray text = "x,word,y\n";
    for (int i = 0; i < 500; ++i)
      text += QByteArray::number(i * 0.5) + (i % 3 == 0 ? ",red," : ",green,") + (i % 2 == 0 ? "no\n" : "yes\n");
    text.replace("7.5,", "seven,");
    writeFile(path("t.csv"), text);
    const Ran made = runMasu({"import", path("t.csv"), "--type", "x=decimal", "--label", "y", "--out", path("F.h5")});
    QVERIFY2(made.exitCode == 0, made.errors.constData());
    m_head = headOf("F.h5");
    QVERIFY(!m_head.isEmpty());
  }

  void samplesAreThoseOfTheFile_data() {
    QTest::addColumn<QString>("line");
    const QString options = QStringLiteral("--type x=decimal --label y --out P.h5 --overwrite");
    QTest::newRow("standard input") << "cat t.csv | \"$MASU\" import - " + options;
    QTest::newRow("a file as standard input") << "\"$MASU\" import - " + options + " < t.csv";
    QTest::newRow("packed") << "gzip -c t.csv | \"$MASU\" import - " + options;
    QTest::newRow("a pipe with a name") << "rm -f p; mkfifo p; (cat t.csv > p &) ; \"$MASU\" import p " + options;
  }

  void samplesAreThoseOfTheFile() {
    QFETCH(QString, line);
    const Ran ran = runShell("cd '" + m_dir.path() + "' && " + line);
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QVERIFY2(ran.output.contains("bytes, was kept in memory"), ran.output.constData());
    QCOMPARE(headOf("P.h5"), m_head);
    const QByteArray rejects = readFile(path("P.h5.rejects.csv"));
    QVERIFY2(rejects.contains("seven"), rejects.constData());
    QVERIFY2(rejects.contains(line.contains("mkfifo") ? "\"p\",17," : "\"standard input\",17,"), rejects.constData());
  }

  void whatReadsAgainIsRefused() {
    for (const char* option : {"--resume", "--part 1/2"}) {
      const Ran ran = runShell("cd '" + m_dir.path() + "' && cat t.csv | \"$MASU\" import - --out Q.h5 " + option);
      QCOMPARE(ran.exitCode, 2);
      QVERIFY2(ran.errors.contains("cannot be read again"), ran.errors.constData());
    }
    const Ran waves = runShell("cd '" + m_dir.path() +
                               "' && cat t.csv | \"$MASU\" import - --out Q.h5 --as recordings "
                               "--where 'x > 1'");
    QCOMPARE(waves.exitCode, 2);
    QVERIFY(!QFile::exists(path("Q.h5")));
  }

  /// They are found by their place, and what came through a pipe has none but its name.
  void recordingsComeThroughAPipe() {
    QByteArray text = "left,right\n";
    for (int i = 0; i < 100; ++i) text += QByteArray::number(i % 7) + "," + QByteArray::number(i % 5) + "\n";
    writeFile(path("r.csv"), text);
    const QString options = QStringLiteral(" --as recordings --window 20 --delimiter , --out ");
    const Ran ran = runShell("cd '" + m_dir.path() + "' && \"$MASU\" import r.csv" + options + "R.h5 && mkdir f && " +
                             "mkfifo f/r.csv; (cat r.csv > f/r.csv &) ; \"$MASU\" import f/r.csv" + options + "S.h5");
    QVERIFY2(ran.exitCode == 0, (ran.errors + ran.output).constData());
    const QByteArray heads[] = {headOf("R.h5"), headOf("S.h5")};
    QVERIFY(!heads[0].isEmpty());
    QCOMPARE(heads[1], heads[0]);
  }

  void nothingIsASentence() {
    const Ran ran = runShell("cd '" + m_dir.path() + "' && \"$MASU\" inspect - < /dev/null");
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.errors.contains("standard input is empty"), ran.errors.constData());
  }

  void anInspectionReadsAPipe() {
    const Ran ran = runShell("cd '" + m_dir.path() + "' && cat t.csv | \"$MASU\" inspect - --json");
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QCOMPARE(ran.json()[u"sources"][0][u"path"].toString(), QStringLiteral("standard input"));
  }

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }
  /// But for the name of the source.
  QByteArray headOf(const QString& name) const {
    QByteArray rows = runMasu({"head", path(name), "--count", "500", "--json"}).output;
    for (const char* source : {"\"t.csv\"", "\"standard input\"", "\"p\""}) rows.replace(source, "\"S\"");
    return rows;
  }

  QTemporaryDir m_dir;
  QByteArray m_head;
};

MASU_TEST(PipedImportTest)
#include "piped_import_test.moc"
