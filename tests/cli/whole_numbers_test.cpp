// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers that doubles do not count, from a table through every command and back: no digit is lost.
#include <QDir>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "program.h"
#include "tests/fixtures/test_group.h"

using namespace masu::test;

namespace {

const QStringList kIds = {"9007199254740993",    "9007199254740995",     "",
                          "9223372036854775807", "-9223372036854775807", "7"};

QByteArray table() {
  QByteArray text = "id,x,y\n";
  for (int i = 0; i < kIds.size(); ++i)
    text +=
        kIds[i].toLatin1() + ',' + QByteArray::number(i) + ',' + QByteArray::number(9007199254740993 + 2 * i) + '\n';
  return text;
}

/// Its error output when it fails, else nothing.
QByteArray python(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start("/usr/bin/python3", QStringList{"-c", program} + arguments);
  if (!process.waitForFinished(120000)) return "python3 did not finish";
  return process.exitCode() == 0 ? QByteArray() : process.readAllStandardError();
}

}  // namespace

class CliWholeNumbersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void areShown();
  void areFiltered();
  void areOrdered();
  void areExported_data();
  void areExported();
  void areCarriedAlong();
  void areRefusedAsFeatures();

 private:
  QString path(const QString& name) const { return m_folder.filePath(name); }
  /// The cells of a column, as `masu head` shows them.
  QStringList cells(const QString& file, const QString& column) const;

  QTemporaryDir m_folder;
};

QStringList CliWholeNumbersTest::cells(const QString& file, const QString& column) const {
  const Ran head = runMasu({"head", path(file), "--count", "100", "--json"});
  QStringList cells;
  for (const QJsonValue& row : head.json()[u"rows"].toArray()) cells << row[u"values"][column].toString();
  return cells;
}

void CliWholeNumbersTest::initTestCase() {
  writeFile(path("t.csv"), table());
  const Ran ran = runMasu({"import", path("t.csv"), "--keep", "id", "--label", "y", "--target", "value", "--out",
                           path("F.h5")});
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  QCOMPARE(runMasu({"verify", path("F.h5")}).exitCode, 0);
}

void CliWholeNumbersTest::areShown() {
  const Ran head = runMasu({"head", path("F.h5"), "--count", "6"});
  for (const QString& id : kIds) QVERIFY2(head.output.contains(id.toLatin1()), head.output.constData());
  const Ran info = runMasu({"info", path("F.h5")});
  QVERIFY2(info.output.contains("9223372036854775807"), info.output.constData());
  QVERIFY2(info.output.contains("9007199254741003"), info.output.constData());
  QVERIFY2(info.output.contains("Every number reads back equal to what it was."), info.output.constData());
  const Ran json = runMasu({"info", path("F.h5"), "--json"});
  QVERIFY2(json.output.contains("\"max\": 9223372036854775807") || json.output.contains("\"max\":9223372036854775807"),
           json.output.constData());
}

void CliWholeNumbersTest::areFiltered() {
  const auto kept = [this](const char* filter) {
    const Ran ran = runMasu({"split", path("F.h5"), "--ratios", "1,0,0", "--exclude", filter, "--name", "filtered",
                             "--json"});
    const Ran info = runMasu({"info", path("F.h5"), "--json"});
    return info.json()[u"splits"][u"filtered"][u"train"].toInt();
  };
  QCOMPARE(kept("id = 9007199254740993"), 5);
  QCOMPARE(kept("id = 9007199254740994"), 6);
  QCOMPARE(kept("id > 9007199254740993"), 4);
  QCOMPARE(kept("id > \"9007199254740993\""), 4);
  QCOMPARE(kept("id = 9007199254740993.0"), 5);
  QCOMPARE(kept("id = 9.007199254740993e15"), 5);
  QCOMPARE(kept("id = 9007199254740993.5"), 6);
  QCOMPARE(kept("id > 9007199254740993.5"), 4);
  QCOMPARE(kept("id = missing"), 5);
  QCOMPARE(kept("y = 9007199254740995"), 5);
}

