// SPDX-License-Identifier: GPL-3.0-or-later
// One import, or conversion, by several workers, as people start them: at once, one after the other, and in words that
// exclude others.
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>
#include <optional>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

class CliImportPartTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QByteArray text = "x,colour,label\n";
    for (int i = 0; i < 20'000; ++i) {
      text += i % 700 == 3 ? "oops" : QByteArray::number(i);
      text += (i % 2 == 0 ? ",\"red,\nor so\"," : ",green,") + QByteArray(i % 3 == 0 ? "yes\n" : "no\n");
    }
    writeFile(path("t.csv"), text);
    QDir().mkpath(path("alone"));
    const QJsonObject alone = runMasu(words("alone") + QStringList{"--json"}).json();
    QVERIFY(alone.contains(u"part") && alone[u"part"].isNull());
  }
  void workersInShellsMakeOneDataset();
  void aWorkerSaysWhatBecameOfTheImport();
  void aLauncherNumbersTheWorkers();
  void aLauncherNumbersThoseWhoConvert();
  void recordingsAreRead();
  void whatDoesNotGoTogetherIsRefused();

 private:
  QString path(const QString& name) const { return m_folder.filePath(name); }
  QStringList words(const QString& folder) const {
    return {"import", path("t.csv"), "--label", "label", "--out", path(folder + "/F.h5"), "--part-size", "100K"};
  }
  void compare(const QString& folder) const {
    const auto namesIn = [&](const QString& name) {
      return QDir(path(name)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden, QDir::Name);
    };
    QCOMPARE(namesIn(folder), namesIn("alone"));
    for (const QString& name : namesIn("alone"))
      QVERIFY2(readFile(path(folder + "/" + name)) == readFile(path("alone/" + name)), qPrintable(name));
  }

  /// As the n-th of two processes of mpirun, from 0; without a number: started by no launcher.
  static Ran launched(const QStringList& words, std::optional<int> rank) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& name : environment.keys()) {
      if (name == u"RANK" || name == u"WORLD_SIZE" || name.startsWith(u"OMPI_") || name.startsWith(u"PMI_") ||
          name.startsWith(u"SLURM_"))
        environment.remove(name);
    }
    if (rank) {
      environment.insert("OMPI_COMM_WORLD_RANK", QString::number(*rank));
      environment.insert("OMPI_COMM_WORLD_SIZE", "2");
    }
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(MASU_PROGRAM), words);
    process.waitForFinished(300'000);
    return Ran{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
  }

  QTemporaryDir m_folder;
};

