// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/recording_formats.h"

#include <cstring>

#include "core/ingest/sources/recording_name.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using Names = std::vector<std::string>;

namespace {

constexpr int kFrames = 1000;

template <class T>
std::string bytesOf(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// A sound of one channel at 8000 Hz, whose sample i is i.
std::string wave() {
  std::string samples;
  for (int i = 0; i < kFrames; ++i) samples += bytesOf(static_cast<std::int16_t>(i));
  const auto size = static_cast<std::uint32_t>(samples.size());
  return "RIFF" + bytesOf(std::uint32_t{36 + size}) + "WAVEfmt " + bytesOf(std::uint32_t{16}) +
         bytesOf(std::uint16_t{1}) + bytesOf(std::uint16_t{1}) + bytesOf(std::uint32_t{8000}) +
         bytesOf(std::uint32_t{16000}) + bytesOf(std::uint16_t{2}) + bytesOf(std::uint16_t{16}) + "data" +
         bytesOf(size) + samples;
}

/// An array of NumPy of 300 frames and two channels.
std::string array() {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (300, 2), }";
  header.resize(117, ' ');
  header += '\n';
  std::string all = std::string("\x93NUMPY\x01\0", 8) + bytesOf(static_cast<std::uint16_t>(header.size())) + header;
  for (int i = 0; i < 600; ++i) all += bytesOf(static_cast<float>(i));
  return all;
}

}  // namespace

/// What a file is shows in its first bytes, and in its name where they do not say it.
class RecordingFormatsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_options = {}; }

  void theFirstBytesDecide() {
    for (const char* name : {"x.npy", "x.dat", "x.wav"}) {
      const auto source = opened(m_folder.write(name, array()));
      QVERIFY2(source, sentenceOf(source).c_str());
      QCOMPARE((*source)->info().frames, std::uint64_t{300});
      QCOMPARE((*source)->info().channels.size(), std::size_t{2});
    }
    for (const char* name : {"x.wav", "x.dat"}) {
      const auto source = opened(m_folder.write(name, wave()));
      QVERIFY2(source, sentenceOf(source).c_str());
      QCOMPARE((*source)->info().frames, std::uint64_t{kFrames});
      QCOMPARE((*source)->info().rate, 8000.);
    }
  }

  /// Samples without a header are whatever a person says they are; a rate that no file holds, too.
  void rawSamplesAreAsTheyWereSaidToBe() {
    const auto path = m_folder.write("x.wav", wave());
    m_options.recordings.raw = waveform::RawLayout{.header = 44};
    const auto source = opened(path);
    QVERIFY2(source, sentenceOf(source).c_str());
    QCOMPARE((*source)->info().frames, std::uint64_t{kFrames});
    QCOMPARE((*source)->info().rate, 0.);
    m_options.recordings.rate = 500;
    const auto rated = opened(path);
    QVERIFY2(rated, sentenceOf(rated).c_str());
    QCOMPARE((*rated)->info().rate, 500.);
    QCOMPARE((*rated)->info().frames, std::uint64_t{kFrames});
    std::vector<float> samples(3);
    QVERIFY((*rated)->read(10, samples));
    QCOMPARE(samples, (std::vector<float>{10, 11, 12}));
  }

  void anotherRateIsBroughtToTheOneAskedFor() {
    const auto path = m_folder.write("x.wav", wave());
    m_options.recordings.rate = 8000;
    const auto same = opened(path);
    QVERIFY2(same, sentenceOf(same).c_str());
    QCOMPARE((*same)->info().frames, std::uint64_t{kFrames});
    m_options.recordings.rate = 4000;
    const auto half = opened(path);
    QVERIFY2(half, sentenceOf(half).c_str());
    QCOMPARE((*half)->info().rate, 4000.);
    QCOMPARE((*half)->info().frames, std::uint64_t{kFrames / 2});
  }

  void aTableIsKnownByItsName() {
    std::string text = "x,y\n";
    for (int i = 0; i < 50; ++i) text += std::to_string(i * 7 % 10) + ".5," + std::to_string(-i) + ".25\n";
    const auto path = m_folder.write("t.csv", text);
    m_options.recordings.rate = 100;
    const auto all = opened(path);
    QVERIFY2(all, sentenceOf(all).c_str());
    QCOMPARE((*all)->info().channels, (Names{"x", "y"}));
    QCOMPARE((*all)->info().frames, std::uint64_t{50});
    QCOMPARE((*all)->info().rate, 100.);
    m_options.recordings.channels = {"y"};
    const auto one = opened(path);
    QVERIFY2(one, sentenceOf(one).c_str());
    QCOMPARE((*one)->info().channels, (Names{"y"}));
    m_options.recordings.channels = {"z"};
    QVERIFY(!opened(path));
  }

  void whatIsNoRecordingIsRefused() {
    const auto empty = m_folder.write("empty.bin", "");
    const auto nothing = opened(empty);
    QVERIFY(!nothing && nothing.error().code == Errc::damaged);
    QCOMPARE(sentenceOf(nothing), empty.string() + " is empty.");
    const std::string text = "These are words, and no samples of anything that was recorded.\n";
    const auto words = m_folder.write("words.bin", text);
    const auto other = opened(words);
    QVERIFY(!other && other.error().code == Errc::format);
    QVERIFY2(sentenceOf(other).starts_with(words.string() + " is not a supported recording"),
             sentenceOf(other).c_str());
    // A file that is named as a sound is reported as one that is damaged.
    const auto sound = opened(m_folder.write("words.wav", text));
    QVERIFY(!sound);
    QVERIFY2(sentenceOf(sound).find("supported recording") == std::string::npos, sentenceOf(sound).c_str());
    // Samples beside their header are no recording without it.
    m_folder.write("r.hea", "r 1 250 100\nr.dat 16\n");
    const auto samples = m_folder.write("r.dat", text);
    const auto part = opened(samples);
    QVERIFY(!part);
    QCOMPARE(sentenceOf(part), belongsTo(m_folder.path("r.hea"), samples).message.english());
    const auto missing = opened(m_folder.path("missing.wav"));
    QVERIFY(!missing && missing.error().code == Errc::notFound);
  }

 private:
  Result<std::unique_ptr<waveform::RecordingSource>> opened(const std::filesystem::path& path) const {
    SourceOpener opener;
    return openRecording(opener, path, m_options);
  }

  TableFolder m_folder;
  ImportOptions m_options;
};

MASU_TEST(RecordingFormatsTest)
#include "recording_formats_test.moc"