void CliWholeNumbersTest::areOrdered() {
  const Ran ran = runMasu({"split", path("F.h5"), "--ratios", "0.5,0,0.5", "--order", "y", "--name", "ordered"});
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  QCOMPARE(runMasu({"split", path("F.h5"), "--name", "ordered", "--write", path("lists")}).exitCode, 0);
  QByteArray text;
  for (const QFileInfo& list : QDir(path("lists")).entryInfoList(QDir::Files)) text += readFile(list.filePath());
  QVERIFY2(text.contains("9007199254740995"), text.constData());
}

void CliWholeNumbersTest::areExported_data() {
  QTest::addColumn<QString>("format");
  QTest::addColumn<QString>("program");
  const QString want = R"(
import sys, glob, json, csv, numpy as np
folder = sys.argv[1]
ids = [9007199254740993, 9007199254740995, None, 9223372036854775807, -9223372036854775807, 7]
ys = [9007199254740993 + 2 * i for i in range(6)]
stored = [-2**63 if v is None else v for v in ids]
def one(pattern): return sorted(glob.glob(folder + "/**/" + pattern, recursive=True))[0]
)";
  QTest::newRow("csv") << "csv" << want + R"(
rows = list(csv.DictReader(open(one("split_data_*.csv"))))
assert [r["id"] for r in rows] == ["" if v is None else str(v) for v in ids], rows
assert [int(r["y"]) for r in rows] == ys
)";
  QTest::newRow("npy") << "npy" << want + R"(
a = np.load(one("*.kept.id.npy")); b = np.load(one("*.labels.npy"))
assert a.dtype == b.dtype == "int64" and a.tolist() == stored and b.tolist() == ys
)";
  QTest::newRow("npz") << "npz" << want + R"(
z = np.load(one("*.npz"))
assert z["labels"].dtype == "int64" and z["labels"].tolist() == ys
assert [v.tolist() for k, v in z.items() if k.endswith("id")] == [stored]
)";
  QTest::newRow("hdf5") << "hdf5" << want + R"(
import h5py
f = h5py.File(one("*.h5"))
assert f["kept/id"].dtype == "int64" and f["kept/id"][()].tolist() == stored and f["labels"][()].tolist() == ys
)";
  QTest::newRow("webdataset") << "webdataset" << want + R"(
import tarfile
t = tarfile.open(one("*.tar"))
read = [json.load(t.extractfile(m)) for m in t.getmembers() if m.name.endswith(".json")]
assert [r["id"] for r in read] == ids, read
)";
  QTest::newRow("safetensors") << "safetensors" << want + R"(
raw = open(one("*.safetensors"), "rb").read()
size = int.from_bytes(raw[:8], "little"); head = json.loads(raw[8:8 + size])
for name, values in (("kept/id", stored), ("labels", ys)):
    entry = next(e for k, e in head.items() if k.replace(".", "/") == name)
    begin, end = entry["data_offsets"]
    assert entry["dtype"] == "I64" and np.frombuffer(raw[8 + size:][begin:end], "<i8").tolist() == values
)";
  QTest::newRow("mds") << "mds" << want + R"(
index = json.load(open(one("index.json").replace("index.json", "train/index.json")))
shard = index["shards"][0]
kinds = dict(zip(shard["column_names"], shard["column_encodings"]))
assert any("int64" in kinds[k] for k in kinds if k.endswith("id")) and "int64" in kinds["labels"], kinds
)";
  QTest::newRow("tfrecord") << "tfrecord" << want + R"(
raw = open(one("*.tfrecord"), "rb").read()
def varint(v):
    v &= 2**64 - 1; out = b""
    while v >= 128: out += bytes([v & 127 | 128]); v >>= 7
    return out + bytes([v])
for v in stored + ys: assert varint(v) in raw, v
)";
}

