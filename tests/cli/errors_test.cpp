// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong input: one clear sentence, exit 1, and nothing left behind.
#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::runMasu;
using masu::test::runShell;
using masu::test::writeFile;

class CliErrorsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void wrongInputGetsOneSentence_data();
  void wrongInputGetsOneSentence();
  void fullDiskIsASentenceAndLeavesNothing();
  void aFullScratchFolderIsNamed();
  void readOnlyTargetIsASentence();
  void existingTargetIsRefusedWithoutOverwrite();
  void cutRecordingIsRejectedAndTheRestGoesOn();
  void paddedWindowsAreCounted();
  void usageErrorsExitWithTwo();
  void numbersOutOfBoundsGetASentence_data();
  void numbersOutOfBoundsGetASentence();
  void anUnknownCommandIsNamedWithTheNearest();
  void helpNamesACommand();
  void aFileWithADashFirstIsNamed();
  void aRunThatIsNotThereIsNamed();
  void anOptionTakesNoSecondColumn();
  void damagedSplitsEndNoCommand();
  void textColumnsBeyondTheOpenFilesSayHowManyFit();
  void anEmptyMarkerIsOneOfThoseThatMeanMissing();
  void everyNumberReadsBackOnlyWhereItWasMeasured_data();
  void everyNumberReadsBackOnlyWhereItWasMeasured();
  void lossesAreShownWithoutANumericFeature();
  void importAndConvertPrintOneSignalToNoise();
  void interruptedImportLeavesNothing();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }
  void refusesToMount(const Ran& ran) const;

  QTemporaryDir m_dir;
};

void CliErrorsTest::initTestCase() {
  writeFile(path("empty.csv"), "");
  writeFile(path("header-only.csv"), "a,b,label\n");
  writeFile(path("label-only.csv"), "label\nx\ny\nx\n");
  writeFile(path("good.csv"), "a,b,label\n1,2,x\n3,4,y\n5,6,x\n");
  QDir(m_dir.path()).mkdir("no-recordings");
  writeFile(path("no-recordings/notes.txt"), "nothing to hear here");
}

void CliErrorsTest::wrongInputGetsOneSentence_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("says");
  QTest::newRow("missing file") << QStringList{"nowhere.csv"} << "nowhere.csv";
  QTest::newRow("folder without recordings") << QStringList{"no-recordings", "--as", "recordings"} << "no-recordings";
  QTest::newRow("empty CSV") << QStringList{"empty.csv"} << "empty.csv";
  QTest::newRow("header alone") << QStringList{"header-only.csv", "--label", "label"} << "header-only.csv";
  QTest::newRow("label alone") << QStringList{"label-only.csv", "--label", "label"} << "label";
  QTest::newRow("label that is not there") << QStringList{"good.csv", "--label", "lable"} << "lable";
  QTest::newRow("one recording, cut short") << QStringList{"cut.wav", "--window", "64"} << "cut.wav";
}

void CliErrorsTest::wrongInputGetsOneSentence() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, says);
  QByteArray wav = QByteArray("RIFF") + QByteArray::fromHex("24200000") + "WAVEfmt " +
                   QByteArray::fromHex("1000000001000100401f0000803e000002001000") + "data" +
                   QByteArray::fromHex("00200000");
  writeFile(path("cut.wav"), wav + QByteArray(1000, '\1'));
  arguments.first() = path(arguments.first());
  const QString out = path("wrong.h5");
  const Ran ran = runMasu(QStringList{"import"} + arguments + QStringList{"--out", out, "--json"});
  QCOMPARE(ran.exitCode, 1);
  const QString message = ran.json()[u"error"][u"message"].toString();
  QVERIFY2(message.contains(says) || ran.json()[u"error"][u"file"].toString().contains(says), qPrintable(message));
  QVERIFY2(message.endsWith('.') || message.endsWith('?'), qPrintable(message));
  QCOMPARE(ran.errors.trimmed().count('\n'), 0);
  QCOMPARE(QDir(m_dir.path()).entryList({"wrong*"}), QStringList());
}

void CliErrorsTest::refusesToMount(const Ran& ran) const {
  if (ran.errors.contains("unshare") || ran.errors.contains("mount:")) {
    QSKIP("this machine allows no private mounts (run as root to include this test)");
  }
}

