// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/range_file.h"

#include <algorithm>
#include <random>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using namespace masu::io;

namespace {

constexpr std::uint64_t kEntries = 30;

RangeEntry entryOf(std::uint64_t i) {
  return {.source = i / 7, .offset = i % 7 * 1000, .length = 900 + i, .fromHash = i * 31};
}

std::vector<std::byte> stateOf(std::uint64_t i) {
  return std::vector<std::byte>(i * 5, static_cast<std::byte>(i));
}

}  // namespace

/// What a worker made of a range is read back as it was, or not at all.
class RangeFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<TableFolder>();
    auto writer = RangeWriter::create(path());
    QVERIFY2(writer, sentenceOf(writer).c_str());
    std::vector<std::uint64_t> order(kEntries);
    for (std::uint64_t i = 0; i < kEntries; ++i) order[i] = i;
    std::mt19937 random(3);
    std::ranges::shuffle(order, random);
    for (const std::uint64_t i : order) QVERIFY(writer->append(entryOf(i), stateOf(i)));
    QVERIFY(writer->finish());
  }

  void entriesAreFoundByTheirPlace() {
    const auto reader = RangeReader::open(path());
    QVERIFY2(reader, sentenceOf(reader).c_str());
    for (std::uint64_t i = 0; i < kEntries; ++i) {
      const RangeEntry wanted = entryOf(i);
      const RangeEntry* found = reader->find(wanted.place());
      QVERIFY(found != nullptr);
      QCOMPARE(found->source, wanted.source);
      QCOMPARE(found->length, wanted.length);
      QCOMPARE(found->fromHash, wanted.fromHash);
      const auto state = reader->read(*found);
      QVERIFY(state && *state == stateOf(i));
    }
    QVERIFY(reader->find({0, 1}) == nullptr);
    QVERIFY(reader->find({0, 7000}) == nullptr);
    QVERIFY(reader->find({kEntries, 0}) == nullptr);
  }

  void aFileThatIsCutShortIsRefused() {
    const std::string whole = TableFolder::read(path());
    for (std::size_t size = 0; size < whole.size(); size += size < 40 ? 1 : 37) {
      const auto reader = RangeReader::open(m_folder->write("cut", whole.substr(0, size)));
      QVERIFY2(!reader, std::to_string(size).c_str());
    }
    QVERIFY(!RangeReader::open(m_folder->path("missing")));
  }

  /// In the list it makes all of it useless, in a state that one.
  void aChangedByteIsFound() {
    const std::string whole = TableFolder::read(path());
    std::mt19937 random(4);
    for (int round = 0; round < 300; ++round) {
      std::string changed = whole;
      char& byte = changed[random() % changed.size()];
      byte = static_cast<char>(byte ^ (1 << random() % 8));
      const auto reader = RangeReader::open(m_folder->write("changed", changed));
      if (!reader) continue;
      std::size_t lost = 0;
      for (std::uint64_t i = 0; i < kEntries; ++i) {
        const RangeEntry* found = reader->find(entryOf(i).place());
        QVERIFY(found != nullptr);
        const auto state = reader->read(*found);
        if (state) QVERIFY(*state == stateOf(i));
        lost += state ? 0 : 1;
      }
      QCOMPARE(lost, std::size_t{1});
    }
  }

  void oneWithoutEntriesIsWhole() {
    auto writer = RangeWriter::create(m_folder->path("none"));
    QVERIFY(writer && writer->finish());
    const auto reader = RangeReader::open(m_folder->path("none"));
    QVERIFY2(reader, sentenceOf(reader).c_str());
    QVERIFY(reader->find({0, 0}) == nullptr);
  }

 private:
  std::filesystem::path path() const { return m_folder->path("range"); }

  std::unique_ptr<TableFolder> m_folder;
};

MASU_TEST(RangeFileTest)
#include "range_file_test.moc"
