// SPDX-License-Identifier: GPL-3.0-or-later
// What a person owns is not written over: a target that is read, or named twice, is refused before anything is written.
#include <QDir>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include <sys/stat.h>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

class CliTargetsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void whatIsReadIsNotReplaced_data();
  void whatIsReadIsNotReplaced();
  void aSavedRecipeIsNotReplacedUnasked();
  void aFailedImportLeavesNoRecipe();
  void anExportReplacesNoFileUnasked_data();
  void anExportReplacesNoFileUnasked();
  void runsAndExportsDoNotReplaceEachOther();
  void replacedSplitsAreKeptAndReported();
  void aPipeIsNotReplaced();
  void aRemedyIsNotSavedOverAnotherManifest();

 private:
  QStringList placed(QStringList arguments) const;
  QMap<QString, QByteArray> contents() const;

  QTemporaryDir m_dir;
};

void CliTargetsTest::init() {
  QDir folder(m_dir.path());
  folder.removeRecursively();
  QVERIFY(folder.mkpath("."));
  QVERIFY(folder.mkdir("tables"));
  QByteArray rows = "a,b,label\n";
  for (int i = 0; i < 60; ++i)
    rows += QByteArray::number(i) + ",1." + QByteArray::number(i) + (i % 2 ? ",x\n" : ",y\n");
  writeFile(m_dir.filePath("own.csv"), rows);
  writeFile(m_dir.filePath("tables/train.csv"), rows);
  QCOMPARE(runMasu(placed({"import", "@own.csv", "--label", "label", "--out", "@F.h5", "--no-sync"})).exitCode, 0);
  QCOMPARE(runMasu(placed({"split", "@F.h5", "--ratios", "0.6,0.2,0.2"})).exitCode, 0);
  QCOMPARE(runMasu(placed({"export", "@F.h5", "--format", "hdf5", "--out", "@exported"})).exitCode, 0);
  QVERIFY(QFile::link("own.csv", m_dir.filePath("link.csv")));
}

/// What begins with @ is below the folder.
QStringList CliTargetsTest::placed(QStringList arguments) const {
  for (QString& one : arguments) {
    if (one.startsWith('@')) one = m_dir.filePath(one.mid(1));
  }
  return arguments;
}

QMap<QString, QByteArray> CliTargetsTest::contents() const {
  QMap<QString, QByteArray> all;
  QDirIterator at(m_dir.path(), QDir::Files, QDirIterator::Subdirectories);
  while (at.hasNext()) {
    const QString path = at.next();
    all[path] = readFile(path);
  }
  return all;
}

void CliTargetsTest::whatIsReadIsNotReplaced_data() {
  QTest::addColumn<QStringList>("arguments");
  const QStringList import = {"import", "@own.csv", "--label", "label", "--overwrite"};
  QTest::newRow("--out") << import + QStringList{"--out", "@own.csv"};
  QTest::newRow("--out by a link") << import + QStringList{"--out", "@link.csv"};
  QTest::newRow("--rejects") << import + QStringList{"--out", "@new.h5", "--rejects", "@own.csv"};
  QTest::newRow("--rejects is --out") << import + QStringList{"--out", "@new.h5", "--rejects", "@new.h5"};
  QTest::newRow("--rejects are splits") << import + QStringList{"--out", "@new.h5", "--rejects", "@new.splits.h5"};
  QTest::newRow("--save-recipe") << import + QStringList{"--out", "@new.h5", "--save-recipe", "@own.csv"};
  QTest::newRow("--save-recipe is --out") << import + QStringList{"--out", "@new.h5", "--save-recipe", "@new.h5"};
  QTest::newRow("member of a folder") << QStringList{"import", "@tables",           "--label",    "label",
                                                     "--out",  "@tables/train.csv", "--overwrite"};
  QTest::newRow("rejects by default") << QStringList{"import",  "@new.h5.rejects.csv", "--label", "label", "--out",
                                                     "@new.h5", "--overwrite"};
  QTest::newRow("inspect") << QStringList{"inspect", "@own.csv", "--save-recipe", "@own.csv", "--overwrite"};
  QTest::newRow("export read back") << QStringList{"import", "@exported", "--out", "@exported/F-train-000000.h5",
                                                   "--overwrite"};
  QTest::newRow("append to itself") << QStringList{"append", "@F.h5", "@F.h5.rejects.csv"};
  QTest::newRow("convert to itself") << QStringList{"convert", "@F.h5", "--out", "@F.h5", "--overwrite"};
  QTest::newRow("convert to the splits") << QStringList{"convert", "@F.h5", "--out", "@F.splits.h5", "--overwrite"};
  QTest::newRow("convert to its source") << QStringList{"convert", "@F.h5", "--out", "@own.csv", "--overwrite"};
  QTest::newRow("lists over its source") << QStringList{"split", "@F.h5", "--write", "@tables", "--overwrite"};
  QTest::newRow("import to the splits") << import + QStringList{"--out", "@F.splits.h5"};
  QTest::newRow("predictions over the splits")
      << QStringList{"predict", "@exported", "@F.h5", "--out", "@F.splits.h5", "--overwrite"};
  QTest::newRow("predictions over a source")
      << QStringList{"predict", "@exported", "@own.csv", "--out", "@link.csv", "--overwrite"};
  QTest::newRow("predictions over the run")
      << QStringList{"predict", "@exported", "@own.csv", "--out", "@exported/index.json", "--overwrite"};
  QTest::newRow("a run over its dataset")
      << QStringList{"train", "@F.h5", "--model", "linear", "--out", "@", "--overwrite"};
}

