// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu::ingest;

namespace {

/// Writes argv[2] as a file of the encoding or packing argv[1] names.
const char* const kWriter = R"(
import gzip, sys
how, path = sys.argv[1], sys.argv[2]
rows = ["品目,重さ"] + ["%s,%d.5" % (["枡", "米", "カボチャ"][i % 3], i) for i in range(20000)]
text = "\n".join(rows) + "\n"
if how == "gzip":
    half = text.encode().find(b"\n", 100000) + 1
    data = gzip.compress(text.encode()[:half]) + gzip.compress(text.encode()[half:])
elif how == "utf-16-le-marked":
    data = b"\xff\xfe" + text.encode("utf-16-le")
elif how == "utf-16-be-marked":
    data = b"\xfe\xff" + text.encode("utf-16-be")
elif how == "cp932-broken":
    data = text.encode("cp932").replace("米,1.5\n".encode("cp932"), b"\x82\x20,1.5\n")
else:
    data = text.encode(how)
open(path, "wb").write(data)
)";

}  // namespace

/// One table, spelled in the ways that files come in, is one dataset.
class TableEncodingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsTheSameTable_data();
  void readsTheSameTable();
  void refusesSourcesOfTwoEncodings();
  void saysWhatItGuessed();
  void refusesBytesThatMeanNothing();
  void rejectsTheRecordOfABadByte();
  void refusesAPackedFileCutShort();

 private:
  TableFolder m_folder;
};

void TableEncodingTest::readsTheSameTable_data() {
  QTest::addColumn<QString>("encoding");
  QTest::newRow("utf-8") << "UTF-8";
  QTest::newRow("utf-8-sig") << "UTF-8";
  QTest::newRow("utf-16-le-marked") << "UTF-16LE";
  QTest::newRow("utf-16-be-marked") << "UTF-16BE";
  QTest::newRow("cp932") << "CP932";
  QTest::newRow("euc-jp") << "EUC-JP";
  QTest::newRow("gzip") << "UTF-8";
}

void TableEncodingTest::readsTheSameTable() {
  QFETCH(const QString, encoding);
  const std::string how = QTest::currentDataTag();
  const auto file = m_folder.path(how + ".csv");
  QCOMPARE(python(kWriter, {QString::fromStdString(how), QString::fromStdString(file.string())}), QString());
  TableImport import;
  import.options.sources = {file};
  import.load.target = m_folder.path(how + ".h5");
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(QString::fromStdString(plan->table().dialect.encoding), encoding);
  const auto report = import.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{20000});
  QCOMPARE(report->rejected, std::uint64_t{0});
  const QString reader = R"(
import h5py, json, sys
f = h5py.File(sys.argv[1])
assert list(f["features"][:, 0]) == [i + 0.5 for i in range(20000)]
assert list(f["categories"][:, 0]) == [i % 3 + 1 for i in range(20000)]
columns = json.dumps(json.loads(bytes(f["meta/columns"][:])), ensure_ascii=False)
assert "カボチャ" in columns + bytes(f["meta/dictionaries"][:]).decode()
)";
  QCOMPARE(python(reader, {QString::fromStdString(import.load.target.string())}), QString());
}

/// Any bytes are text in an encoding of one byte: the second source would be read as other letters.
void TableEncodingTest::refusesSourcesOfTwoEncodings() {
  TableImport import;
  import.options.sources = {m_folder.write("latin.csv", "drink,y\ncaf\xE9,0\nth\xE9,1\n"),
                            m_folder.write("unicode.csv", "drink,y\ncaf\xC3\xA9,0\nth\xC3\xA9,1\n")};
  import.load.target = m_folder.path("two.h5");
  const auto refused = import.survey();
  QVERIFY(!refused);
  const QString said = QString::fromStdString(sentenceOf(refused));
  QVERIFY2(said.contains("unicode.csv is UTF-8") && said.contains("ISO-8859-1"), qPrintable(said));

  import.options.table.encoding = "ISO-8859-1";
  const auto asked = import.survey();
  QVERIFY2(asked, sentenceOf(asked).c_str());
  const auto isSaid = [](const masu::Message& note) {
    return note.english().find("unicode.csv looks like UTF-8") != std::string::npos;
  };
  QCOMPARE(std::ranges::count_if(asked->foundNotes, isSaid), 1);

  // Another of the same encoding, and one of ASCII, go with the first.
  import.options.table.encoding.reset();
  import.options.sources[1] = m_folder.write("ascii.csv", "drink,y\ntea,0\nwater,1\n");
  import.options.sources.push_back(m_folder.write("more.csv", "drink,y\nth\xE9,0\n"));
  const auto alike = import.survey();
  QVERIFY2(alike, sentenceOf(alike).c_str());
  QCOMPARE(alike->samples, std::uint64_t{5});
}

