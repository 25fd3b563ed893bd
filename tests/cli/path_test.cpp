// SPDX-License-Identifier: GPL-3.0-or-later
// The whole path on generated data, through the program as people run it.
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::runShell;
using masu::test::writeFile;

namespace {

/// A cell with a figure in the table of a report.
QByteArray figureCell(const QString& text) {
  return ("<td class=\"figure\">" + text + "</td>").toUtf8();
}
QByteArray figureCell(double figure) {
  return figureCell(QString::number(figure, 'g', 6));
}

/// The first Python lines under a heading of a document.
QByteArray pythonBelow(const QString& document, const QByteArray& heading) {
  const QByteArray text = readFile(document);
  const qsizetype begin = text.indexOf("```python\n", text.indexOf(heading)) + 10;
  return text.mid(begin, text.indexOf("```", begin) - begin);
}

}  // namespace

class CliPathTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void inspectReportsBeforeAnythingIsWritten();
  void importCountsAddUp();
  void infoAndHeadShowTheDataset();
  void aCellStaysOnItsLine();
  void verifyFindsAFlippedByte();
  void splitDividesExactly();
  void printedLinesReadTheDataset();
  void streamRepeatsItsOrder();
  void aShortStreamIsTimedFromItsBeginning();
  void estimateSumsItsItems();
  void estimateShowsTheStorageOfWhatIsNotThere();
  void aReportHasWhatInfoPrints();
  void trainReportsEveryEpoch();
  void predictReportsWhatTheRunReported();
  void trainFindsALearningRate();
  void trainChoosesWhatIsNotGiven();
  void exportWritesEveryRecordOnce();
  void recordingsBecomeADataset();
  void recipeGivesTheSameBytes();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }
  QJsonObject json(QStringList arguments) const;

  QTemporaryDir m_dir;
};

QJsonObject CliPathTest::json(QStringList arguments) const {
  const Ran ran = runMasu(arguments << QStringLiteral("--json"));
  if (ran.exitCode != 0) qWarning("%s", ran.errors.constData());
  return ran.exitCode == 0 ? ran.json() : QJsonObject();
}

void CliPathTest::initTestCase() {
  QCOMPARE(json({"sample", "tabular", "--out", m_dir.path(), "--rows", "3000"})[u"rows"].toInt(), 3000);
  const QJsonObject imported =
      json({"import", path("census-persons.csv"), "--label", "income", "--out", path("c.h5"), "--no-sync"});
  QCOMPARE(imported[u"samples"].toInt(), 3000);
}

void CliPathTest::inspectReportsBeforeAnythingIsWritten() {
  const QStringList before = QDir(m_dir.path()).entryList(QDir::Files);
  const QJsonObject said = json({"inspect", path("census-persons.csv"), "--label", "income"});
  QCOMPARE(said[u"columns"].toArray().size(), 15);
  QCOMPARE(said[u"dialect"][u"delimiter"].toString(), QStringLiteral(","));
  QCOMPARE(said[u"classes"].toArray().size(), 2);
  QVERIFY(said[u"forecast"][u"bytes"].toInteger() > 0);
  QVERIFY(said[u"forecast"][u"fits_disk"].toBool());
  QCOMPARE(QDir(m_dir.path()).entryList(QDir::Files), before);
}

void CliPathTest::importCountsAddUp() {
  QByteArray csv = readFile(path("census-persons.csv"));
  csv += "1,2,3\n";                                                        // too few cells
  csv += csv.mid(csv.indexOf('\n') + 1).split('\n').first() + ",extra\n";  // too many
  masu::test::writeFile(path("ragged.csv"), csv);
  const QJsonObject said =
      json({"import", path("ragged.csv"), "--label", "income", "--out", path("ragged.h5"), "--no-sync"});
  QCOMPARE(said[u"samples"].toInt(), 3000);
  QCOMPARE(said[u"rejected"].toInt(), 2);
  QCOMPARE(said[u"records"].toInt(), said[u"samples"].toInt() + said[u"rejected"].toInt() + said[u"dropped"].toInt());
  QVERIFY(QFileInfo::exists(said[u"rejects"].toString()));
}

