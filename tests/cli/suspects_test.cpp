// SPDX-License-Identifier: GPL-3.0-or-later
// Labels that were flipped are found, and what is asked for in vain is refused in a sentence.
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <set>
#include <utility>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

constexpr int kRows = 600;
constexpr int kClasses = 3;

bool isFlipped(int row) {
  return row % 10 == 3;
}
QByteArray className(int code) {
  return "class-" + QByteArray::number(code % kClasses);
}

/// Three narrow clusters, a tenth of whose rows have the label of the next one.
QByteArray flippedTable() {
  QByteArray text = "x,y,label\n";
  for (int row = 0; row < kRows; ++row) {
    const int truth = row % kClasses;
    const double x = (truth == 1 ? 4 : 0) + (row * 37 % 101 - 50) / 200.0;
    const double y = (truth == 2 ? 4 : 0) + (row * 53 % 97 - 48) / 200.0;
    text += QByteArray::number(x) + ',' + QByteArray::number(y) + ',' + className(isFlipped(row) ? truth + 1 : truth) +
            '\n';
  }
  return text;
}

/// Columns that are no labels to find errors in: values, a class of two rows, a single class.
QByteArray otherTable() {
  QByteArray text = "x,value,rare,one\n";
  for (int row = 0; row < 100; ++row) {
    text += QByteArray::number(row % 7) + ',' + QByteArray::number(row * 0.37) + ',' +
            (row < 2        ? "few"
             : row % 2 == 0 ? "even"
                            : "odd") +
            ",same\n";
  }
  return text;
}

}  // namespace

