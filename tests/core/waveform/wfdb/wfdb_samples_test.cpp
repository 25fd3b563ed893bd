// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/wfdb/wfdb_samples.h"

#include <QTest>
#include <map>

#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using waveform::test::memoryFile;

namespace {

/// Numbers that look drawn, and are the same each time.
std::int64_t numberAt(std::uint64_t i, unsigned bits) {
  const std::uint64_t mixed = (i + 1) * 0x9E3779B97F4A7C15U;
  return static_cast<std::int64_t>(mixed) >> (64 - bits);
}

/// Samples of 12 bits, two in three bytes, as signal(5) of WFDB has them.
std::string packed212(const std::vector<std::int64_t>& samples) {
  std::string bytes;
  for (std::size_t i = 0; i < samples.size(); i += 2) {
    const auto first = static_cast<unsigned>(samples[i] & 0xFFF);
    const auto second = static_cast<unsigned>(i + 1 < samples.size() ? samples[i + 1] & 0xFFF : 0);
    bytes += static_cast<char>(first & 0xFFU);
    bytes += static_cast<char>(first >> 8U | second >> 8U << 4U);
    bytes += static_cast<char>(second & 0xFFU);
  }
  if (samples.size() % 2 == 1) bytes.pop_back();
  return bytes;
}

std::vector<std::int64_t> read(WfdbReader& reader, std::uint64_t first, std::uint64_t frames) {
  const auto values = reader.read(first, frames);
  if (!values) return {};
  return {values->begin(), values->end()};
}

}  // namespace

class WfdbSamplesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bytesHoldTheirSamples() {
    const std::map<unsigned, std::vector<std::uint64_t>> counts = {
        {8, {0, 1, 2, 3, 4, 5, 6, 7, 8}},   {16, {0, 0, 1, 1, 2, 2, 3, 3, 4}},  {24, {0, 0, 0, 1, 1, 1, 2, 2, 2}},
        {32, {0, 0, 0, 0, 1, 1, 1, 1, 2}},  {61, {0, 0, 1, 1, 2, 2, 3, 3, 4}},  {80, {0, 1, 2, 3, 4, 5, 6, 7, 8}},
        {160, {0, 0, 1, 1, 2, 2, 3, 3, 4}}, {212, {0, 0, 1, 2, 2, 3, 4, 4, 5}}, {310, {0, 0, 1, 1, 3, 3, 4, 4, 6}},
        {311, {0, 0, 1, 2, 3, 3, 4, 5, 6}}};
    QCOMPARE(counts.size(), std::size(kWfdbFormats));
    for (const auto& [format, expected] : counts) {
      for (std::uint64_t bytes = 0; bytes < expected.size(); ++bytes)
        QCOMPARE(wfdbSamplesIn(format, bytes), expected[bytes]);
    }
  }

  /// The bytes of the integer read as that integer.
  void theMissingSampleIsTheLeastOfItsFormat() {
    QVERIFY(!wfdbMissing(8));
    const std::map<unsigned, std::string> least = {
        {16, std::string("\0\x80", 2)},  {24, std::string("\0\0\x80", 3)}, {32, std::string("\0\0\0\x80", 4)},
        {61, std::string("\x80\0", 2)},  {80, std::string("\0", 1)},       {160, std::string("\0\0", 2)},
        {212, std::string("\0\x08", 2)}, {310, std::string("\0\x04", 2)},  {311, std::string("\0\x02", 2)}};
    for (const auto& [format, bytes] : least) {
      const auto samples = openWfdbSamples(memoryFile("r.dat", bytes), {"r.dat", format, 0, 1});
      QVERIFY(samples);
      QCOMPARE(samples->frames, std::uint64_t{1});
      WfdbReader reader(*samples);
      QCOMPARE(read(reader, 0, 1), std::vector<std::int64_t>{*wfdbMissing(format)});
    }
  }

  void framesAreThoseThatAreWhole() {
    const auto framesOf = [](std::size_t bytes, const WfdbFile& layout) {
      return openWfdbSamples(memoryFile("r.dat", std::string(bytes, '\0')), layout)->frames;
    };
    QCOMPARE(framesOf(23, {"r.dat", 16, 4, 3}), std::uint64_t{3});
    QCOMPARE(framesOf(22, {"r.dat", 16, 4, 3}), std::uint64_t{3});
    QCOMPARE(framesOf(21, {"r.dat", 16, 4, 3}), std::uint64_t{2});
    QCOMPARE(framesOf(4, {"r.dat", 16, 4, 3}), std::uint64_t{0});
    QCOMPARE(framesOf(2, {"r.dat", 16, 4, 3}), std::uint64_t{0});
    QCOMPARE(framesOf(5, {"r.dat", 212, 0, 3}), std::uint64_t{1});
  }

  /// A frame of three samples begins within a group of two.
  void packedFramesAreReadFromAnyPlace() {
    std::vector<std::int64_t> written;
    for (std::uint64_t i = 0; i < 3 * 333; ++i) written.push_back(numberAt(i, 12));
    const auto samples = openWfdbSamples(memoryFile("r.dat", "head" + packed212(written)), {"r.dat", 212, 4, 3});
    QVERIFY(samples);
    QCOMPARE(samples->frames, std::uint64_t{333});
    WfdbReader reader(*samples);
    for (const std::uint64_t count : {1, 2, 7, 333}) {
      for (std::uint64_t first = 0; first + count <= 333; first += count) {
        const std::vector<std::int64_t> expected(written.begin() + 3 * first, written.begin() + 3 * (first + count));
        QCOMPARE(read(reader, first, count), expected);
      }
    }
  }

  /// Differences are summed up for each signal by itself, whatever was read before.
  void differencesAreSumsFromAnyPlace() {
    constexpr std::uint64_t kFrames = 50000;
    const std::vector<std::int64_t> initials = {7, -9};
    const std::vector<std::uint64_t> widths = {1, 2};
    std::string bytes;
    std::vector<std::int64_t> expected;
    std::vector<std::int64_t> sums = initials;
    for (std::uint64_t i = 0; i < 3 * kFrames; ++i) {
      const std::int64_t difference = numberAt(i, 8);
      bytes += static_cast<char>(difference);
      expected.push_back(sums[i % 3 == 0 ? 0 : 1] += difference);
    }
    auto samples = openWfdbSamples(memoryFile("r.dat", bytes), {"r.dat", 8, 0, 3});
    QVERIFY(samples);
    QVERIFY(sumDifferences(*samples, kFrames, initials, widths));
    WfdbReader reader(*samples);
    for (const std::uint64_t first : {49990U, 0U, 5U, 21840U, 21845U, 21850U, 49000U, 43685U, 3U}) {
      const std::vector<std::int64_t> there(expected.begin() + 3 * first, expected.begin() + 3 * (first + 10));
      QCOMPARE(read(reader, first, 10), there);
    }
  }

  void otherFormatsHaveNoSums() {
    auto samples = openWfdbSamples(memoryFile("r.dat", std::string(8, '\1')), {"r.dat", 16, 0, 1});
    QVERIFY(samples);
    const std::int64_t initial = 5;
    const std::uint64_t width = 1;
    QVERIFY(sumDifferences(*samples, 4, std::span(&initial, 1), std::span(&width, 1)));
    QCOMPARE(samples->sumsEvery, std::uint64_t{0});
    WfdbReader reader(*samples);
    QCOMPARE(read(reader, 1, 2), (std::vector<std::int64_t>{0x101, 0x101}));
  }
};

MASU_TEST(WfdbSamplesTest)
#include "wfdb_samples_test.moc"