void CliPathTest::infoAndHeadShowTheDataset() {
  const QJsonObject info = json({"info", path("c.h5")});
  QCOMPARE(info[u"samples"].toInt(), 3000);
  QCOMPARE(info[u"dtype"].toString(), QStringLiteral("f32"));
  QCOMPARE(info[u"columns"].toArray().size(), 15);
  const QJsonObject head = json({"head", path("c.h5"), "--at", "5", "--count", "2"});
  QCOMPARE(head[u"rows"].toArray().size(), 2);
  const QList<QByteArray> cells = readFile(path("census-persons.csv")).split('\n').at(6).split(',');
  const QJsonObject row = head[u"rows"].toArray().first().toObject();
  QCOMPARE(row[u"values"][u"age"].toString().toUtf8(), cells.at(0).trimmed());
  QCOMPARE(row[u"label"].toString().toUtf8(), cells.at(14).trimmed());
}

void CliPathTest::aCellStaysOnItsLine() {
  masu::test::writeFile(path("lines.csv"), "note,x\n\"two\nlines, \x1b[31mred\",1\n" + QByteArray(500, 'y') + ",2\n");
  QVERIFY(!json({"import", path("lines.csv"), "--text", "note", "--out", path("lines.h5")}).isEmpty());
  const QByteArray shown = runMasu({"head", path("lines.h5")}).output;
  QCOMPARE(shown.count('\n'), 3);
  QVERIFY2(shown.contains("two␊lines, ␛[31mred"), shown);
  QVERIFY2(shown.contains("yyy…") && !shown.contains('\x1b'), shown);
  const QJsonArray rows = json({"head", path("lines.h5")})[u"rows"].toArray();
  QCOMPARE(rows[1].toObject()[u"values"][u"note"].toString().size(), 500);
}

void CliPathTest::verifyFindsAFlippedByte() {
  QVERIFY(json({"verify", path("c.h5")})[u"ok"].toBool());
  QByteArray bytes = readFile(path("c.h5"));
  // The features are somewhere in the middle; every flipped byte of chunk data must be found.
  const int at = static_cast<int>(bytes.indexOf(QByteArray::fromHex("0000803f")));
  QVERIFY(at > 0);
  bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
  masu::test::writeFile(path("flipped.h5"), bytes);
  const Ran ran = runMasu({"verify", path("flipped.h5"), "--json"});
  QCOMPARE(ran.exitCode, 1);
  QCOMPARE(ran.json()[u"damaged"].toArray().size(), 1);
  // What is wrong is in the error stream, too, for whoever reads that alone.
  const Ran shown = runMasu({"verify", path("flipped.h5")});
  QCOMPARE(shown.exitCode, 1);
  QVERIFY2(shown.errors.contains(" differ from their checksum"), shown.errors.constData());
}

void CliPathTest::splitDividesExactly() {
  const QJsonObject said = json({"split", path("c.h5"), "--ratios", "0.8,0.1,0.1", "--stratify", "--seed", "3"});
  QCOMPARE(said[u"train"].toInt() + said[u"validation"].toInt() + said[u"test"].toInt(), 3000);
  QVERIFY(qAbs(said[u"train"].toInt() - 2400) <= 1);
  const QJsonObject splits = json({"info", path("c.h5")})[u"splits"].toObject();
  QCOMPARE(splits[u"default"][u"train"].toInt(), said[u"train"].toInt());
}

