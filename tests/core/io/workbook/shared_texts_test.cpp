// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/shared_texts.h"

#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "tests/fixtures/test_group.h"
#include "tests/fixtures/workbook_fixture.h"

using namespace masu;
using io::SharedTexts;

class SharedTextsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void textsAreFoundByTheirNumber() {
    make("shared=['<t>first</t>', '', '<t>\u00e9_x000D_</t>', '<r><t>a</t></r><r><t>b</t></r>']");
    const auto texts = read();
    QVERIFY2(texts, texts ? "" : texts.error().message.english().c_str());
    QCOMPARE(texts->size(), std::uint64_t{4});
    QVERIFY(texts->at(0) == "first");
    QVERIFY(texts->at(1) == "");
    QVERIFY(texts->at(2) == "\u00e9\r");
    QVERIFY(texts->at(3) == "ab");
    QVERIFY(!texts->at(4));
    QVERIFY(!texts->at(~std::uint64_t{0}));
    QVERIFY(texts->check("book.xlsx"));
  }

  /// More than any buffer holds, of lengths that differ.
  void manyTextsKeepTheirPlaces() {
    make("shared=[f'<t>{\"x\" * (i % 300)}{i}</t>' for i in range(20000)]");
    const auto texts = read();
    QVERIFY2(texts, texts ? "" : texts.error().message.english().c_str());
    QCOMPARE(texts->size(), std::uint64_t{20000});
    for (std::uint64_t i = 0; i < texts->size(); i += 7)
      QVERIFY(texts->at(i) == std::string(i % 300, 'x') + std::to_string(i));
  }

  void aWorkbookWithoutTextsHasNone() {
    make("shared=[]");
    const auto texts = read();
    QVERIFY2(texts, texts ? "" : texts.error().message.english().c_str());
    for (const SharedTexts& none : {std::cref(*texts), std::cref(m_none)}) {
      QCOMPARE(none.size(), std::uint64_t{0});
      QVERIFY(!none.at(0));
      QVERIFY(none.check("book.xlsx"));
    }
  }

  void damagedOnesAreRefused() {
    make("shared=['<t>a</t><t>']");
    const auto texts = read();
    QVERIFY(!texts && texts.error().code == Errc::damaged);
    QVERIFY(texts.error().message.english().find("sharedStrings.xml") != std::string::npos);
  }

 private:
  std::string file() const { return m_folder.filePath("book.xlsx").toStdString(); }
  void make(const std::string& shared) const {
    const QString failure = makeWorkbook(file(), ("book([('S', '')], " + shared + ")\n").c_str());
    QVERIFY2(failure.isEmpty(), qPrintable(failure));
  }
  Result<SharedTexts> read() const {
    MASU_TRY(io::ArchiveReader archive, io::ArchiveReader::open(file()));
    const auto member = archive.directory()->find("xl/sharedStrings.xml");
    if (!member) return fail(Errc::notFound, "No texts.");
    return SharedTexts::read(archive, *member, "book.xlsx");
  }

  QTemporaryDir m_folder;
  SharedTexts m_none;
};

MASU_TEST(SharedTextsTest)
#include "shared_texts_test.moc"
