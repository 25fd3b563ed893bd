// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/dictionary.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using ingest::Dictionary;
using Words = std::vector<std::string>;

namespace {

std::vector<std::byte> stateOf(const Dictionary& dictionary) {
  ByteWriter state;
  dictionary.save(state);
  return state.take();
}

bool isRestored(Dictionary& dictionary, const std::vector<std::byte>& state) {
  ByteReader reader(state);
  return dictionary.restore(reader) && reader.atEnd();
}

}  // namespace

class DictionaryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wordsAreNumberedAsTheyCome() {
    Dictionary words({"red", "green"}, 100);
    QCOMPARE(words.added(), std::size_t{0});
    QCOMPARE(words.numberOf("green"), 1U);
    QCOMPARE(words.numberOf("blue"), 2U);
    QCOMPARE(words.numberOf(""), 3U);
    QCOMPARE(words.numberOf("red"), 0U);
    QCOMPARE(words.numberOf("blue"), 2U);
    QCOMPARE(words.words(), (Words{"red", "green", "blue", ""}));
    QCOMPARE(words.added(), std::size_t{2});
  }

  void aFullOneTakesNoMore() {
    Dictionary words({"a"}, 2);
    QCOMPARE(words.numberOf("b"), 1U);
    const std::uint64_t bytes = words.bytes();
    QCOMPARE(words.numberOf("c"), Dictionary::kFull);
    QCOMPARE(words.bytes(), bytes);
    // Those that are known have their numbers still.
    QCOMPARE(words.numberOf("a"), 0U);
    QCOMPARE(words.numberOf("b"), 1U);
    // What it began with may be more than it would take.
    Dictionary many({"a", "b", "c"}, 1);
    QCOMPARE(many.numberOf("c"), 2U);
    QCOMPARE(many.numberOf("d"), Dictionary::kFull);
  }

  void longerWordsTakeMoreMemory() {
    Dictionary few({}, 10);
    Dictionary more({}, 10);
    QCOMPARE(few.bytes(), std::uint64_t{0});
    few.numberOf("a");
    more.numberOf(std::string(1000, 'a'));
    QVERIFY(few.bytes() > 0);
    QVERIFY(more.bytes() >= few.bytes() + 999);
  }

  void aRestoredOneGoesOnWhereTheOtherWas() {
    Dictionary words({"red"}, 4);
    words.numberOf("blue");
    const std::vector<std::byte> state = stateOf(words);
    Dictionary again({"red"}, 4);
    QVERIFY(isRestored(again, state));
    QCOMPARE(again.words(), words.words());
    QCOMPARE(again.bytes(), words.bytes());
    QCOMPARE(again.added(), words.added());
    QCOMPARE(again.numberOf("blue"), 1U);
    QCOMPARE(again.numberOf("green"), 2U);
  }

  void theStateOfAnotherIsRefused() {
    Dictionary words({"red", "blue"}, 4);
    words.numberOf("green");
    const std::vector<std::byte> state = stateOf(words);
    for (const Words& first : {Words{"blue"}, Words{"blue", "red"}, Words{"red", "blue", "green", "grey"}}) {
      Dictionary other(first, 4);
      QVERIFY(!isRestored(other, state));
    }
    Dictionary smaller({"red", "blue"}, 2);
    QVERIFY(!isRestored(smaller, state));
    // A word has one number.
    ByteWriter twice;
    twice.put(Words{"red", "blue", "green", "green"});
    Dictionary same({"red", "blue"}, 4);
    QVERIFY(!isRestored(same, twice.bytes()));
  }
};

MASU_TEST(DictionaryTest)
#include "dictionary_test.moc"