void CliPathTest::printedLinesReadTheDataset() {
  const auto runs = [&](const QByteArray& program) {
    writeFile(path("read.py"), program);
    const Ran ran = runShell(QStringLiteral("cd '%1' && /usr/bin/python3 read.py").arg(m_dir.path()));
    if (ran.exitCode != 0) qWarning("%s", ran.errors.constData());
    return ran.exitCode == 0;
  };
  const QString root = QStringLiteral(MASU_ROOT);
  QByteArray program = pythonBelow(root + "/resources/help/dataset-file.md", "# The dataset file from Python");
  QVERIFY(program.contains("features"));
  program.replace("census.h5", "c.h5");
  QVERIFY(runs(program + "assert len(y) == len(codes) == train.sum() > 2000 and len(x) == len(y)\n"));

  QByteArray table = "a,name,label\n";
  for (int i = 0; i < 300; ++i)
    table += QByteArray::number(i) + ",n" + QByteArray::number(i) + (i % 2 ? ",yes\n" : ",no\n");
  writeFile(path("f.csv"), table);
  QCOMPARE(runMasu({"import", path("f.csv"), "--label", "label", "--keep", "name", "--out", path("F.h5"), "--no-sync"})
               .exitCode,
           0);
  QCOMPARE(runMasu({"split", path("F.h5"), "--ratios", "0.8,0.1,0.1"}).exitCode, 0);
  program = pythonBelow(root + "/core/store/FORMAT.md", "## Reading it with h5py");
  QVERIFY(runs(program + "assert names == ['n0', 'n1', 'n2'] and len(train) == 240 and kind == 'table'\n"));
}

/// A batch that was made ahead took its time, too: one that takes 50 ms is no rate of millions a second.
void CliPathTest::aShortStreamIsTimedFromItsBeginning() {
  constexpr double kBatchSeconds = 0.05;
  for (const char* steps : {"1", "3"}) {
    const QJsonObject streamed = json({"stream", path("c.h5"), "--batch", "100", "--steps", steps, "--threads", "4",
                                       "--simulate-batch-cost", "50ms"});
    QVERIFY(streamed[u"seconds"].toDouble() >= kBatchSeconds);
    const double rate = streamed[u"samples_per_second"].toDouble();
    QVERIFY2(rate > 0 && rate <= streamed[u"samples"].toDouble() / kBatchSeconds, qPrintable(QString::number(rate)));
  }
}

void CliPathTest::streamRepeatsItsOrder() {
  const QStringList stream = {"stream", path("c.h5"), "--batch", "100", "--shuffle", "exact", "--seed", "9"};
  const QJsonObject once = json(stream);
  const QJsonObject again = json(stream + QStringList{"--threads", "1"});
  QCOMPARE(once[u"samples"].toInt(), 2400);
  QCOMPARE(once[u"order_hash"], again[u"order_hash"]);
  QVERIFY(once[u"order_hash"] != json({"stream", path("c.h5"), "--batch", "100", "--shuffle", "none"})[u"order_hash"]);
  // Two ranks have the samples of one, in as many batches.
  const QJsonObject first = json(stream + QStringList{"--rank", "0", "--world", "2"});
  const QJsonObject second = json(stream + QStringList{"--rank", "1", "--world", "2"});
  QCOMPARE(first[u"samples"].toInteger() + second[u"samples"].toInteger(), once[u"samples"].toInteger());
  QCOMPARE(first[u"batches"], once[u"batches"]);
  QCOMPARE(second[u"batches"], once[u"batches"]);
  QCOMPARE(second[u"state"], once[u"state"]);
  QVERIFY(first[u"order_hash"] != second[u"order_hash"]);
}

void CliPathTest::estimateSumsItsItems() {
  if (!QFileInfo::exists(QFileInfo(MASU_PROGRAM).dir().filePath("masu-train"))) QSKIP("masu-train is not built");
  const QJsonObject said = json({"estimate", path("c.h5"), "--model", "mlp", "--batch", "128"});
  qint64 host = 0;
  for (const QJsonValue& item : said[u"items"].toArray()) {
    if (item[u"where"] == QStringLiteral("host")) host += item[u"bytes"].toInteger();
  }
  QCOMPARE(host, said[u"memory_bytes"].toInteger());
  QVERIFY(said[u"fits"].toBool());
  QVERIFY(said[u"most_epochs"].isNull());
}

