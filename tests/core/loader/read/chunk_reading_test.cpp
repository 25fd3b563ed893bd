// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/read/chunk_reading.h"

#include <QTest>
#include <numeric>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;

class ChunkReadingTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 100;

 private Q_SLOTS:
  void initTestCase() {
    std::vector<std::uint8_t> numbers(kSamples);
    std::iota(numbers.begin(), numbers.end(), std::uint8_t{0});
    m_dataset.add("features", table::DType::u8, {}, 32, numbers);
    m_dataset.lieAt("folder/made.h5");
  }
  void init() { m_dataset.failAt({}, 0); }

  void chunksCoverTheObject() {
    std::uint64_t next = 0;
    for (std::uint64_t chunk = 0; chunk < features().chunks(); ++chunk) {
      const ChunkRange range = chunkRange(features(), chunk);
      QCOMPARE(range.first, next);
      QCOMPARE(range.count, std::min<std::uint64_t>(32, kSamples - next));
      next += range.count;
    }
    QCOMPARE(next, kSamples);
  }

  void whatIsReadIsThatOfTheDataset() {
    std::vector<std::byte> chunk(32);
    QVERIFY(readChunkNamed(m_dataset, features(), 2, chunk));
    for (std::size_t i = 0; i < chunk.size(); ++i) QCOMPARE(std::to_integer<std::size_t>(chunk[i]), 64 + i);
    std::vector<std::byte> some(7);
    QVERIFY(readNamed(m_dataset, features(), 30, 7, some));
    for (std::size_t i = 0; i < some.size(); ++i) QCOMPARE(std::to_integer<std::size_t>(some[i]), 30 + i);
  }

  /// A failure names chunk, object and file, keeps its kind, and holds the reason as a message that is translated.
  void aFailureNamesThePlace() {
    m_dataset.failAt("features", 2);
    std::vector<std::byte> out(32);
    const auto chunk = readChunkNamed(m_dataset, features(), 2, out);
    const auto range = readNamed(m_dataset, features(), 64, 32, out);
    for (const Result<void>* read : {&chunk, &range}) {
      QVERIFY(!*read);
      QCOMPARE((*read).error().code, Errc::damaged);
      QCOMPARE((*read).error().message.english(), std::string("Chunk 2 of /features in folder/made.h5 cannot be "
                                                              "streamed: The checksum differs."));
      QVERIFY((*read).error().message.arguments.back().isMessage);
      QCOMPARE((*read).error().source.file, std::string("folder/made.h5"));
    }
    // Others are as good as they were.
    QVERIFY(readChunkNamed(m_dataset, features(), 1, out));
  }

  /// A stop is nobody's failure, wherever it was.
  void aStopStaysAsItIs() {
    class Stopped final : public store::Dataset {
     public:
      explicit Stopped(const FakeDataset& whole) : m_whole(whole) {}
      const std::filesystem::path& path() const override { return m_whole.path(); }
      const std::string& uuid() const override { return m_whole.uuid(); }
      std::uint64_t samples() const override { return m_whole.samples(); }
      const store::DatasetMeta& meta() const override { return m_whole.meta(); }
      const std::vector<store::ObjectInfo>& objects() const override { return m_whole.objects(); }
      std::uint64_t fileBytes() const override { return 0; }
      Result<void> read(const store::ObjectInfo&, std::uint64_t, std::uint64_t, std::span<std::byte>) const override {
        return fail(Error::cancelled());
      }
      Result<std::vector<std::string>> readTexts(std::string_view, std::uint64_t, std::uint64_t) const override {
        return fail(Error::cancelled());
      }
      Result<void> readChunk(const store::ObjectInfo&, std::uint64_t, std::span<std::byte>) const override {
        return fail(Error::cancelled());
      }
      Result<bool> chunkIntact(const store::ObjectInfo&, std::uint64_t) const override { return true; }

     private:
      const FakeDataset& m_whole;
    };
    const Stopped stopped(m_dataset);
    std::vector<std::byte> out(32);
    for (const auto& read :
         {readChunkNamed(stopped, features(), 0, out), readNamed(stopped, features(), 0, 32, out)}) {
      QVERIFY(!read);
      QCOMPARE(read.error().code, Errc::cancelled);
      QCOMPARE(read.error().message.english(), Error::cancelled().message.english());
    }
  }

 private:
  const store::ObjectInfo& features() const { return m_dataset.objects().front(); }

  FakeDataset m_dataset{kSamples};
};

MASU_TEST(ChunkReadingTest)
#include "chunk_reading_test.moc"