void TableEncodingTest::saysWhatItGuessed() {
  TableImport import;
  import.options.sources = {m_folder.write("euro.csv", "price,y\n5 \x80,0\n6 \x80,1\n5 \x80,1\n")};
  const auto says = [](const masu::Message& note) {
    const std::string text = note.english();
    return text.find("euro.csv is not UTF-8; it is read as windows-1252") != std::string::npos &&
           text.find("line 2 is the first") != std::string::npos;
  };
  const auto guessed = import.survey();
  QVERIFY2(guessed, sentenceOf(guessed).c_str());
  QCOMPARE(std::ranges::count_if(guessed->notes, says), 1);
  import.options.table.encoding = "windows-1252";
  const auto asked = import.survey();
  QVERIFY2(asked, sentenceOf(asked).c_str());
  QCOMPARE(std::ranges::count_if(asked->notes, says), 0);
}

void TableEncodingTest::refusesBytesThatMeanNothing() {
  const auto file = m_folder.path("broken.csv");
  QCOMPARE(python(kWriter, {"cp932-broken", QString::fromStdString(file.string())}), QString());
  TableImport import;
  import.options.sources = {file};
  import.options.table.encoding = "CP932";
  import.load.target = m_folder.path("broken.h5");
  const auto plan = import.survey();
  QVERIFY(!plan);
  QVERIFY(QString::fromStdString(sentenceOf(plan)).contains("line 3"));
}

/// One bad byte does not make other letters of all the rest, wherever it is.
void TableEncodingTest::rejectsTheRecordOfABadByte() {
  std::string text = "name,y\n";
  for (int i = 0; i < 2000; ++i) text += i == 500 ? "M\xFCller,1\n" : "M\xC3\xBCller," + std::to_string(i % 2) + "\n";
  TableImport import;
  import.options.sources = {m_folder.write("bad.csv", text)};
  import.options.labels = {"y"};
  import.load.target = m_folder.path("bad.h5");
  const auto report = import.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{1999});
  QCOMPARE(report->rejected, std::uint64_t{1});
  const std::string rejects = TableFolder::read(m_folder.path("bad.h5.rejects.csv"));
  QVERIFY2(rejects.find("bad.csv\",502,") != std::string::npos, rejects.c_str());

  import.options.sources = {m_folder.write("name.csv", "na\xFCme" + text.substr(4))};
  const auto refused = import.survey();
  QVERIFY(!refused);
  QCOMPARE(refused.error().source.line, std::uint64_t{1});
}

void TableEncodingTest::refusesAPackedFileCutShort() {
  const auto whole = m_folder.path("whole.csv.gz");
  QCOMPARE(python(kWriter, {"gzip", QString::fromStdString(whole.string())}), QString());
  const std::string bytes = TableFolder::read(whole);
  TableImport import;
  import.options.sources = {m_folder.write("cut.csv.gz", bytes.substr(0, bytes.size() - 20))};
  import.load.target = m_folder.path("cut.h5");
  const auto report = import.run();
  QVERIFY(!report);
  QCOMPARE(report.error().code, masu::Errc::damaged);
  QVERIFY(!m_folder.holds("cut.h5"));
}

MASU_TEST(TableEncodingTest)
#include "table_encoding_test.moc"
