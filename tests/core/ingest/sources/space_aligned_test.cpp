// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/sources/space_aligned.h"

#include <QRegularExpression>
#include <QTest>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu::ingest;

namespace {

/// In pieces of so many bytes.
std::string squeezed(const std::string& text, std::size_t piece) {
  BlankSqueezer squeezer;
  std::string to;
  for (std::size_t at = 0; at < text.size(); at += piece) squeezer.append(std::string_view(text).substr(at, piece), to);
  return to;
}

std::string randomText(std::mt19937& random) {
  constexpr std::string_view kBytes = "a1   \n\r";
  std::string text;
  for (auto n = random() % 40; n > 0; --n) text += kBytes[random() % kBytes.size()];
  return text;
}

}  // namespace

class SpaceAlignedTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void oneBlankIsLeftBetweenWords() {
    QCOMPARE(squeezed("  age   city\n   1  Tokyo  \n\n 2 Rome", 100), std::string("age city\n1 Tokyo\n\n2 Rome"));
    QCOMPARE(squeezed(" a \r\n b \r\n", 100), std::string("a\r\nb\r\n"));
    QCOMPARE(squeezed("", 1), std::string());
    QCOMPARE(squeezed("   ", 1), std::string());
  }

  /// Where the pieces are cut is no part of the result, and words keep their lines.
  void anyPiecesGiveTheSame() {
    static const QRegularExpression kBlanks("(?m) +(?=[\\r\\n]|$)|(?<=[\\r\\n]) +|^ +| +(?= )");
    std::mt19937 random(1);
    for (int i = 0; i < 2'000; ++i) {
      const std::string text = randomText(random);
      const std::string whole = squeezed(text, text.size() + 1);
      for (const std::size_t piece : {1U, 2U, 5U}) QCOMPARE(squeezed(text, piece), whole);
      QCOMPARE(squeezed(whole, 3), whole);
      QCOMPARE(whole, QString::fromStdString(text).remove(kBlanks).toStdString());
    }
  }

  void textUnderEachOtherIsAligned() {
    QVERIFY(isAligned("age  city\n  1  Tokyo\n 20  Rome\n"));
    QVERIFY(isAligned("1  2\n3  4\n"));
    QVERIFY(isAligned(" 1 2\n 3 4\n"));
    QVERIFY(isAligned("a   b\r\n1   2\r\n"));
  }

  void otherTextIsNot() {
    QVERIFY(!isAligned(""));
    QVERIFY(!isAligned("1  2"));                     // one line shows nothing
    QVERIFY(!isAligned("1 2\n3 4\n"));               // single blanks are a delimiter
    QVERIFY(!isAligned("  1\n  2\n"));               // one word a line
    QVERIFY(!isAligned("1  2\n3  4  5\n6\n7 8\n"));  // as many words nowhere
    for (const char* mark : {",", ";", "|", "\t", "\""}) QVERIFY2(!isAligned("1  2\n3  4\n" + std::string(mark)), mark);
  }

  void oneLineOfTenMayHaveOtherWords() {
    std::string nine;
    for (int i = 0; i < 9; ++i) nine += "1  2\n";
    QVERIFY(isAligned(nine + "a note of more words\n"));
    QVERIFY(!isAligned(nine + "a note of more words\nand one more note\n"));
    QVERIFY(isAligned(nine + "cut"));  // the last line of a sample says nothing
  }
};

MASU_TEST(SpaceAlignedTest)
#include "space_aligned_test.moc"
