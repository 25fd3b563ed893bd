// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/ranges/parsed_ranges.h"

#include "core/base/hash.h"
#include "core/ingest/table/parse/block_parser.h"
#include "core/ingest/table/parse/block_state.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using masu::io::RangeEntry;
using masu::io::RangeWriter;
using table::DType;

namespace {

constexpr RangeSizes kSizes{.rangeBytes = std::uint64_t{1} << 20U, .blockBytes = 4096};

std::vector<std::byte> stateOf(const ParsedBlock& block) {
  ByteWriter state;
  saveBlock(block, state);
  return state.take();
}

}  // namespace

/// A block that a worker parsed is taken where it is what parsing would give, and else not.
class ParsedRangesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    std::string text = "x,word\n";
    for (int i = 0; i < 2000; ++i) text += std::to_string(i) + ".5,w" + std::to_string(i % 5) + '\n';
    TableImport import;
    import.options.sources = {m_folder.write("t.csv", text)};
    const auto plan = import.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    m_plan = *plan;
    m_layout = layoutFor(m_plan);
    m_types.assign(m_layout.matrices.size(), DType::f32);
    m_feed = std::make_unique<BlockFeed>(m_plan, kSizes.blockBytes, BlockFeed::Position(), BlockFeed::Bounds());
    auto writer = RangeWriter::create(file());
    QVERIFY2(writer, sentenceOf(writer).c_str());
    for (auto item = m_feed->next({}); item && *item; item = m_feed->next({})) {
      const std::string_view bytes = (*item)->block.bytes;
      const RangeEntry entry{
          .source = 0, .offset = (*item)->block.offset, .length = bytes.size(), .fromHash = hash64(bytes)};
      QVERIFY(writer->append(entry, stateOf(parsed(**item))));
      m_bytes += bytes.size();
      m_items.push_back(std::move(**item));
    }
    QVERIFY(writer->finish());
    QVERIFY(m_items.size() > 3);
  }

  void blocksAreThoseThatParsingGives() {
    ParsedRanges ranges({{}}, {file()}, kSizes);
    QVERIFY(ranges.sizes() == kSizes);
    for (const BlockFeed::Item& item : m_items) {
      ParsedBlock block = beside(item);
      QVERIFY(ranges.take(item, m_layout, m_types, block));
      QVERIFY(stateOf(block) == stateOf(parsed(item)));
    }
    QCOMPARE(ranges.bytesLeft(), std::uint64_t{0});
  }

  void otherTextOrTypesAreToBeParsed() {
    ParsedRanges ranges({{}}, {file()}, kSizes);
    BlockFeed::Item item = m_items[1];
    const std::string text(item.block.bytes);
    // Another byte, a longer text, another place, another source.
    std::string edited = text;
    edited[edited.size() / 2] = edited[edited.size() / 2] == '1' ? '2' : '1';
    std::string longer = text + "1.5,w1\n";
    std::uint64_t left = 0;
    for (const std::string& other : {edited, longer}) {
      item.block.bytes = other;
      ParsedBlock block = beside(item);
      QVERIFY(!ranges.take(item, m_layout, m_types, block));
      left += other.size();
    }
    item = m_items[1];
    item.block.offset += 1;
    ParsedBlock moved = beside(item);
    QVERIFY(!ranges.take(item, m_layout, m_types, moved));
    item = m_items[1];
    item.source = 1;
    ParsedBlock foreign = beside(item);
    QVERIFY(!ranges.take(item, m_layout, m_types, foreign));
    item = m_items[1];
    const std::vector<DType> types(m_types.size(), DType::f64);
    ParsedBlock wider = beside(item);
    QVERIFY(!ranges.take(item, m_layout, types, wider));
    QCOMPARE(ranges.bytesLeft(), left + 3 * text.size());
    ParsedBlock block = beside(item);
    QVERIFY(ranges.take(item, m_layout, m_types, block));
    QCOMPARE(ranges.bytesLeft(), left + 3 * text.size());
  }

  void aFileThatIsOfNoUseLeavesAllToBeParsed() {
    for (const auto& path : {m_folder.path("missing"), m_folder.write("damaged", "not a range")}) {
      ParsedRanges ranges({{}}, {path}, kSizes);
      for (const BlockFeed::Item& item : m_items) {
        ParsedBlock block = beside(item);
        QVERIFY(!ranges.take(item, m_layout, m_types, block));
      }
      QCOMPARE(ranges.bytesLeft(), m_bytes);
    }
  }

 private:
  std::filesystem::path file() const { return m_folder.path("range"); }
  ParsedBlock parsed(const BlockFeed::Item& item) const {
    const auto parser = BlockParser::of(m_plan, m_layout);
    if (!parser) qFatal("%s", sentenceOf(parser).c_str());
    ParsedBlock block = beside(item);
    (*parser)->parse(m_types, block);
    return block;
  }
  static ParsedBlock beside(const BlockFeed::Item& item) {
    ParsedBlock block;
    block.text = item.block;
    block.source = item.source;
    return block;
  }

  TableFolder m_folder;
  ImportPlan m_plan;
  TableLayout m_layout;
  std::vector<DType> m_types;
  std::unique_ptr<BlockFeed> m_feed;
  std::vector<BlockFeed::Item> m_items;
  std::uint64_t m_bytes = 0;
};

MASU_TEST(ParsedRangesTest)
#include "parsed_ranges_test.moc"