void CliErrorsTest::fullDiskIsASentenceAndLeavesNothing() {
  const QString sample = path("census-persons.csv");
  QCOMPARE(runMasu({"sample", "tabular", "--out", m_dir.path(), "--rows", "40000"}).exitCode, 0);
  QDir(m_dir.path()).mkdir("small");
  const Ran ran =
      runShell(QStringLiteral("unshare -m sh -c 'mount -t tmpfs -o size=600k tmpfs %1 && "
                              "\"$MASU\" import %2 --label income --out %1/full.h5; code=$?; ls -A %1; exit $code'")
                   .arg(path("small"), sample));
  refusesToMount(ran);
  QCOMPARE(ran.exitCode, 1);
  QVERIFY2(ran.errors.contains("full"), ran.errors.constData());
  QCOMPARE(ran.output.trimmed(), QByteArray());
}

void CliErrorsTest::aFullScratchFolderIsNamed() {
  QDir(m_dir.path()).mkdir("packed");
  QDir(m_dir.path()).mkdir("scratch");
  const QString sample = path("packed/census-persons.csv");
  QCOMPARE(runMasu({"sample", "tabular", "--out", path("packed"), "--rows", "40000"}).exitCode, 0);
  const Ran ran = runShell(QStringLiteral("gzip -kf %2; unshare -m sh -c 'mount -t tmpfs -o size=600k tmpfs %1 && "
                                          "\"$MASU\" import %2.gz --label income --scratch %1 --out %3'")
                               .arg(path("scratch"), sample, path("unpacked.h5")));
  refusesToMount(ran);
  QCOMPARE(ran.exitCode, 1);
  QVERIFY2(ran.errors.contains(path("scratch").toUtf8()) && ran.errors.contains("--scratch"), ran.errors.constData());
  QVERIFY(!QFile::exists(path("unpacked.h5")));
}

void CliErrorsTest::readOnlyTargetIsASentence() {
  QDir(m_dir.path()).mkdir("frozen");
  const Ran ran =
      runShell(QStringLiteral("unshare -m sh -c 'mount -t tmpfs -o ro tmpfs %1 && \"$MASU\" import %2 --label "
                              "label --out %1/x.h5'")
                   .arg(path("frozen"), path("good.csv")));
  refusesToMount(ran);
  QCOMPARE(ran.exitCode, 1);
  QVERIFY2(ran.errors.contains("read-only"), ran.errors.constData());
}

void CliErrorsTest::existingTargetIsRefusedWithoutOverwrite() {
  const QStringList import = {"import", path("good.csv"), "--label", "label", "--out", path("twice.h5"), "--no-sync"};
  QCOMPARE(runMasu(import).exitCode, 0);
  const QByteArray before = masu::test::readFile(path("twice.h5"));
  const Ran again = runMasu(import + QStringList{"--json"});
  QCOMPARE(again.exitCode, 1);
  QCOMPARE(again.json()[u"error"][u"code"].toString(), QStringLiteral("exists"));
  QCOMPARE(masu::test::readFile(path("twice.h5")), before);
  QCOMPARE(runMasu(import + QStringList{"--overwrite"}).exitCode, 0);
}

