// SPDX-License-Identifier: GPL-3.0-or-later
// Collections of recordings as people download them, imported as the help page on recordings says, and compared with
// other readers.
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Ran;
using masu::test::runMasu;

class CliRecordingsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void collectionsAreReadAsOtherReadersReadThem_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("choices");
    const auto add = [](const char* name, const char* source, const QStringList& choices) {
      QTest::newRow(name) << QStringLiteral(MASU_SHARED_DATA "/") + source << choices;
    };
    add("fsdd", "fsdd/recordings",
        {"--label-from", R"(name:^(\d)_)", "--group-from", "name:^[0-9]_([a-z]+)_", "--window", "4096", "--hop",
         "none"});
    add("edf", "edf-pyedflib/pyedflib/tests/data/test_generator.edf", {"--window", "10 s"});
    add("cwru", "cwru-10class/Data",
        {"--channels", "DE", "--window", "1,024", "--label-from", R"(name:^1797_(.*)\.npz)"});
    add("mfpt", "mfpt-mat-sample/train_data", {"--window", "0.1s", "--label-from", R"(name:^(\w+?)Fault)"});
    add("myo", "myo-raw-sample/PreTrainingDataset",
        {"--raw", "i16,8", "--rate", "200", "--window", "250ms", "--label-from", R"(name:classe_(\d+))", "--group-from",
         R"(path:^(\w+)/)"});
    add("mnist", "mnist/train-images-idx3-ubyte.gz",
        {"--label-from", "idx:" MASU_SHARED_DATA "/mnist/train-labels-idx1-ubyte.gz"});
    // The folder as it was downloaded: an archive in it.
    add("walking", "walking-zip", {"--as", "recordings", "--window", "128", "--label-from", R"(name:(\d+)\.csv)"});
    add("indoor", "indoor-zip/IndoorMovement.zip",
        {"--as", "recordings", "--label-from", "csv:MovementAAL_target.csv", "--window", "32"});
  }
  void collectionsAreReadAsOtherReadersReadThem() {
    QFETCH(const QString, source);
    QFETCH(const QStringList, choices);
    if (!QFileInfo::exists(source)) QSKIP("the shared data sets are not here");
    const QTemporaryDir folder;
    const QString dataset = folder.filePath("out.h5");
    const Ran ran = runMasu(QStringList{"import", source, "--out", dataset, "--json"} + choices);
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QProcess python;
    python.start("/usr/bin/python3", {MASU_COMPARE_RECORDINGS, QTest::currentDataTag(), dataset, MASU_SHARED_DATA});
    QVERIFY(python.waitForFinished(120'000));
    QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
    QCOMPARE(python.readAllStandardOutput().trimmed().toInt(), ran.json()["samples"].toInt());
  }
};

MASU_TEST(CliRecordingsTest)
#include "recordings_test.moc"
