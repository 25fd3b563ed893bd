// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/sound_input.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"
#include "written_sound.h"

using namespace masu;
using namespace masu::waveform;
using waveform::test::contentOf;
using waveform::test::memoryFile;

/// Files as libsndfile reads them through a buffer.
class SoundInputTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::filesystem::path m_path = std::filesystem::path(m_folder.path().toStdString()) / "x.wav";
  /// More than a buffer holds.
  std::vector<short> m_sound = waveform::test::noise(100000);

  static std::vector<short> wholeOf(SNDFILE* sound, sf_count_t samples) {
    std::vector<short> read(static_cast<std::size_t>(samples));
    if (sf_read_short(sound, read.data(), samples) != samples) return {};
    return read;
  }

 private Q_SLOTS:
  void initTestCase() { QVERIFY(waveform::test::writeSound(m_path, SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2, m_sound)); }

  void samplesAreThoseOfTheFile() {
    for (const std::size_t held : {0U, 10U, 100000U, 1000000U}) {
      io::File file = io::File::openRead(m_path).value();
      if (held > 0) QVERIFY(file.holdFront(held));
      SoundInput input(std::move(file));
      // A second handle begins at the front, wherever the first one is.
      for (int again = 0; again < 2; ++again) {
        SF_INFO info{};
        const SoundHandle sound = input.open(info);
        QVERIFY(sound);
        QCOMPARE(info.frames, sf_count_t{50000});
        QCOMPARE(info.channels, 2);
        QVERIFY(wholeOf(sound.get(), 100000) == m_sound);
        for (const sf_count_t frame : {49990, 0, 16370, 32760, 40000, 16380}) {
          QCOMPARE(sf_seek(sound.get(), frame, SEEK_SET), frame);
          const std::vector<short> expected(m_sound.begin() + 2 * frame, m_sound.begin() + 2 * (frame + 10));
          QVERIFY(wholeOf(sound.get(), 20) == expected);
        }
      }
    }
  }

  void whatIsNoSoundHasNoHandle() {
    for (const std::string& content :
         {std::string(), std::string(1, '\0'), std::string(5000, 'x'), contentOf(m_path).substr(0, 20)}) {
      SoundInput input(memoryFile("x.wav", content));
      SF_INFO info{};
      QVERIFY2(!input.open(info), std::to_string(content.size()).c_str());
    }
  }

  void rawSamplesBeginAtTheirOffset() {
    const std::string bytes(reinterpret_cast<const char*>(m_sound.data()), 2000);
    for (const std::size_t offset : {0U, 2U, 7U, 600U}) {
      SoundInput input(memoryFile("x.raw", std::string(offset, 'h') + bytes));
      SF_INFO info{};
      info.samplerate = 8000;
      info.channels = 1;
      info.format = SF_FORMAT_RAW | SF_FORMAT_PCM_16 | SF_ENDIAN_CPU;
      const SoundHandle sound = input.openRaw(info, offset);
      QVERIFY(sound);
      const std::vector<short> expected(m_sound.begin(), m_sound.begin() + 1000);
      QVERIFY2(wholeOf(sound.get(), 1000) == expected, std::to_string(offset).c_str());
    }
  }
};

MASU_TEST(SoundInputTest)
#include "sound_input_test.moc"