class CliSuspectsTest : public QObject {
  Q_OBJECT

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }
  QJsonObject json(QStringList arguments) const {
    const Ran ran = runMasu(arguments << QStringLiteral("--json"));
    if (ran.exitCode != 0) qWarning("%s%s", ran.errors.constData(), ran.output.constData());
    return ran.exitCode == 0 ? ran.json() : QJsonObject();
  }
  bool import(const QString& table, const QString& label, const QString& file) const {
    return runMasu({"import", path(table), "--label", label, "--out", path(file), "--no-sync"}).exitCode == 0;
  }
  QStringList trained() const {
    return {"suspects", path("t.h5"), "--model", "linear", "--folds", "3",         "--epochs",
            "60",       "--batch",    "32",      "--seed", "1",       "--threads", "1"};
  }

  QTemporaryDir m_dir;
  QJsonObject m_found;

 private Q_SLOTS:
  void initTestCase() {
    if (!QFileInfo::exists(QFileInfo(MASU_PROGRAM).dir().filePath("masu-train"))) QSKIP("masu-train is not built");
    QVERIFY(QDir(m_dir.path()).mkdir("scratch"));
    qputenv("TMPDIR", path("scratch").toUtf8());
    writeFile(path("t.csv"), flippedTable());
    QVERIFY(import("t.csv", "label", "t.h5"));
  }

  void flippedLabelsAreFound() {
    const QByteArray splits = readFile(path("t.splits.h5"));
    m_found = json(trained() << "--keep-runs" << path("kept") << "--out" << path("s.csv") << "--limit"
                             << QString::number(kRows));
    QCOMPARE(m_found[u"predicted"].toInt(), kRows);
    QVERIFY(m_found[u"confinement"].isString());
    QCOMPARE(m_found[u"notes"].toArray(), QJsonArray());
    int right = 0;
    const QJsonArray suspects = m_found[u"suspects"].toArray();
    double last = -1;
    for (const QJsonValue& suspect : suspects) {
      const int row = suspect[u"sample"].toInt();
      if (isFlipped(row) && suspect[u"proposed"].toString().toUtf8() == className(row)) ++right;
      QCOMPARE(suspect[u"source"].toString(), QStringLiteral("t.csv"));
      QCOMPARE(suspect[u"position"].toInt(), row);
      QVERIFY(suspect[u"margin"].toDouble() >= last);
      last = suspect[u"margin"].toDouble();
    }
    const double flipped = kRows / 10;
    QVERIFY2(right >= 0.7 * flipped && right >= 0.9 * static_cast<double>(suspects.size()),
             qPrintable(QStringLiteral("%1 of %2 suspects").arg(right).arg(suspects.size())));
    const double noise = m_found[u"noise"].toDouble();
    QVERIFY2(noise > 0.05 && noise < 0.15, qPrintable(QString::number(noise)));
    // Each class was flipped to the next one alone.
    for (const QJsonValue& pair : m_found[u"pairs"].toArray()) {
      if (pair[u"estimated"].toDouble() < 10) continue;
      QCOMPARE((pair[u"proposed"].toString().back().digitValue() + 1) % kClasses,
               pair[u"label"].toString().back().digitValue());
    }
    const QList<QByteArray> lines = readFile(path("s.csv")).trimmed().split('\n');
    QCOMPARE(lines.front(), QByteArray("sample,source,position,label,proposed,confidence,margin"));
    QCOMPARE(lines.size(), suspects.size() + 1);
    QVERIFY(lines[1].startsWith(QByteArray::number(suspects[0][u"sample"].toInt()) + ",t.csv,"));
    QCOMPARE(readFile(path("t.splits.h5")), splits);
  }

  /// The runs that were kept are asked again, by the splits beside them.
  void runsThatAreThereFindTheSame() {
    const QStringList asked = {"suspects", path("kept/t.h5"), "--limit", QString::number(kRows), "--runs"};
    QStringList runs;
    for (const char* run : {"run-1", "run-2", "run-3"}) runs << path("kept/" + QString(run));
    const QJsonObject again = json(asked + runs);
    QCOMPARE(again[u"suspects"], m_found[u"suspects"]);
    QCOMPARE(again[u"pairs"], m_found[u"pairs"]);
    QVERIFY(again[u"confinement"].isNull());
    // One of them has two of the three folds in no train split.
    const QJsonObject one = json(asked + runs.mid(0, 1));
    QCOMPARE(one[u"predicted"].toInt() + one[u"without_prediction"][u"samples"].toInt(), kRows);
    QCOMPARE(one[u"without_prediction"][u"first"].toArray().size(), 20);
    std::set<int> seen;
    for (const QJsonValue& suspect : one[u"suspects"].toArray()) seen.insert(suspect[u"sample"].toInt());
    for (const QJsonValue& missing : one[u"without_prediction"][u"first"].toArray())
      QVERIFY(!seen.contains(missing[u"sample"].toInt()));
    QCOMPARE(one[u"predicted"].toInt(), 2 * kRows / 3);
    QCOMPARE(QDir(path("scratch")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
  }

  void whatCannotBeIsRefused() {
    writeFile(path("o.csv"), otherTable());
    for (const char* label : {"value", "rare", "one"}) QVERIFY(import("o.csv", label, QString(label) + ".h5"));
    const auto refused = [&](const QStringList& arguments, int exitCode, const char* said) {
      const Ran ran = runMasu(arguments);
      QVERIFY2(ran.exitCode == exitCode && ran.errors.contains(said), (ran.errors + ran.output).constData());
    };
    const auto model = [&](const char* file) { return QStringList{"suspects", path(file), "--model", "linear"}; };
    refused(model("value.h5"), 1, "are values");
    refused(model("rare.h5"), 1, "Class few");
    refused(model("one.h5"), 1, "fewer than two classes");
    refused(trained() << "--out" << path("s.csv"), 1, "s.csv");
    refused(trained() << "--out" << path("t.h5") << "--overwrite", 1, "t.h5");
    refused(trained() << "--keep-runs" << path("kept"), 1, "is not empty");
    // Without a run there is nothing to keep.
    refused(trained() + QStringList{"--shape", "5", "--keep-runs", path("none")}, 1, "shape");
    QVERIFY(!QFileInfo::exists(path("none")));
    refused({"suspects", path("t.h5"), "--runs", path("kept/run-1")}, 1, "kept/t.h5");
    refused({"suspects", path("rare.h5"), "--runs", path("kept/run-1")}, 1, "did not learn");
    refused({"suspects", path("t.h5")}, 2, "--model or --runs");
    refused({"suspects", path("t.h5"), "--model", "linear", "--runs", path("kept/run-1")}, 2, "--runs");
    const std::pair<const char*, const char*> launched[] = {{"RANK", "0"},
                                                            {"WORLD_SIZE", "2"},
                                                            {"LOCAL_RANK", "0"},
                                                            {"MASTER_ADDR", "127.0.0.1"},
                                                            {"MASTER_PORT", "29500"}};
    for (const auto& [name, value] : launched) qputenv(name, value);
    refused(trained(), 1, "a launcher started 2");
    for (const auto& [name, value] : launched) qunsetenv(name);
    refused(model("t.h5") << "--folds"
                          << "2",
            2, "--folds");
  }
};

MASU_TEST(CliSuspectsTest)
#include "suspects_test.moc"
