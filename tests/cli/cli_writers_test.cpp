// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"

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
  }

  void loseNoSplit() {
    for (int round = 0; round < kRounds; ++round) {
      QString line;
      for (int writer = 0; writer < kWriters; ++writer) {
        line += QStringLiteral("\"$MASU\" split '%1' --ratios 0.8,0.1,0.1 --seed %2 --name m%3-%2 & p%2=$!; ")
                    .arg(path("F.h5"), QString::number(writer), QString::number(round));
      }
      for (int writer = 0; writer < kWriters; ++writer) line += QStringLiteral("wait $p%1 || exit 1; ").arg(writer);
      const Ran ran = runShell(line);
      QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    }
    QCOMPARE(manifests().size(), qsizetype(kRounds * kWriters));
  }

  void loseNoFreezing() {
    for (int round = 0; round < kRounds; ++round) {
      const QString name = QStringLiteral("f%1").arg(round);
      QCOMPARE(runMasu({"split", path("F.h5"), "--ratios", "0.8,0.1,0.1", "--name", name}).exitCode, 0);
      const QString line =
          QStringLiteral(
              "\"$MASU\" split '%1' --ratios 0.8,0.1,0.1 --name beside-%2 & p=$!; \"$MASU\" manifest '%1' freeze %2 "
              "|| exit 1; wait $p")
              .arg(path("F.h5"), name);
      const Ran ran = runShell(line);
      QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    }
    int frozen = 0;
    int beside = 0;
    for (const QJsonValue& manifest : manifests()) {
      frozen += manifest[u"frozen"].toBool() ? 1 : 0;
      beside += manifest[u"name"].toString().startsWith(u"beside-") ? 1 : 0;
    }
    QCOMPARE(frozen, kRounds);
    QCOMPARE(beside, kRounds);
  }

 private:
  QString path(const QString& name) const { return m_folder.filePath(name); }
  QJsonArray manifests() const {
    return runMasu({"manifest", path("F.h5"), "list", "--json"}).json()[u"manifests"].toArray();
  }

  QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(CliWritersTest)
#include "cli_writers_test.moc"
