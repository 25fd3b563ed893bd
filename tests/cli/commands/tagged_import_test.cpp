// SPDX-License-Identifier: GPL-3.0-or-later
// ARFF and .ts files become datasets with the values that SciPy reads of them.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/forked_python.h"
#include "tests/fixtures/test_group.h"

using namespace masu::test;

namespace {

/// Compares a dataset's features and classes with those of an ARFF file of the same samples: as many as equal ones.
constexpr const char* kCompare = R"(
import sys, h5py, numpy
from scipy.io import arff
table, _ = arff.loadarff(sys.argv[2])
names = table.dtype.names
with h5py.File(sys.argv[1]) as f:
    x, y = f['features'][:], f['labels'][:]
expected = numpy.stack([table[n] for n in names[:-1]], axis=1).astype('f4')
assert x.shape == expected.shape and numpy.array_equal(x, expected), (x.shape, expected.shape)
truth = [int(t) for t in table[names[-1]]]
found = [int(c) for c in y]
order = sorted(set(truth))
assert [order.index(t) for t in truth] == [sorted(set(found)).index(c) for c in found]
print(len(found))
)";

}  // namespace

class CliTaggedImportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void valuesAreThoseOfScipy_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("arff");
    QTest::newRow("ARFF") << "ArrowHead/ArrowHead_TRAIN.arff"
                          << "target"
                          << "ArrowHead/ArrowHead_TRAIN.arff";
    QTest::newRow(".ts") << "ArrowHead/ArrowHead_TRAIN.ts"
                         << "class"
                         << "ArrowHead/ArrowHead_TRAIN.arff";
    QTest::newRow("@seriesLength") << "ItalyPowerDemand/ItalyPowerDemand_TRAIN.ts"
                                   << "class"
                                   << "ItalyPowerDemand/ItalyPowerDemand_TRAIN.arff";
  }

  void valuesAreThoseOfScipy() {
    QFETCH(QString, file);
    QFETCH(QString, label);
    QFETCH(QString, arff);
    const QString folder = QStringLiteral(MASU_SHARED_DATA "/ucr-small/");
    if (!QFile::exists(folder + file)) QSKIP("the UCR archive's small sets are absent");
    const Ran ran = runMasu(
        {"import", folder + file, "--label", label, "--dtype", "f32", "--out", path("t.h5"), "--overwrite", "--json"});
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QCOMPARE(ran.json()[u"rejected"].toInt(), 0);
    QCOMPARE(m_python.output({"-c", QString::fromUtf8(kCompare), path("t.h5"), folder + arff}).toInt(),
             ran.json()[u"samples"].toInt());
  }

  /// Workers, who divide what is mapped as it is, and a model's next source read the same table.
  void otherWaysInReadTheSame() {
    writeFile(path("a.arff"), arff());
    for (const char* folder : {"one", "part"}) QVERIFY(QDir().mkpath(path(folder)));
    const QStringList import = {"import", path("a.arff"), "--label", "play", "--out"};
    QCOMPARE(runMasu(import + QStringList{path("one/a.h5")}).exitCode, 0);
    const Ran part = runMasu(import + QStringList{path("part/a.h5"), "--part", "1/1"});
    QVERIFY2(part.exitCode == 0, part.errors.constData());
    QVERIFY(readFile(path("part/a.h5")) == readFile(path("one/a.h5")));
    const Ran append = runMasu({"append", path("one/a.h5"), path("a.arff")});
    QVERIFY2(append.exitCode == 0, append.errors.constData());
    const auto samples = [&](const char* name) {
      return runMasu({"info", path(name), "--json"}).json()[u"samples"].toInt();
    };
    QCOMPARE(samples("one/a.h5"), 2 * samples("part/a.h5"));
  }

  void whatCannotBeReadIsRejectedWithItsLine() {
    writeFile(path("b.arff"), arff() + "1,sunny\n'open,rain,yes\n");
    const Ran ran = runMasu({"import", path("b.arff"), "--label", "play", "--out", path("b.h5")});
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    const QByteArray rejects = readFile(path("b.h5.rejects.csv"));
    const qsizetype line = arff().count('\n') + 1;
    for (const qsizetype at : {line, line + 1})
      QVERIFY2(rejects.contains("\n\"b.arff\"," + QByteArray::number(at) + ','), rejects.constData());
    QVERIFY2(rejects.contains("'open,rain,yes"), rejects.constData());
  }

  void optionsOfTextsAreRefused() {
    writeFile(path("c.arff"), arff());
    for (const QStringList& option :
         {QStringList{"--delimiter", ";"}, {"--no-header"}, {"--skip", "2"}, {"--ragged", "pad"}}) {
      const Ran ran = runMasu(QStringList{"inspect", path("c.arff")} + option);
      QVERIFY2(ran.exitCode != 0 && ran.errors.contains(option.front().toLatin1()), ran.errors.constData());
      QVERIFY2(ran.errors.contains("ARFF"), ran.errors.constData());
    }
    // Neither is a row of it a recording, whatever the file is called.
    writeFile(path("c.csv"), arff());
    const Ran recordings = runMasu({"inspect", path("c.csv"), "--as", "recordings"});
    QVERIFY2(recordings.exitCode != 0 && recordings.errors.contains("--as table"), recordings.errors.constData());
  }

  /// The tags say what the columns are: records with other numbers of values move none, however many they are.
  void noRecordMovesTheColumns_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("label");
    QTest::newRow("the first series is shorter")
        << QByteArray("@problemName P\n@classLabel true a b\n@data\n1,2:a\n" + QByteArray("1,2,3:b\n").repeated(40))
        << "class";
    QTest::newRow("no series has the length that is stated")
        << QByteArray("@problemName P\n@seriesLength 3\n@classLabel true a b\n@data\n" +
                      QByteArray("1,2,3,4:b\n1,2,3,4:a\n").repeated(20))
        << "class";
    QTest::newRow("a class that no tag names")
        << QByteArray("@problemName P\n@univariate true\n@data\n" + QByteArray("1,2,3:a\n1,2,4:b\n").repeated(20))
        << "t2";
    QTest::newRow("records with a value more")
        << QByteArray("@relation r\n@attribute x real\n@attribute c {a,b}\n@data\n" +
                      QByteArray("1,a,b\n2,b,a\n").repeated(20))
        << "c";
    QTest::newRow("one column, and no record of it")
        << QByteArray("@relation r\n@attribute x real\n@data\n" + QByteArray("1,2\n").repeated(40)) << "x";
  }

  void noRecordMovesTheColumns() {
    QFETCH(const QByteArray, text);
    QFETCH(const QString, label);
    writeFile(path("w.data"), text);
    const Ran ran =
        runMasu({"import", path("w.data"), "--label", label, "--out", path("w.h5"), "--overwrite", "--json"});
    if (ran.exitCode == 0) QCOMPARE(ran.json()[u"samples"].toInt(), 1);
    const QByteArray said = ran.output + ran.errors;
    QVERIFY2(ran.exitCode == 0 || said.contains("fields") || said.contains("record"), said.constData());
    QVERIFY2(!said.contains("row name"), said.constData());
  }

  /// An attribute may list what CSV counts as missing.
  void onlyAQuestionMarkIsMissing() {
    QByteArray text = "@relation r\n@attribute x real\n@attribute where {NA,SA,EU}\n@attribute c {a,b}\n@data\n";
    for (int i = 0; i < 60; ++i)
      text += QByteArray::number(i) +
              (i % 4 == 0   ? ",?,"
               : i % 4 == 1 ? ",NA,"
                            : ",EU,") +
              (i % 2 == 0 ? "a\n" : "b\n");
    writeFile(path("na.arff"), text);
    const Ran ran = runMasu({"inspect", path("na.arff"), "--label", "c", "--json"});
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    QCOMPARE(ran.json()[u"columns"][1][u"missing"].toInt(-1), 15);
  }

  /// A folder has a set in both formats, which are the same samples.
  void oneFormatOfAFolderIsRead() {
    QDir().mkpath(path("set"));
    writeFile(path("set/a.arff"), arff());
    writeFile(path("set/a.ts"), "@problemName P\n@classLabel true a b\n@data\n1,2:a\n3,4:b\n");
    writeFile(path("set/notes.ts"), "const a = 1;\n");
    const Ran both = runMasu({"inspect", path("set"), "--json"});
    QVERIFY2(both.exitCode == 0, both.errors.constData());
    QCOMPARE(both.json()[u"dialect"][u"format"].toString(), QStringLiteral("ARFF"));
    QFile::remove(path("set/a.arff"));
    const Ran series = runMasu({"inspect", path("set"), "--json"});
    QVERIFY2(series.exitCode == 0, series.errors.constData());
    QCOMPARE(series.json()[u"dialect"][u"format"].toString(), QStringLiteral(".ts"));
  }

 private:
  static QByteArray arff() {
    QByteArray text = "@relation r\n@attribute x real\n@attribute sky {sunny,rain}\n@attribute play {no,yes}\n@data\n";
    for (int i = 0; i < 60; ++i)
      text += QByteArray::number(0.25 * i) + (i % 3 == 0 ? ",sunny," : ",rain,") + (i % 2 == 0 ? "no\n" : "yes\n");
    return text;
  }
  QString path(const QString& name) const { return m_folder.filePath(name); }

  QTemporaryDir m_folder;
  ForkedPython m_python{{"numpy", "h5py", "scipy.io.arff"}};
};

MASU_TEST(CliTaggedImportTest)
#include "tagged_import_test.moc"
