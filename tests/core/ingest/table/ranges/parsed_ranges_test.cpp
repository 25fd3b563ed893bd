// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/ranges/parsed_ranges.h"

#include <algorithm>

#include "core/ingest/table/parse/block_parser.h"
#include "core/ingest/table/ranges/range_parsing.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

/// Blocks that were parsed before are given where they are those that would be parsed now, and nowhere else.
class ParsedRangesTest : public QObject {
  Q_OBJECT

  static constexpr RangeSizes kSizes{8192, 1024};

 private Q_SLOTS:
  void initTestCase() {
    std::string text = "number,word\n";
    for (int i = 0; i < 5000; ++i) text += std::to_string(i % 1000) + ".5,w" + std::to_string(i % 40) + "\n";
    TableImport import;
    import.options.sources = {m_folder.write("t.csv", text)};
    import.options.dtype = table::DType::f32;
    const auto plan = import.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    m_plan = *plan;
    m_layout = layoutFor(m_plan);
    for (const MatrixLayout& matrix : m_layout.matrices) m_types.push_back(matrix.dtype);
    m_feed = std::make_unique<BlockFeed>(m_plan, kSizes.blockBytes, BlockFeed::Position(),
                                         BlockFeed::Bounds{.grid = kSizes.rangeBytes});
    for (auto item = m_feed->next({}); item && *item; item = m_feed->next({})) m_items.push_back(std::move(**item));
    const auto ranges = divideSources(m_plan, kSizes.rangeBytes);
    QVERIFY(ranges && ranges->size() > 3);
    m_ranges = *ranges;
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
      m_files.push_back(m_folder.path("range" + std::to_string(i)));
      const auto wider = parseRange(m_plan, {m_ranges[i], kSizes}, m_files[i], {2, std::uint64_t{64} << 20U},
                                    {{}, m_progress});
      QVERIFY2(wider, sentenceOf(wider).c_str());
      QVERIFY(!*wider);
    }
  }

  void everyBlockIsGivenAsItWouldBeParsed() {
    ParsedRanges ranges(m_ranges, filesBeside(m_files), kSizes);
    QVERIFY(ranges.sizes() == kSizes);
    for (const BlockFeed::Item& item : m_items) {
      ParsedBlock given = beside(item);
      QVERIFY(ranges.take(item, m_layout, m_types, {}, given));
      QVERIFY(isSame(given, parsed(item)));
    }
    QCOMPARE(ranges.bytesLeft(), std::uint64_t{0});
  }

  void whatAFileLacksIsLeft() {
    std::vector<std::filesystem::path> files = m_files;
    files[1] = m_folder.path("missing");
    files[2] = m_folder.write("damaged", TableFolder::read(m_files[2]).substr(0, 500));
    files[3] = m_files[0];
    ParsedRanges ranges(m_ranges, filesBeside(files), kSizes);
    std::uint64_t left = 0;
    for (const BlockFeed::Item& item : m_items) {
      ParsedBlock block = beside(item);
      const std::uint64_t range = item.block.offset / kSizes.rangeBytes;
      const bool isLost = range >= 1 && range <= 3;
      QCOMPARE(ranges.take(item, m_layout, m_types, {}, block), !isLost);
      if (isLost) left += item.block.bytes.size();
      QCOMPARE(ranges.bytesLeft(), left);
    }
    QVERIFY(left > 0);
  }

  /// A range that nobody had made is the caller's own: nothing of it is parsed again.
  void whatNobodyMadeIsNotParsedAgain() {
    std::vector<std::uint64_t> seen;
    const auto see = [&](std::uint64_t range, std::span<const table::DType> types) {
      if (std::ranges::equal(types, m_types)) seen.push_back(range);
    };
    ParsedRanges ranges(m_ranges, filesBeside({}), kSizes, see);
    for (const BlockFeed::Item& item : m_items) {
      ParsedBlock block = beside(item);
      QVERIFY(!ranges.take(item, m_layout, m_types, {}, block));
      QCOMPARE(seen.back(), item.block.offset / kSizes.rangeBytes);
    }
    QCOMPARE(seen.size(), m_items.size());
    QCOMPARE(ranges.bytesLeft(), std::uint64_t{0});
  }

  void blocksOfOtherTypesAreNotGiven() {
    ParsedRanges ranges(m_ranges, filesBeside(m_files), kSizes);
    const std::vector<table::DType> wider(m_types.size(), table::DType::f64);
    for (const std::vector<table::DType>& types : {wider, std::vector<table::DType>(), m_types}) {
      ParsedBlock block = beside(m_items[0]);
      QCOMPARE(ranges.take(m_items[0], m_layout, types, {}, block), types == m_types);
    }
    QCOMPARE(ranges.bytesLeft(), 2 * std::uint64_t{m_items[0].block.bytes.size()});
  }

  /// A source that was edited since: byte for byte it has to be the text that was parsed, as long as it was or not.
  void blocksOfOtherTextAreNotGiven() {
    ParsedRanges ranges(m_ranges, filesBeside(m_files), kSizes);
    std::string text(m_items[1].block.bytes);
    for (const std::size_t at : {std::size_t{0}, text.size() / 2, text.size() - 1}) {
      std::string edited = text;
      edited[at] = edited[at] == '1' ? '2' : '1';
      QVERIFY(!isGiven(ranges, edited));
    }
    QVERIFY(!isGiven(ranges, text.substr(0, text.size() - 1)));
    QVERIFY(!isGiven(ranges, text + "1"));
    QVERIFY(isGiven(ranges, text));
  }

 private:
  static io::RangeSource filesBeside(std::vector<std::filesystem::path> files) {
    return [files = std::move(files)](std::uint64_t range, const std::stop_token&) {
      return range < files.size() ? files[range] : std::filesystem::path();
    };
  }
  static ParsedBlock beside(const BlockFeed::Item& item) {
    ParsedBlock block;
    block.text = item.block;
    block.source = item.source;
    return block;
  }
  ParsedBlock parsed(const BlockFeed::Item& item) const {
    const auto parser = BlockParser::of(m_plan, m_layout);
    if (!parser) qFatal("%s", sentenceOf(parser).c_str());
    ParsedBlock block = beside(item);
    (*parser)->parse(m_types, block);
    return block;
  }
  static bool isSame(const ParsedBlock& one, const ParsedBlock& other) {
    const auto sameNumbers = [](const MatrixTile& a, const MatrixTile& b) {
      return a.dtype() == b.dtype() && std::ranges::equal(a.bytes(), b.bytes());
    };
    const auto sameWords = [](const WordsTile& a, const WordsTile& b) {
      return a.numbers == b.numbers && a.words == b.words && a.missing == b.missing;
    };
    return one.rows() > 0 && one.records == other.records && one.positions == other.positions &&
           one.texts == other.texts && std::ranges::equal(one.matrices, other.matrices, sameNumbers) &&
           std::ranges::equal(one.words, other.words, sameWords);
  }
  /// Whether the second block is given where its text is this one.
  bool isGiven(ParsedRanges& ranges, const std::string& text) const {
    BlockFeed::Item item = m_items[1];
    item.block.bytes = text;
    ParsedBlock block = beside(item);
    return ranges.take(item, m_layout, m_types, {}, block);
  }

  TableFolder m_folder;
  Progress m_progress;
  ImportPlan m_plan;
  TableLayout m_layout;
  std::vector<table::DType> m_types;
  std::unique_ptr<BlockFeed> m_feed;
  std::vector<BlockFeed::Item> m_items;
  std::vector<SourceRange> m_ranges;
  std::vector<std::filesystem::path> m_files;
};

MASU_TEST(ParsedRangesTest)
#include "parsed_ranges_test.moc"