void CliErrorsTest::cutRecordingIsRejectedAndTheRestGoesOn() {
  QCOMPARE(runMasu({"sample", "waveform", "--out", m_dir.path(), "--rows", "20"}).exitCode, 0);
  const QDir folder(path("recordings"));
  const QString victim = folder.filePath(folder.entryList({"*.wav"}).first());
  writeFile(victim, masu::test::readFile(victim).left(600));
  const Ran ran = runMasu({"import", folder.path(), "--label-from", "name:^(\\d)_", "--window", "2048", "--hop", "none",
                           "--out", path("cut.h5"), "--no-sync", "--json"});
  QCOMPARE(ran.exitCode, 0);
  QCOMPARE(ran.json()[u"rejected"].toInt(), 1);
  QCOMPARE(ran.json()[u"samples"].toInt(), 19);
  QVERIFY(masu::test::readFile(ran.json()[u"rejects"].toString()).contains(QFileInfo(victim).fileName().toUtf8()));
  // Each stored frame is of a recording, or padding.
  const QJsonObject frames = ran.json()[u"frames"].toObject();
  QVERIFY(frames[u"in_segments"].toInt() > 0);
  QCOMPARE(frames[u"unlabelled"].toInt(-1), 0);
  QCOMPARE(frames[u"in_segments"].toInt() - frames[u"dropped"].toInt() - frames[u"skipped"].toInt() +
               frames[u"padding"].toInt(),
           19 * 2048);
  // All recordings are longer than a window, so that there is none to speak of, whether the rest was dropped or not.
  QVERIFY(!runMasu({"info", path("cut.h5")}).output.contains("padding"));
  const Ran dropped = runMasu({"import", folder.path(), "--label-from", "name:^(\\d)_", "--window", "16", "--rest",
                               "drop", "--out", path("dropped.h5"), "--no-sync", "--json"});
  QCOMPARE(dropped.exitCode, 0);
  QCOMPARE(dropped.json()[u"frames"].toObject()[u"padded_windows"].toInt(-1), 0);
  QVERIFY(!runMasu({"info", path("dropped.h5")}).output.contains("padding"));
  // Longer than a window, but all of its segments between gaps are not.
  QByteArray halves = "time,x\n";
  for (int i = 0; i < 20; ++i)
    halves += QByteArray::number(i < 10 ? i : 1000 + i) + ',' + QByteArray::number(i % 7) + ".5\n";
  writeFile(path("halves.csv"), halves);
  const Ran cut = runMasu({"import", path("halves.csv"), "--as", "recordings", "--window", "16", "--rest", "drop",
                           "--out", path("halves.h5"), "--no-sync", "--json"});
  QCOMPARE(cut.exitCode, 0);
  QVERIFY(cut.json()[u"frames"].toObject()[u"padded_windows"].toInt() > 0);
  QVERIFY(runMasu({"info", path("halves.h5")}).output.contains("the padding included"));
}

void CliErrorsTest::paddedWindowsAreCounted() {
  QCOMPARE(runMasu({"sample", "waveform", "--out", path("sounds"), "--rows", "20"}).exitCode, 0);
  const QStringList import = {"import",   path("sounds/recordings"), "--label-from", "name:^(\\d)_",
                              "--window", "1000",                    "--no-sync",    "--json"};
  const Ran some = runMasu(import + QStringList{"--out", path("some.h5")});
  QCOMPARE(some.exitCode, 0);
  const int padded = some.json()[u"frames"].toObject()[u"padded_windows"].toInt();
  QVERIFY(padded > 0);
  const QString said =
      QStringLiteral("Windows that are padded: %1 of %2.").arg(padded).arg(some.json()[u"samples"].toInt());
  const QByteArray info = runMasu({"info", path("some.h5")}).output;
  QVERIFY2(info.contains(said.toUtf8()), info.constData());
  const auto countOf = [this](const char* file) -> QJsonValue {
    return runMasu({"info", path(file), "--json"}).json()[u"padded_windows"];
  };
  QCOMPARE(countOf("some.h5").toInt(-1), padded);
  // A copy has as many, and what is appended adds its own.
  QCOMPARE(runMasu({"convert", path("some.h5"), "--out", path("copy.h5"), "--compression", "gzip"}).exitCode, 0);
  QCOMPARE(countOf("copy.h5").toInt(-1), padded);
  QCOMPARE(runMasu({"append", path("copy.h5"), path("sounds/recordings")}).exitCode, 0);
  QCOMPARE(countOf("copy.h5").toInt(-1), 2 * padded);
  // Recordings that are stored whole have no padding, so that there is nothing to count.
  QCOMPARE(runMasu(import + QStringList{"--store", "recordings", "--out", path("whole.h5")}).exitCode, 0);
  QVERIFY(countOf("whole.h5").isNull());
}

