// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/foreign_content.h"

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

/// What is no table is named, with what to do, and never imported as one.
class ForeignContentTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }

  void binaryFormatsAreNamed_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QString>("says");
    const auto bytes = [](const auto& literal) { return QByteArray(literal, sizeof literal - 1); };
    QTest::newRow("Parquet") << bytes("PAR1\x15\0\x15\x10") << "format Parquet";
    QTest::newRow("Arrow") << bytes("ARROW1\0\0") << "format Arrow";
    QTest::newRow("SQLite") << bytes("SQLite format 3\0\x10\0") << "SQLite database";
    QTest::newRow("old Office") << bytes("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0") << ".xls";
    QTest::newRow("encrypted") << QByteArray("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0", 10) +
                                      QByteArray::fromHex("45006e006300720079007000740065006400500061006300"
                                                          "6b00610067006500") +
                                      QByteArray(2, '\0')
                               << "and encrypted";
    QTest::newRow("workbook") << bytes(
                                     "PK\x03\x04\x14\0\6\0\x08\0\0\0\x21\0\0\0\0\0\0\0\0\0\0\0\0\0\x13\0\0\0"
                                     "[Content_Types].xml")
                              << "Excel workbook";
    QTest::newRow("OpenDocument") << bytes(
                                         "PK\x03\x04\x14\0\0\0\0\0\0\0\x21\0\0\0\0\0\0\0\0\0\0\0\0\0\x08\0\0\0"
                                         "mimetypeapplication/vnd.oasis.opendocument.spreadsheet")
                                  << "office program";
    QTest::newRow("PDF") << bytes("%PDF-1.7\n") << "PDF";
    QTest::newRow("PNG") << bytes("\x89PNG\r\n\x1A\n\0\0") << "PNG";
    QTest::newRow("bzip2") << bytes("BZh91AY&SY") << "bzip2";
    QTest::newRow("xz") << bytes("\xFD\x37zXZ\0") << "xz";
    QTest::newRow("tar") << QByteArray("a.csv").leftJustified(257, '\0') + "ustar"
                         << "tar";
    QTest::newRow("HDF5") << bytes("\x89HDF\r\n\x1A\n\0") << "--as recordings";
    QTest::newRow("WAV") << bytes("RIFF\x24\0\0\0WAVE") << "--as recordings";
  }

  void binaryFormatsAreNamed() {
    QFETCH(QByteArray, head);
    QFETCH(QString, says);
    const auto found = foreignBinary(head.toStdString(), "t.csv");
    QVERIFY(found);
    const QString sentence = QString::fromStdString(found->english());
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
    QVERIFY2(sentence.startsWith("t.csv is "), qPrintable(sentence));
    if (head.startsWith("PK")) return;  // no whole archive
    // Its name and its encoding are no help.
    TableImport import;
    import.options.sources = {m_folder->write("t.csv", head.toStdString())};
    import.options.table.encoding = "ISO-8859-1";
    import.options.as = SourceKind::table;
    const auto plan = import.survey();
    QVERIFY(!plan);
    QCOMPARE(plan.error().code, Errc::format);
  }

  /// A column may be called what a format begins with.
  void tablesAreNotTakenForOthers_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("PAR1") << QByteArray("PAR1,PAR2\n1,2\n3,4\n");
    QTest::newRow("ORC") << QByteArray("ORC\n1\n2\n");
    QTest::newRow("times") << QByteArray("1 12:30 13:45\n2 12:31 13:46\n");
    QTest::newRow("laps") << QByteArray("1 1:30.5\n2 1:31.5\n");
    QTest::newRow("blanks") << QByteArray("a 2\nx 16\ny 8\n");
    QTest::newRow("brackets") << QByteArray("[time],[value]\n1,2\n3,4\n");
    QTest::newRow("lists") << QByteArray("[1;2],3\n[4;5],6\n");
    QTest::newRow("JSON a line") << QByteArray("{\"a\": 1}\n{\"a\": 2}\n");
    QTest::newRow("less than") << QByteArray("<1,2\n<3,4\n");
    QTest::newRow("brands") << QByteArray("Brain,Vision\n1,2\n");
  }

  void tablesAreNotTakenForOthers() {
    QFETCH(QByteArray, text);
    QVERIFY(!foreignBinary(text.toStdString(), "t.csv"));
    for (const bool whole : {false, true}) {
      const auto found = foreignText(text.toStdString(), whole, "t.csv");
      QVERIFY2(!found, found ? found->english().c_str() : "");
    }
  }

  void textFormatsAreNamed_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("JSON") << QByteArray("[\n {\"a\": 1},\n {\"a\": 2}\n]\n") << "JSON document";
    QTest::newRow("JSON of one line") << QByteArray("{\"a\": [1, 2]}") << "JSON document";
    QTest::newRow("HTML") << QByteArray("\n<!DOCTYPE html>\n<p>Sign in\n") << "HTML page";
    QTest::newRow("XHTML") << QByteArray("<?xml version=\"1.0\"?>\n<html></html>\n") << "HTML page";
    QTest::newRow("XML") << QByteArray("<?xml version=\"1.0\"?>\n<rows></rows>\n") << "XML";
    QTest::newRow("SVMlight") << QByteArray("+1 1:0.7 3:1\n-1 2:1 4:0.5 # a comment\n") << "SVMlight";
    QTest::newRow("ranking") << QByteArray("3 qid:1 1:1 2:0\n1 qid:1 1:0.5 2:2\n") << "SVMlight";
    QTest::newRow("BrainVision") << QByteArray("Brain Vision Data Exchange Header File Version 1.0\n") << "BrainVision";
    QTest::newRow("WFDB") << QByteArray(
                                 "100 2 360 650000\n100.dat 212 200 11 1024 995 -22131 0 MLII\n"
                                 "100.dat 212 200 11 1024 1011 20052 0 V5\n# 69 M\n")
                          << "WFDB";
    QTest::newRow("Git LFS") << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n")
                             << "git lfs pull";
  }

  void textFormatsAreNamed() {
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    TableImport import;
    import.options.sources = {m_folder->write("t.csv", text.toStdString())};
    const auto refused = import.survey();
    QVERIFY(!refused);
    QVERIFY2(QString::fromStdString(sentenceOf(refused)).contains(says), sentenceOf(refused).c_str());
    // Who names the delimiter says that it is a table.
    import.options.table.delimiter = '\t';
    const auto stated = import.survey();
    QVERIFY2(!QString::fromStdString(sentenceOf(stated)).contains(says), sentenceOf(stated).c_str());
  }

  /// What the end of the sample cuts is no fault; what is wrong before it is.
  void aLongDocumentIsKnownByItsFront() {
    std::string text = "[\n";
    for (int i = 0; i < 20'000; ++i) text += "{\"name\": \"枡\", \"value\": " + std::to_string(i) + "},\n";
    for (std::size_t cut = 0; cut < 40; ++cut) {
      QVERIFY2(foreignText(text.substr(0, 2'000 - cut), false, "t"), qPrintable(QString::number(cut)));
      // Objects one after the other are no document.
      QVERIFY2(!foreignText(text.substr(2, 2'000 - cut), false, "t"), qPrintable(QString::number(cut)));
    }
    QVERIFY(foreignText(text, true, "t"));
    QVERIFY(!foreignText(text.substr(0, 500), true, "t"));
    QVERIFY(!foreignText(text.substr(0, 500) + "no JSON" + text.substr(500, 5000), false, "t"));
  }

  void workbooksAndArchivesOfOthersAreNamed() {
    const QString complaint = python(R"(
import sys, zipfile
with zipfile.ZipFile(sys.argv[1] + '/b.xlsx', 'w') as z:
    z.writestr('[Content_Types].xml', '<Types/>')
    z.writestr('xl/workbook.bin', b'\x83\x01\x00')
with zipfile.ZipFile(sys.argv[1] + '/p.zip', 'w') as z: z.writestr('day.parquet', b'PAR1\x15\x00' + bytes(100))
with zipfile.ZipFile(sys.argv[1] + '/r.zip', 'w') as z: z.writestr('a.dat', b'PAR1\x15\x00' + bytes(100))
)",
                                     {QString::fromStdString(m_folder->root().string())});
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    TableImport import;
    for (const SourceKind as : {SourceKind::automatic, SourceKind::table}) {
      import.options.as = as;
      import.options.sources = {m_folder->path("b.xlsx")};
      QVERIFY2(sentenceOf(import.survey()).find("b.xlsx is an Excel workbook") != std::string::npos,
               sentenceOf(import.survey()).c_str());
      import.options.sources = {m_folder->path("p.zip")};
      QVERIFY2(sentenceOf(import.survey()).find("p.zip holds no CSV file. ") != std::string::npos,
               sentenceOf(import.survey()).c_str());
      QVERIFY2(sentenceOf(import.survey()).find("day.parquet is in the format Parquet") != std::string::npos,
               sentenceOf(import.survey()).c_str());
    }
    // Raw samples may begin with anything.
    import.options.sources = {m_folder->path("r.zip")};
    QVERIFY2(sentenceOf(import.survey()).ends_with("holds no CSV file."), sentenceOf(import.survey()).c_str());
  }

  void recordsThatDoNotFitAreNotCalledNone() {
    TableImport import;
    import.options.sources = {m_folder->write("a.csv", "a,b\n")};
    QVERIFY2(sentenceOf(import.survey()).ends_with("has no records below its header."),
             sentenceOf(import.survey()).c_str());
    import.options.sources = {m_folder->path("a.csv"), m_folder->write("b.csv", "a,b\n1\n2\n")};
    QVERIFY2(sentenceOf(import.survey()).starts_with("None of 2 surveyed records has as many fields"),
             sentenceOf(import.survey()).c_str());
  }

 private:
  std::unique_ptr<TableFolder> m_folder;
};

MASU_TEST(ForeignContentTest)
#include "foreign_content_test.moc"