void CliWholeNumbersTest::areExported() {
  QFETCH(QString, format);
  QFETCH(QString, program);
  QCOMPARE(runMasu({"split", path("F.h5"), "--ratios", "1,0,0"}).exitCode, 0);
  const QString folder = path("out-" + format);
  const Ran ran = runMasu({"export", path("F.h5"), "--format", format, "--out", folder});
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  const QByteArray problem = python(program, {folder});
  QVERIFY2(problem.isEmpty(), problem.constData());
  if (format != "csv" && format != "npy" && format != "hdf5") return;
  const QString again = "again-" + format + ".h5";
  const Ran back = runMasu({"import", folder, "--out", path(again)});
  QVERIFY2(back.exitCode == 0, back.errors.constData());
  QCOMPARE(cells(again, "id"), kIds);
  QCOMPARE(cells(again, "y"), cells("F.h5", "y"));
}

void CliWholeNumbersTest::areCarriedAlong() {
  writeFile(path("more.csv"), "id,x,y\n9007199254740997,9,5\n12,9,9007199254740999\n");
  QCOMPARE(
      runMasu({"convert", path("F.h5"), "--out", path("G.h5"), "--dtype", "f16", "--compression", "gzip"}).exitCode, 0);
  const Ran append = runMasu({"append", path("G.h5"), path("more.csv")});
  QVERIFY2(append.exitCode == 0, append.errors.constData());
  QCOMPARE(runMasu({"verify", path("G.h5")}).exitCode, 0);
  QCOMPARE(cells("G.h5", "id"), kIds + QStringList({"9007199254740997", "12"}));
  QCOMPARE(cells("G.h5", "y").mid(6), QStringList({"5", "9007199254740999"}));
  QCOMPARE(runMasu({"convert", path("G.h5"), "--out", path("H.h5")}).exitCode, 0);
  QCOMPARE(cells("H.h5", "id"), cells("G.h5", "id"));
  // A dataset of small numbers does not take larger ones by rounding them.
  writeFile(path("small.csv"), "id,x\n1,1\n2,2\n");
  writeFile(path("large.csv"), "id,x\n9007199254740997,1\n");
  QCOMPARE(runMasu({"import", path("small.csv"), "--keep", "id", "--out", path("S.h5")}).exitCode, 0);
  const Ran refused = runMasu({"append", path("S.h5"), path("large.csv")});
  QVERIFY(refused.exitCode != 0);
  QVERIFY2(refused.errors.contains("i64"), refused.errors.constData());
}

/// The sentence names ways out, and each is one.
void CliWholeNumbersTest::areRefusedAsFeatures() {
  writeFile(path("f.csv"), "id,x\n5,1\n9007199254740993,2\n9007199254740995,3\n");
  const QStringList import = {"import", path("f.csv"), "--overwrite", "--out", path("R.h5")};
  const Ran refused = runMasu(import);
  QVERIFY(refused.exitCode != 0);
  QVERIFY2(refused.errors.contains("9007199254740993 (f.csv, line 3)"), refused.errors.constData());
  QCOMPARE(runMasu({"inspect", path("f.csv")}).exitCode, 0);
  for (const QStringList& way : {QStringList{"--keep", "id"}, QStringList{"--type", "id=category"},
                                 QStringList{"--type", "id=ignored"}, QStringList{"--type", "id=number"}}) {
    QVERIFY2(refused.errors.contains(way.join(' ').toLatin1()), refused.errors.constData());
    QCOMPARE(runMasu(import + way).exitCode, 0);
  }
  // Nor are they appended, unless the import was given a way.
  writeFile(path("few.csv"), "id,x\n5,1\n7,2\n");
  QCOMPARE(runMasu({"import", path("few.csv"), "--out", path("few.h5")}).exitCode, 0);
  const Ran append = runMasu({"append", path("few.h5"), path("f.csv")});
  QVERIFY(append.exitCode != 0);
  QVERIFY2(append.errors.contains("9007199254740993 (f.csv, line 3)"), append.errors.constData());
  QCOMPARE(runMasu({"append", path("R.h5"), path("f.csv")}).exitCode, 0);
}

MASU_TEST(CliWholeNumbersTest)
#include "whole_numbers_test.moc"