void CliTargetsTest::whatIsReadIsNotReplaced() {
  QFETCH(QStringList, arguments);
  QVERIFY(QFile::copy(m_dir.filePath("own.csv"), m_dir.filePath("new.h5.rejects.csv")));
  QVERIFY(QFile::copy(m_dir.filePath("own.csv"), m_dir.filePath("F.h5.rejects.csv")));
  const auto before = contents();
  const Ran ran = runMasu(placed(arguments));
  QCOMPARE(ran.exitCode, 1);
  const QByteArrayList reasons = {"replace", "written twice", "keeps its splits"};
  QVERIFY2(std::ranges::any_of(reasons, [&](const auto& reason) { return ran.errors.contains(reason); }),
           ran.errors.constData());
  const auto after = contents();
  QCOMPARE(after.keys(), before.keys());
  QVERIFY(after == before);
}

void CliTargetsTest::aSavedRecipeIsNotReplacedUnasked() {
  writeFile(m_dir.filePath("mine.json"), "mine");
  const QStringList inspect = placed({"inspect", "@own.csv", "--save-recipe", "@mine.json"});
  QCOMPARE(runMasu(inspect).exitCode, 1);
  QCOMPARE(readFile(m_dir.filePath("mine.json")), QByteArray("mine"));
  const QStringList import = placed({"import", "@own.csv", "--out", "@new.h5", "--save-recipe", "@mine.json"});
  QCOMPARE(runMasu(import).exitCode, 1);
  QCOMPARE(readFile(m_dir.filePath("mine.json")), QByteArray("mine"));
  QVERIFY(!QFile::exists(m_dir.filePath("new.h5")));
  QCOMPARE(runMasu(inspect + QStringList{"--overwrite"}).exitCode, 0);
  QVERIFY(readFile(m_dir.filePath("mine.json")).contains("masu_recipe"));
}

void CliTargetsTest::anExportReplacesNoFileUnasked_data() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"README.md", "croissant.json", "index.json", "receipt.json", "F-train-000000.labels.npy"})
    QTest::newRow(name) << name;
}

void CliTargetsTest::anExportReplacesNoFileUnasked() {
  QFETCH(QString, name);
  QVERIFY(QDir(m_dir.path()).mkdir("shards"));
  writeFile(m_dir.filePath("shards/" + name), "mine");
  const QStringList command = {"export", "@F.h5", "--format", "npy", "--out", "@shards"};
  // Not even where an export may be replaced: it is not a file of one.
  for (const QStringList& choice : {QStringList(), QStringList{"--overwrite"}, QStringList{"--continue"},
                                    QStringList{"--overwrite", "--part", "1/1"}}) {
    const Ran refused = runMasu(placed(command + choice));
    QVERIFY2(refused.exitCode == 1, qPrintable(choice.join(' ')));
    QVERIFY2(refused.errors.contains(name.toUtf8()), refused.errors.constData());
    QCOMPARE(QDir(m_dir.filePath("shards")).entryList({"F-*", "*.md", "*.json"}), QStringList{name});
    QCOMPARE(readFile(m_dir.filePath("shards/" + name)), QByteArray("mine"));
  }
  QVERIFY(QDir(m_dir.filePath("shards")).removeRecursively());
  QCOMPARE(runMasu(placed(command)).exitCode, 0);
  const QByteArray written = readFile(m_dir.filePath("shards/" + name));
  writeFile(m_dir.filePath("shards/" + name), name == "index.json" ? written : "of an export");
  QCOMPARE(runMasu(placed(command + QStringList{"--overwrite"})).exitCode, 0);
  QCOMPARE(readFile(m_dir.filePath("shards/" + name)), written);
}