void CliImportPartTest::workersInShellsMakeOneDataset() {
  QDir().mkpath(path("three"));
  QProcess workers[3];
  for (int i = 0; i < 3; ++i) {
    workers[i].start(QStringLiteral(MASU_PROGRAM),
                     words("three") + QStringList{"--part", QStringLiteral("%1/3").arg(i + 1)});
  }
  for (QProcess& worker : workers) {
    QVERIFY(worker.waitForFinished(300'000));
    QVERIFY2(worker.exitCode() == 0, worker.readAllStandardError().constData());
  }
  compare("three");
}

void CliImportPartTest::aWorkerSaysWhatBecameOfTheImport() {
  QDir().mkpath(path("two"));
  const QJsonObject first = runMasu(words("two") + QStringList{"--part", "2/2", "--json"}).json();
  QCOMPARE(first[u"part"][u"number"].toInt(), 2);
  QCOMPARE(first[u"part"][u"parts"].toInt(), 2);
  QCOMPARE(first[u"part"][u"parsed"].toInt(), first[u"part"][u"ranges"].toInt());
  QCOMPARE(first[u"part"][u"joined"].toBool(), true);
  QCOMPARE(first[u"part"][u"import"].toString(), QStringLiteral("complete"));
  QVERIFY(first[u"samples"].toInt() > 19'000);
  compare("two");
  const Ran second = runMasu(words("two") + QStringList{"--part", "1/2"});
  QCOMPARE(second.exitCode, 0);
  QVERIFY2(second.output.startsWith("worker 1 of 2 parsed 0 of 1 range\nthe import is complete: the dataset is in "),
           second.output.constData());
  compare("two");
}

/// As mpirun starts them: in the same words, with a number in the environment that counts from 0.
void CliImportPartTest::aLauncherNumbersTheWorkers() {
  QDir().mkpath(path("auto"));
  const QStringList automatic = words("auto") + QStringList{"--part", "auto", "--json"};
  const Ran lost = launched(automatic, std::nullopt);
  QCOMPARE(lost.exitCode, 2);
  QVERIFY2((lost.output + lost.errors).contains("OMPI_COMM_WORLD_RANK/OMPI_COMM_WORLD_SIZE"), lost.errors.constData());
  QVERIFY(QDir(path("auto")).isEmpty());
  for (const int rank : {1, 0}) {
    const Ran ran = launched(automatic, rank);
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QCOMPARE(ran.json()[u"part"][u"number"].toInt(), rank + 1);
    QCOMPARE(ran.json()[u"part"][u"parts"].toInt(), 2);
  }
  compare("auto");
}

void CliImportPartTest::aLauncherNumbersThoseWhoConvert() {
  const QString copy = path("copy.h5");
  const QStringList automatic = {"convert", path("alone/F.h5"), "--out", copy, "--part", "auto", "--json"};
  const Ran lost = launched(automatic, std::nullopt);
  QCOMPARE(lost.exitCode, 2);
  QVERIFY2((lost.output + lost.errors).contains("--part auto"), lost.errors.constData());
  QVERIFY(!QFileInfo::exists(copy));
  for (const int rank : {1, 0}) {
    const Ran ran = launched(automatic, rank);
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QCOMPARE(ran.json()[u"part"][u"number"].toInt(), rank + 1);
    QCOMPARE(ran.json()[u"part"][u"parts"].toInt(), 2);
    QCOMPARE(ran.json()[u"part"][u"conversion"].toString(), QStringLiteral("complete"));
  }
  QVERIFY(QFileInfo::exists(copy));
}

void CliImportPartTest::recordingsAreRead() {
  QDir().mkpath(path("sounds"));
  for (const char* name : {"sounds/0_a.raw", "sounds/1_a.raw"}) writeFile(path(name), QByteArray(4000, 'x'));
  const Ran ran = runMasu({"import", path("sounds"), "--raw", "i16,1", "--window", "64", "--label-from",
                           R"(name:^(\d)_)", "--out", path("S.h5"), "--part", "2/2"});
  QCOMPARE(ran.exitCode, 0);
  QVERIFY2(ran.output.startsWith("worker 2 of 2 read 1 of 1 range and joined all\n"), ran.output.constData());
}

void CliImportPartTest::whatDoesNotGoTogetherIsRefused() {
  const auto refused = [&](const QStringList& options) {
    const Ran ran = runMasu(words("none") + QStringList{"--part", "1/2"} + options);
    return QString::number(ran.exitCode) + ' ' + QString::fromUtf8(ran.errors);
  };
  QVERIFY(refused({"--overwrite"}).startsWith("2 --overwrite and --part do not go together") ||
          refused({"--overwrite"}).startsWith("2 --part and --overwrite do not go together"));
  QVERIFY(refused({"--resume"}).contains("a worker always resumes"));
  QVERIFY(refused({"--save-recipe", path("r.json")}).contains("masu inspect saves it"));
  const Ran odd = runMasu(words("none") + QStringList{"--part", "3/2"});
  QCOMPARE(odd.exitCode, 2);
  QVERIFY2(odd.errors.contains("must be I/N, e.g. 2/4"), odd.errors.constData());
}

MASU_TEST(CliImportPartTest)
#include "import_part_test.moc"