void CliErrorsTest::anEmptyMarkerIsOneOfThoseThatMeanMissing() {
  writeFile(path("gaps.csv"), "a,b\n1,x\n,2\nNA,3\n4,4\n");
  const std::vector<std::pair<QString, QJsonArray>> lists = {{"x,,NA", {"x", "", "NA"}},
                                                             {",NA", {"", "NA"}},
                                                             {"x", {"x", ""}},
                                                             {"\"n,a\",x", {"n,a", "x", ""}},
                                                             {"\"a\"\"\",\"\"", {"a\"", ""}},
                                                             {"\"", {"\"", ""}},
                                                             {"\"a\"b,c", {"\"a\"b", "c", ""}}};
  for (const auto& [marks, missing] : lists) {
    const Ran ran = runMasu({"inspect", path("gaps.csv"), "--na", marks, "--json"});
    QCOMPARE(ran.exitCode, 0);
    QCOMPARE(ran.json()[u"dialect"][u"missing"].toArray(), missing);
  }
  const Ran ran = runMasu({"inspect", path("gaps.csv"), "--na", "x,,NA", "--json"});
  QCOMPARE(ran.json()[u"columns"][0][u"type"].toString(), QString("integer"));
  QCOMPARE(ran.json()[u"columns"][0][u"missing"].toInt(), 2);
  // Gaps make neither words of numbers nor a class without a name.
  writeFile(path("blank.csv"), "a,y\n1,u\n,v\n3,\n4,u\n,v\n6,u\n");
  const Ran blank = runMasu({"inspect", path("blank.csv"), "--label", "y", "--na", "X", "--json"});
  QCOMPARE(blank.json()[u"columns"][0][u"type"].toString(), QString("integer"));
  QCOMPARE(blank.json()[u"columns"][0][u"missing"].toInt(), 2);
  QCOMPARE(blank.json()[u"classes"].toArray(), (QJsonArray{"u", "v"}));
}

void CliErrorsTest::everyNumberReadsBackOnlyWhereItWasMeasured_data() {
  QTest::addColumn<QByteArray>("table");
  QTest::addColumn<QStringList>("options");
  QTest::addColumn<bool>("whole");
  QTest::newRow("small numbers") << QByteArray("a,y\n1,2\n3,4\n") << QStringList{} << true;
  QTest::newRow("decimals as f32") << QByteArray("a,y\n0.1,2\n3,4\n") << QStringList{} << false;
  QTest::newRow("label beyond f32") << QByteArray("a,y\n1,16777217\n3,4\n")
                                    << QStringList{"--label", "y", "--target", "value"} << true;
  QTest::newRow("long ids") << QByteArray("id,a\n9007199254740993,1\n2,3\n") << QStringList{"--keep", "id"} << true;
  QTest::newRow("a label without a numeric feature")
      << QByteArray("a,y\nred,1\nblue,2\n") << QStringList{"--label", "y", "--target", "value"} << true;
  QTest::newRow("words alone") << QByteArray("a,y\nred,u\nblue,v\n") << QStringList{"--label", "y"} << false;
  QTest::newRow("long ids as features") << QByteArray("id,a\n9007199254740993,1\n2,3\n")
                                        << QStringList{"--type", "id=number"} << false;
}

void CliErrorsTest::everyNumberReadsBackOnlyWhereItWasMeasured() {
  QFETCH(QByteArray, table);
  QFETCH(QStringList, options);
  QFETCH(bool, whole);
  writeFile(path("whole.csv"), table);
  const Ran ran = runMasu(QStringList{"import", path("whole.csv"), "--out", path("whole.h5"), "--overwrite"} + options);
  QCOMPARE(ran.exitCode, 0);
  QCOMPARE(ran.output.contains("Every number reads back equal to what it was."), whole);
}

void CliErrorsTest::lossesAreShownWithoutANumericFeature() {
  writeFile(path("kept.csv"), "colour,time\nred,2020-01-01\nblue,2120-01-01T00:00:00.123456789\n");
  const Ran ran = runMasu({"import", path("kept.csv"), "--out", path("kept.h5"), "--overwrite", "--keep", "time"});
  QCOMPARE(ran.exitCode, 0);
  QVERIFY2(ran.output.contains("Loss of precision since the values were read"), ran.output.constData());
  QVERIFY2(!ran.output.contains("reads back equal"), ran.output.constData());
  // Of times that are finer than doubles all figures are measured, not the largest error alone.
  const QJsonArray columns = runMasu({"info", path("kept.h5"), "--json"}).json()[u"columns"].toArray();
  QJsonObject time;
  for (const QJsonValue& column : columns) {
    if (column[u"name"].toString() == u"time") time = column.toObject();
  }
  const QJsonObject loss = time[u"loss"].toObject();
  QVERIFY(time[u"max_error"].toDouble() > 1e-8);
  QVERIFY(loss[u"rms"].toDouble() > 1e-9 && loss[u"rms"].toDouble() <= time[u"max_error"].toDouble());
  QVERIFY(loss[u"max_relative"].toDouble() > 0 && loss[u"snr_db"].toDouble() > 0);
}

