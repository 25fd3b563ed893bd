// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using namespace masu::test;

namespace {

constexpr int kRounds = 20;
constexpr int kWriters = 6;

}  // namespace

/// Processes that change the manifests of one dataset at once.
class CliWritersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QByteArray text = "x,label\n";
    for (int i = 0; i < 2000; ++i) text += QByteArray::number(i) + (i % 3 == 0 ? ",yes\n" : ",no\n");
    writeFile(path("a.csv"), text);
    QCOMPARE(runMasu({"import", path("a.csv"), "--label", "label", "--out", path("F.h5"), "--no-sync"}).exitCode, 0);
    m_noSplits = readFile(path("F.splits.h5"));
    QVERIFY(!m_noSplits.isEmpty());
  }

  void loseNoSplit() {
    for (int round = 0; round < kRounds; ++round) {
      removeSplits();
      QString line;
      for (int writer = 0; writer < kWriters; ++writer) {
        line += QStringLiteral("\"$MASU\" split '%1' --ratios 0.8,0.1,0.1 --seed %2 --name m%2 & p%2=$!; ")
                    .arg(path("F.h5"), QString::number(writer));
      }
      for (int writer = 0; writer < kWriters; ++writer) line += QStringLiteral("wait $p%1 || exit 1; ").arg(writer);
      const Ran ran = runShell(line);
      QVERIFY2(ran.exitCode == 0, ran.errors.constData());
      QCOMPARE(manifests().size(), qsizetype(kWriters));
    }
  }

  void loseNoFreezing() {
    const QString line =
        QStringLiteral(
            "\"$MASU\" split '%1' --ratios 0.8,0.1,0.1 --name beside & p=$!; \"$MASU\" manifest '%1' freeze frozen "
            "|| exit 1; wait $p")
            .arg(path("F.h5"));
    for (int round = 0; round < kRounds; ++round) {
      removeSplits();
      QCOMPARE(runMasu({"split", path("F.h5"), "--ratios", "0.8,0.1,0.1", "--name", "frozen"}).exitCode, 0);
      const Ran ran = runShell(line);
      QVERIFY2(ran.exitCode == 0, ran.errors.constData());
      const QJsonArray found = manifests();
      QCOMPARE(found.size(), qsizetype(2));
      for (const QJsonValue& manifest : found)
        QCOMPARE(manifest[u"frozen"].toBool(), manifest[u"name"].toString() == u"frozen");
    }
  }

 private:
  QString path(const QString& name) const { return m_folder.filePath(name); }
  /// Every command reads all splits that a dataset has: those of the rounds before would make each round slower.
  void removeSplits() { writeFile(path("F.splits.h5"), m_noSplits); }
  QJsonArray manifests() const {
    return runMasu({"manifest", path("F.h5"), "list", "--json"}).json()[u"manifests"].toArray();
  }

  QTemporaryDir m_folder;
  QByteArray m_noSplits;  ///< the file of splits beside a dataset that has none yet
};

MASU_TEST(CliWritersTest)
#include "writers_test.moc"
