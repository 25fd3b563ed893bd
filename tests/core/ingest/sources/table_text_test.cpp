// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/table_text.h"

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

std::string_view in(const TableText& text) {
  return {reinterpret_cast<const char*>(text.file.bytes().data()), text.file.size()};
}

}  // namespace

/// The text of a table is UTF-8, whatever its file is written in and packed with.
class TableTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void utf8IsTakenAsItIs() {
    const std::string content = "name,y\nJos\u00e9,1\n";
    for (const char* encoding : {"", "UTF-8"}) {
      const auto text = openTableText(m_folder.write("t.csv", content), {.encoding = encoding});
      QVERIFY2(text, sentenceOf(text).c_str());
      QVERIFY(in(*text) == content);
      QVERIFY(!text->decoded);
      QCOMPARE(text->share, 1.);
      QCOMPARE(text->foreignLine, std::uint64_t{0});
      QVERIFY(text->json == nullptr && text->sheet == nullptr);
    }
  }

  void anotherEncodingIsDecoded() {
    const auto path = m_folder.write("t.csv", "name,y\nAnna,1\nJos\xE9,1\n");
    const std::string utf8 = "name,y\nAnna,1\nJos\u00e9,1\n";
    const auto stated = openTableText(path, {.encoding = "ISO-8859-1"});
    QVERIFY2(stated, sentenceOf(stated).c_str());
    QVERIFY(in(*stated) == utf8);
    QVERIFY(stated->decoded);
    QCOMPARE(stated->encoding, std::string("ISO-8859-1"));
    QCOMPARE(stated->foreignLine, std::uint64_t{0});
    // Where it was found out, the first line that shows it is known.
    const auto found = openTableText(path, {});
    QVERIFY2(found, sentenceOf(found).c_str());
    QVERIFY(found->decoded && !found->encoding.empty());
    QVERIFY(in(*found).starts_with("name,y\nAnna,1\nJos"));
    QCOMPARE(found->foreignLine, std::uint64_t{3});
  }

  void anOpenFileGivesTheSame() {
    for (const std::string& content : {std::string("a,b\n1,Jos\u00e9\n"), std::string("a,b\n1,Jos\xE9\n")}) {
      const auto path = m_folder.write("t.csv", content);
      const auto file = io::File::openRead(path);
      QVERIFY2(file, sentenceOf(file).c_str());
      const auto byFile = openTableText(*file, "");
      QVERIFY2(byFile, sentenceOf(byFile).c_str());
      const auto byPath = openTableText(path, {});
      QVERIFY2(byPath, sentenceOf(byPath).c_str());
      QVERIFY(in(*byFile) == in(*byPath));
      QCOMPARE(byFile->encoding, byPath->encoding);
      QCOMPARE(byFile->decoded, byPath->decoded);
    }
  }

  void runsOfBlanksBecomeOneWhereAskedFor() {
    const auto path = m_folder.write("t.txt", "x    y\n1    22\n333  4\n");
    const auto text = openTableText(path, {.encoding = "UTF-8", .aligned = true});
    QVERIFY2(text, sentenceOf(text).c_str());
    QVERIFY(in(*text) == "x y\n1 22\n333 4\n");
    QVERIFY(text->decoded);
  }

  /// A survey looks at the front of a copy: whole lines, and how much of the source they are.
  void aLimitedCopyEndsAfterALine() {
    std::string content;
    while (content.size() < 2'000'000) content += std::to_string(content.size()) + ",Jos\xE9\n";
    const auto path = m_folder.write("t.csv", content);
    const auto whole = openTableText(path, {.encoding = "ISO-8859-1"});
    QVERIFY2(whole, sentenceOf(whole).c_str());
    QCOMPARE(whole->share, 1.);
    const auto limited = openTableText(path, {.encoding = "ISO-8859-1"}, 300'000);
    QVERIFY2(limited, sentenceOf(limited).c_str());
    QVERIFY(in(*limited).ends_with('\n'));
    QVERIFY(in(*limited).size() < in(*whole).size());
    QVERIFY(in(*whole).starts_with(in(*limited)));
    QVERIFY(limited->share > 0 && limited->share < 1);
    const double part = static_cast<double>(in(*limited).size()) / static_cast<double>(in(*whole).size());
    QVERIFY(std::abs(limited->share - part) < 0.01);
    // A short one is whole under any limit.
    const auto brief = openTableText(m_folder.write("s.csv", "a\nJos\xE9\n"), {.encoding = "ISO-8859-1"}, 3);
    QVERIFY2(brief, sentenceOf(brief).c_str());
    QVERIFY(in(*brief) == "a\nJos\u00e9\n");
    QCOMPARE(brief->share, 1.);
  }

  void whatIsNoTextIsRefused() {
    const auto missing = openTableText(m_folder.path("missing.csv"), {});
    QVERIFY(!missing && missing.error().code == Errc::notFound);
    const auto path = m_folder.write("t.csv", std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16));
    const auto picture = openTableText(path, {});
    QVERIFY(!picture && picture.error().code == Errc::format);
    QCOMPARE(picture.error().source.file, path.string());
    QVERIFY2(sentenceOf(picture).find("PNG") != std::string::npos, sentenceOf(picture).c_str());
    const auto file = io::File::openRead(path);
    QVERIFY(file);
    QVERIFY(!openTableText(*file, "UTF-8"));
    const auto unknown = openTableText(m_folder.write("u.csv", "a\n"), {.encoding = "no such encoding"});
    QVERIFY(!unknown);
    QVERIFY2(sentenceOf(unknown).find("no such encoding") != std::string::npos, sentenceOf(unknown).c_str());
  }

 private:
  TableFolder m_folder;
};

MASU_TEST(TableTextTest)
#include "table_text_test.moc"