/// Both have a receipt of that name.
void CliTargetsTest::runsAndExportsDoNotReplaceEachOther() {
  const QByteArray receipt = readFile(m_dir.filePath("exported/receipt.json"));
  QVERIFY(!receipt.isEmpty());
  const QStringList train = {"train", "@F.h5", "--model", "linear", "--epochs", "1", "--overwrite"};
  const Ran refused = runMasu(placed(train + QStringList{"--out", "@exported"}));
  QCOMPARE(refused.exitCode, 1);
  QVERIFY2(refused.errors.contains("receipt.json"), refused.errors.constData());
  QCOMPARE(readFile(m_dir.filePath("exported/receipt.json")), receipt);
  QVERIFY(!QFile::exists(m_dir.filePath("exported/spec.json")));
  for (const QString& format : QStringList{"csv", "zip"}) {
    const Ran exported =
        runMasu(placed({"export", "@F.h5", "--format", format, "--out", "@exported", "--overwrite"}));
    QVERIFY2(exported.exitCode == 0, exported.errors.constData());
  }
}

void CliTargetsTest::replacedSplitsAreKeptAndReported() {
  const QStringList import = {"import", "@own.csv", "--label", "label", "--out", "@F.h5", "--overwrite", "--no-sync"};
  const QByteArray drawn = readFile(m_dir.filePath("F.splits.h5"));
  const Ran first = runMasu(placed(import));
  QCOMPARE(first.exitCode, 0);
  QVERIFY2(first.output.contains("F.splits.old.h5"), first.output.constData());
  QCOMPARE(readFile(m_dir.filePath("F.splits.old.h5")), drawn);
  // Without manifests there is nothing to keep.
  const Ran second = runMasu(placed(import));
  QVERIFY(!second.output.contains("splits"));
  QCOMPARE(QDir(m_dir.path()).entryList({"F.splits*.h5"}), (QStringList{"F.splits.h5", "F.splits.old.h5"}));
  QCOMPARE(readFile(m_dir.filePath("F.splits.old.h5")), drawn);
  QCOMPARE(runMasu(placed({"split", "@F.h5", "--ratios", "0.6,0.2,0.2"})).exitCode, 0);
  QVERIFY(runMasu(placed(import)).output.contains("F.splits.old2.h5"));
  QCOMPARE(runMasu(placed({"split", "@F.h5", "--ratios", "0.6,0.2,0.2"})).exitCode, 0);
  QCOMPARE(runMasu(placed({"convert", "@F.h5", "--out", "@G.h5"})).exitCode, 0);
  QVERIFY(runMasu(placed({"convert", "@F.h5", "--out", "@G.h5", "--overwrite"})).output.contains("G.splits.old.h5"));
  QCOMPARE(readFile(m_dir.filePath("F.splits.old.h5")), drawn);
}

void CliTargetsTest::aPipeIsNotReplaced() {
  const QByteArray pipe = m_dir.filePath("pipe").toLocal8Bit();
  QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
  const QStringList targets = {"import", "@own.csv", "--label", "label", "--overwrite", "--no-sync", "--out", "@pipe"};
  const Ran ran = runMasu(placed(targets));
  QCOMPARE(ran.exitCode, 1);
  QVERIFY2(ran.errors.contains("pipe or a device"), ran.errors.constData());
  struct stat status {};
  QCOMPARE(::lstat(pipe.constData(), &status), 0);
  QVERIFY(S_ISFIFO(status.st_mode));
}

void CliTargetsTest::aFailedImportLeavesNoRecipe() {
  const QByteArray bad = readFile(m_dir.filePath("own.csv")) + "1,notanumber,x\n";
  writeFile(m_dir.filePath("bad.csv"), bad);
  const QStringList import = placed({"import", "@bad.csv", "--type", "b=number", "--on-error", "fail", "--out",
                                     "@new.h5", "--save-recipe", "@new.json"});
  QCOMPARE(runMasu(import).exitCode, 1);
  QCOMPARE(QDir(m_dir.path()).entryList({"new*"}), QStringList());
}

void CliTargetsTest::aRemedyIsNotSavedOverAnotherManifest() {
  QCOMPARE(runMasu(placed({"manifest", "@F.h5", "copy", "default", "mine"})).exitCode, 0);
  const Ran ran = runMasu(placed({"check", "@F.h5", "--remedy", "duplicates", "--save-as", "mine"}));
  QCOMPARE(ran.exitCode, 1);
  QVERIFY2(ran.errors.contains("mine already"), ran.errors.constData());
}

MASU_TEST(CliTargetsTest)
#include "targets_test.moc"
