// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workers/range_files.h"

#include <atomic>
#include <future>
#include <thread>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using namespace masu::io;

/// Each range has a file of its own; one that is missing or damaged leaves the others as they are.
class RangeFilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    // Five ranges of ten places each, three of one source and two of the next.
    for (std::uint32_t range = 0; range < 5; ++range) {
      const SourcePlace first{range / 3, range % 3 * 1000};
      m_firsts.push_back(first);
      m_files.push_back(m_folder.path("range" + std::to_string(range)));
      auto writer = RangeWriter::create(m_files.back());
      QVERIFY2(writer, sentenceOf(writer).c_str());
      for (std::uint64_t i = 0; i < 10; ++i) {
        const RangeEntry entry{.source = first.source, .offset = first.offset + i * 100, .length = range};
        QVERIFY(writer->append(entry, std::vector<std::byte>(3, static_cast<std::byte>(range))));
      }
      QVERIFY(writer->finish());
    }
  }

  void aPlaceIsFoundInTheFileOfItsRange() {
    RangeFiles files(m_firsts, beside(m_files));
    for (std::uint32_t range = 0; range < 5; ++range) QCOMPARE(foundIn(files, range), 10);
    // Of what is in work the first may be in a range before.
    QCOMPARE(foundIn(files, 3), 10);
    QCOMPARE(foundIn(files, 0), 10);
    QVERIFY(files.find({0, 50}, {}).entry == nullptr);
    QVERIFY(files.find({7, 0}, {}).entry == nullptr);
  }

  void whatIsBeforeTheFirstRangeIsInNone() {
    RangeFiles files({{1, 0}}, beside({m_files[3]}));
    const RangeFiles::Found found = files.find({0, 0}, {});
    QVERIFY(found.reader == nullptr && found.entry == nullptr);
    QVERIFY(files.find({1, 0}, {}).entry != nullptr);
  }

  void aFileThatIsOfNoUseHasNothingInIt() {
    std::vector<std::filesystem::path> paths = m_files;
    paths[1] = m_folder.path("missing");
    paths[2] = m_folder.write("damaged", "not a range");
    paths.pop_back();
    RangeFiles files(m_firsts, beside(paths));
    QCOMPARE(foundIn(files, 0), 10);
    QCOMPARE(foundIn(files, 1), 0);
    QCOMPARE(foundIn(files, 2), 0);
    QCOMPARE(foundIn(files, 3), 10);
    QCOMPARE(foundIn(files, 4), 0);
  }

  /// The file that a result is of may be closed for the next ones: the result still holds it.
  void aResultOutlivesTheTurnOfItsRange() {
    RangeFiles files(m_firsts, beside(m_files));
    const RangeFiles::Found found = files.find(m_firsts[0], {});
    for (std::uint32_t range = 1; range < 5; ++range) QCOMPARE(foundIn(files, range), 10);
    QVERIFY(found.entry != nullptr);
    const auto state = found.reader->read(*found.entry);
    QVERIFY(state && *state == std::vector<std::byte>(3, std::byte{0}));
  }

  /// Once for each range, however many ask at the same time; those who ask for another range do not wait.
  void theSourceIsAskedOnceForEachRange() {
    std::atomic<int> asked = 0;
    std::promise<void> first;
    const std::shared_future<void> mayGoOn = first.get_future().share();
    RangeFiles files(m_firsts, [&](std::uint64_t range, const std::stop_token&) {
      ++asked;
      if (range == 0) mayGoOn.wait();
      return m_files[range];
    });
    {
      std::vector<std::jthread> threads;
      std::atomic<int> found = 0;
      for (int i = 0; i < 3; ++i) threads.emplace_back([&] { found += foundIn(files, 0); });
      QCOMPARE(foundIn(files, 1), 10);
      QCOMPARE(found.load(), 0);
      first.set_value();
      threads.clear();
      QCOMPARE(found.load(), 30);
    }
    QCOMPARE(asked.load(), 2);
    QVERIFY(files.find({0, 0}, {}).isMade);
    RangeFiles none(m_firsts, beside({}));
    QVERIFY(!none.find({0, 0}, {}).isMade);
  }

 private:
  static RangeSource beside(std::vector<std::filesystem::path> files) {
    return [files = std::move(files)](std::uint64_t range, const std::stop_token&) {
      return range < files.size() ? files[range] : std::filesystem::path();
    };
  }
  /// How many of the places of a range are found, as they were written.
  int foundIn(RangeFiles& files, std::uint32_t range) const {
    int found = 0;
    for (std::uint64_t i = 0; i < 10; ++i) {
      const auto one = files.find({m_firsts[range].source, m_firsts[range].offset + i * 100}, {});
      if (one.entry != nullptr && one.entry->length == range) ++found;
    }
    return found;
  }

  TableFolder m_folder;
  std::vector<SourcePlace> m_firsts;
  std::vector<std::filesystem::path> m_files;
};

MASU_TEST(RangeFilesTest)
#include "range_files_test.moc"
