// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/read/row_reader.h"

#include <QTest>
#include <cstring>
#include <random>
#include <set>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using loader::RowReader;
using store::Compression;

namespace {

constexpr std::uint64_t kSamples = 100;
constexpr std::uint64_t kChunk = 16;

/// Sample i has the numbers i × width … of a row of so many.
struct Rows {
  Rows(std::uint64_t width, Compression compression) : data(kSamples) {
    for (std::uint64_t i = 0; i < kSamples * width; ++i) numbers.push_back(static_cast<std::uint32_t>(i));
    data.add("features", table::DType::u32, {width}, kChunk, numbers);
    data.editObjects().back().compression = compression;
  }

  /// Whether what was read is these samples, in this order.
  bool areIn(std::span<const std::byte> bytes, const std::vector<std::uint64_t>& samples) const {
    const std::uint64_t row = object().sampleBytes();
    if (bytes.size() != samples.size() * row) return false;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::uint32_t* wanted = numbers.data() + samples[i] * object().valuesPerSample();
      if (std::memcmp(bytes.data() + i * row, wanted, row) != 0) return false;
    }
    return true;
  }
  const store::ObjectInfo& object() const { return *data.find("features"); }

  std::vector<std::uint32_t> numbers;
  FakeDataset data;
};

}  // namespace

class RowReaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Rows of a few bytes, which are read over gaps, and such as are larger than any gap.
  void samplesComeInTheOrderAskedFor() {
    std::mt19937 random(6);
    for (const std::uint64_t width : {std::uint64_t{3}, std::uint64_t{6000}}) {
      for (const Compression compression : {Compression::none, Compression::zstd}) {
        const Rows rows(width, compression);
        RowReader reader;
        for (int round = 0; round < 60; ++round) {
          std::vector<std::uint64_t> samples(random() % 12);
          for (std::uint64_t& sample : samples) sample = random() % kSamples;
          const auto read = reader.read(rows.data, rows.object(), samples, {});
          QVERIFY(read);
          QVERIFY(rows.areIn(*read, samples));
        }
      }
    }
  }

  void aCompressedChunkIsDecodedOnce() {
    const Rows rows(3, Compression::gzip);
    const std::vector<std::uint64_t> samples = {99, 0, 15, 16, 98, 15, 1, 50};
    RowReader reader;
    const auto read = reader.read(rows.data, rows.object(), samples, {});
    QVERIFY(read && rows.areIn(*read, samples));
    std::set<std::uint64_t> chunks;
    for (const std::uint64_t sample : samples) chunks.insert(sample / kChunk);
    QCOMPARE(rows.data.chunkReads(), std::uint64_t{chunks.size()});
  }

  void onlyWhatIsAskedForCanFail() {
    for (const Compression compression : {Compression::none, Compression::lz4}) {
      Rows rows(3, compression);
      rows.data.failAt("features", 2);
      RowReader reader;
      // The chunks before and after it are not read together.
      QVERIFY(reader.read(rows.data, rows.object(), std::vector<std::uint64_t>{31, 48}, {}));
      const auto failed = reader.read(rows.data, rows.object(), std::vector<std::uint64_t>{31, 40, 48}, {});
      QVERIFY(!failed);
      QVERIFY(failed.error().code == Errc::damaged);
    }
  }

  void aStopIsNoResult() {
    const Rows rows(3, Compression::none);
    std::stop_source stop;
    stop.request_stop();
    RowReader reader;
    const auto stopped = reader.read(rows.data, rows.object(), std::vector<std::uint64_t>{1}, stop.get_token());
    QVERIFY(!stopped);
    QVERIFY(stopped.error().code == Errc::cancelled);
  }
};

MASU_TEST(RowReaderTest)
#include "row_reader_test.moc"