void CliPathTest::estimateShowsTheStorageOfWhatIsNotThere() {
  const QJsonObject said =
      json({"estimate", "--samples", "1281167", "--shape", "3x224x224", "--link", "1Gbit"});  // ImageNet
  const QJsonObject bytes = said[u"stored_as"].toArray().last().toObject();
  QCOMPARE(bytes[u"dtype"].toString(), QStringLiteral("u8"));
  QCOMPARE(bytes[u"bytes"].toInteger(), 1'281'167LL * 3 * 224 * 224);
  QCOMPARE(bytes[u"transfer_seconds"].toDouble(), 8.0 * 1'281'167 * 3 * 224 * 224 / 1e9);
  QCOMPARE(runMasu({"estimate", "--samples", "10"}).exitCode, 2);
  QCOMPARE(runMasu({"estimate"}).exitCode, 2);
}

void CliPathTest::trainFindsALearningRate() {
  if (!QFileInfo::exists(QFileInfo(MASU_PROGRAM).dir().filePath("masu-train"))) QSKIP("masu-train is not built");
  const QJsonObject said = json({"train", path("c.h5"), "--model", "mlp", "--batch", "64", "--find-lr"});
  const QJsonObject curve = said[u"rates"].toArray().first().toObject();
  QCOMPARE(curve[u"model"].toString(), QStringLiteral("mlp"));
  QVERIFY(curve[u"suggested"].toDouble() > 1e-5);
  QVERIFY(curve[u"tries"].toArray().size() > 50);
  QCOMPARE(runMasu({"train", path("c.h5"), "--model", "mlp"}).exitCode, 2);  // a run needs its folder
  QCOMPARE(runMasu({"train", "--find-lr"}).exitCode, 2);
}

/// And what it chose is the run's: its receipt is checked by it.
void CliPathTest::trainChoosesWhatIsNotGiven() {
  if (!QFileInfo::exists(QFileInfo(MASU_PROGRAM).dir().filePath("masu-train"))) QSKIP("masu-train is not built");
  const QStringList train = {"train", path("c.h5"), "--model", "linear", "--patience", "1", "--lr", "0.05"};
  const Ran ran = runMasu(train + QStringList{"--out", path("auto"), "--json"});
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  const QJsonObject said = ran.json();
  const QJsonObject spec = QJsonDocument::fromJson(readFile(path("auto/spec.json"))).object();
  QStringList options;
  for (const QJsonValue& choice : said[u"recipe"].toArray()) {
    options << choice[u"option"].toString();
    QVERIFY2(ran.errors.contains((options.last() + " " + choice[u"value"].toString()).toUtf8()),
             ran.errors.constData());
    QVERIFY(ran.errors.contains(choice[u"reason"].toString().toUtf8()));
  }
  QCOMPARE(options, (QStringList{"--batch", "--epochs", "--schedule", "--class-weights", "--weight-decay"}));
  QCOMPARE(spec[u"patience"].toInt(), 1);
  QVERIFY(spec[u"epochs"].toInt() > 10);
  QCOMPARE(spec[u"batch"].toInt(), 256);
  QCOMPARE(spec[u"recipe"].toArray().size(), options.size());
  const QJsonObject run = said[u"runs"].toArray().first().toObject();
  const double baseline = run[u"baseline"][u"accuracy"].toDouble();
  QVERIFY(baseline >= 0.5 && baseline < 1);
  QVERIFY(run[u"ridge"][u"accuracy"].toDouble() > baseline && run[u"nearest"][u"accuracy"].toDouble() > 0.5);
  QCOMPARE(runMasu({"receipt", "check", path("auto"), "--step", "12"}).exitCode, 0);
  const QJsonObject estimate = json({"estimate", path("c.h5"), "--model", "linear"});
  QCOMPARE(estimate[u"batch"].toInt(), spec[u"batch"].toInt());
  QCOMPARE(estimate[u"most_epochs"].toInt(), spec[u"epochs"].toInt());
  // A number of epochs leaves all else at the defaults.
  const QJsonObject plain = json({"train", path("c.h5"), "--model", "linear", "--epochs", "1", "--out", path("plain")});
  QVERIFY(plain[u"recipe"].toArray().isEmpty());
  QCOMPARE(QJsonDocument::fromJson(readFile(path("plain/spec.json"))).object()[u"batch"].toInt(), 64);
}

