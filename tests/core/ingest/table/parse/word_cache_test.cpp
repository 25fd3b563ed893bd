// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/word_cache.h"

#include <QTest>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using Meaning = WordCache::Meaning;
using table::Kind;

/// What texts of a column mean, each looked at once.
class WordCacheTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aTextIsAWordMissingOrNoText() {
    WordCache cache(m_options, false, Kind::category);
    QVERIFY(cache.find("Oslo", m_cells).meaning == Meaning::word);
    QCOMPARE(cache.find("Oslo", m_cells).word, std::string("Oslo"));
    QVERIFY(cache.find("", m_cells).meaning == Meaning::missing);
    QVERIFY(cache.find("NA", m_cells).meaning == Meaning::missing);
    QVERIFY(cache.find("K\xF6ln", m_cells).meaning == Meaning::notUtf8);
    QVERIFY(cache.find("Köln", m_cells).meaning == Meaning::word);
    // Words that look like the two other meanings.
    for (const char* text : {"m", "u", "w"}) QCOMPARE(cache.find(text, m_cells).word, std::string(text));
  }

  /// What is noted of a text is found under it again, and under every other text of its meaning.
  void textsOfOneMeaningShareAnEntry() {
    WordCache cache(m_options, false, Kind::category);
    cache.find("Oslo", m_cells).block = 7;
    QCOMPARE(cache.find("Oslo", m_cells).block, std::uint64_t{7});
    QCOMPARE(cache.find("oslo", m_cells).block, std::uint64_t{0});
    QVERIFY(&cache.find("NA", m_cells) == &cache.find("?", m_cells));
    QVERIFY(&cache.find("\xFF", m_cells) == &cache.find("\xFE", m_cells));
    QVERIFY(&cache.find("NA", m_cells) != &cache.find("\xFF", m_cells));
  }

  void classesAreMergedAsAsked() {
    TableOptions options;
    options.classMap = {{"cat", "animal"}, {"dog", "animal"}, {"7", "seven"}};
    WordCache words(options, true, Kind::category);
    QVERIFY(&words.find("cat", m_cells) == &words.find("dog", m_cells));
    QCOMPARE(words.find("dog", m_cells).word, std::string("animal"));
    QVERIFY(&words.find("animal", m_cells) == &words.find("cat", m_cells));
    QCOMPARE(words.find("007", m_cells).word, std::string("007"));
    // Of a column that is no label they stay.
    WordCache plain(options, false, Kind::category);
    QCOMPARE(plain.find("cat", m_cells).word, std::string("cat"));
  }

  void wholeNumbersOfALabelAreSpelledOneWay() {
    WordCache numbers(m_options, true, Kind::integer);
    for (const char* text : {"7", "007", "+7"}) QCOMPARE(numbers.find(text, m_cells).word, std::string("7"));
    QVERIFY(&numbers.find("7", m_cells) == &numbers.find("007", m_cells));
    QCOMPARE(numbers.find("-7", m_cells).word, std::string("-7"));
    QCOMPARE(numbers.find("7.0", m_cells).word, std::string("7.0"));
    // Where numbers are read NaN is missing, however it is spelled.
    QVERIFY(numbers.find("NAN", m_cells).meaning == Meaning::missing);
    WordCache words(m_options, true, Kind::category);
    QVERIFY(words.find("NAN", m_cells).meaning == Meaning::word);
    QCOMPARE(words.find("007", m_cells).word, std::string("007"));
  }

  void whatHasGrownLargeIsForgotten() {
    WordCache cache(m_options, false, Kind::category);
    cache.find("Oslo", m_cells).block = 7;
    cache.trim();
    QCOMPARE(cache.find("Oslo", m_cells).block, std::uint64_t{7});
    for (int i = 0; i < 4000; ++i) cache.find(std::to_string(i) + std::string(500, 'x'), m_cells);
    QCOMPARE(cache.find("Oslo", m_cells).block, std::uint64_t{7});
    cache.trim();
    QCOMPARE(cache.find("Oslo", m_cells).block, std::uint64_t{0});
    QCOMPARE(cache.find("Oslo", m_cells).word, std::string("Oslo"));
  }

 private:
  TableOptions m_options;
  csv::CellParser m_cells{csv::Dialect()};
};

MASU_TEST(WordCacheTest)
#include "word_cache_test.moc"
