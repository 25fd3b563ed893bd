// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of train and predict changes something that one can see: what it prints, how it ends, weights or
// predictions. An option that is not in the tables below fails the test.
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "observed.h"
#include "tests/cli/program.h"
#include "tests/fixtures/test_group.h"

using masu::test::addObserved;
using masu::test::compareObserved;
using masu::test::ObservedRow;
using masu::test::Observer;
using masu::test::optionWithoutRow;
using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

const QStringList kTrain = {"train",   "@T.h5", "--model", "mlp",       "--epochs",  "2",
                            "--batch", "64",    "--out",   "@made/run", "--threads", "1"};
const QStringList kPredict = {"predict", "@run", "@T.h5", "--out", "@made/P.csv"};

/// kTrain, with other values of some options.
QStringList trainWith(const QMap<QString, QString>& changed) {
  QStringList arguments = kTrain;
  for (auto one = changed.begin(); one != changed.end(); ++one)
    arguments[arguments.indexOf(one.key()) + 1] = one.value();
  return arguments;
}

std::vector<ObservedRow> learningRows() {
  const QStringList values = {"train",   "@V.h5", "--model", "mlp",       "--epochs",  "2",
                              "--batch", "64",    "--out",   "@made/run", "--threads", "1"};
  return {{"--optimizer", kTrain, kTrain + QStringList{"--optimizer", "sgd"}},
          {"--loss", values, values + QStringList{"--loss", "mae"}},
          {"--patience", trainWith({{"--epochs", "40"}}) + QStringList{"--lr", "3"},
           trainWith({{"--epochs", "40"}}) + QStringList{"--lr", "3", "--patience", "1"}},
          {"--lr", kTrain, kTrain + QStringList{"--lr", "0.5"}},
          {"--schedule", kTrain, kTrain + QStringList{"--schedule", "cosine"}},
          {"--class-weights", kTrain, kTrain + QStringList{"--class-weights", "1,9"}},
          {"--augment", kTrain, kTrain + QStringList{"--augment", "noise=0.5"}},
          {"--balance", kTrain, kTrain + QStringList{"--balance"}},
          {"--repeats", kTrain, kTrain + QStringList{"--repeats", "2"}},
          {"--cross-validate", kTrain, kTrain + QStringList{"--cross-validate"}},
          {"--calibrate", kTrain, kTrain + QStringList{"--calibrate"}},
          {"--weight-decay", kTrain, kTrain + QStringList{"--weight-decay", "0.5"}},
          {"--clip", kTrain, kTrain + QStringList{"--clip", "0.001"}},
          {"--seed", kTrain, kTrain + QStringList{"--seed", "5"}}};
}

std::vector<ObservedRow> trainRows() {
  const QStringList sounds = {"train",   "@R.h5", "--model", "cnn1d",     "--epochs",  "1",
                              "--batch", "64",    "--out",   "@made/run", "--threads", "1"};
  const QStringList damaged = {"train",   "@D.h5", "--model", "linear",    "--epochs",  "1",
                               "--batch", "64",    "--out",   "@made/run", "--threads", "1"};
  const QStringList each = kTrain + QStringList{"--keep-every", "1"};
  std::vector<ObservedRow> rows = learningRows();
  const std::vector<ObservedRow> others = {{"--model", kTrain, trainWith({{"--model", "linear"}})},
                                           {"--epochs", kTrain, trainWith({{"--epochs", "3"}})},
                                           {"--batch", kTrain, trainWith({{"--batch", "32"}})},
                                           {"--slices", kTrain, kTrain + QStringList{"--slices", "4"}},
                                           {"--timeout", kTrain, kTrain + QStringList{"--timeout", "9"}},
                                           {"--out", kTrain, trainWith({{"--out", "@made/other"}})},
                                           {"--manifest", kTrain, kTrain + QStringList{"--manifest", "other"}},
                                           {"--keep-every", kTrain, each},
                                           {"--find-lr", kTrain, kTrain + QStringList{"--find-lr"}},
                                           {"--overwrite", kTrain, kTrain + QStringList{"--overwrite"}, kTrain},
                                           {"--keep", each, each + QStringList{"--keep", "1"}},
                                           {"--no-verify", damaged, damaged + QStringList{"--no-verify"}},
                                           {"--shape", sounds, sounds + QStringList{"--shape", "4x128"}},
                                           {"--blocks", sounds, sounds + QStringList{"--blocks", "1"}}};
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

std::vector<ObservedRow> predictRows() {
  const QStringList test = kPredict + QStringList{"--split", "test"};
  const QStringList table = {"predict", "@run", "@t2.csv", "--out", "@made/P.csv"};
  return {{"--keep", table, table + QStringList{"--keep", "a"}},
          {"--out", kPredict, {"predict", "@run", "@T.h5", "--out", "@made/Q.csv"}},
          {"--probabilities", kPredict, kPredict + QStringList{"--probabilities"}},
          {"--threshold", kPredict, kPredict + QStringList{"--threshold", "1"}},
          {"--split", kPredict, test},
          {"--manifest", test, test + QStringList{"--manifest", "other"}},
          {"--overwrite", kPredict, kPredict + QStringList{"--overwrite"}, kPredict}};
}

std::vector<ObservedRow> rowsOf(const std::string& command) {
  return command == "train" ? trainRows() : predictRows();
}

const std::vector<std::string> kCommands = {"train", "predict"};

/// Options that decide how fast a command is or what it may take, and nothing else; and --resume, for which other tests
/// interrupt a run.
const std::set<std::string> kUnseen = {"--json", "--threads", "--memory", "--scratch", "--resume"};
/// Predictions are the same in batches of any size.
const std::set<std::string> kUnseenOfPredict = {"--json", "--threads", "--memory", "--scratch", "--batch"};

}  // namespace

class CliObservedTrainTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyOptionIsInTheTable_data();
  void everyOptionIsInTheTable();
  void everyOptionChangesSomething_data();
  void everyOptionChangesSomething();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }

  QTemporaryDir m_dir;
  Observer m_observer{m_dir.path()};
};

void CliObservedTrainTest::initTestCase() {
  for (const char* name : {"t1", "t2"}) {
    QByteArray rows = "a,b,c,label\n";
    for (int i = 0; i < 400; ++i)
      rows += QByteArray::number(i) + ',' + QByteArray::number(i % 40 / 4.0) + (i % 3 == 0 ? ",red," : ",blue,") +
              (i * 7 % 10 < 7 ? "x\n" : "y\n");
    writeFile(path(QString(name) + ".csv"), rows);
  }
  const QStringList made[] = {{"import", "@t1.csv", "--label", "label", "--out", "@T.h5"},
                              {"split", "@T.h5", "--ratios", "0.6,0.2,0.2"},
                              {"split", "@T.h5", "--ratios", "0.4,0.3,0.3", "--name", "other"},
                              {"split", "@T.h5", "--folds", "2"},
                              {"import", "@t1.csv", "--label", "b", "--target", "value", "--out", "@V.h5"},
                              {"split", "@V.h5", "--ratios", "0.6,0.2,0.2"},
                              {"sample", "waveform", "--rows", "600", "--out", "@"},
                              {"import", "@recordings", "--label-from", "name:^(\\d)_", "--window", "512",
                               "--compression", "none", "--out", "@R.h5"},
                              {"split", "@R.h5", "--ratios", "0.6,0.2,0.2"},
                              {"train", "@T.h5", "--model", "mlp", "--epochs", "1", "--out", "@run"}};
  for (const QStringList& one : made) {
    const Ran ran = runMasu(m_observer.placed(one));
    QVERIFY2(ran.exitCode == 0, (one.join(' ').toUtf8() + ": " + ran.errors).constData());
  }
  QByteArray damaged = readFile(path("R.h5"));
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  writeFile(path("D.h5"), damaged);
  writeFile(path("D.splits.h5"), readFile(path("R.splits.h5")));
}

void CliObservedTrainTest::everyOptionIsInTheTable_data() {
  QTest::addColumn<QString>("command");
  for (const std::string& command : kCommands) QTest::newRow(command.c_str()) << QString::fromStdString(command);
}

void CliObservedTrainTest::everyOptionIsInTheTable() {
  QFETCH(const QString, command);
  const std::string name = command.toStdString();
  QCOMPARE(optionWithoutRow(name, rowsOf(name), name == "train" ? kUnseen : kUnseenOfPredict), std::string());
}

void CliObservedTrainTest::everyOptionChangesSomething_data() {
  addObserved(kCommands, rowsOf);
}

void CliObservedTrainTest::everyOptionChangesSomething() {
  QFETCH(const QString, command);
  QFETCH(const int, place);
  compareObserved(m_observer, rowsOf(command.toStdString()), place);
}

MASU_TEST(CliObservedTrainTest)
#include "observed_train_test.moc"
