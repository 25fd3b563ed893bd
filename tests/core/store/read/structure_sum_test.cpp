// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/structure_sum.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstring>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;

class StructureSumTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::filesystem::path m_path = std::filesystem::path(m_folder.path().toStdString()) / "d.h5";
  const std::vector<CoveredBytes> m_covered = {{100, 50}, {10, 5}, {120, 60}, {130, 1}};

  static bool isCovered(std::uint64_t at, const std::vector<CoveredBytes>& covered) {
    return std::ranges::any_of(
        covered, [&](const CoveredBytes& range) { return at >= range.address && at < range.address + range.bytes; });
  }
  static std::uint64_t sumOf(const std::vector<std::byte>& bytes, const std::vector<CoveredBytes>& covered) {
    auto file = io::File::createInMemory("d.h5");
    if (!file || !file->writeAt(0, bytes)) qFatal("no memory for a file");
    return structureSumOf(*file, covered).value();
  }

 private Q_SLOTS:
  void everyByteCountsUnlessItIsCovered() {
    std::vector<std::byte> bytes(300, std::byte{7});
    const std::uint64_t sum = sumOf(bytes, m_covered);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      bytes[at] ^= std::byte{1};
      QVERIFY2((sumOf(bytes, m_covered) == sum) == isCovered(at, m_covered), std::to_string(at).c_str());
      bytes[at] ^= std::byte{1};
    }
    QCOMPARE(sumOf(bytes, m_covered), sum);
  }

  void theOrderOfRangesIsAllTheSame() {
    const std::vector<std::byte> bytes(300, std::byte{7});
    std::vector<CoveredBytes> reversed = m_covered;
    std::ranges::reverse(reversed);
    QCOMPARE(sumOf(bytes, reversed), sumOf(bytes, m_covered));
    QCOMPARE(sumOf(bytes, {{10, 5}, {100, 80}}), sumOf(bytes, m_covered));
  }

  void theLengthCountsWhateverIsCovered() {
    const std::vector<CoveredBytes> all = {{0, 1000}};
    QVERIFY(sumOf(std::vector<std::byte>(300), all) != sumOf(std::vector<std::byte>(301), all));
    QVERIFY(sumOf({}, {}) != sumOf(std::vector<std::byte>(1), {}));
  }

  void rangesAreThoseThatChecksumsCover() {
    Extent extent;
    extent.info = {.name = "features", .sampleShape = {5}, .samples = 10, .chunkSamples = 4};
    extent.address = 4096;
    std::vector<CoveredBytes> covered;
    addCovered(extent, covered);
    QVERIFY(covered.empty());  // nothing else covers its values
    extent.checksums = {1, 2, 3};
    addCovered(extent, covered);
    QCOMPARE(covered.size(), std::size_t{1});
    QCOMPARE(covered[0].address, std::uint64_t{4096});
    QCOMPARE(covered[0].bytes, std::uint64_t{10 * 5 * 4});
    extent.info.compression = Compression::gzip;
    extent.chunks = {{5000, 11, 0}, {6000, 12, 0}, {7000, 13, 0}};
    addCovered(extent, covered);
    QCOMPARE(covered.size(), std::size_t{4});
    for (std::size_t i = 0; i < 3; ++i) {
      QCOMPARE(covered[i + 1].address, extent.chunks[i].address);
      QCOMPARE(covered[i + 1].bytes, std::uint64_t{extent.chunks[i].size});
    }
  }

  void aChangedFileIsDamaged() {
    std::vector<std::byte> bytes(300, std::byte{7});
    constexpr std::uint64_t kPlace = 200;
    std::vector<CoveredBytes> covered = m_covered;
    covered.push_back({kPlace, sizeof(std::uint64_t)});
    const StructureSum sum{kPlace, sumOf(bytes, covered)};
    std::memcpy(&bytes[kPlace], &sum.sum, sizeof(sum.sum));
    const auto compared = [&] {
      const auto file = io::File::create(m_path);
      if (!file || !file->writeAt(0, bytes)) qFatal("the file cannot be written");
      return compareStructure(m_path, sum, m_covered);
    };
    QVERIFY(compared());
    bytes[140] ^= std::byte{4};
    QVERIFY(compared());
    bytes[99] ^= std::byte{4};
    const auto damaged = compared();
    QVERIFY(!damaged);
    QVERIFY(damaged.error().code == Errc::damaged);
    QVERIFY(damaged.error().message.english().find("d.h5") != std::string::npos);
  }
};

MASU_TEST(StructureSumTest)
#include "structure_sum_test.moc"
