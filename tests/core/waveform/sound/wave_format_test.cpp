// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/wave_format.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

namespace {

constexpr std::uint64_t kIntegers = 1;
constexpr std::uint64_t kAdpcm = 2;
constexpr std::uint64_t kFloats = 3;
constexpr std::uint64_t kMuLaw = 7;

/// Of `channels` samples of so many bits in frames of so many bytes.
WaveFormat format(std::uint64_t tag, std::uint64_t channels, std::uint64_t bits, std::uint64_t frameBytes,
                  std::uint64_t validBits = 0) {
  return {tag, channels, frameBytes, bits, validBits, false};
}

/// −1: refused.
int containerOf(const WaveFormat& asked) {
  const auto bytes = containerBytes(asked, "a.wav");
  return bytes ? static_cast<int>(*bytes) : -1;
}

}  // namespace

/// What the fields of a format chunk say together.
class WaveFormatTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bitsAreTheValidOnesOfWideIntegers() {
    QCOMPARE(bitsOf(format(kIntegers, 1, 24, 3)), std::uint64_t{24});
    QCOMPARE(bitsOf(format(kIntegers, 1, 32, 4, 24)), std::uint64_t{24});
    // Eight bits would be without a sign, and floats have no fewer bits than they take.
    QCOMPARE(bitsOf(format(kIntegers, 1, 16, 2, 8)), std::uint64_t{16});
    QCOMPARE(bitsOf(format(kFloats, 1, 32, 4, 24)), std::uint64_t{32});
  }

  void samplesThatFillTheirFramesNeedNoContainer() {
    for (const std::uint64_t bytes : {1U, 2U, 3U, 4U}) {
      for (const std::uint64_t channels : {1U, 2U, 6U}) {
        QCOMPARE(containerOf(format(kIntegers, channels, 8 * bytes, bytes * channels)), 0);
      }
    }
    QCOMPARE(containerOf(format(kFloats, 2, 64, 16)), 0);
    QCOMPARE(containerOf(format(kMuLaw, 2, 8, 2)), 0);
    // Twelve bits need two bytes.
    QCOMPARE(containerOf(format(kIntegers, 1, 12, 2)), 0);
    QCOMPARE(containerOf(format(kIntegers, 1, 16, 2, 12)), 0);
    // The size of a frame was left open, or means something else.
    QCOMPARE(containerOf(format(kIntegers, 2, 16, 0)), 0);
    QCOMPARE(containerOf(format(kAdpcm, 0, 4, 256)), 0);
  }

  void integersMayHaveWiderContainers() {
    QCOMPARE(containerOf(format(kIntegers, 2, 24, 8)), 4);
    QCOMPARE(containerOf(format(kIntegers, 1, 32, 4, 24)), 4);
    QCOMPARE(containerOf(format(kIntegers, 3, 12, 9)), 3);
    // A law's sample is one byte, whatever bits its expansion has.
    QCOMPARE(containerOf(format(kMuLaw, 1, 16, 1)), 0);
  }

  void fieldsThatContradictEachOtherAreRefused() {
    QCOMPARE(containerOf(format(kIntegers, 0, 16, 2)), -1);
    QCOMPARE(containerOf(format(kIntegers, 1, 0, 2)), -1);
    QCOMPARE(containerOf(format(kIntegers, 2, 16, 3)), -1);
    QCOMPARE(containerOf(format(kIntegers, 1, 16, 2, 24)), -1);
    QCOMPARE(containerOf(format(kIntegers, 1, 24, 2)), -1);
    QCOMPARE(containerOf(format(kIntegers, 1, 24, 5)), -1);
    QCOMPARE(containerOf(format(kIntegers, 1, 8, 2)), -1);
    QCOMPARE(containerOf(format(kFloats, 1, 32, 8)), -1);
    QCOMPARE(containerOf(format(kMuLaw, 1, 8, 2)), -1);
    const auto refused = containerBytes(format(kIntegers, 2, 16, 3), "a.wav");
    QVERIFY(refused.error().code == Errc::damaged);
    QCOMPARE(refused.error().message.english(),
             std::string("The header of a.wav contradicts itself: 2 channels of 16 bits in frames of 3 bytes, with 16 "
                         "valid bits. Save it again with an audio program."));
  }
};

MASU_TEST(WaveFormatTest)
#include "wave_format_test.moc"
