// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <set>
#include <string>

#include "core/samples/sample_data.h"
#include "tests/fixtures/test_group.h"

using namespace masu::samples;

/// Sounds like spoken digits, one by one.
class DigitsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aSoundIsOfItsSeedAndNumberAlone() {
    const DigitSound sound = makeDigitSound(1, 7);
    makeDigitSound(1, 8);
    QCOMPARE(makeDigitSound(1, 7).fileName, sound.fileName);
    QCOMPARE(makeDigitSound(1, 7).frames, sound.frames);
    QVERIFY(makeDigitSound(2, 7).frames != sound.frames);
    // The next of the same digit and speaker.
    QVERIFY(makeDigitSound(1, 67).frames != sound.frames);
  }

  /// Ten digits of a speaker, then those of the next of six; then the second of each.
  void digitsAndSpeakersTakeTurns() {
    std::set<std::string> names;
    std::set<std::string> speakers;
    for (std::uint64_t number = 0; number < 130; ++number) {
      const std::string name = makeDigitSound(1, number).fileName;
      QVERIFY2(names.insert(name).second, name.c_str());
      const std::size_t end = name.find('_', 2);
      QCOMPARE(name.substr(0, 2), std::to_string(number % 10) + "_");
      QCOMPARE(name.substr(end), "_" + std::to_string(number / 60) + ".wav");
      speakers.insert(name.substr(2, end - 2));
      QCOMPARE(speakers.size(), static_cast<std::size_t>(std::min<std::uint64_t>(6, number / 10 + 1)));
    }
  }

  /// Between 0.2 and 0.6 s, loud enough to be heard, and not clipped.
  void soundsAreOfAWordsLengthAndLoudness() {
    for (std::uint64_t number = 0; number < 60; ++number) {
      const DigitSound sound = makeDigitSound(3, number);
      const double seconds = static_cast<double>(sound.frames.size()) / kDigitRate;
      QVERIFY2(seconds >= 0.199 && seconds <= 0.6, sound.fileName.c_str());
      const auto [low, high] = std::ranges::minmax(sound.frames);
      const int peak = std::max(-int{low}, int{high});
      QVERIFY2(peak > 0.24 * 32767 && peak < 0.96 * 32767, sound.fileName.c_str());
    }
  }
};

MASU_TEST(DigitsTest)
#include "digits_test.moc"
