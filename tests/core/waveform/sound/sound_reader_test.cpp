// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/sound_reader.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "tests/fixtures/array_cases.h"
#include "tests/fixtures/test_group.h"
#include "written_sound.h"

using namespace masu;
using namespace masu::waveform;
using waveform::test::contentOf;
using waveform::test::memoryFile;

class SoundReaderTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::vector<short> m_sound = waveform::test::noise(40000);
  SF_INFO m_info{};

  std::filesystem::path in(const std::string& name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }

  /// Null where libsndfile does not open it; m_info is what it says of it.
  std::unique_ptr<SoundReader> openSound(const std::string& content) {
    auto input = std::make_unique<SoundInput>(memoryFile("x", content));
    m_info = {};
    SoundHandle sound = input->open(m_info);
    if (!sound) return nullptr;
    return std::make_unique<SoundReader>(std::move(input), std::move(sound), m_info);
  }

 private Q_SLOTS:
  void framesAreTheSameWhateverWasReadBefore_data() {
    QTest::addColumn<int>("format");
    QTest::newRow("wav") << (SF_FORMAT_WAV | SF_FORMAT_PCM_16);
    QTest::newRow("flac") << (SF_FORMAT_FLAC | SF_FORMAT_PCM_16);
    QTest::newRow("g721") << (SF_FORMAT_AU | SF_FORMAT_G721_32);
    QTest::newRow("vorbis") << (SF_FORMAT_OGG | SF_FORMAT_VORBIS);
  }
  void framesAreTheSameWhateverWasReadBefore() {
    QFETCH(const int, format);
    const int channels = (format & SF_FORMAT_SUBMASK) == SF_FORMAT_G721_32 ? 1 : 2;
    const auto path = in("places");
    if (!waveform::test::writeSound(path, format, channels, m_sound))
      QSKIP("this libsndfile does not write the format");
    const auto reader = openSound(contentOf(path));
    QVERIFY(reader);
    const auto width = static_cast<std::uint64_t>(m_info.channels);
    const auto frames = static_cast<std::uint64_t>(m_info.frames);
    QVERIFY(frames >= m_sound.size() / width);
    std::vector<double> whole(frames * width);
    QVERIFY(reader->read(0, std::span(whole)));
    QCOMPARE(reader->position(), frames);
    std::vector<double> block(100 * width);
    for (std::uint64_t i = 0; i < 12; ++i) {
      const std::uint64_t first = i * 7919 % (frames - 100);
      QVERIFY(reader->read(first, std::span(block)));
      QCOMPARE(reader->position(), first + 100);
      QVERIFY2(std::equal(block.begin(), block.end(), whole.begin() + static_cast<std::ptrdiff_t>(first * width)),
               std::to_string(first).c_str());
      // Where the library cannot seek nothing says so without decoding all.
      if (i == 4) QCOMPARE(reader->hasLastFrame(), m_info.seekable != 0);
      if (i == 8) {
        QVERIFY(!reader->read(frames - 50, std::span(block)));
        QCOMPARE(reader->position(), frames);
      }
    }
  }

  void numbersAreSharesOrIntegers() {
    QVERIFY(waveform::test::writeSound(in("numbers"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2, m_sound));
    const auto reader = openSound(contentOf(in("numbers")));
    QVERIFY(reader);
    std::vector<double> shares(m_sound.size());
    QVERIFY(reader->read(0, std::span(shares)));
    reader->keepIntegers();
    std::vector<float> integers(m_sound.size());
    std::vector<short> shorts(m_sound.size());
    QVERIFY(reader->read(0, std::span(integers)));
    QVERIFY(reader->read(0, std::span(shorts)));
    QVERIFY(shorts == m_sound);
    for (std::size_t i = 0; i < m_sound.size(); ++i) {
      QCOMPARE(shares[i], m_sound[i] / 32768.);
      QCOMPARE(integers[i], static_cast<float>(m_sound[i]));
    }
  }
};

MASU_TEST(SoundReaderTest)
#include "sound_reader_test.moc"
