// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions as people ask for them: every record answered in its place, whatever the recipe did to the samples.
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

/// A table whose label follows from x and word, and its rows under other headers.
struct Table {
  int rows = 600;
  QByteArray csv(const QByteArrayList& columns) const {
    QByteArray text = columns.join(',') + '\n';
    for (int i = 0; i < rows; ++i) {
      QByteArrayList cells;
      for (const QByteArray& column : columns) cells << cell(column, i);
      text += cells.join(',') + '\n';
    }
    return text;
  }
  static QByteArray cell(const QByteArray& column, int row) {
    // Nothing lies near the border between the classes.
    const int x = row * 37 % 101 > 50 ? row * 37 % 101 + 30 : row * 37 % 101;
    if (column == "id") return "row-" + QByteArray::number(row);
    if (column == "x") return QByteArray::number(x);
    if (column == "y") return QByteArray::number(row * 53 % 97 / 10.0);
    if (column == "word") return row % 3 == 0 ? "red" : row % 3 == 1 ? "green" : "blue";
    if (column == "when") return "2024-03-" + QByteArray::number(1 + row % 28).rightJustified(2, '0');
    if (column == "label") return x > 50 ? "high" : "low";
    return {};
  }
};

}  // namespace

class CliPredictTest : public QObject {
  Q_OBJECT

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }

  QJsonObject json(QStringList arguments) const {
    const Ran ran = runMasu(arguments << QStringLiteral("--json"));
    if (ran.exitCode != 0) qWarning("%s%s", ran.errors.constData(), ran.output.constData());
    return ran.exitCode == 0 ? ran.json() : QJsonObject();
  }

  /// The rows of a CSV without quotes, header first.
  QList<QByteArrayList> rows(const QString& name) const {
    QList<QByteArrayList> rows;
    for (const QByteArray& line : readFile(path(name)).trimmed().split('\n')) {
      QByteArrayList cells;
      for (const QByteArray& cell : line.split(',')) cells << cell;
      rows << cells;
    }
    return rows;
  }
  QByteArrayList column(const QString& name, const QByteArray& title) const {
    const QList<QByteArrayList> all = rows(name);
    const auto at = all.first().indexOf(title);
    QByteArrayList cells;
    for (qsizetype i = 1; i < all.size() && at >= 0; ++i) cells << all[i].value(at);
    return cells;
  }

  QTemporaryDir m_dir;

 private Q_SLOTS:
  void initTestCase() {
    if (!QFileInfo::exists(QFileInfo(MASU_PROGRAM).dir().filePath("masu-train"))) QSKIP("masu-train is not built");
    writeFile(path("a.csv"), Table().csv({"id", "x", "y", "word", "when", "label"}));
    QVERIFY(!json({"import", path("a.csv"), "--label", "label", "--type", "word=category", "--keep", "id", "--shuffle",
                   "3", "--where", "y < 9", "--out", path("a.h5"), "--no-sync"})
                 .isEmpty());
    QVERIFY(!json({"split", path("a.h5"), "--ratios", "0.8,0.1,0.1", "--seed", "1"}).isEmpty());
    QVERIFY(!json({"train", path("a.h5"), "--model", "mlp", "--epochs", "30", "--batch", "32", "--seed", "1", "--out",
                   path("run")})
                 .isEmpty());
  }

  void everyRecordIsAnsweredInItsPlace() {
    QByteArrayList lines = Table{40}.csv({"id", "x", "y", "word", "when", "label"}).trimmed().split('\n');
    lines[5] = "bad,not a number,1,red,2024-03-01,low";
    lines[9] = "short,1";
    lines[20] = "unlabelled,90,1,red,2024-03-01,";
    lines[21] = "other,90,1,red,2024-03-01,medium";
    writeFile(path("new.csv"), lines.join('\n') + '\n');
    const QJsonObject said = json({"predict", path("run"), path("new.csv"), "--keep", "id", "--out", path("p.csv")});
    QCOMPARE(said[u"records"].toInt(), 40);
    const QList<QByteArrayList> answers = rows("p.csv");
    QCOMPARE(answers.first().join(','), QByteArray("source,line,id,predicted,truth,reason"));
    QCOMPARE(answers.size(), 41);
    int filtered = 0;
    for (int i = 1; i <= 40; ++i) {
      const QByteArrayList& row = answers[i];
      const QByteArrayList source = lines[i].split(',');
      QCOMPARE(row[0], QByteArray("new.csv"));
      QCOMPARE(row[1].toInt(), i + 1);
      if (source.size() == 2) {
        QCOMPARE(row[3], QByteArray());
        QCOMPARE(row[5], QByteArray("wrong number of fields"));
        continue;
      }
      QCOMPARE(row[2], source[0]);
      QCOMPARE(row[4], source[5]);
      if (source[0] == "bad") {
        QCOMPARE(row[3], QByteArray());
        QCOMPARE(row[5], QByteArray("not a number: x"));
      } else if (source[2].toDouble() >= 9) {
        ++filtered;
        QCOMPARE(row[3], QByteArray());
        QCOMPARE(row[5], QByteArray("left out by the filter: y < 9"));
      } else {
        QCOMPARE(row[3], QByteArray(source[1].toInt() > 50 ? "high" : "low"));
        QCOMPARE(row[5], QByteArray());
      }
    }
    QVERIFY(filtered > 0);
    QCOMPARE(said[u"samples"].toInt(), 40 - 2 - filtered);
    QCOMPARE(said[u"accuracy"].toDouble(), 1.0);
    // Not those without a label and of a class that the model does not know.
    QCOMPARE(said[u"scored"].toInt(), 40 - 2 - filtered - 2);
    const QByteArray notes = QJsonDocument(said[u"notes"].toArray()).toJson();
    QVERIFY2(notes.contains("1 of " + QByteArray::number(40 - 2 - filtered)) && notes.contains("medium"), notes);
  }

  void threadsAndMemoryChangeNothing() {
    QVERIFY(!json({"predict", path("run"), path("a.csv"), "--out", path("t2.csv"), "--threads", "2"}).isEmpty());
    QVERIFY(!json({"predict", path("run"), path("a.csv"), "--out", path("t1.csv"), "--threads", "1", "--memory", "64M"})
                 .isEmpty());
    QCOMPARE(readFile(path("t1.csv")), readFile(path("t2.csv")));
  }

  /// Columns that the model does not know are surveyed all the same.
  void theSurveyKeepsToTheMemory() {
    const QByteArrayList lines = Table{3}.csv({"x", "y", "word", "when"}).trimmed().split('\n');
    const QByteArray others(200'000, ',');
    writeFile(path("wide.csv"), lines.join(others + '\n') + others + '\n');
    const Ran ran = runMasu({"predict", path("run"), path("wide.csv"), "--out", path("wide.p.csv"), "--memory", "64M"});
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.errors.contains("has 200004 columns") && ran.errors.contains("--memory"), ran.errors);
    QVERIFY(!QFileInfo::exists(path("wide.p.csv")));
  }

  void labelsMayBeMissingAndColumnsMove() {
    writeFile(path("unlabelled.csv"), Table{50}.csv({"when", "other", "word", "y", "x"}));
    const QJsonObject said = json({"predict", path("run"), path("unlabelled.csv"), "--out", path("u.csv")});
    QCOMPARE(said[u"records"].toInt(), 50);
    QVERIFY(said[u"accuracy"].isNull());
    writeFile(path("labelled.csv"), Table{50}.csv({"id", "x", "y", "word", "when", "label"}));
    QVERIFY(!json({"predict", path("run"), path("labelled.csv"), "--out", path("l.csv")}).isEmpty());
    QCOMPARE(column("u.csv", "predicted"), column("l.csv", "predicted"));
    writeFile(path("lacking.csv"), Table{50}.csv({"id", "x", "word", "when"}));
    const Ran lacking = runMasu({"predict", path("run"), path("lacking.csv"), "--out", path("n.csv")});
    QCOMPARE(lacking.exitCode, 1);
    QVERIFY2(lacking.errors.contains("lacks 1 of the columns that the model learned from: y"), lacking.errors);
    QVERIFY(!QFileInfo::exists(path("n.csv")));
  }

  /// Marks may be other ones than in the import: that is found, and said; names that are missing are not guessed.
  void filesAreWrittenInOtherWays() {
    const QByteArray usual = Table{50}.csv({"when", "other", "word", "y", "x"});
    writeFile(path("usual.csv"), usual);
    QVERIFY(!json({"predict", path("run"), path("usual.csv"), "--out", path("usual-p.csv")}).isEmpty());
    QByteArray other = usual;
    writeFile(path("spelled.csv"), other.replace(',', ';').replace('.', ','));
    const Ran ran = runMasu({"predict", path("run"), path("spelled.csv"), "--out", path("spelled-p.csv")});
    QCOMPARE(ran.exitCode, 0);
    QVERIFY2((ran.output + ran.errors).contains("The delimiter of spelled.csv is ';', as detected"),
             ran.output + ran.errors);
    QCOMPARE(column("spelled-p.csv", "predicted"), column("usual-p.csv", "predicted"));
    writeFile(path("bare.csv"), usual.mid(usual.indexOf('\n') + 1));
    const Ran bare = runMasu({"predict", path("run"), path("bare.csv"), "--out", path("bare-p.csv")});
    QCOMPARE(bare.exitCode, 1);
    QVERIFY2(bare.errors.contains("Its first line, delimited by ',', names "), bare.errors);
  }

  /// Why a filter is not applied: it asks for the label, there or not, or for what the new records lack.
  void aFilterThatIsNotAppliedSaysWhy() {
    for (const QString& filter : {QStringLiteral("label == 'high' or x < 20"), QStringLiteral("id != 'nothing'")}) {
      QVERIFY(!json({"import", path("a.csv"), "--label", "label", "--keep", "id", "--where", filter, "--out",
                     path("f.h5"), "--overwrite", "--no-sync"})
                   .isEmpty());
      QVERIFY(!json({"split", path("f.h5"), "--ratios", "0.8,0.1,0.1"}).isEmpty());
      QVERIFY(!json({"train", path("f.h5"), "--model", "linear", "--epochs", "1", "--out", path("filtered"),
                     "--overwrite"})
                   .isEmpty());
      const bool byLabel = filter.startsWith("label");
      for (const bool labelled : {true, false}) {
        QByteArrayList columns = {"x", "y", "word", "when"};
        if (byLabel) columns.prepend("id");
        if (labelled) columns.append("label");
        writeFile(path("f.csv"), Table{20}.csv(columns));
        const QJsonObject said =
            json({"predict", path("filtered"), path("f.csv"), "--out", path("f.p.csv"), "--overwrite"});
        const QByteArray notes = QJsonDocument(said[u"notes"].toArray()).toJson();
        QVERIFY2(notes.contains(byLabel ? "asks for the label, which new records need not have: it is not applied"
                                        : "asks for a column that is not there: it is not applied"),
                 notes);
      }
    }
  }

  void asciiSaysNothingOfTheEncoding() {
    // The first byte that is no ASCII comes long after the part that the encoding is detected in.
    const QByteArray coffee = QByteArray("caf") + char(0xE9);
    QByteArray latin = "word,x,label\n";
    for (int i = 0; i < 60; ++i) latin += (i % 2 ? coffee + ",1,a\n" : QByteArray("tea,2,b\n"));
    writeFile(path("latin.csv"), latin);
    QVERIFY(!json({"import", path("latin.csv"), "--label", "label", "--type", "word=category", "--out",
                   path("latin.h5"), "--no-sync"})
                 .isEmpty());
    QVERIFY(!json({"split", path("latin.h5"), "--ratios", "0.8,0.1,0.1"}).isEmpty());
    QVERIFY(!json({"train", path("latin.h5"), "--model", "mlp", "--epochs", "1", "--batch", "8", "--out",
                   path("latin-run")})
                 .isEmpty());
    const int plain = 50'000;
    writeFile(path("late.csv"), "word,x\n" + QByteArray("tea,2\n").repeated(plain) + coffee + ",1\n");
    const QJsonObject said = json({"predict", path("latin-run"), path("late.csv"), "--out", path("late-p.csv")});
    QCOMPARE(said[u"samples"].toInt(), plain + 1);
  }

  void noRecordMayBeASample() {
    writeFile(path("none.csv"), "id,x,y,word,when\na,oops,1,red,2024-03-01\nb,1,1,red,yesterday\n");
    const QJsonObject said = json({"predict", path("run"), path("none.csv"), "--out", path("none-p.csv")});
    QCOMPARE(said[u"records"].toInt(), 2);
    QCOMPARE(said[u"samples"].toInt(), 0);
    QCOMPARE(column("none-p.csv", "reason"), (QByteArrayList{"not a number: x", "not a date or time: when"}));
  }

  /// Such values count as missing, and predictions for columns without any value look like all others.
  void valuesThatCountAsMissingAreSaid() {
    QByteArray whole = "id,x,y,word,when\n";
    QByteArray odd = whole;
    for (int i = 0; i < 20; ++i) {
      const QByteArray start = QByteArray::number(i) + ",90,";
      whole += start + "1,red,2024-03-01\n";
      odd += start + (i == 3 || i == 4 ? "-inf" : i == 5 ? "-1e39" : "1") + ",,2024-03-01\n";
    }
    writeFile(path("whole.csv"), whole);
    writeFile(path("odd.csv"), odd);
    const auto notes = [&](const char* file) {
      const QStringList predict = {"predict", path("run"), path(file), "--out", path("odd.p.csv"), "--overwrite"};
      return QJsonDocument(json(predict)[u"notes"].toArray()).toJson();
    };
    const QByteArray some = notes("odd.csv");
    QVERIFY2(some.contains("infinite or too large for the 32-bit floats that a model takes, by column: y (3)."), some);
    QVERIFY2(some.contains("missing in every sample that it is asked about: word."), some);
    const QByteArray none = notes("whole.csv");
    QVERIFY2(!none.contains("infinite") && !none.contains("missing in every sample"), none);
  }

  /// Where missing cells drop a record, whatever counts as missing leaves it without a prediction.
  void whatCountsAsMissingDropsARecordAsAnEmptyCellDoes() {
    QVERIFY(!json({"import", path("a.csv"), "--label", "label", "--type", "word=category", "--keep", "id",
                   "--missing", "drop", "--out", path("drop.h5"), "--no-sync"})
                 .isEmpty());
    QVERIFY(!json({"split", path("drop.h5"), "--ratios", "0.8,0.1,0.1"}).isEmpty());
    QVERIFY(!json({"train", path("drop.h5"), "--model", "linear", "--epochs", "1", "--out", path("drop-run")})
                 .isEmpty());
    writeFile(path("gaps.csv"),
              "id,x,y,word,when\n1,90,1,red,2024-03-01\n2,90,,red,2024-03-01\n3,90,inf,red,2024-03-01\n"
              "4,90,1,unheard,2024-03-01\n");
    const QJsonObject said = json({"predict", path("drop-run"), path("gaps.csv"), "--out", path("gaps-p.csv")});
    QCOMPARE(said[u"records"].toInt(), 4);
    QCOMPARE(said[u"samples"].toInt(), 1);
    QCOMPARE(column("gaps-p.csv", "reason"),
             (QByteArrayList{"", "missing value: y", "missing value: y", "missing value: word"}));
  }

  void aDatasetIsMatchedByName() {
    // The same rows with columns, words, classes and the origin of times in another order: the same predictions.
    const QByteArrayList lines = Table().csv({"label", "when", "word", "y", "x"}).trimmed().split('\n');
    QByteArrayList reversed = {lines.first()};
    for (qsizetype i = lines.size() - 1; i > 0; --i) reversed << lines[i];
    reversed.insert(1, "high,2023-01-01,blue,1,90");
    writeFile(path("b.csv"), reversed.join('\n') + '\n');
    QVERIFY(!json({"import", path("b.csv"), "--label", "label", "--type", "word=category", "--out", path("b.h5"),
                   "--no-sync"})
                 .isEmpty());
    const QJsonObject said = json({"predict", path("run"), path("b.h5"), "--out", path("b-p.csv"), "--probabilities"});
    QCOMPARE(said[u"records"].toInt(), 601);
    QVERIFY(!json({"predict", path("run"), path("b.csv"), "--out", path("b-s.csv"), "--probabilities"}).isEmpty());
    const QByteArrayList fromSource = column("b-s.csv", "p(high)");
    const QByteArrayList fromDataset = column("b-p.csv", "p(high)");
    QCOMPARE(fromDataset.size(), fromSource.size());
    for (qsizetype i = 0; i < fromSource.size(); ++i) {
      if (!fromSource[i].isEmpty())
        QVERIFY2(qAbs(fromSource[i].toDouble() - fromDataset[i].toDouble()) < 1e-4,
                 fromSource[i] + " " + fromDataset[i]);
    }
    QVERIFY(said[u"accuracy"].toDouble() > 0.95);
  }

  void whatCannotBeMatchedIsRefused() {
    writeFile(path("kinds.csv"), Table().csv({"x", "y", "word", "when"}).replace("2024-03-", "202403"));
    QVERIFY(!json({"import", path("kinds.csv"), "--type", "when=integer", "--type", "word=category", "--out",
                   path("kinds.h5"), "--no-sync"})
                 .isEmpty());
    const Ran kinds = runMasu({"predict", path("run"), path("kinds.h5"), "--out", path("k.csv")});
    QCOMPARE(kinds.exitCode, 1);
    QVERIFY2(kinds.errors.contains("when") && kinds.errors.contains("time"), kinds.errors);
    writeFile(path("names.csv"), Table().csv({"x", "y", "word", "when"}).replace("x,y", "z,y"));
    QVERIFY(!json({"import", path("names.csv"), "--type", "word=category", "--out", path("names.h5"), "--no-sync"})
                 .isEmpty());
    const Ran names = runMasu({"predict", path("run"), path("names.h5"), "--out", path("k.csv")});
    QCOMPARE(names.exitCode, 1);
    QVERIFY2(names.errors.contains("no x among its features"), names.errors);
    QVERIFY(!QFileInfo::exists(path("k.csv")));
  }

  void aDatasetOfOneClassIsPredicted() {
    writeFile(path("one.csv"), Table{60}.csv({"id", "x", "y", "word", "when", "label"}).replace("high", "low"));
    QVERIFY(!json({"import", path("one.csv"), "--label", "label", "--type", "word=category", "--out", path("one.h5"),
                   "--no-sync"})
                 .isEmpty());
    const QJsonObject said = json({"predict", path("run"), path("one.h5"), "--out", path("one-p.csv")});
    QCOMPARE(said[u"records"].toInt(), 60);
    QVERIFY(said[u"accuracy"].toDouble() < 0.9);
    QCOMPARE(column("one-p.csv", "truth").count("low"), 60);
  }

  void keptColumnsStandBesideADatasetsPredictions() {
    const QJsonObject said =
        json({"predict", path("run"), path("a.h5"), "--keep", "id", "--split", "test", "--out", path("kept.csv")});
    QVERIFY(said[u"accuracy"].toDouble() > 0.9);
    const QList<QByteArrayList> answers = rows("kept.csv");
    QCOMPARE(answers.first().join(','), QByteArray("sample,source,position,id,predicted,truth"));
    for (const QByteArrayList& row : answers.mid(1)) QCOMPARE(row[3], "row-" + row[2]);
    const Ran none = runMasu({"predict", path("run"), path("a.h5"), "--keep", "nobody", "--out", path("no.csv")});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.errors.contains("keeps no column nobody") && none.errors.contains("id"), none.errors);
    writeFile(path("named.csv"), Table{40}.csv({"id", "x", "y", "word", "when", "label"}).replace("id,", "predicted,"));
    const Ran twice =
        runMasu({"predict", path("run"), path("named.csv"), "--keep", "predicted", "--out", path("no.csv")});
    QVERIFY(twice.exitCode != 0);
    QVERIFY2(twice.errors.contains("two columns named predicted"), twice.errors);
    QVERIFY(!QFileInfo::exists(path("no.csv")));
  }

  /// The steps of a sample of the train split, one an epoch; of others that there are none.
  void stepsThatLearnedFromASampleAreShown() {
    const QJsonObject all = json({"seen", path("run"), "a.csv"});
    const int steps = all[u"steps_per_epoch"].toInt();
    QCOMPARE(all[u"steps_done"].toInt(), 30 * steps);
    QVERIFY(all[u"ended"].toBool());
    const QJsonArray samples = all[u"samples"].toArray();
    QCOMPARE(samples.size(), runMasu({"info", path("a.h5"), "--json"}).json()[u"samples"].toInt());
    std::map<int, int> inStep;             // of the first epoch
    std::map<bool, QJsonObject> oneThatIs;  // in the train split
    for (const QJsonValue& sample : samples) {
      const bool isTrain = sample[u"split"].toString() == u"train";
      const QJsonArray uses = sample[u"uses"].toArray();
      QCOMPARE(uses.size(), isTrain ? 30 : 0);
      if (isTrain) ++inStep[uses.first()[u"step"].toInt()];
      oneThatIs[isTrain] = sample.toObject();
    }
    QCOMPARE(oneThatIs.size(), std::size_t{2});
    for (int step = 1; step < steps; ++step) QCOMPARE(inStep[step], 32);
    for (const auto& [isTrain, sample] : oneThatIs) {
      const QString name = QStringLiteral("a.csv:%1").arg(sample[u"position"].toInt());
      const Ran one = runMasu({"seen", path("run"), name});
      QVERIFY2(one.exitCode == 0, one.errors.constData());
      QVERIFY2(one.output.contains(isTrain ? "learned from 30 times" : "never learned from"), one.output.constData());
    }
    const Ran none = runMasu({"seen", path("run"), "b.csv:1"});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.errors.contains("has no sample b.csv:1"), none.errors.constData());
  }

  void aRunIsComparedWithItsReceipt() {
    const QJsonObject shown = json({"receipt", "show", path("run")});
    QCOMPARE(shown[u"of"].toString(), QStringLiteral("run"));
    QVERIFY(shown[u"ended"].toBool());
    QCOMPARE(shown[u"epochs"].toArray().size(), 30);
    const QJsonObject check = json({"receipt", "check", path("run"), "--step", "3", "--step", "7"});
    QVERIFY(check[u"equal"].toBool());
    QCOMPARE(check[u"steps"].toArray(), (QJsonArray{3, 7}));
    QCOMPARE(check[u"steps_compared"].toInt(), 7);
    QVERIFY(check[u"difference"].isNull());
    const Ran drawn = runMasu({"receipt", "check", path("run")});
    QVERIFY2(drawn.exitCode == 0, drawn.errors.constData());
    QVERIFY2(drawn.output.contains("As in the receipt."), drawn.output.constData());
    // A loss in the log that was not.
    const QByteArray log = readFile(path("run/steps.log"));
    QByteArray changed = log;
    changed[24 + 16 * 4 + 8] = static_cast<char>(changed[24 + 16 * 4 + 8] ^ 1);
    writeFile(path("run/steps.log"), changed);
    const Ran other = runMasu({"receipt", "check", path("run"), "--step", "7", "--json"});
    writeFile(path("run/steps.log"), log);
    QCOMPARE(other.exitCode, 1);
    const QJsonObject difference = other.json()[u"difference"].toObject();
    QCOMPARE(difference[u"what"].toString(), QStringLiteral("loss"));
    QCOMPARE(difference[u"step"].toInt(), 5);
    QVERIFY(difference[u"expected"] != difference[u"found"]);
    for (const QStringList& wrong : {QStringList{"receipt", "show", path("run"), "--step", "3"},
                                     QStringList{"receipt", "check", path("run"), "--step", "0"},
                                     QStringList{"receipt", "tear", path("run")}})
      QCOMPARE(runMasu(wrong).exitCode, 2);
    QCOMPARE(runMasu({"receipt", "check", path("run"), "--step", "100000"}).exitCode, 1);
    QVERIFY(!json({"export", path("a.h5"), "--format", "csv", "--out", path("shards")}).isEmpty());
    QCOMPARE(json({"receipt", "show", path("shards")})[u"of"].toString(), QStringLiteral("export"));
    QVERIFY(json({"receipt", "check", path("shards"), "--dataset", path("a.h5")})[u"equal"].toBool());
    QVERIFY(QFile::remove(path("shards/README.md")));
    const Ran gone = runMasu({"receipt", "check", path("shards")});
    QCOMPARE(gone.exitCode, 1);
    QVERIFY2(gone.output.contains("README.md"), gone.output.constData());
  }

  void severalModelsPredictTogether() {
    QVERIFY(!json({"train", path("a.h5"), "--model", "linear", "--model", "mlp", "--epochs", "2", "--out", path("two")})
                 .isEmpty());
    const QJsonObject said = json({"predict", path("two"), path("a.csv"), "--probabilities", "--out", path("two.csv")});
    QCOMPARE(said[u"models"].toArray().size(), 2);
    QCOMPARE(rows("two.csv").first().join(','),
             QByteArray("source,line,1-linear:predicted,1-linear:p(high),1-linear:p(low),2-mlp:predicted,"
                        "2-mlp:p(high),2-mlp:p(low),truth,reason"));
    QVERIFY(!json({"predict", path("two/2-mlp"), path("a.csv"), "--out", path("second.csv")}).isEmpty());
    QCOMPARE(column("two.csv", "2-mlp:predicted"), column("second.csv", "predicted"));
    // Nothing of the run is replaced, also where one of its models is asked alone.
    for (const char* file : {"two/spec.json", "two/1-linear/best.pt", "two/2-mlp/metrics.csv", "two/2-mlp/best.pt"}) {
      const QByteArray content = readFile(path(file));
      QVERIFY(!content.isEmpty());
      for (const char* model : {"two", "two/2-mlp", "two/2-mlp/", "two/2-mlp/best.pt"}) {
        const Ran ran = runMasu({"predict", path(model), path("a.csv"), "--overwrite", "--out", path(file)});
        QVERIFY2(ran.exitCode != 0 && ran.errors.contains("is read by the same command"), ran.errors.constData());
        QCOMPARE(readFile(path(file)), content);
      }
    }
  }

  void severalTargetsKeepTheirNames() {
    QByteArray text = "x,a,b\n";
    for (int i = 0; i < 300; ++i) {
      const int x = i * 37 % 101;
      text += QByteArray::number(x) + ',' + QByteArray::number(2 * x) + ',' + QByteArray::number(1000 - x) + '\n';
    }
    writeFile(path("ab.csv"), text);
    QVERIFY(!json({"import", path("ab.csv"), "--label", "b", "--label", "a", "--target", "value", "--out",
                   path("ab.h5"), "--no-sync"})
                 .isEmpty());
    QVERIFY(!json({"split", path("ab.h5"), "--ratios", "0.8,0.2,0"}).isEmpty());
    QVERIFY(!json({"train", path("ab.h5"), "--model", "linear", "--epochs", "30", "--batch", "16", "--lr", "0.1",
                   "--out", path("abrun")})
                 .isEmpty());
    const QJsonObject said = json({"predict", path("abrun"), path("ab.csv"), "--out", path("ab-s.csv")});
    QVERIFY(said[u"r2"].toDouble() > 0.9);
    QVERIFY(!json({"predict", path("abrun"), path("ab.h5"), "--out", path("ab-d.csv")}).isEmpty());
    QCOMPARE(rows("ab-s.csv").first().join(','),
             QByteArray("source,line,predicted(a),predicted(b),truth(a),truth(b),reason"));
    for (const QByteArray& title : QByteArrayList{"predicted(a)", "predicted(b)", "truth(a)", "truth(b)"})
      QCOMPARE(column("ab-s.csv", title), column("ab-d.csv", title));
    QCOMPARE(column("ab-d.csv", "truth(a)").at(1), QByteArray("74"));
    QCOMPARE(runMasu({"predict", path("abrun"), path("ab.csv"), "--probabilities", "--out", path("no.csv")}).exitCode,
             1);
  }

  void labelsThatAreNoValuesAreSaid() {
    writeFile(path("value.csv"), Table().csv({"x", "word", "y"}));
    QVERIFY(!json({"import", path("value.csv"), "--label", "y", "--out", path("value.h5"), "--no-sync"}).isEmpty());
    QVERIFY(!json({"split", path("value.h5"), "--ratios", "0.8,0.1,0.1"}).isEmpty());
    QVERIFY(!json({"train", path("value.h5"), "--model", "linear", "--epochs", "1", "--out", path("value")}).isEmpty());
    writeFile(path("bad.csv"), "x,word,y\n1,red,2.5\n2,red,bad\n3,red,\n4,red,worse\n");
    const QJsonObject said = json({"predict", path("value"), path("bad.csv"), "--out", path("bad.p.csv")});
    const QByteArray notes = QJsonDocument(said[u"notes"].toArray()).toJson();
    QVERIFY2(notes.contains("2 of 4 predictions are for samples whose label is not a value (such as 'bad')."), notes);
    QCOMPARE(column("bad.p.csv", "truth"), (QByteArrayList{"2.5", "", "", ""}));
  }

  void aSplitIsTheOneThatTheRunLearnedFrom() {
    QVERIFY(!json({"split", path("a.h5"), "--ratios", "0.5,0.2,0.3", "--seed", "8", "--name", "own"}).isEmpty());
    const QJsonArray runs = json({"train", path("a.h5"), "--model", "linear", "--epochs", "2", "--manifest", "own",
                                  "--out", path("own")})[u"runs"]
                                .toArray();
    const QJsonObject tested = json({"predict", path("own"), path("a.h5"), "--split", "test", "--out", path("o.csv")});
    QCOMPARE(tested[u"accuracy"].toDouble(), runs.first()[u"test_accuracy"].toDouble());
    QVERIFY(tested[u"notes"].toArray().isEmpty());
    const QJsonObject other = json(
        {"predict", path("own"), path("a.h5"), "--split", "test", "--manifest", "default", "--out", path("other.csv")});
    QCOMPARE(other[u"notes"].toArray().size(), 1);
    QVERIFY(!json({"split", path("a.h5"), "--ratios", "0.5,0.2,0.3", "--seed", "9", "--name", "own"}).isEmpty());
    const Ran changed = runMasu({"predict", path("own"), path("a.h5"), "--split", "test", "--out", path("c.csv")});
    QCOMPARE(changed.exitCode, 1);
    QVERIFY2(changed.errors.contains("was changed after the run"), changed.errors);
    const Ran foreign = runMasu({"predict", path("own"), path("b.h5"), "--split", "test", "--out", path("c.csv")});
    QCOMPARE(foreign.exitCode, 1);
    QVERIFY2(foreign.errors.contains("--manifest"), foreign.errors);
    QCOMPARE(runMasu({"predict", path("own"), path("a.h5"), "--manifest", "own", "--out", path("c.csv")}).exitCode, 2);
    const Ran sources = runMasu({"predict", path("own"), path("a.csv"), "--split", "test", "--out", path("c.csv")});
    QCOMPARE(sources.exitCode, 1);
    QVERIFY2(sources.errors.contains("is not a dataset"), sources.errors);
  }

  void aDatasetIsPredictedAlone() {
    const Ran both = runMasu({"predict", path("run"), path("a.csv"), path("a.h5"), "--out", path("both.csv")});
    QCOMPARE(both.exitCode, 1);
    QVERIFY2(both.errors.contains("a.h5 is a dataset, which cannot be predicted for together with other sources"),
             both.errors);
  }

  void aDatasetThatHasGrownIsSaidToHave() {
    writeFile(path("g.csv"), Table{300}.csv({"id", "x", "y", "word", "when", "label"}));
    QVERIFY(!json({"import", path("g.csv"), "--label", "label", "--out", path("g.h5"), "--no-sync"}).isEmpty());
    QVERIFY(!json({"split", path("g.h5"), "--ratios", "0.8,0.1,0.1"}).isEmpty());
    QVERIFY(!json({"train", path("g.h5"), "--model", "linear", "--epochs", "1", "--out", path("grun")}).isEmpty());
    QVERIFY(!json({"append", path("g.h5"), path("g.csv"), "--no-sync"}).isEmpty());
    const QStringList predict = {"predict", path("grun"), path("g.h5"), "--split", "test"};
    const Ran grown = runMasu(predict + QStringList{"--out", path("g1.csv")});
    QCOMPARE(grown.exitCode, 1);
    QVERIFY2(grown.errors.contains("has grown by `masu append` since the run in"), grown.errors);
    QVERIFY(!json(predict + QStringList{"--manifest", "default", "--out", path("g2.csv")}).isEmpty());
  }

  /// The truth of an export is that of its dataset, also where the import swapped the classes.
  void classesOfAnExportAreNotRenamedAgain() {
    QVERIFY(!json({"import", path("a.csv"), "--label", "label", "--class-map", "low", "high", "--class-map", "high",
                   "low", "--type", "when=ignored", "--out", path("swap.h5"), "--no-sync"})
                 .isEmpty());
    QVERIFY(!json({"split", path("swap.h5"), "--ratios", "0.8,0.1,0.1"}).isEmpty());
    QVERIFY(!json({"train", path("swap.h5"), "--model", "linear", "--epochs", "1", "--out", path("srun")}).isEmpty());
    QVERIFY(!json({"export", path("swap.h5"), "--split", "test", "--out", path("swapped")}).isEmpty());
    QVERIFY(
        !json({"predict", path("srun"), path("swapped/test/split_data_00000.csv"), "--out", path("sx.csv")}).isEmpty());
    QVERIFY(!json({"predict", path("srun"), path("swap.h5"), "--split", "test", "--out", path("sd.csv")}).isEmpty());
    QVERIFY(!column("sd.csv", "truth").isEmpty());
    QCOMPARE(column("sx.csv", "truth"), column("sd.csv", "truth"));
    QCOMPARE(column("sx.csv", "predicted"), column("sd.csv", "predicted"));
  }

  void recordingsGetAPredictionEach() {
    QVERIFY(!json({"sample", "waveform", "--out", path("waves"), "--rows", "60"}).isEmpty());
    const QString folder = path("waves/recordings");
    QVERIFY(!json({"import", folder, "--label-from", "name:^(\\d)_", "--window", "1024", "--out", path("w.h5"),
                   "--no-sync"})
                 .isEmpty());
    QVERIFY(!json({"split", path("w.h5"), "--ratios", "0.8,0.1,0.1", "--group", "source"}).isEmpty());
    QVERIFY(!json({"train", path("w.h5"), "--model", "cnn1d", "--epochs", "1", "--out", path("wrun")}).isEmpty());
    writeFile(folder + "/5_broken.wav", "no sound");
    const QJsonObject said = json({"predict", path("wrun"), folder, "--out", path("w.csv"), "--probabilities"});
    QCOMPARE(said[u"recordings"].toInt(), 61);
    QCOMPARE(said[u"recordings_predicted"].toInt(), 60);
    const Ran printed = runMasu({"predict", path("wrun"), folder, "--out", path("w.csv"), "--overwrite"});
    QVERIFY2(printed.output.contains("Wrote 60 predictions for whole recordings to ") &&
                 printed.output.contains("\n1 recording without a prediction: see its column reason"),
             printed.output);
    QVERIFY(
        !json({"predict", path("wrun"), folder, "--out", path("w.csv"), "--probabilities", "--overwrite"}).isEmpty());
    const QByteArrayList sources = column("w.recordings.csv", "source");
    QCOMPARE(sources.size(), 61);
    QCOMPARE(column("w.recordings.csv", "predicted").count(QByteArray()), 1);
    QByteArrayList ofWindows = column("w.csv", "source");
    ofWindows.erase(std::unique(ofWindows.begin(), ofWindows.end()), ofWindows.end());
    QCOMPARE(sources, ofWindows);
    int windows = 0;
    for (const QByteArray& count : column("w.recordings.csv", "windows")) windows += count.toInt();
    QCOMPARE(said[u"samples"].toInt(), windows);
    QCOMPARE(said[u"records"].toInt(), windows + 1);
    QVERIFY(!json({"predict", path("wrun"), path("w.h5"), "--out", path("wd.csv"), "--probabilities"}).isEmpty());
    QByteArrayList fromSources = column("w.csv", "predicted");
    fromSources.removeAll(QByteArray());
    QCOMPARE(fromSources, column("wd.csv", "predicted"));
    // Without labels in their names they are told all the same.
    QDir(folder).remove("5_broken.wav");
    for (const QString& name : QDir(folder).entryList(QDir::Files))
      QVERIFY(QFile::rename(folder + '/' + name, folder + "/take-" + name));
    const QJsonObject unlabelled = json({"predict", path("wrun"), folder, "--out", path("wu.csv")});
    QCOMPARE(unlabelled[u"samples"].toInt(), windows);
    QVERIFY(!unlabelled[u"notes"].toArray().isEmpty());
    QCOMPARE(column("wu.csv", "predicted"), column("wd.csv", "predicted"));
  }
};

MASU_TEST(CliPredictTest)
#include "predict_test.moc"
