// SPDX-License-Identifier: GPL-3.0-or-later
// `masu train --cross-validate`, from the folds of `masu split` to what is printed.
#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <utility>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

constexpr int kFolds = 3;

/// Mean and deviation by their textbook formula, of numbers in a column of a table.
std::pair<double, double> spreadOf(const QJsonArray& rows, QStringView column) {
  double sum = 0;
  double squares = 0;
  for (const QJsonValue& row : rows) sum += row[column].toDouble(NAN);
  const double count = static_cast<double>(rows.size());
  for (const QJsonValue& row : rows) squares += std::pow(row[column].toDouble(NAN) - sum / count, 2);
  return {sum / count, std::sqrt(squares / (count - 1))};
}

bool isNear(double one, double other) {
  return std::abs(one - other) < 1e-12;
}

/// Of a run of `masu train --json`, the figures of the epoch with the lowest validation loss.
QJsonObject bestEpochOf(const QJsonValue& run) {
  QJsonObject best;
  for (const QJsonValue& epoch : run[u"epochs"].toArray()) {
    const bool isBetter = best.isEmpty() || epoch[u"validation_loss"].toDouble() < best[u"validation_loss"].toDouble();
    if (isBetter) best = epoch.toObject();
  }
  return best;
}

}  // namespace

class CliCrossValidationTest : public QObject {
  Q_OBJECT

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }

  QStringList trainOn(const QString& manifest, const QStringList& more = {}) const {
    return QStringList{"train", path("t.h5"), "--model",      "linear",           "--epochs",   "3",     "--batch",
                       "16",    "--out",      path(manifest), "--cross-validate", "--manifest", manifest} +
           more;
  }

  QTemporaryDir m_dir;

 private Q_SLOTS:
  void initTestCase() {
    QByteArray rows = "x,y,label\n";
    for (int i = 0; i < 180; ++i)
      rows += QByteArray::number(i * 37 % 101) + ',' + QByteArray::number(i % 7) +
              (i * 37 % 101 + i % 7 > 50 ? ",yes\n" : ",no\n");
    writeFile(path("t.csv"), rows);
    const QStringList made[] = {{"import", path("t.csv"), "--label", "label", "--out", path("t.h5"), "--no-sync"},
                                {"split", path("t.h5"), "--folds", QString::number(kFolds), "--name", "cv"},
                                {"split", path("t.h5"), "--folds", "2", "--ratios", "0.8,0,0.2", "--name", "tested"}};
    for (const QStringList& one : made) {
      const Ran ran = runMasu(one);
      QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    }
  }

  void meanAndDeviationAreThoseOfTheFolds() {
    const Ran ran = runMasu(trainOn("cv", {"--json"}));
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    for (int fold = 1; fold <= kFolds; ++fold)
      QVERIFY2(ran.errors.contains("fold " + QByteArray::number(fold) + " of 3\n"), ran.errors.constData());
    const QJsonObject said = ran.json();
    const QJsonArray models = said[u"cross_validated"].toArray();
    QCOMPARE(models.size(), 1);
    const QJsonObject model = models.first().toObject();
    QCOMPARE(model[u"model"].toString(), QStringLiteral("linear"));
    QCOMPARE(model[u"folds"].toInt(), kFolds);
    QCOMPARE(model[u"held_out"].toString(), QStringLiteral("validation"));
    const QJsonArray each = model[u"each"].toArray();
    QCOMPARE(each.size(), kFolds);
    QCOMPARE(said[u"folds"].toArray().size(), kFolds);
    for (int k = 0; k < kFolds; ++k) {
      const QString run = path("cv") + "/fold-" + QString::number(k + 1);
      const QJsonValue fold = said[u"folds"].toArray()[k];
      QCOMPARE(fold[u"manifest"].toString(), "cv-" + QString::number(k + 1));
      QCOMPARE(fold[u"run"].toString(), run);
      QCOMPARE(fold[u"kept"].toBool(true), false);
      QCOMPARE(each[k][u"run"].toString(), run);
      const QJsonObject best = bestEpochOf(fold[u"runs"].toArray().first());
      for (const char* figure : {"validation_loss", "validation_accuracy", "validation_log_loss"})
        QCOMPARE(each[k][QLatin1String(figure)], best[QLatin1String(figure)]);
      QVERIFY(each[k][u"test_accuracy"].isNull());
    }
    for (const QString figure : {"loss", "accuracy", "log_loss", "macro_f1"}) {
      const auto [mean, deviation] = spreadOf(each, QString("validation_" + figure));
      QVERIFY2(isNear(model[u"validation"][figure][u"mean"].toDouble(-1), mean), qPrintable(figure));
      QVERIFY2(isNear(model[u"validation"][figure][u"deviation"].toDouble(-1), deviation), qPrintable(figure));
    }
    QVERIFY(model[u"test"][u"accuracy"].isNull());
    const Ran listed = runMasu({"runs", "list", path("cv"), "--json"});
    QCOMPARE(listed.json()[u"runs"].toArray().size(), kFolds);
  }

  void whatEndedIsKeptAndTheSameIsPrinted() {
    const Ran again = runMasu({"train", "--resume", "--cross-validate", "--out", path("cv")});
    QVERIFY2(again.exitCode == 0, again.errors.constData());
    QCOMPARE(again.output.count("trained before"), kFolds);
    QVERIFY2(again.output.contains("linear, mean ± standard deviation of 3 folds: validation accuracy "), again.output);
    QVERIFY2(again.output.contains("optimistic"), again.output);
    const Ran other = runMasu({"train", "--resume", "--cross-validate", "--out", path("cv"), "--seed", "3"});
    QCOMPARE(other.exitCode, 1);
    QVERIFY2(other.errors.contains("--seed"), other.errors.constData());
    const Ran plain = runMasu({"train", "--resume", "--out", path("cv")});
    QCOMPARE(plain.exitCode, 1);
    QVERIFY2(plain.errors.contains("--cross-validate"), plain.errors.constData());
  }

  void aTestThatAllFoldsShareIsSaidToBe() {
    const Ran ran = runMasu(trainOn("tested"));
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QVERIFY2(ran.output.contains("mean ± standard deviation of 2 folds: test accuracy "), ran.output);
    QVERIFY2(ran.output.contains("same in every fold"), ran.output);
    QVERIFY2(!ran.output.contains("optimistic"), ran.output);
  }

  void whatCannotBeIsRefused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("part");
    const auto row = [](const char* name, const QStringList& arguments, int code, const char* part) {
      QTest::newRow(name) << arguments << code << QByteArray(part);
    };
    row("repeats", trainOn("new", {"--repeats", "2"}), 2, "--repeats");
    row("processes", trainOn("new", {"--timeout", "9"}), 2, "--timeout");
    row("a search for a rate", {"train", path("t.h5"), "--model", "linear", "--cross-validate", "--find-lr"}, 2,
        "--find-lr");
    row("no folds", trainOn("new"), 1, "new-1");
    row("nothing to resume", {"train", "--resume", "--cross-validate", "--out", path("new")}, 1, "to resume");
    row("a folder that is taken", trainOn("cv"), 1, "not empty");
    row("on a cluster",
        {"cluster", "slurm", "--", "train", path("t.h5"), "--model", "mlp", "--out", path("new"), "--cross-validate"},
        2, "--cross-validate");
  }

  void whatCannotBeIsRefused() {
    QFETCH(const QStringList, arguments);
    QFETCH(const int, code);
    QFETCH(const QByteArray, part);
    const Ran ran = runMasu(arguments);
    QVERIFY2(ran.exitCode == code, ran.errors.constData());
    QVERIFY2(ran.errors.contains(part), ran.errors.constData());
    QVERIFY(!QDir(path("new")).exists());
  }
};

MASU_TEST(CliCrossValidationTest)
#include "cross_validation_test.moc"
