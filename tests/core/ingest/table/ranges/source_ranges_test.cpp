// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/ranges/source_ranges.h"

#include <algorithm>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

/// Sources are divided the same by everybody, and where a range begins is seen in its text.
class SourceRangesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyPlaceIsInOneRange();
  void rangesGrowWithTheSources();
  void aPackedSourceIsWhole();
  void aLineThatLooksLikeARecordBeginsOne();

 private:
  static std::string table(int records) {
    std::string text = "a,b,c\n";
    for (int i = 0; i < records; ++i) text += std::to_string(i) + ",2,word\n";
    return text;
  }

  TableFolder m_folder;
};

void SourceRangesTest::everyPlaceIsInOneRange() {
  TableImport import;
  for (const auto& [name, records] :
       {std::pair("a.csv", 10), std::pair("b.csv", 1000), std::pair("c.csv", 20), std::pair("d.csv", 5)})
    import.options.sources.push_back(m_folder.write(name, table(records)));
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  for (const std::uint64_t bytes : {64U, 500U, 1000U, 1U << 20U}) {
    const auto ranges = ingest::divideSources(*plan, bytes);
    QVERIFY(ranges);
    QVERIFY(ranges->front().first == io::SourcePlace());
    QVERIFY((ranges->back().end == io::SourcePlace{4, 0}));
    for (std::size_t i = 0; i < ranges->size(); ++i) {
      const ingest::SourceRange& range = (*ranges)[i];
      QVERIFY(range.first < range.end);
      QCOMPARE(range.first.offset % bytes, std::uint64_t{0});
      if (i > 0) QVERIFY((*ranges)[i - 1].end == range.first);
    }
  }
  QCOMPARE(ingest::divideSources(*plan, 1U << 20U)->size(), std::size_t{1});
  QVERIFY(ingest::divideSources(*plan, 1000)->size() > 10);
}

void SourceRangesTest::rangesGrowWithTheSources() {
  const auto mebibytesFor = [](std::uint64_t mebibytes) {
    return ingest::rangeSizesFor(mebibytes << 20U).rangeBytes >> 20U;
  };
  QCOMPARE(mebibytesFor(0), std::uint64_t{16});
  QCOMPARE(mebibytesFor(16 * 128), std::uint64_t{16});
  QCOMPARE(mebibytesFor(16 * 128 + 1), std::uint64_t{17});
  QCOMPARE(mebibytesFor(128 * 1024), std::uint64_t{1024});
  QCOMPARE(mebibytesFor(10'000'000), std::uint64_t{1024});
}

/// Of text that has to be decoded no place is at hand, as of packed text.
void SourceRangesTest::aPackedSourceIsWhole() {
  std::string wide;
  for (const char c : table(1000)) wide += {c, '\0'};
  TableImport import;
  import.options.sources = {m_folder.write("wide.csv", "\xff\xfe" + wide)};
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  const auto ranges = ingest::divideSources(*plan, 1000);
  QVERIFY(ranges);
  QCOMPARE(ranges->size(), std::size_t{1});
}

void SourceRangesTest::aLineThatLooksLikeARecordBeginsOne() {
  std::string text = "a,b,c\r\n";
  std::vector<std::uint64_t> starts;
  for (int i = 0; i < 500; ++i) {
    starts.push_back(text.size());
    text += std::to_string(i) + (i % 3 == 0 ? ",2,\"several\nlines, of\n\ntext\"\r\n" : ",2,word\r\n");
  }
  starts.push_back(text.size());
  csv::Dialect dialect;
  for (std::uint64_t at = starts.front() + 1; at <= text.size(); ++at) {
    const auto expected = *std::lower_bound(starts.begin(), starts.end(), at);
    QCOMPARE(ingest::guessedRecordStart(text, at, dialect, 3), expected);
  }
}

MASU_TEST(SourceRangesTest)
#include "source_ranges_test.moc"