/// One takes the variance of the stored values, the other that of the source: they differ in the fourth digit.
void CliErrorsTest::importAndConvertPrintOneSignalToNoise() {
  QByteArray table("a,b\n");
  for (int k = 0; k < 300; ++k)
    table += QByteArray::number(k * k * 0.37 + 0.01 * k, 'f', 2) + (k % 2 == 0 ? ",x\n" : ",y\n");
  writeFile(path("noise.csv"), table);
  QCOMPARE(runMasu({"import", path("noise.csv"), "--dtype", "i8", "--out", path("n8.h5"), "--no-sync"}).exitCode, 0);
  QCOMPARE(runMasu({"import", path("noise.csv"), "--out", path("n32.h5"), "--no-sync"}).exitCode, 0);
  QCOMPARE(runMasu({"convert", path("n32.h5"), "--dtype", "i8", "--out", path("c8.h5")}).exitCode, 0);
  for (const char* file : {"n8.h5", "c8.h5"}) {
    const QString said = QString::fromUtf8(runMasu({"info", path(file)}).output);
    const QString row = said.section("earlier types included:", 1).section("\na ", 1).section('\n', 0, 0);
    QCOMPARE(row.split(' ', Qt::SkipEmptyParts).value(4), QString("48.6"));
  }
}

void CliErrorsTest::textColumnsBeyondTheOpenFilesSayHowManyFit() {
  QByteArray table("n");
  for (int i = 0; i < 40; ++i) table += ",t" + QByteArray::number(i);
  table += '\n';
  for (int row = 0; row < 30; ++row) {
    table += QByteArray::number(row % 4);
    for (int i = 0; i < 40; ++i) table += ",text " + QByteArray::number(row * 41 + i);
    table += '\n';
  }
  writeFile(path("texts.csv"), table);
  const auto import = [&](const QString& options) {
    return runShell("ulimit -n 620; exec \"$MASU\" import '" + path("texts.csv") + "' --no-sync --out '" +
                    path("texts.h5") + "' " + options);
  };
  const Ran refused = import("--text all");
  QCOMPARE(refused.exitCode, 1);
  const auto said = QRegularExpression("41 text columns take more open files than the system permits; ([0-9]+) text")
                        .match(QString::fromUtf8(refused.errors));
  QVERIFY2(said.hasMatch(), refused.errors);
  QVERIFY(!QFile::exists(path("texts.h5")));
  QVERIFY(said.captured(1).toInt() > 0);
  // So many are kept: one of them is n, which is a number now.
  QString fitting;
  for (int i = 0; i < said.captured(1).toInt() - 1; ++i) fitting += QString(" --text t%1").arg(i);
  const Ran kept = import(fitting);
  QVERIFY2(kept.exitCode == 0, kept.errors);
}

void CliErrorsTest::usageErrorsExitWithTwo() {
  QCOMPARE(runMasu({"import"}).exitCode, 2);
  QCOMPARE(runMasu({"pour"}).exitCode, 2);
  QCOMPARE(runMasu({"split", "x.h5", "--ratios"}).exitCode, 2);
  QCOMPARE(runMasu({"--version"}).exitCode, 0);
  QCOMPARE(
      runMasu({"import", "--json", "--dtype", "f99", "x.csv", "--out", "x.h5"}).json()[u"error"][u"code"].toString(),
      QStringLiteral("usage"));
}

