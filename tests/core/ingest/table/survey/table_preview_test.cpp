// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_preview.h"

#include <filesystem>
#include <string>
#include <vector>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using Cells = std::vector<std::vector<std::string>>;

/// The first lines of a table as written and as parsed.
class TablePreviewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void linesAreThoseOfTheFile() {
    const TablePreview preview = of("t.csv",
                                    "\xEF\xBB\xBF"
                                    "A title\na,b\r\n1,\"x, y\"\n2,z\n3,w\n");
    QCOMPARE(preview.lines, (std::vector<std::string>{"A title", "a,b", "1,\"x, y\"", "2,z", "3,w"}));
    QCOMPARE(preview.linesBefore, std::uint64_t{1});
    QCOMPARE(preview.cells, (Cells{{"1", "x, y"}, {"2", "z"}, {"3", "w"}}));
    for (std::size_t i = 0; i < preview.lines.size(); ++i) QCOMPARE(preview.lineNumber(i), std::uint64_t{i + 1});
  }

  /// Keys make a header that is on no line; a line end within a text is spelled out.
  void objectsHaveTheirOwnLines() {
    const TablePreview preview =
        of("t.jsonl", "{\"a\": 1, \"b\": \"x\\ny\"}\n{\"b\": \"z\", \"a\": 2}\n[3]\n{\"a\": 4, \"b\": \"w\"}\n");
    QCOMPARE(preview.lines, (std::vector<std::string>{"a,b", "1,\"x\\ny\"", "2,z", "[3]", "4,w"}));
    QCOMPARE(preview.lineNumber(0), std::uint64_t{0});
    QCOMPARE(preview.lineNumber(3), std::uint64_t{3});
    QCOMPARE(preview.linesBefore, std::uint64_t{0});
  }

  void aFileThatIsGoneHasNone() {
    TableImport each;
    each.options.sources = {m_folder.write("gone.csv", "a,b\n1,2\n3,4\n")};
    const auto plan = each.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    std::filesystem::remove(each.options.sources.front());
    const TablePreview preview = previewOf(*plan);
    QVERIFY(preview.lines.empty() && preview.cells.empty());
  }

 private:
  TablePreview of(const std::string& name, const std::string& text) {
    TableImport each;
    each.options.sources = {m_folder.write(name, text)};
    const auto plan = each.survey();
    return plan ? previewOf(*plan) : TablePreview();
  }

  TableFolder m_folder;
};

MASU_TEST(TablePreviewTest)
#include "table_preview_test.moc"