void CliPathTest::aReportHasWhatInfoPrints() {
  const QJsonObject info = json({"info", path("c.h5")});
  const QJsonObject said = json({"report", path("c.h5")});
  QCOMPARE(said[u"path"].toString(), path("c.report.html"));
  const QByteArray page = readFile(path("c.report.html"));
  QCOMPARE(qint64(page.size()), said[u"bytes"].toInteger());
  QVERIFY(page.contains(info[u"uuid"].toString().toUtf8()));
  for (const QJsonValue& column : info[u"columns"].toArray()) {
    QVERIFY(page.contains(figureCell(QLocale(QLocale::English).toString(column[u"missing"].toInteger()))));
    if (column[u"mean"].isNull()) continue;
    for (const char* figure : {"mean", "std"})
      QVERIFY2(page.contains(figureCell(column[QLatin1StringView(figure)].toDouble())),
               qPrintable(column[u"name"].toString()));
  }
  for (const QJsonValue& split : info[u"splits"].toObject()) {
    for (const QString part : {"train", "validation", "test", "unused"})
      QVERIFY(page.contains(figureCell(QLocale(QLocale::English).toString(split[part].toInteger()))));
  }
  QCOMPARE(runMasu({"report", path("c.h5")}).exitCode, 1);  // it is there already
  QCOMPARE(runMasu({"report", path("c.h5"), "--out", path("c.h5"), "--overwrite"}).exitCode, 1);
  QCOMPARE(runMasu({"report", m_dir.path(), "--check"}).exitCode, 2);  // a folder is a run
}

void CliPathTest::trainReportsEveryEpoch() {
  if (!QFileInfo::exists(QFileInfo(MASU_PROGRAM).dir().filePath("masu-train"))) QSKIP("masu-train is not built");
  const QJsonObject said =
      json({"train", path("c.h5"), "--model", "mlp", "--epochs", "2", "--batch", "64", "--out", path("run")});
  const QJsonObject spec = QJsonDocument::fromJson(readFile(path("run/spec.json"))).object();
  QVERIFY(said[u"blocks"].toInt() > 0);
  QCOMPARE(said[u"blocks"].toInt(), spec[u"blocks"].toInt());
  const QJsonObject run = said[u"runs"].toArray().first().toObject();
  QCOMPARE(run[u"model"].toString(), QStringLiteral("mlp"));
  QCOMPARE(run[u"epochs"].toArray().size(), 2);
  QVERIFY(run[u"test_accuracy"].toDouble() > 0.6);
  QVERIFY(QFileInfo::exists(run[u"checkpoint"].toString()));
  QVERIFY(said[u"loader_seconds"].toDouble() > 0);
  QCOMPARE(said[u"apart"][u"loader_seconds"].toDouble(), said[u"loader_seconds"].toDouble());

  const QJsonObject both = json({"train", path("c.h5"), "--model", "linear", "--lr", "0.01", "--lr", "0.001",
                                 "--epochs", "1", "--batch", "64", "--out", path("both")});
  QCOMPARE(both[u"runs"].toArray().size(), 2);
  QCOMPARE(both[u"runs"].toArray().last()[u"learning_rate"].toDouble(), 0.001);
}

