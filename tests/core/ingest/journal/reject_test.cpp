// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/reject.h"

#include <QTest>
#include <random>
#include <set>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

constexpr int kReasons = static_cast<int>(kLastReason) + 1;

/// Line and column by counting from the first byte. A line ends with LF, CR, or both.
Location counted(const csv::Block& block, std::uint64_t offset) {
  Location place{"a.csv", block.firstLine, 1};
  for (std::uint64_t i = 0; i < offset; ++i) {
    const bool ends = block.bytes[i] == '\n' || block.bytes[i] == '\r';
    const bool again = block.bytes[i] == '\n' && i > 0 && block.bytes[i - 1] == '\r';
    if (ends && !again) ++place.line;
    place.column = ends ? 1 : place.column + 1;
  }
  return place;
}

}  // namespace

class RejectTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// The place of a cell is what people see in an editor, whatever was asked for before.
  void placesAreLinesAndColumns() {
    std::mt19937 random(1);
    for (int i = 0; i < 500; ++i) {
      std::string text;
      for (auto n = random() % 40; n > 0; --n) text += std::string_view("ab,\n\r")[random() % 5];
      // The bytes between the two of a line end belong to neither line: nothing begins there.
      const auto isWithinALineEnd = [&](std::uint64_t at) {
        return at > 0 && at < text.size() && text[at - 1] == '\r' && text[at] == '\n';
      };
      csv::Block block;
      block.firstLine = 1 + random() % 100;
      block.bytes = text;
      LineCursor ahead;
      for (std::uint64_t offset = 0; offset <= text.size(); offset += 1 + random() % 3) {
        if (isWithinALineEnd(offset)) continue;
        const Location expected = counted(block, offset);
        LineCursor fresh;
        for (LineCursor* cursor : {&fresh, &ahead}) {
          const Location place = placeOf(block, offset, "a.csv", *cursor);
          QCOMPARE(place.line, expected.line);
          QCOMPARE(place.column, expected.column);
          QCOMPARE(place.file, expected.file);
        }
      }
      // Backwards, too: the cursor begins again.
      const Location first = placeOf(block, 0, "a.csv", ahead);
      QCOMPARE(first.line, block.firstLine);
      QCOMPARE(first.column, std::uint64_t{1});
    }
  }

  /// People and programs count rejects by these words.
  void everyReasonHasItsOwnWords() {
    std::set<std::string_view> words;
    for (int reason = 0; reason < kReasons; ++reason) {
      const std::string_view word = sentence(static_cast<RejectReason>(reason));
      QVERIFY(!word.empty());
      QVERIFY2(words.insert(word).second, word.data());
    }
    QVERIFY2(sentence(static_cast<RejectReason>(kReasons)).empty(), "a reason was added: count it here");
  }

  void everyReasonSaysWhereAndWhat() {
    std::set<std::string> sentences;
    for (int number = 0; number < kReasons; ++number) {
      Reject reject;
      reject.reason = static_cast<RejectReason>(number);
      reject.cell = "CELL";
      reject.expected = 77;
      const Error error = errorFrom(reject, "COLUMN", {"FILE", 12, 3});
      const std::string text = error.message.english();
      QVERIFY(error.code == Errc::format);
      QCOMPARE(error.source.line, std::uint64_t{12});
      QVERIFY2(text.find("FILE") != text.npos, text.c_str());
      QVERIFY2(text.find("12") != text.npos, text.c_str());
      QVERIFY2(text.find('{') == text.npos, text.c_str());
      QVERIFY2(text.ends_with('.'), text.c_str());
      QVERIFY2(sentences.insert(text).second, text.c_str());
    }
  }
};

MASU_TEST(RejectTest)
#include "reject_test.moc"
