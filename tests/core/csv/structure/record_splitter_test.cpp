// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/record_splitter.h"

#include <QTest>
#include <algorithm>
#include <string>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

std::vector<Block> blocksOf(RecordSplitter splitter, std::uint64_t target) {
  std::vector<Block> blocks;
  for (Block block; splitter.next(target, block);) blocks.push_back(block);
  return blocks;
}

std::vector<Block> blocksOf(std::string_view text, std::uint64_t target, std::uint64_t longest = kLongestRecord) {
  return blocksOf(RecordSplitter(text, 0, 1, Marks(), longest), target);
}

}  // namespace

class RecordSplitterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void blocksCoverTheTextInOrder();
  void aLineEndInQuotesEndsNoBlock();
  void aLongRecordEndsABlock();
  void beginsBelowTheHeader();
  void anOpenQuoteIsGivenUpForItsLine();
  void aRecordBeyondTheLimitIsGivenUp();
  void theRestOfALineGivenUpIsNoRecord();
  void anEmptyTextHasNoBlock();
  void afterALimitABlockBeginsWithTheFirstRecordThere_data();
  void afterALimitABlockBeginsWithTheFirstRecordThere();
};

void RecordSplitterTest::blocksCoverTheTextInOrder() {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + ",\"a\nb\",c\r\n";
  for (const std::uint64_t target : {1U, 17U, 256U, 1'000'000U}) {
    std::uint64_t offset = 0;
    std::uint64_t line = 1;
    const std::vector<Block> blocks = blocksOf(text, target);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      QCOMPARE(blocks[i].number, std::uint64_t{i});
      QCOMPARE(blocks[i].offset, offset);
      QCOMPARE(blocks[i].firstLine, line);
      QCOMPARE(blocks[i].flaw, RecordError::none);
      QVERIFY(blocks[i].bytes.ends_with("c\r\n"));
      offset += blocks[i].bytes.size();
      line += blocks[i].lines;
    }
    QCOMPARE(offset, std::uint64_t{text.size()});
    QCOMPARE(line, std::uint64_t{2001});
  }
}

void RecordSplitterTest::aLineEndInQuotesEndsNoBlock() {
  const auto blocks = blocksOf("\"a\n\nb\",1\nc,2\n", 1);
  QCOMPARE(blocks.size(), std::size_t{2});
  QCOMPARE(blocks[0].bytes, std::string_view("\"a\n\nb\",1\n"));
  QCOMPARE(blocks[0].lines, std::uint64_t{3});
  QCOMPARE(blocks[1].firstLine, std::uint64_t{4});
}

void RecordSplitterTest::aLongRecordEndsABlock() {
  const std::string record = std::string(5000, 'x') + "\n";
  const std::string text = "a\n" + record + "b\n";
  const auto blocks = blocksOf(text, 100);
  std::string joined;
  for (const Block& block : blocks) {
    QVERIFY(block.bytes.ends_with('\n'));
    joined += block.bytes.size() > 4 ? "long" : block.bytes.size() == 4 ? "both" : "short";
  }
  QVERIFY(joined.find("long") != std::string::npos);
}

void RecordSplitterTest::beginsBelowTheHeader() {
  const auto blocks = blocksOf(RecordSplitter("x,y\n1,2\n3,4\n", 4, 2, Marks()), 1000);
  QCOMPARE(blocks.size(), std::size_t{1});
  QCOMPARE(blocks[0].offset, std::uint64_t{4});
  QCOMPARE(blocks[0].firstLine, std::uint64_t{2});
  QCOMPARE(blocks[0].bytes, std::string_view("1,2\n3,4\n"));
}

void RecordSplitterTest::anOpenQuoteIsGivenUpForItsLine() {
  const auto blocks = blocksOf("1,2\n\"3,4\n5,6\n", 6);
  QCOMPARE(blocks.size(), std::size_t{3});
  QCOMPARE(blocks[1].flaw, RecordError::quoteNeverCloses);
  QCOMPARE(blocks[1].bytes, std::string_view("\"3,4\n"));
  QCOMPARE(blocks[1].givenUp, std::uint64_t{1});
  QCOMPARE(blocks[2].flaw, RecordError::none);
  QCOMPARE(blocks[2].bytes, std::string_view("5,6\n"));
}

