// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/cell_text.h"

#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "tests/fixtures/workbook_fixture.h"

using namespace masu;

/// The texts of cells, as people see them.
class CellTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void spelledCharactersAreWhatTheyAre_data() {
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QString>("text");
    const auto same = [](const char* text) { QTest::newRow(text) << text << text; };
    QTest::newRow("a line end") << "a_x000D_\nb"
                                << "a\r\nb";
    QTest::newRow("a tab") << "_x0009_"
                           << "\t";
    QTest::newRow("an underscore, so that the rest stays") << "_x005F_x000D_"
                                                           << "_x000D_";
    QTest::newRow("several") << "a_x0041__x0042_c_x0043_"
                             << "aABcC";
    QTest::newRow("small letters") << "_x00e9_"
                                   << "\u00e9";
    QTest::newRow("two units") << "_xD83D__xDE00_"
                               << "\U0001F600";
    same("plain \u00e9 \U0001F600");
    // Control characters stay spelled, and so does what spells none.
    same("_x0001_");
    same("_xZZZZ_");
    same("_x000D");
    same("_x000D-");
    same("_X000D_");
    same("_x00_");
  }
  void spelledCharactersAreWhatTheyAre() {
    QFETCH(QString, stored);
    QFETCH(QString, text);
    std::string to = "before ";
    io::appendUtf8(to, stored);
    QCOMPARE(QString::fromStdString(to), "before " + text);
  }

  void runsAreJoinedWithoutTheirPronunciation() {
    QTemporaryDir folder;
    const std::string file = folder.filePath("book.xlsx").toStdString();
    const QString failure = makeWorkbook(file, R"(
book([('S', '')], shared=['<t>a</t>', '<r><t>two </t></r><r><rPr><b/><t>no</t></rPr><t>runs</t></r>'
                          '<rPh sb="0" eb="1"><t>no</t></rPh><phoneticPr fontId="1"/>', ''])
)");
    QVERIFY2(failure.isEmpty(), qPrintable(failure));
    auto archive = io::ArchiveReader::open(file);
    QVERIFY(archive);
    const auto member = archive->directory()->find("xl/sharedStrings.xml");
    QVERIFY(member);
    auto part = io::XmlPart::open(*archive, *member, file);
    QVERIFY(part);
    QStringList texts;
    for (auto event = part->next(); event && *event != io::XmlEvent::finished; event = part->next()) {
      if (*event != io::XmlEvent::begin || part->name() != u"si") continue;
      QString text;
      QVERIFY(io::appendRichText(*part, text));
      texts.append(text);
    }
    QCOMPARE(texts, (QStringList{"a", "two runs", ""}));
  }
};

MASU_TEST(CellTextTest)
#include "cell_text_test.moc"
