// SPDX-License-Identifier: GPL-3.0-or-later
// The decision threshold that a run chooses, from what `train` prints to what `predict` does with it.
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

constexpr int kRows = 600;

QJsonObject firstOf(const QJsonValue& list) {
  return list.toArray().first().toObject();
}

}  // namespace

/// A quarter of the rows is of the second class, and both overlap: the more probable class is seldom the second one.
class CliThresholdTest : public QObject {
  Q_OBJECT

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }

  QJsonObject json(QStringList arguments) const {
    const Ran ran = runMasu(arguments << QStringLiteral("--json"));
    if (ran.exitCode != 0) qWarning("%s%s", ran.errors.constData(), ran.output.constData());
    return ran.exitCode == 0 ? ran.json() : QJsonObject();
  }

  /// A dataset of one column and its split.
  void make(const QString& name, const QByteArray& rows, const QString& ratios) const {
    writeFile(path(name + ".csv"), "x,label\n" + rows);
    QVERIFY(
        !json({"import", path(name + ".csv"), "--label", "label", "--out", path(name + ".h5"), "--no-sync"}).isEmpty());
    QVERIFY(!json({"split", path(name + ".h5"), "--ratios", ratios}).isEmpty());
  }

  static QByteArray rareRows() {
    QByteArray rows;
    for (int i = 0; i < kRows; ++i) {
      const bool isRare = i % 4 == 0;
      rows += QByteArray::number(i * 37 % 101 + (isRare ? 40 : 0)) + (isRare ? ",yes\n" : ",no\n");
    }
    return rows;
  }

  QStringList trainOf(const QString& name) const {
    return {"train", path(name + ".h5"), "--model", "linear", "--epochs", "5", "--batch", "16", "--out", path(name)};
  }

  QTemporaryDir m_dir;

 private Q_SLOTS:
  void theThresholdOfTheRunIsTheOneThatIsPrinted() {
    make("rare", rareRows(), "0.6,0.2,0.2");
    const Ran trained = runMasu(trainOf("rare"));
    QCOMPARE(trained.exitCode, 0);
    const QByteArray printed = trained.output.mid(trained.output.indexOf("threshold ") + 10);
    const QByteArray threshold = printed.left(printed.indexOf(','));
    QVERIFY2(printed.contains("chosen for the largest F1 on 120 validation samples"), trained.output);
    const QStringList predict = {"predict", path("rare"), path("rare.h5"), "--split", "test"};
    const QStringList byRun = predict + QStringList{"--threshold", "run", "--out", path("run.csv")};
    const Ran ran = runMasu(byRun);
    QCOMPARE(ran.exitCode, 0);
    QVERIFY2(ran.output.contains("yes is predicted from the probability " + threshold + " on"), ran.output);
    const QStringList stated = {"--threshold", QString::fromUtf8(threshold), "--out", path("stated.csv")};
    QCOMPARE(runMasu(predict + stated).exitCode, 0);
    QCOMPARE(readFile(path("stated.csv")), readFile(path("run.csv")));

    // The same in JSON, beside what the run reported.
    const QJsonObject run = firstOf(json(trainOf("rare") + QStringList{"--overwrite"})[u"runs"]);
    const QJsonObject chosen = run[u"chosen_threshold"].toObject();
    QCOMPARE(chosen[u"split"].toString(), QStringLiteral("test"));
    QCOMPARE(chosen[u"validation_samples"].toInt(), 120);
    QCOMPARE(chosen[u"probability"].toDouble(), threshold.toDouble());
    const QJsonObject model = firstOf(json(byRun + QStringList{"--overwrite"})[u"models"]);
    QCOMPARE(model[u"threshold"].toDouble(-1), chosen[u"probability"].toDouble(-2));
    for (const char* figure : {"confusion", "precision", "recall", "f1", "support", "macro_f1", "balanced_accuracy"}) {
      QVERIFY2(model.contains(QLatin1String(figure)), figure);
      QCOMPARE(model[QLatin1String(figure)], chosen[QLatin1String(figure)]);
    }
    // Without the option nothing is predicted in another way than before.
    const QJsonObject plain = firstOf(json(predict + QStringList{"--out", path("plain.csv")})[u"models"]);
    QVERIFY(plain[u"threshold"].isNull());
    QCOMPARE(plain[u"confusion"], run[u"confusion"]);
    QVERIFY(readFile(path("plain.csv")) != readFile(path("run.csv")));
  }

  void withoutATestSplitItIsSaidWhatTheFiguresAreOf() {
    make("untested", rareRows(), "0.8,0.2,0");
    const Ran text = runMasu(trainOf("untested"));
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.output.contains("chosen on these very samples, which flatters it"), text.output);
    const QJsonObject run = firstOf(json(trainOf("untested") + QStringList{"--overwrite"})[u"runs"]);
    const QJsonObject chosen = run[u"chosen_threshold"].toObject();
    QCOMPARE(chosen[u"split"].toString(), QStringLiteral("validation"));
    QCOMPARE(chosen[u"f1"].toArray()[1].toDouble(), chosen[u"validation_f1"].toDouble());
  }

  void aThresholdOfThreeClassesIsRefused() {
    QByteArray rows;
    for (int i = 0; i < kRows; ++i) rows += QByteArray::number(i * 37 % 101) + ',' + "abc"[i % 3] + '\n';
    make("three", rows, "0.6,0.2,0.2");
    QVERIFY(firstOf(json(trainOf("three"))[u"runs"])[u"chosen_threshold"].isNull());
    const Ran ran = runMasu({"predict", path("three"), path("three.h5"), "--threshold", "run", "--out", path("3.csv")});
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.errors.contains("A threshold is for two classes"), ran.errors);
    QVERIFY(!QFileInfo::exists(path("3.csv")));
  }

  void aModelWithoutOneIsNamed() {
    make("blind", rareRows(), "0.8,0,0.2");
    QVERIFY(firstOf(json(trainOf("blind"))[u"runs"])[u"chosen_threshold"].isNull());
    const Ran ran = runMasu({"predict", path("blind"), path("blind.h5"), "--threshold", "run", "--out", path("b.csv")});
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.errors.contains(path("blind/last.pt").toUtf8() + " has no threshold of its run"), ran.errors);
  }
};

MASU_TEST(CliThresholdTest)
#include "threshold_test.moc"