void CliPathTest::predictReportsWhatTheRunReported() {
  if (!QFileInfo::exists(path("both"))) QSKIP("masu-train is not built");
  const QJsonObject run =
      json({"train", path("c.h5"), "--model", "linear", "--epochs", "1", "--seed", "5", "--out", path("one")})[u"runs"]
          .toArray()
          .first()
          .toObject();
  const QJsonObject tested = json({"predict", path("one"), path("c.h5"), "--split", "test", "--out", path("t.csv")});
  QCOMPARE(tested[u"accuracy"].toDouble(), run[u"test_accuracy"].toDouble());
  QCOMPARE(json({"report", path("one")})[u"of"].toString(), QStringLiteral("run"));
  for (const char* figure : {"test_accuracy", "test_loss", "test_log_loss", "test_ece"}) {
    QVERIFY2(readFile(path("one/report.html")).contains(figureCell(run[QLatin1StringView(figure)].toDouble())), figure);
  }
  // The source as it came is told the same as the dataset that was made of it.
  QVERIFY(!json({"predict", path("one"), path("c.h5"), "--out", path("p.csv")}).isEmpty());
  QVERIFY(!json({"predict", path("one"), path("census-persons.csv"), "--out", path("s.csv")}).isEmpty());
  const QList<QByteArray> ofDataset = readFile(path("p.csv")).trimmed().split('\n');
  const QList<QByteArray> ofSource = readFile(path("s.csv")).trimmed().split('\n');
  QCOMPARE(ofDataset.size(), 3001);
  QCOMPARE(ofSource.size(), 3001);
  for (qsizetype i = 1; i < ofDataset.size(); ++i) {
    const QList<QByteArray> sample = ofDataset[i].split(',');
    QCOMPARE(ofSource[i], sample[1] + ',' + QByteArray::number(i + 1) + ',' + sample[3] + ',' + sample[4] + ',');
  }
}

void CliPathTest::exportWritesEveryRecordOnce() {
  const QJsonObject said =
      json({"export", path("c.h5"), "--format", "csv", "--out", path("shards"), "--shard-samples", "1000"});
  QCOMPARE(said[u"samples"].toInt(), 3000);
  QList<QByteArray> records;
  for (const QJsonValue& shard : said[u"shards"].toArray()) {
    QList<QByteArray> lines = readFile(path("shards/" + shard[u"path"].toString())).trimmed().split('\n');
    QVERIFY(lines.takeFirst().startsWith("age,workclass,"));
    QCOMPARE(lines.size(), shard[u"samples"].toInt());
    records += lines;
  }
  QCOMPARE(records.size(), 3000);
}

void CliPathTest::recordingsBecomeADataset() {
  QCOMPARE(json({"sample", "waveform", "--out", m_dir.path(), "--rows", "60"})[u"rows"].toInt(), 60);
  const QJsonObject said = json({"import", path("recordings"), "--label-from", "name:^(\\d)_", "--window", "4096",
                                 "--out", path("r.h5"), "--no-sync", "--hop", "none"});
  QCOMPARE(said[u"samples"].toInt(), 60);
  const QJsonObject info = json({"info", path("r.h5")});
  QCOMPARE(info[u"dtype"].toString(), QStringLiteral("i16"));
  QCOMPARE(info[u"sample_shape"].toArray(), QJsonArray({1, 4096}));
}

void CliPathTest::recipeGivesTheSameBytes() {
  const QString csv = path("census-persons.csv");
  QVERIFY(!json({"inspect", csv, "--label", "income", "--save-recipe", path("r.json")}).isEmpty());
  QVERIFY(!json({"import", csv, "--recipe", path("r.json"), "--out", path("c2.h5"), "--no-sync"}).isEmpty());
  QDir(m_dir.path()).mkdir("other");
  QVERIFY(
      !json({"import", csv, "--recipe", path("r.json"), "--out", path("other/c2.h5"), "--no-sync", "--threads", "1"})
           .isEmpty());
  QCOMPARE(readFile(path("c2.h5")), readFile(path("other/c2.h5")));
}

MASU_TEST(CliPathTest)
#include "path_test.moc"
