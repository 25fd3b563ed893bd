// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/parse/block_state.h"

#include <algorithm>
#include <random>

#include "core/ingest/table/parse/block_feed.h"
#include "core/ingest/table/parse/block_parser.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

/// Numbers, one of which floats do not hold, words, texts, missing cells, repairs and rejects.
std::string tableText() {
  std::string text = "number,word,class,note,late\n";
  for (int i = 0; i < 900; ++i) {
    text += i == 700 ? "1e39" : i % 400 == 9 ? "oops" : std::to_string(i) + ".1";
    text += ",w" + std::to_string(i % 40) + (i % 30 == 4 ? "," : ",c" + std::to_string(i % 7));
    text += i % 20 == 3 ? ",\"a\n,b\"," : ",note " + std::to_string(i) + ",";
    text += i > 800 ? "3\n" : i % 90 == 8 ? ",,\n" : "\n";
  }
  return text + "1,w1,c1,\"never closed,\n";
}

std::vector<std::byte> stateOf(const ingest::ParsedBlock& block) {
  ByteWriter state;
  ingest::saveBlock(block, state);
  return state.take();
}

}  // namespace

/// A parsed block comes back from its bytes as it was, and from no others as something that breaks a reader.
class BlockStateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    TableImport import;
    import.options.sources = {m_folder.write("t.csv", tableText())};
    import.options.labels = {"class"};
    import.options.table.text = {"note"};
    import.options.onError = ingest::OnError::missing;
    const auto plan = import.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    m_plan = *plan;
    m_layout = ingest::layoutFor(m_plan);
    m_feed = std::make_unique<ingest::BlockFeed>(m_plan, 4096, ingest::BlockFeed::Position(),
                                                 ingest::BlockFeed::Bounds());
    for (auto item = m_feed->next({}); item && *item; item = m_feed->next({})) m_items.push_back(std::move(**item));
    QVERIFY(m_items.size() > 4);
  }
  void everyBlockComesBack();
  void otherBytesAreRefusedOrHarmless();

 private:
  ingest::ParsedBlock parsed(const ingest::BlockFeed::Item& item) {
    const auto parser = ingest::BlockParser::of(m_plan, m_layout);
    if (!parser) qFatal("%s", sentenceOf(parser).c_str());
    const std::vector<table::DType> types(m_layout.matrices.size(), table::DType::f32);
    ingest::ParsedBlock block = beside(item);
    (*parser)->parse(types, block);
    return block;
  }
  static ingest::ParsedBlock beside(const ingest::BlockFeed::Item& item) {
    ingest::ParsedBlock block;
    block.text = item.block;
    block.source = item.source;
    return block;
  }

  TableFolder m_folder;
  ingest::ImportPlan m_plan;
  ingest::TableLayout m_layout;
  std::unique_ptr<ingest::BlockFeed> m_feed;
  std::vector<ingest::BlockFeed::Item> m_items;
};

void BlockStateTest::everyBlockComesBack() {
  std::uint64_t records = 0;
  bool widened = false;
  for (const ingest::BlockFeed::Item& item : m_items) {
    const ingest::ParsedBlock block = parsed(item);
    const std::vector<std::byte> state = stateOf(block);
    ingest::ParsedBlock again = beside(item);
    ByteReader reader(state);
    QVERIFY(ingest::restoreBlock(reader, m_layout, again));
    QVERIFY(stateOf(again) == state);
    QCOMPARE(again.rows(), block.rows());
    QCOMPARE(again.rejects.size(), block.rejects.size());
    for (std::size_t i = 0; i < block.rejects.size(); ++i) QCOMPARE(again.rejects[i].text, block.rejects[i].text);
    for (std::size_t i = 0; i < block.matrices.size(); ++i) {
      const ingest::MatrixTile& tile = block.matrices[i];
      QCOMPARE(again.matrices[i].firstType(), tile.firstType());
      QVERIFY(std::ranges::equal(again.matrices[i].bytes(), tile.bytes()));
      widened = widened || tile.dtype() != tile.firstType();
      for (std::size_t column = 0; column < tile.width(); ++column) {
        QCOMPARE(again.matrices[i].range(column).max, tile.range(column).max);
        QCOMPARE(again.matrices[i].loss(column).maxError(), tile.loss(column).maxError());
      }
    }
    records += block.records;
  }
  QVERIFY(records >= 900);
  QVERIFY(widened);
}

void BlockStateTest::otherBytesAreRefusedOrHarmless() {
  std::mt19937 random(7);
  const ingest::BlockFeed::Item& item = m_items[1];
  const std::vector<std::byte> state = stateOf(parsed(item));
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::byte> bytes = state;
    if (round % 2 == 0) bytes.resize(random() % bytes.size());
    if (round % 2 == 1) bytes[random() % bytes.size()] ^= static_cast<std::byte>(1U << (random() % 8));
    ingest::ParsedBlock block = beside(item);
    ByteReader reader(bytes);
    const bool taken = ingest::restoreBlock(reader, m_layout, block);
    QVERIFY(!taken || round % 2 == 1);
    if (!taken) continue;
    for (const ingest::MatrixTile& tile : block.matrices) QCOMPARE(tile.rows(), block.rows());
    for (const ingest::Reject& reject : block.rejects) QVERIFY(reject.text.size() <= item.block.bytes.size());
  }
}

MASU_TEST(BlockStateTest)
#include "block_state_test.moc"
