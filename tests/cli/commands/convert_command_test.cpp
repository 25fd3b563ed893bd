// SPDX-License-Identifier: GPL-3.0-or-later
// One conversion by several workers, as people start them: at once, after one was killed, and in words that exclude
// others.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

class ConvertCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void workersInShellsMakeOneDataset();
  void aKilledWorkerIsReplaced();
  void aWorkerSaysWhatBecameOfTheConversion();
  void whatDoesNotGoTogetherIsRefused();

 private:
  QString path(const QString& name) const { return m_folder.filePath(name); }
  QStringList words(const QString& folder) const {
    return {"convert", path("F.h5"),           "--dtype",     "i16", "--compression", "gzip",
            "--out",   path(folder + "/G.h5"), "--part-size", "100K"};
  }
  QStringList part(const QString& folder, const QString& which) const { return words(folder) << "--part" << which; }
  void compare(const QString& folder) const;

  QTemporaryDir m_folder;
};

void ConvertCommandTest::initTestCase() {
  QByteArray text = "x,y,label\n";
  for (int i = 0; i < 60'000; ++i) {
    text += QByteArray::number(i % 977) + ".25," + QByteArray::number(i) + (i % 3 == 0 ? ",yes\n" : ",no\n");
  }
  writeFile(path("t.csv"), text);
  QCOMPARE(runMasu({"import", path("t.csv"), "--label", "label", "--dtype", "f32", "--out", path("F.h5")}).exitCode, 0);
  QCOMPARE(runMasu({"split", path("F.h5"), "--ratios", "0.6,0.2,0.2"}).exitCode, 0);
  QDir().mkpath(path("alone"));
  const QJsonObject alone = runMasu(words("alone") + QStringList{"--json"}).json();
  QVERIFY(alone.contains(u"part") && alone[u"part"].isNull());
}

void ConvertCommandTest::compare(const QString& folder) const {
  const auto namesIn = [&](const QString& name) {
    return QDir(path(name)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden, QDir::Name);
  };
  QCOMPARE(namesIn(folder), namesIn("alone"));
  QVERIFY(namesIn("alone").contains("G.part001.h5"));
  for (const QString& name : namesIn("alone"))
    QVERIFY2(readFile(path(folder + "/" + name)) == readFile(path("alone/" + name)), qPrintable(name));
}

void ConvertCommandTest::workersInShellsMakeOneDataset() {
  QDir().mkpath(path("two"));
  QProcess workers[2];
  for (int i = 0; i < 2; ++i)
    workers[i].start(QStringLiteral(MASU_PROGRAM), part("two", QStringLiteral("%1/2").arg(i + 1)));
  for (QProcess& worker : workers) {
    QVERIFY(worker.waitForFinished(300'000));
    QVERIFY2(worker.exitCode() == 0, worker.readAllStandardError().constData());
  }
  compare("two");
}

/// At any moment: also before it began, and after it was done.
void ConvertCommandTest::aKilledWorkerIsReplaced() {
  QDir().mkpath(path("killed"));
  QProcess worker;
  worker.start(QStringLiteral(MASU_PROGRAM), part("killed", "1/2"));
  QVERIFY(worker.waitForStarted());
  while (worker.state() != QProcess::NotRunning && !QFile::exists(path("killed/G.h5.workers/terms")))
    worker.waitForFinished(1);
  worker.kill();
  worker.waitForFinished();
  // A process that the dead worker had started may be in the folder for a moment, which looks like a worker at it.
  for (QString state; state != u"complete";) {
    const Ran second = runMasu(part("killed", "2/2") << "--json");
    QVERIFY2(second.exitCode == 0, second.errors.constData());
    state = second.json()[u"part"][u"conversion"].toString();
  }
  QVERIFY(!QFile::exists(path("killed/G.h5.workers")));
  // Of a process that was killed after the dataset had its name; the next writer takes them.
  QDir(path("killed/G.h5.partial")).removeRecursively();
  QFile::remove(path("killed/G.splits.h5.lock"));
  compare("killed");
}

void ConvertCommandTest::aWorkerSaysWhatBecameOfTheConversion() {
  QDir().mkpath(path("one"));
  const QJsonObject first = runMasu(part("one", "2/2") << "--json").json();
  QCOMPARE(first[u"part"][u"number"].toInt(), 2);
  QCOMPARE(first[u"part"][u"parts"].toInt(), 2);
  QCOMPARE(first[u"part"][u"converted"].toInt(), first[u"part"][u"ranges"].toInt());
  QCOMPARE(first[u"part"][u"joined"].toBool(), true);
  QCOMPARE(first[u"part"][u"bytes_converted_again"].toInt(), 0);
  QCOMPARE(first[u"part"][u"conversion"].toString(), QStringLiteral("complete"));
  QCOMPARE(first[u"samples"].toInt(), 60'000);
  const Ran second = runMasu(part("one", "1/2"));
  QCOMPARE(second.exitCode, 0);
  QVERIFY2(
      second.output.startsWith("worker 1 of 2 converted 0 of 1 range\nthe conversion is complete: the dataset is in "),
      second.output.constData());
  compare("one");
}

void ConvertCommandTest::whatDoesNotGoTogetherIsRefused() {
  QDir().mkpath(path("none"));
  const Ran both = runMasu(part("none", "1/2") << "--overwrite");
  QCOMPARE(both.exitCode, 2);
  QVERIFY2(both.errors.contains("do not go together") && both.errors.contains("--part") &&
               both.errors.contains("--overwrite"),
           both.errors.constData());
  const Ran odd = runMasu(part("none", "3/2"));
  QCOMPARE(odd.exitCode, 2);
  QVERIFY2(odd.errors.contains("must be I/N, e.g. 2/4"), odd.errors.constData());
  QVERIFY(QDir(path("none")).isEmpty());
}

MASU_TEST(ConvertCommandTest)
#include "convert_command_test.moc"