void CliErrorsTest::numbersOutOfBoundsGetASentence_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("says");
  const QStringList train = {"train", "x.h5", "--model", "mlp", "--out", "run"};
  const auto row = [](const QStringList& command, const char* option, const char* value, const char* bounds) {
    const QString says = QStringLiteral("%1 must be %2, not %3.").arg(option, bounds, value);
    QTest::addRow("%s %s %s", qPrintable(command.first()), option, value)
        << command + QStringList{QStringLiteral("%1=%2").arg(option, value)} << says;
  };
  row(train, "--batch", "0", "a whole number from 1 up");
  row(train, "--slices", "0", "a whole number from 1 up");
  row(train, "--epochs", "0", "auto or a whole number from 1 to 2147483647");
  row(train, "--epochs", "5000000000", "auto or a whole number from 1 to 2147483647");
  row(train, "--epochs", "x", "auto or a whole number from 1 to 2147483647");
  row(train, "--patience", "-1", "a whole number from 0 to 2147483647");
  row(train, "--lr", "nan", "a number");
  row(train, "--lr", "inf", "a number");
  row(train, "--lr", "x", "a number");
  row(train, "--clip", "nan", "a number");
  row(train, "--seed", "1.5", "a whole number from 0 up");
  row(train, "--seed", "18446744073709551616", "a whole number from 0 up");
  row(train, "--batch", "010", "a whole number from 1 up");
  row({"estimate", "x.h5"}, "--batch", "0", "a whole number from 1 up");
  row({"head", "x.h5"}, "--count", "-1", "a whole number from 0 up");
  row({"head", "x.h5"}, "--threads", "x", "a whole number from 0 to 1024");
  row({"head", "x.h5"}, "--threads", "100000", "a whole number from 0 to 1024");
  for (const char* threshold : {"1.5", "-0.1", "nan", "best"})
    row({"predict", "run", "x.h5", "--out", "p.csv"}, "--threshold", threshold, "run or a number from 0 to 1");
  row({"stream", "x.h5"}, "--steps", "0", "a whole number from 1 up");
  row({"stream", "x.h5"}, "--blocks", "0", "a whole number from 1 up");
  row({"import", "x.wav", "--out", "x.h5"}, "--rate", "0", "a number above 0");
  row({"import", "x.wav", "--out", "x.h5"}, "--part-size", "0", "a whole number from 1 up");
  row({"sample", "tabular", "--out", "x"}, "--rows", "0", "a whole number from 1 up");
  for (const char* part : {"0/3", "4/3", "x", "1", "1/", "1/10001"}) {
    const char* taken = "I/N, e.g. 2/4, with I from 1 to N and N up to 10000, or auto";
    row({"export", "x.h5", "--out", "x"}, "--part", part, taken);
    row({"import", "x.csv", "--out", "x.h5"}, "--part", part, taken);
  }
}

/// Neither the limits of a type, nor a value that would quietly be the default.
void CliErrorsTest::numbersOutOfBoundsGetASentence() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, says);
  const Ran ran = runMasu(arguments + QStringList{"--json"});
  QCOMPARE(ran.exitCode, 2);
  QCOMPARE(ran.json()[u"error"][u"message"].toString(), says);
}

void CliErrorsTest::anUnknownCommandIsNamedWithTheNearest() {
  const auto said = [](const QStringList& arguments) {
    const Ran ran = runMasu(arguments);
    return QString::number(ran.exitCode) + ' ' + ran.errors.left(ran.errors.indexOf('\n'));
  };
  QCOMPARE(said({"splti", "x.h5"}), QString("2 There is no command splti. Did you mean split?"));
  QCOMPARE(said({"--json", "trian"}), QString("2 There is no command trian. Did you mean train?"));
  QCOMPARE(said({"foo"}), QString("2 There is no command foo: masu --help lists them."));
  QCOMPARE(said({"help", "foo"}), QString("2 There is no command foo: masu --help lists them."));
  QCOMPARE(said({}), QString("2 Name a command: masu --help lists them."));
}

void CliErrorsTest::helpNamesACommand() {
  for (const QString& command : {QString("split"), QString("train")}) {
    const Ran help = runMasu({"help", command});
    QCOMPARE(help.exitCode, 0);
    QCOMPARE(help.output, runMasu({command, "--help"}).output);
  }
  QCOMPARE(runMasu({"help"}).output, runMasu({"--help"}).output);
}

