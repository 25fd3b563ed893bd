// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a workbook, found as Excel finds them: by their relations, whatever their names.
#include "core/io/workbook/workbook.h"

#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "tests/fixtures/workbook_fixture.h"

using namespace masu;
using io::NumberMeaning;
using io::Workbook;

class WorkbookTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sheetsAreInTheirOrderWithTheirState() {
    make("book([('One & \"two\"', ''), ('hidden', ''), ('very', ''), ('\u00e9t\u00e9', '')],"
         "states={'hidden': 'state=\"hidden\"', 'very': 'state=\"veryHidden\"',"
         " 'One & \"two\"': 'state=\"visible\"'})");
    const auto book = read();
    QVERIFY2(book, sentence(book).c_str());
    QCOMPARE(book->sheets.size(), std::size_t{4});
    const char* const names[] = {"One & \"two\"", "hidden", "very", "\u00e9t\u00e9"};
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(book->sheets[i].name, std::string(names[i]));
      QCOMPARE(book->sheets[i].hidden, i == 1 || i == 2);
      QCOMPARE(book->sheets[i].part, "xl/worksheets/s" + std::to_string(i) + ".xml");
    }
    QVERIFY(!book->from1904 && book->sharedTexts.empty() && book->styles.empty());
    QCOMPARE(book->file.string(), std::string("shown.xlsx"));
  }

  /// Targets are relative to the workbook's folder, or begin at the root; the workbook itself may be anywhere.
  void partsAreFoundByTheirRelations() {
    make(R"(book([], parts={
        '_rels/.rels': relations(('other', 'docs/else.xml'), ('officeDocument', '/a/b/main.xml')),
        'a/b/main.xml': f'<workbook {IN} xmlns:r="{OF}"><sheets><sheet name="s" r:id="r0"/><sheet name="t" r:id="r1"/>'
                        '<sheet name="chart" r:id="r2"/><sheet name="lost" r:id="r9"/></sheets></workbook>',
        'a/b/_rels/main.xml.rels': relations(('worksheet', '../up.xml'), ('worksheet', '/root.xml'),
                                             ('chartsheet', 'chart.xml'), ('sharedStrings', './texts.xml')),
        }))");
    const auto book = read();
    QVERIFY2(book, sentence(book).c_str());
    // A chart has no cells, and a sheet without its relation no part.
    QCOMPARE(book->sheets.size(), std::size_t{2});
    QCOMPARE(book->sheets[0].part, std::string("a/up.xml"));
    QCOMPARE(book->sheets[1].part, std::string("root.xml"));
    QCOMPARE(book->sharedTexts, std::string("a/b/texts.xml"));
  }

  void relationsToOtherFilesAreLeftOut() {
    make(R"(book([('s', '')], parts={'xl/_rels/workbook.xml.rels':
        f'<Relationships><Relationship Id="r0" Type="{OF}/worksheet" Target="/xl/s.xml"/>'
        f'<Relationship Id="r1" Type="{OF}/styles" Target="other.xlsx" TargetMode="External"/>'
        f'<Relationship Id="r2" Type="{OF}/sharedStrings" Target=""/></Relationships>'}))");
    const auto book = read();
    QVERIFY2(book, sentence(book).c_str());
    QCOMPARE(book->sheets.size(), std::size_t{1});
    QVERIFY(book->styles.empty() && book->sharedTexts.empty());
  }

  void withoutAMainPartOfTheArchiveItIsTheUsualOne() {
    make("book([('s', '')], parts={'_rels/.rels': relations()})");
    const auto book = read();
    QVERIFY2(book, sentence(book).c_str());
    QCOMPARE(book->sheets.size(), std::size_t{1});
  }

  void daysCountFrom1904WhereItSaysSo() {
    for (const char* said : {"1", "true", "on"}) {
      make(("book([('s', '')], properties='date1904=\"" + std::string(said) + "\"')").c_str());
      const auto book = read();
      QVERIFY(book && book->from1904);
    }
    for (const char* said : {"0", "false", ""}) {
      make(("book([('s', '')], properties='date1904=\"" + std::string(said) + "\"')").c_str());
      const auto book = read();
      QVERIFY(book && !book->from1904);
    }
  }

  /// Formats and styles that are not of cells have the same elements elsewhere.
  void stylesAreThoseOfCells() {
    make(R"(book([('s', '')], styles=
        '<numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="14" formatCode="0.00"/></numFmts>'
        '<dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs>'
        '<cellStyleXfs><xf numFmtId="22"/></cellStyleXfs>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="14"/><xf/>'
        '<xf numFmtId="999"/></cellXfs><cellStyles><xf numFmtId="22"/></cellStyles>'))");
    const auto book = read();
    QVERIFY2(book, sentence(book).c_str());
    // A format of the workbook's own counts before a built-in one of its number.
    const std::vector<NumberMeaning> expected = {NumberMeaning::number, NumberMeaning::date,   NumberMeaning::time,
                                                 NumberMeaning::number, NumberMeaning::number, NumberMeaning::number};
    QVERIFY(book->styles == expected);
  }

  void aPartIsFoundWhateverTheCaseOfItsName() {
    make("book([('s', '')], parts={'xl/STYLES.xml': f'<styleSheet {IN}><cellXfs><xf numFmtId=\"14\"/></cellXfs>"
         "</styleSheet>', 'xl/_rels/workbook.xml.rels': relations(('worksheet', 's.xml'), ('styles', 'styles.xml'))})");
    const auto book = read();
    QVERIFY2(book, sentence(book).c_str());
    QVERIFY(book->styles == std::vector<NumberMeaning>{NumberMeaning::date});
  }

  void aMissingPartIsNamed() {
    make("book([('s', '')], parts={'xl/_rels/workbook.xml.rels': relations(('styles', 'gone.xml'))})");
    const auto book = read();
    QVERIFY(!book);
    QCOMPARE(book.error().code, Errc::damaged);
    for (const char* part : {"shown.xlsx", "xl/gone.xml"}) QVERIFY(sentence(book).find(part) != std::string::npos);
  }

  void damagedPartsAreRefused() {
    for (const char* part : {"xl/workbook.xml", "_rels/.rels", "xl/_rels/workbook.xml.rels"}) {
      make(("book([('s', '')], parts={'" + std::string(part) + "': '<a><b>'})").c_str());
      QVERIFY(!read());
    }
  }

  void onlyWorkbooksOfXmlAreWorkbooks() {
    make("book([('s', '')])");
    QVERIFY(isWorkbook());
    members("'[content_types].XML': '', 'XL/Workbook2.xml': ''");
    QVERIFY(isWorkbook());
    for (const char* others : {"'[Content_Types].xml': '', 'xl/workbook.bin': ''", "'xl/workbook.xml': ''",
                               "'[Content_Types].xml': '', 'word/document.xml': ''", "'a.csv': '1'"}) {
      members(others);
      QVERIFY2(!isWorkbook(), others);
    }
  }

 private:
  std::string path() const { return m_folder.filePath("book.xlsx").toStdString(); }
  void make(const char* body) const {
    const QString failed = makeWorkbook(path(), body);
    QVERIFY2(failed.isEmpty(), qPrintable(failed));
  }
  /// An archive of these members, as of a Python dictionary.
  void members(const char* listed) const {
    make(("with zipfile.ZipFile(sys.argv[1], 'w') as packed:\n"
          "    for name, text in {" + std::string(listed) + "}.items(): packed.writestr(name, text)\n").c_str());
  }
  Result<Workbook> read() const {
    MASU_TRY(io::ArchiveReader archive, io::ArchiveReader::open(std::filesystem::path(path())));
    return io::readWorkbook(archive, "shown.xlsx");
  }
  bool isWorkbook() const {
    const auto archive = io::ArchiveReader::open(std::filesystem::path(path()));
    return archive && io::holdsWorkbook(*archive->directory());
  }
  static std::string sentence(const Result<Workbook>& book) {
    return book ? std::string() : book.error().message.english();
  }

  QTemporaryDir m_folder;
};

MASU_TEST(WorkbookTest)
#include "workbook_test.moc"