void RecordSplitterTest::aRecordBeyondTheLimitIsGivenUp() {
  const std::string text = "a\n" + std::string(2000, 'x') + "\nb\n";
  std::uint64_t givenUp = 0;
  std::string whole;
  for (const Block& block : blocksOf(text, 100, kLeastLongestRecord)) {
    givenUp += block.givenUp;
    if (block.flaw == RecordError::none) whole += block.bytes;
    if (block.givenUp > 0) QCOMPARE(block.flaw, RecordError::recordTooLong);
  }
  QCOMPARE(givenUp, std::uint64_t{1});
  QCOMPARE(whole, std::string("a\nb\n"));
}

void RecordSplitterTest::theRestOfALineGivenUpIsNoRecord() {
  const auto blocks = blocksOf(RecordSplitter("rest,\"of\n1,2\n", 0, 7, Marks(), kLongestRecord, true), 1000);
  QVERIFY(!blocks.empty());
  QCOMPARE(blocks.front().flaw, RecordError::restOfLine);
  QCOMPARE(blocks.front().givenUp, std::uint64_t{0});
  QCOMPARE(blocks.back().bytes, std::string_view("1,2\n"));
  QCOMPARE(blocks.back().firstLine, std::uint64_t{8});
}

void RecordSplitterTest::anEmptyTextHasNoBlock() {
  QVERIFY(blocksOf("", 100).empty());
}

void RecordSplitterTest::afterALimitABlockBeginsWithTheFirstRecordThere_data() {
  QTest::addColumn<QByteArray>("lineEnd");
  QTest::addColumn<bool>("open");
  QTest::newRow("LF") << QByteArray("\n") << false;
  QTest::newRow("CRLF") << QByteArray("\r\n") << false;
  QTest::newRow("CR") << QByteArray("\r") << false;
  QTest::newRow("a quote that never closes") << QByteArray("\n") << true;
}

/// Of blocks of one record each it is known where all records begin.
void RecordSplitterTest::afterALimitABlockBeginsWithTheFirstRecordThere() {
  QFETCH(QByteArray, lineEnd);
  QFETCH(bool, open);
  constexpr std::uint64_t kLongest = 1 << 10;
  std::string text;
  for (int i = 0; i < 400; ++i) {
    const bool beyond = open && i % 100 >= 40;
    if (beyond && i % 100 == 40) text += "open,\"x" + lineEnd.toStdString();
    text += std::to_string(i) + (!beyond && i % 3 == 0 ? ",\"a\nb\"" : i % 7 == 0 ? std::string(150, 'x') : ",c");
    text += lineEnd.toStdString();
  }
  std::vector<std::uint64_t> starts;
  for (const Block& block : blocksOf(text, 1, kLongest)) {
    if (block.flaw != RecordError::restOfLine) starts.push_back(block.offset);
  }
  for (const std::uint64_t grid : {64U, 101U, 1000U}) {
    for (const std::uint64_t target : {16U, 300U, 100'000U}) {
      RecordSplitter splitter(text, 0, 1, Marks(), kLongest);
      std::uint64_t line = 1;
      std::uint64_t limit = grid;
      for (Block block; splitter.stopAt(limit), splitter.next(target, block);) {
        QCOMPARE(block.firstLine, line);
        line += block.lines;
        const std::uint64_t end = splitter.offset();
        if (end < limit || splitter.isInsideLine()) continue;
        const auto first = std::lower_bound(starts.begin(), starts.end(), limit);
        QCOMPARE(end, first == starts.end() ? std::uint64_t{text.size()} : *first);
        limit = (end / grid + 1) * grid;
      }
      QCOMPARE(splitter.offset(), std::uint64_t{text.size()});
    }
  }
}

MASU_TEST(RecordSplitterTest)
#include "record_splitter_test.moc"
