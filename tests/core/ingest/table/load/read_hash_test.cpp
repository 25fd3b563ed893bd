// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/read_hash.h"

#include "core/ingest/journal/resume_check.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

/// Every byte of the sources that was read, so that an import is resumed over the same text alone.
class ReadHashTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<TableFolder>();
    m_import.options.sources.clear();
    for (const char* name : {"a.csv", "b.csv"}) {
      std::string text = "x,y\n";
      for (int i = 0; i < 2000; ++i) text += std::to_string(i) + ',' + std::to_string(i % 7) + '\n';
      m_import.options.sources.push_back(m_folder->write(name, text));
    }
    const auto plan = m_import.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    m_plan = *plan;
  }

  void blocksChangeNothing() {
    const std::uint64_t digest = hashOf(4096).digest();
    QCOMPARE(hashOf(1000).digest(), digest);
    QCOMPARE(hashOf(std::uint64_t{1} << 20U).digest(), digest);
    QVERIFY(hashOf(4096, 3).digest() != digest);
    QVERIFY(ReadHash().digest() != digest);
  }

  void aRestoredOneGoesOnAfterComparing() {
    const std::uint64_t digest = hashOf(4096).digest();
    std::size_t blocks = 0;
    hashOf(4096, kAll, &blocks);
    QVERIFY(blocks > 4);
    for (std::size_t cut = 1; cut < blocks; ++cut) {
      BlockFeed::Position place;
      ByteWriter state;
      hashOf(4096, cut, nullptr, &place).save(state);
      ReadHash again;
      ByteReader reader(state.bytes());
      again.restore(reader);
      QVERIFY(reader.atEnd());
      const auto same = again.compare(m_plan, place, m_import.job());
      QVERIFY2(same, sentenceOf(same).c_str());
      QCOMPARE(m_import.progress.done(), m_import.progress.total());
      add(again, 4096, place);
      QCOMPARE(again.digest(), digest);
    }
  }

  void anEditedSourceIsNamed() {
    BlockFeed::Position place;
    const ReadHash hash = hashOf(4096, kAll, nullptr, &place);
    for (const char* name : {"a.csv", "b.csv"}) {
      const std::string text = TableFolder::read(m_folder->path(name));
      std::string edited = text;
      edited[edited.size() / 2] = edited[edited.size() / 2] == '1' ? '2' : '1';
      for (const std::string& now : {edited, text.substr(0, text.size() - 6)}) {
        m_folder->write(name, now);
        const auto refused = compared(hash, place);
        QVERIFY(!refused);
        QCOMPARE(sentenceOf(refused), editedSource(m_folder->path(name).string()).message.english());
      }
      m_folder->write(name, text);
    }
    QVERIFY(compared(hash, place));
  }

  void theStateOfAnotherPlaceIsRefused() {
    BlockFeed::Position place;
    const ReadHash hash = hashOf(4096, 2, nullptr, &place);
    const std::string sentence = damagedJournal().message.english();
    BlockFeed::Position further = place;
    ++further.offset;
    QCOMPARE(sentenceOf(compared(hash, further)), sentence);
    BlockFeed::Position other = place;
    other.source = 1;
    QCOMPARE(sentenceOf(compared(hash, other)), sentence);
    QCOMPARE(sentenceOf(compared(ReadHash(), place)), sentence);
    // The plan has fewer sources than the state.
    BlockFeed::Position last;
    const ReadHash all = hashOf(4096, kAll, nullptr, &last);
    m_plan.sources.pop_back();
    QCOMPARE(sentenceOf(compared(all, last)), sentence);
  }

  void aStopIsNoResult() {
    BlockFeed::Position place;
    const ReadHash hash = hashOf(4096, 2, nullptr, &place);
    TableImport stopped;
    stopped.stop.request_stop();
    ByteWriter state;
    hash.save(state);
    ReadHash again;
    ByteReader reader(state.bytes());
    again.restore(reader);
    const auto result = again.compare(m_plan, place, stopped.job());
    QVERIFY(!result && result.error().code == Errc::cancelled);
  }

 private:
  static constexpr std::size_t kAll = ~std::size_t{0};

  /// Adds the blocks from a place on, so many at most; the place after them.
  std::size_t add(ReadHash& hash, std::uint64_t blockBytes, BlockFeed::Position& place, std::size_t most = kAll) const {
    BlockFeed feed(m_plan, blockBytes, place, BlockFeed::Bounds());
    std::size_t blocks = 0;
    for (; blocks < most; ++blocks) {
      auto item = feed.next({});
      if (!item) qFatal("%s", sentenceOf(item).c_str());
      if (!*item) break;
      hash.add(**item);
      place = (*item)->end();
      feed.finish(std::move(**item));
    }
    return blocks;
  }
  ReadHash hashOf(std::uint64_t blockBytes, std::size_t most = kAll, std::size_t* blocks = nullptr,
                  BlockFeed::Position* end = nullptr) const {
    ReadHash hash;
    BlockFeed::Position place;
    const std::size_t count = add(hash, blockBytes, place, most);
    if (blocks != nullptr) *blocks = count;
    if (end != nullptr) *end = place;
    return hash;
  }
  /// As an import that is resumed compares it.
  Result<void> compared(const ReadHash& hash, const BlockFeed::Position& place) {
    ByteWriter state;
    hash.save(state);
    ReadHash again;
    ByteReader reader(state.bytes());
    again.restore(reader);
    return again.compare(m_plan, place, m_import.job());
  }

  std::unique_ptr<TableFolder> m_folder;
  TableImport m_import;
  ImportPlan m_plan;
};

MASU_TEST(ReadHashTest)
#include "read_hash_test.moc"