void CliErrorsTest::aFileWithADashFirstIsNamed() {
  writeFile(path("-dash.csv"), "a,b\n1,2\n3,4\n");
  const Ran ran = runShell(QStringLiteral("cd %1 && \"$MASU\" inspect -dash.csv").arg(m_dir.path()));
  QCOMPARE(ran.exitCode, 2);
  QVERIFY2(ran.errors.contains("./-dash.csv"), ran.errors.constData());
  QCOMPARE(runShell(QStringLiteral("cd %1 && \"$MASU\" inspect ./-dash.csv").arg(m_dir.path())).exitCode, 0);
}

void CliErrorsTest::aRunThatIsNotThereIsNamed() {
  const QString run = path("nosuch");
  QCOMPARE(runMasu({"import", path("good.csv"), "--label", "label", "--out", path("run.h5"), "--no-sync"}).exitCode, 0);
  for (const QString& source : {path("good.csv"), path("run.h5")}) {
    const Ran ran = runMasu({"predict", run, source, "--out", path("p.csv")});
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.errors.contains("There is no run or model " + run.toUtf8()), ran.errors.constData());
  }
}

/// What stands behind the column is a source, which is not there.
void CliErrorsTest::anOptionTakesNoSecondColumn() {
  for (const char* option : {"--keep", "--text", "--label"}) {
    const Ran ran = runMasu({"import", path("good.csv"), option, "a", "second", "--out", path("second.h5")});
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.errors.contains("second") && !ran.errors.contains("second.h5"), ran.errors.constData());
    QCOMPARE(QDir(m_dir.path()).entryList({"second*"}), QStringList());
  }
}

/// Lengths and addresses beyond everything, wherever they are, and a file that was cut.
void CliErrorsTest::damagedSplitsEndNoCommand() {
  QByteArray rows = "a,label\n";
  for (int i = 0; i < 60; ++i) rows += QByteArray::number(i) + (i % 2 ? ",x\n" : ",y\n");
  writeFile(path("split.csv"), rows);
  QCOMPARE(runMasu({"import", path("split.csv"), "--label", "label", "--out", path("S.h5"), "--no-sync"}).exitCode, 0);
  QCOMPARE(runMasu({"split", path("S.h5"), "--ratios", "0.6,0.2,0.2"}).exitCode, 0);
  const QByteArray whole = masu::test::readFile(path("S.splits.h5"));
  constexpr int kPlaces = 12;
  for (int place = 0; place <= kPlaces; ++place) {
    QByteArray damaged = whole.left(place < kPlaces ? whole.size() : whole.size() / 2);
    if (place < kPlaces) damaged.replace(whole.size() * place / kPlaces, 8, QByteArray(8, '\xFF'));
    for (const QStringList& command : {QStringList{"info", path("S.h5")},
                                       {"stream", path("S.h5"), "--split", "train"},
                                       {"split", path("S.h5"), "--ratios", "0.5,0.5,0", "--name", "new"}}) {
      writeFile(path("S.splits.h5"), damaged);
      const Ran ran = runMasu(command);
      const QByteArray context = command.front().toUtf8() + ", place " + QByteArray::number(place) + ": " + ran.errors;
      QVERIFY2(ran.exitCode == 0 || (ran.exitCode == 1 && ran.errors.trimmed().endsWith('.')), context.constData());
      const bool refused = place == kPlaces && command.front() != u"info";
      QVERIFY2(!refused || ran.errors.contains("S.splits.h5"), context.constData());
    }
  }
}

void CliErrorsTest::interruptedImportLeavesNothing() {
  QCOMPARE(runMasu({"sample", "tabular", "--out", m_dir.path(), "--rows", "400000", "--overwrite"}).exitCode, 0);
  QDir(m_dir.path()).mkdir("stopped");
  const Ran ran = runShell(QStringLiteral("\"$MASU\" import %1 --label income --out %2/x.h5 --threads 1 & pid=$!; "
                                          "while [ ! -d %2/x.h5.partial ] && kill -0 $pid; do :; done; kill -INT $pid; "
                                          "wait $pid; code=$?; ls -A %2; exit $code")
                               .arg(path("census-persons.csv"), path("stopped")));
  // The import may have finished before the signal came; then its files are whole.
  if (ran.exitCode == 0) QSKIP("the import was done before it could be interrupted");
  QCOMPARE(ran.exitCode, 130);
  QCOMPARE(ran.output.trimmed(), QByteArray());
}

MASU_TEST(CliErrorsTest)
#include "errors_test.moc"
