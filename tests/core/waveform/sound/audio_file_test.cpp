// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/audio_file.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <sndfile.h>

#include "core/base/permutation.h"
#include "core/waveform/sound/declared_length.h"
#include "core/waveform/sound/wav_writer.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using table::DType;

namespace {

/// A test sound as left-justified 32-bit integers, whose low bits are random. Not noise of full range, which the ALAC
/// encoder of libsndfile 1.2.0 gets wrong in stereo.
std::vector<int> soundOf(std::size_t values) {
  std::vector<int> sound(values);
  for (std::size_t i = 0; i < values; ++i) {
    sound[i] = static_cast<int>(2e9 * std::sin(.05 * static_cast<double>(i))) + static_cast<int>(mix64(i) >> 42U);
  }
  return sound;
}

void writeSound(const fs::path& path, int format, int channels, const std::vector<int>& sound) {
  SF_INFO info{};
  info.samplerate = 8000;
  info.channels = channels;
  info.format = format;
  SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
  QVERIFY2(file, sf_strerror(nullptr));
  QCOMPARE(sf_write_int(file, sound.data(), static_cast<sf_count_t>(sound.size())),
           static_cast<sf_count_t>(sound.size()));
  sf_close(file);
}

/// The bytes of a number from the least one on.
void put(std::string& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i));
}

struct WavFields {
  int tag = 1;
  int channels = 1;
  int bits = 24;
  int frameBytes = 4;
  int validBits = -1;  ///< of an extension; none: -1
  bool openSize = false;
};

/// A WAV file by hand, with any fields in its header.
void writeWav(const fs::path& path, const WavFields& fields, const std::string& samples) {
  std::string format;
  put(format, static_cast<std::uint64_t>(fields.validBits < 0 ? fields.tag : 0xFFFE), 2);
  put(format, static_cast<std::uint64_t>(fields.channels), 2);
  put(format, 8000, 4);
  put(format, static_cast<std::uint64_t>(8000 * fields.frameBytes), 4);
  put(format, static_cast<std::uint64_t>(fields.frameBytes), 2);
  put(format, static_cast<std::uint64_t>(fields.bits), 2);
  if (fields.validBits >= 0) {
    put(format, 22, 2);
    put(format, static_cast<std::uint64_t>(fields.validBits), 2);
    put(format, 0, 4);
    put(format, static_cast<std::uint64_t>(fields.tag), 2);
    format += std::string("\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71", 14);
  }
  std::string file = "RIFF";
  put(file, fields.openSize ? 0xFFFFFFFF : 20 + format.size() + samples.size(), 4);
  file += "WAVEfmt ";
  put(file, format.size(), 4);
  file += format + "data";
  put(file, fields.openSize ? 0xFFFFFFFF : samples.size(), 4);
  std::ofstream(path, std::ios::binary) << file << samples;
}

void cutTo(const fs::path& path, double share) {
  fs::resize_file(path, static_cast<std::uintmax_t>(static_cast<double>(fs::file_size(path)) * share));
}

Result<std::unique_ptr<waveform::RecordingSource>> openAudio(const fs::path& path) {
  MASU_TRY(io::File file, io::File::openRead(path));
  return waveform::openAudio(std::move(file));
}

std::string sentence(const Error& error) {
  return error.message.english();
}

}  // namespace

class AudioFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

 private Q_SLOTS:
  void integersComeAsTheFileHoldsThem_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("dropped");  // low bits that the format does not hold
    QTest::addColumn<int>("native");
    const auto row = [](const char* name, int format, int dropped, DType native) {
      QTest::newRow(name) << format << dropped << static_cast<int>(native);
    };
    row("wav u8, whose silence is 128", SF_FORMAT_WAV | SF_FORMAT_PCM_U8, 24, DType::i8);
    row("wav 16", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 16, DType::i16);
    row("wav 24", SF_FORMAT_WAV | SF_FORMAT_PCM_24, 8, DType::i32);
    row("wav 32", SF_FORMAT_WAV | SF_FORMAT_PCM_32, 0, DType::i32);
    row("rifx 16", SF_FORMAT_WAV | SF_FORMAT_PCM_16 | SF_ENDIAN_BIG, 16, DType::i16);
    row("rf64 16", SF_FORMAT_RF64 | SF_FORMAT_PCM_16, 16, DType::i16);
    row("w64 24", SF_FORMAT_W64 | SF_FORMAT_PCM_24, 8, DType::i32);
    row("aiff s8", SF_FORMAT_AIFF | SF_FORMAT_PCM_S8, 24, DType::i8);
    row("aiff 16", SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 16, DType::i16);
    row("au 16", SF_FORMAT_AU | SF_FORMAT_PCM_16, 16, DType::i16);
    row("flac 16", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 16, DType::i16);
    row("flac 24", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 8, DType::i32);
    row("caf alac 16", SF_FORMAT_CAF | SF_FORMAT_ALAC_16, 16, DType::i16);
    row("caf alac 24", SF_FORMAT_CAF | SF_FORMAT_ALAC_24, 8, DType::i32);
  }
  void integersComeAsTheFileHoldsThem() {
    QFETCH(const int, format);
    QFETCH(const int, dropped);
    QFETCH(const int, native);
    const fs::path path = in("native.sound");
    const auto sound = soundOf(2 * 1000);
    writeSound(path, format, 2, sound);
    const auto source = openAudio(path);
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const auto& info = (*source)->info();
    QCOMPARE(info.frames, 1000U);
    QCOMPARE(info.rate, 8000.);
    QCOMPARE(info.channels.size(), 2U);
    QCOMPARE(static_cast<int>(info.native), native);
    QCOMPARE(info.silence, 0.);

    std::vector<double> exact(sound.size());
    QVERIFY((*source)->readExact(0, exact));
    for (std::size_t i = 0; i < sound.size(); ++i) QCOMPARE(exact[i], sound[i] >> dropped);
    // Blocks in any order give the same as one read.
    std::vector<double> block(2 * 100);
    for (const std::uint64_t first : {900U, 0U, 450U, 451U}) {
      QVERIFY((*source)->readExact(first, block));
      QVERIFY(std::equal(block.begin(), block.end(), exact.begin() + static_cast<std::ptrdiff_t>(2 * first)));
    }
    std::vector<float> floats(sound.size());
    QVERIFY((*source)->read(0, floats));
    for (std::size_t i = 0; i < sound.size(); ++i) QCOMPARE(floats[i], static_cast<float>(exact[i]));
  }

  void framesAreTheSameWhereverReadingBegins_data() {
    QTest::addColumn<int>("format");
    QTest::newRow("wav mu-law") << (SF_FORMAT_WAV | SF_FORMAT_ULAW);
    QTest::newRow("wav ima adpcm") << (SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM);
    QTest::newRow("wav ms adpcm") << (SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM);
    QTest::newRow("wav gsm") << (SF_FORMAT_WAV | SF_FORMAT_GSM610);
    QTest::newRow("wav g721") << (SF_FORMAT_WAV | SF_FORMAT_G721_32);
    QTest::newRow("aiff dwvw") << (SF_FORMAT_AIFF | SF_FORMAT_DWVW_16);
    QTest::newRow("flac") << (SF_FORMAT_FLAC | SF_FORMAT_PCM_16);
    QTest::newRow("caf alac") << (SF_FORMAT_CAF | SF_FORMAT_ALAC_16);
    QTest::newRow("vorbis") << (SF_FORMAT_OGG | SF_FORMAT_VORBIS);
    QTest::newRow("opus") << (SF_FORMAT_OGG | SF_FORMAT_OPUS);
    QTest::newRow("mp3") << (SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III);
  }
  void framesAreTheSameWhereverReadingBegins() {
    QFETCH(const int, format);
    SF_INFO written{};
    written.samplerate = 8000;
    written.channels = 1;
    written.format = format;
    if (!sf_format_check(&written)) QSKIP("this libsndfile does not write the format");
    const fs::path path = in("places.sound");
    // Noise of changing loudness, so that packets differ in size and depend on those before them.
    std::vector<int> sound = soundOf(48000);
    for (std::size_t i = 0; i < sound.size(); ++i)
      sound[i] = sound[i] / 4 +
                 static_cast<int>(static_cast<double>(mix64(i) >> 33U) * .3 * std::sin(1e-3 * static_cast<double>(i)));
    writeSound(path, format, 1, sound);
    const auto front = openAudio(path);
    QVERIFY2(front, front ? "" : sentence(front.error()).c_str());
    const std::uint64_t frames = (*front)->info().frames;
    QVERIFY(frames >= 48000);
    std::vector<double> whole(frames);
    QVERIFY((*front)->readExact(0, whole));
    QVERIFY(*std::ranges::max_element(whole) > 0);
    const auto source = openAudio(path);
    QVERIFY(source);
    std::vector<double> block(1500);
    for (std::uint64_t i = 0; i < 60; ++i) {
      const std::uint64_t first = mix64(i) % (frames - block.size());
      QVERIFY((*source)->readExact(first, block));
      QVERIFY2(std::equal(block.begin(), block.end(), whole.begin() + static_cast<std::ptrdiff_t>(first)),
               std::to_string(first).c_str());
    }
  }

  void widerContainersAreReadWhole_data() {
    QTest::addColumn<WavFields>("fields");
    QTest::addColumn<int>("shift");  // of a sample of 24 bits in its container
    QTest::addColumn<double>("fullScale");
    QTest::newRow("upper end") << WavFields{} << 8 << 0x1p23;
    QTest::newRow("lower end, as arecord writes") << WavFields{} << 0 << 0x1p23;
    QTest::newRow("two channels") << WavFields{.channels = 2, .frameBytes = 8} << 8 << 0x1p23;
    QTest::newRow("size left open") << WavFields{.openSize = true} << 8 << 0x1p23;
    QTest::newRow("extensible, 24 of 24 bits") << WavFields{.validBits = 24} << 8 << 0x1p23;
    QTest::newRow("extensible, 24 of 32 bits") << WavFields{.bits = 32, .validBits = 24} << 8 << 0x1p23;
    QTest::newRow("20 bits") << WavFields{.bits = 20} << 12 << 0x1p19;
  }
  void widerContainersAreReadWhole() {
    QFETCH(const WavFields, fields);
    QFETCH(const int, shift);
    QFETCH(const double, fullScale);
    const fs::path path = in("containers.wav");
    std::vector<double> expected;
    std::string samples;
    for (std::size_t i = 0; i < 20000; ++i) {
      // Silent at first, so that the end at which the bits are shows only later.
      const int bits = std::min(fields.bits, 24);
      const int sample = i < 10000 ? 0 : static_cast<int>(mix64(i) >> (64 - bits)) - (1 << (bits - 1));
      put(samples, static_cast<std::uint32_t>(sample << shift), 4);
      expected.push_back(sample);
    }
    writeWav(path, fields, samples);
    const auto source = openAudio(path);
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    const auto& info = (*source)->info();
    QCOMPARE(info.channels.size(), static_cast<std::size_t>(fields.channels));
    QCOMPARE(info.frames, 20000U / static_cast<unsigned>(fields.channels));
    QCOMPARE(info.rate, 8000.);
    QCOMPARE(info.native, DType::i32);
    QCOMPARE(info.fullScale, fullScale);
    std::vector<double> read(expected.size());
    QVERIFY((*source)->readExact(0, read));
    QVERIFY(read == expected);
  }

  void bitsBelowTheFirstSamplesAreNotLost() {
    std::string samples;
    for (std::uint32_t i = 0; i < 20000; ++i) put(samples, i < 19000 ? (i + 0x800000) << 8 : i, 4);
    writeWav(in("late.wav"), WavFields{}, samples);
    const auto source = openAudio(in("late.wav"));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    std::vector<double> read(1000);
    QVERIFY((*source)->readExact(18000, read));
    const auto late = (*source)->readExact(19000, read);
    QVERIFY(!late);
    QVERIFY(sentence(late.error()).find("24 bits at neither end") != std::string::npos);
  }

  void validBitsThatAreNotTrueAreOverlooked() {
    std::string samples;
    std::vector<double> expected;
    for (std::uint64_t i = 0; i < 5000; ++i) {
      const auto sample = static_cast<std::int32_t>(mix64(i));
      put(samples, static_cast<std::uint32_t>(sample), 4);
      expected.push_back(sample);
    }
    writeWav(in("valid.wav"), WavFields{.bits = 32, .validBits = 24}, samples);
    const auto source = openAudio(in("valid.wav"));
    QVERIFY2(source, source ? "" : sentence(source.error()).c_str());
    QCOMPARE((*source)->info().fullScale, 0x1p31);
    std::vector<double> read(expected.size());
    QVERIFY((*source)->readExact(0, read));
    QVERIFY(read == expected);
  }

  void fieldsThatContradictEachOtherAreRefused_data() {
    QTest::addColumn<WavFields>("fields");
    QTest::newRow("frames too small") << WavFields{.channels = 2, .bits = 16, .frameBytes = 2};
    QTest::newRow("frames that channels do not share") << WavFields{.channels = 2, .bits = 16, .frameBytes = 7};
    QTest::newRow("8 bits in 2 bytes") << WavFields{.bits = 8, .frameBytes = 2};
    QTest::newRow("24 bits in 6 bytes") << WavFields{.frameBytes = 6};
    QTest::newRow("floats of 24 bits in 4 bytes") << WavFields{.tag = 3};
    QTest::newRow("mu-law in 2 bytes") << WavFields{.tag = 7, .bits = 8, .frameBytes = 2};
    QTest::newRow("more valid bits than bits") << WavFields{.bits = 16, .frameBytes = 2, .validBits = 24};
    QTest::newRow("24 bits at neither end") << WavFields{};
  }
  void fieldsThatContradictEachOtherAreRefused() {
    QFETCH(const WavFields, fields);
    const fs::path path = in("contradiction.wav");
    std::string samples;
    for (const float value : {.1F, -.3F, .7F, 1e-3F, 12345.5F, -3.F})
      put(samples, std::bit_cast<std::uint32_t>(value), 4);
    writeWav(path, fields, samples);
    const auto source = openAudio(path);
    QVERIFY(!source);
    QVERIFY(sentence(source.error()).find("contradiction.wav") != std::string::npos);
    QVERIFY(source.error().code == Errc::damaged || source.error().code == Errc::unsupported);
  }

  void floatsKeepTheirValues() {
    const fs::path path = in("float.wav");
    SF_INFO info{};
    info.samplerate = 1000;
    info.channels = 1;
    info.format = SF_FORMAT_WAV | SF_FORMAT_DOUBLE;
    const std::vector<double> sound{0.1, -2.5, 1e-9, 3e5};
    SNDFILE* file = sf_open(path.c_str(), SFM_WRITE, &info);
    sf_write_double(file, sound.data(), static_cast<sf_count_t>(sound.size()));
    sf_close(file);
    const auto source = openAudio(path);
    QVERIFY(source);
    QCOMPARE((*source)->info().native, DType::f64);
    std::vector<double> read(sound.size());
    QVERIFY((*source)->readExact(0, read));
    QVERIFY(read == sound);
  }

  void writtenWavIsReadAlikeByPython() {
    const fs::path path = in("python.wav");
    std::vector<std::int16_t> sound(600);
    for (std::size_t i = 0; i < sound.size(); ++i) sound[i] = static_cast<std::int16_t>(mix64(i));
    QVERIFY(waveform::writeWav(path, sound, 3, 11025));
    QProcess python;
    python.start("/usr/bin/python3",
                 {"-c",
                  "import sys,wave,array\nw=wave.open(sys.argv[1])\n"
                  "print(w.getnchannels(),w.getframerate(),w.getsampwidth(),*array.array('h',w.readframes(9999)))",
                  QString::fromStdString(path.string())});
    if (!python.waitForStarted()) QSKIP("python3 is not installed");
    QVERIFY(python.waitForFinished());
    QString expected = "3 11025 2";
    for (const std::int16_t value : sound) expected += ' ' + QString::number(value);
    QCOMPARE(QString::fromUtf8(python.readAllStandardOutput()).trimmed(), expected);
  }

  void cutFilesAreDamaged_data() {
    QTest::addColumn<int>("format");
    QTest::newRow("wav") << (SF_FORMAT_WAV | SF_FORMAT_PCM_16);
    QTest::newRow("wav extensible") << (SF_FORMAT_WAVEX | SF_FORMAT_PCM_24);
    QTest::newRow("wav adpcm") << (SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM);
    QTest::newRow("rf64") << (SF_FORMAT_RF64 | SF_FORMAT_PCM_16);
    QTest::newRow("w64") << (SF_FORMAT_W64 | SF_FORMAT_PCM_16);
    QTest::newRow("aiff") << (SF_FORMAT_AIFF | SF_FORMAT_PCM_16);
    QTest::newRow("au") << (SF_FORMAT_AU | SF_FORMAT_PCM_16);
    QTest::newRow("caf") << (SF_FORMAT_CAF | SF_FORMAT_PCM_16);
    QTest::newRow("flac") << (SF_FORMAT_FLAC | SF_FORMAT_PCM_16);
    QTest::newRow("ogg") << (SF_FORMAT_OGG | SF_FORMAT_VORBIS);
  }
  void cutFilesAreDamaged() {
    QFETCH(const int, format);
    const fs::path path = in("cut.sound");
    writeSound(path, format, 1, soundOf(48000));
    QVERIFY(openAudio(path));
    cutTo(path, .52);
    const auto cut = openAudio(path);
    QVERIFY(!cut);
    QCOMPARE(cut.error().code, Errc::damaged);
    QVERIFY(sentence(cut.error()).find("cut.sound is ") != std::string::npos);
    QCOMPARE(cut.error().source.file, path.string());
  }

  void cutWavNamesBothNumbers() {
    const fs::path path = in("numbers.wav");
    QVERIFY(waveform::writeWav(path, std::vector<std::int16_t>(48000, 7), 1, 8000));
    fs::resize_file(path, 44 + 2 * 24989 + 1);
    const auto cut = openAudio(path);
    QVERIFY(!cut);
    QVERIFY(sentence(cut.error()).ends_with("it holds 24989 of the 48000 frames its header promises."));
  }

  void chunksAroundTheSoundAreNoDamage() {
    const fs::path path = in("tagged.wav");
    QVERIFY(waveform::writeWav(path, std::vector<std::int16_t>(101, 7), 1, 8000));
    std::ofstream(path, std::ios::app | std::ios::binary) << std::string("LIST\x08\0\0\0INFOabcd", 16);
    const auto source = openAudio(path);
    QVERIFY(source);
    QCOMPARE((*source)->info().frames, 101U);
  }

  void anAuHeaderThatPointsIntoItselfIsReadAlikeEveryTime() {
    std::string file = ".snd";
    for (const int word : {21, 8, 3, 8000, 1})
      file += std::string(2, '\0') + static_cast<char>(word >> 8) + static_cast<char>(word);
    const fs::path path = in("inside.au");
    std::ofstream(path, std::ios::binary) << file << std::string(8, '\0');
    const auto source = openAudio(path);
    if (!source) return;  // a libsndfile that refuses it is right, too
    std::vector<double> first((*source)->info().frames);
    std::vector<double> again(first.size());
    QVERIFY((*source)->readExact(0, first));
    QVERIFY((*source)->readExact(0, again));
    QVERIFY(first == again);
  }

  void whatIsNoSoundIsOneSentence_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty file") << QByteArray();
    QTest::newRow("text") << QByteArray("hello, this is text");
    QTest::newRow("header only") << QByteArray("RIFF\x24\0\0\0WAVE", 12);
    QTest::newRow("riff tag alone") << QByteArray("RIFF");
    QTest::newRow("endless chunk") << QByteArray("RIFF\x24\0\0\0WAVEfmt \xff\xff\xff\xff", 20);
    QTest::newRow("w64 with a chunk of size zero") << QByteArray("riff") + QByteArray(100, '\0');
  }
  void whatIsNoSoundIsOneSentence() {
    QFETCH(const QByteArray, content);
    const fs::path path = in("none.wav");
    std::ofstream(path, std::ios::binary).write(content.data(), content.size());
    const auto source = openAudio(path);
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::format);
    QVERIFY(sentence(source.error()).ends_with('.'));
  }

  void missingFileIsNotFound() {
    const auto source = openAudio(in("nowhere.wav"));
    QVERIFY(!source);
    QCOMPARE(source.error().code, Errc::notFound);
  }

  void namesOfSoundFilesAreKnownInAnyCase() {
    QVERIFY(waveform::hasAudioName("a/b.WAV"));
    QVERIFY(waveform::hasAudioName("b.flac"));
    QVERIFY(!waveform::hasAudioName("SOURCE.txt"));
    QVERIFY(!waveform::hasAudioName("wav"));
  }

  void everyRecordingOfARealSetOpens() {
    const fs::path folder = fs::path(MASU_SHARED_DATA) / "fsdd" / "recordings";
    if (!fs::exists(folder)) QSKIP("the shared data sets are not here");
    int recordings = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const auto source = openAudio(entry.path());
      QVERIFY2(source, entry.path().c_str());
      QCOMPARE((*source)->info().native, DType::i16);
      QCOMPARE((*source)->info().rate, 8000.);
      ++recordings;
    }
    QCOMPARE(recordings, 3000);
  }
};

MASU_TEST(AudioFileTest)
#include "audio_file_test.moc"
