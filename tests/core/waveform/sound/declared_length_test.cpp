// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/sound/declared_length.h"

#include <QTest>
#include <span>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

namespace {

std::string number(std::uint64_t value, int bytes, bool bigEndian) {
  std::string text;
  for (int i = 0; i < bytes; ++i) {
    const int shift = 8 * (bigEndian ? bytes - 1 - i : i);
    text += static_cast<char>((value >> shift) & 0xFF);
  }
  return text;
}

/// Two channels of 16 bits, as the format chunk of a WAV says it.
std::string waveFormat(bool bigEndian) {
  return number(1, 2, bigEndian) + number(2, 2, bigEndian) + number(8000, 4, bigEndian) + number(32000, 4, bigEndian) +
         number(4, 2, bigEndian) + number(16, 2, bigEndian);
}

std::string chunk(const std::string& id, const std::string& content, bool bigEndian = false) {
  return id + number(content.size(), 4, bigEndian) + content + (content.size() % 2 == 1 ? std::string(1, '\0') : "");
}

constexpr std::uint64_t kFrames = 10;
const std::string kSound(4 * kFrames, 's');

std::string wav(const std::string& form = "RIFF") {
  const bool bigEndian = form == "RIFX";
  const std::string inside = "WAVE" + chunk("note", "odd", bigEndian) +
                             chunk("fmt ", waveFormat(bigEndian), bigEndian) + chunk("data", kSound, bigEndian);
  return form + number(inside.size(), 4, bigEndian) + inside;
}

/// A writer that could not seek back left all ones in place of the length.
std::string openWav() {
  std::string file = wav();
  return file.replace(file.find("data") + 4, 4, 4, '\xFF');
}

std::string rf64() {
  std::string file = "RF64" + std::string(4, '\xFF') + "WAVE" +
                     chunk("ds64", number(0, 8, false) + number(kSound.size(), 8, false) + std::string(12, '\0')) +
                     chunk("fmt ", waveFormat(false)) + "data" + std::string(4, '\xFF');
  return file + kSound;
}

std::string wave64() {
  const auto piece = [](const std::string& id, const std::string& content) {
    return id + std::string(12, 'g') + number(24 + content.size(), 8, false) + content;
  };
  return "riff" + std::string(36, 'g') + piece("fmt ", waveFormat(false)) + piece("data", kSound);
}

std::string aiff() {
  const std::string common = number(2, 2, true) + number(kFrames, 4, true) + number(16, 2, true) + std::string(10, 'r');
  const std::string inside = "AIFF" + chunk("COMM", common, true) + chunk("SSND", number(0, 8, true) + kSound, true);
  return "FORM" + number(inside.size(), 4, true) + inside;
}

std::string coreAudio(bool open) {
  const std::string description = std::string(8, 'r') + "lpcm" + number(0, 4, true) + number(4, 4, true) +
                                  number(1, 4, true) + number(2, 4, true) + number(16, 4, true);
  const std::uint64_t size = open ? ~std::uint64_t{0} : 4 + kSound.size();
  return "caff" + number(0x10000, 4, true) + "desc" + number(description.size(), 8, true) + description + "data" +
         number(size, 8, true) + number(0, 4, true) + kSound;
}

std::string sunAudio() {
  return ".snd" + number(24, 4, true) + number(kSound.size(), 4, true) + number(3, 4, true) + number(8000, 4, true) +
         number(2, 4, true) + kSound;
}

}  // namespace

/// Headers are written by hand here: no other program is asked what a file promises.
class DeclaredLengthTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void headersPromiseTheirSound_data() { files(); }
  void headersPromiseTheirSound() {
    QFETCH(const QByteArray, file);
    QFETCH(const int, frameBytes);
    const auto declared = lengthOf(file);
    QVERIFY(declared);
    QCOMPARE(declared->promisedBytes, static_cast<std::uint64_t>(kSound.size()));
    QCOMPARE(declared->presentBytes, static_cast<std::uint64_t>(kSound.size()));
    QCOMPARE(declared->frameBytes, static_cast<std::uint32_t>(frameBytes));
    QCOMPARE(file.mid(static_cast<qsizetype>(declared->offset)), QByteArray::fromStdString(kSound));
    QVERIFY(checkWhole(*declared, "a.wav"));
  }

  void aFileThatWasCutIsMissed_data() { files(); }
  void aFileThatWasCutIsMissed() {
    QFETCH(const QByteArray, file);
    QFETCH(const bool, open);
    for (qsizetype cut = 1; cut <= static_cast<qsizetype>(kSound.size()); ++cut) {
      const auto declared = lengthOf(file.chopped(cut));
      QVERIFY(declared);
      QCOMPARE(declared->presentBytes, kSound.size() - static_cast<std::uint64_t>(cut));
      // Where the length was left open, the rest of the file is all there ever was.
      QVERIFY2(checkWhole(*declared, "a.wav").has_value() == open, qPrintable(QString::number(cut)));
    }
  }

  /// However a file ends or whatever its header claims, the sound is within the file.
  void noHeaderPointsBehindTheFile_data() { files(); }
  void noHeaderPointsBehindTheFile() {
    QFETCH(const QByteArray, file);
    for (qsizetype at = 0; at < file.size() - static_cast<qsizetype>(kSound.size()); ++at) {
      for (const char value : {'\0', '\x7F', '\xFF'}) {
        QByteArray damaged = file;
        damaged[at] = value;
        if (const auto declared = lengthOf(damaged))
          QVERIFY(declared->presentBytes == 0 ||
                  declared->offset + declared->presentBytes <= static_cast<std::uint64_t>(file.size()));
      }
      if (const auto declared = lengthOf(file.first(at))) QVERIFY(declared->presentBytes == 0);
    }
  }

  void otherFilesPromiseNothing() {
    for (const char* file : {"", "RIF", "RIFF", "OggS", "fLaC and more", "caff", "FORM    AIFF", "riff"})
      QVERIFY2(!lengthOf(file), file);
    QByteArray open = QByteArray::fromStdString(sunAudio());
    open.replace(8, 4, QByteArray(4, '\xFF'));
    QVERIFY(!lengthOf(open));
  }

  void aWaveFormatIsRead() {
    for (const char* form : {"RIFF", "RIFX"}) {
      const auto declared = lengthOf(QByteArray::fromStdString(wav(form)));
      QVERIFY(declared && declared->format);
      QCOMPARE(declared->format->tag, std::uint64_t{1});
      QCOMPARE(declared->format->channels, std::uint64_t{2});
      QCOMPARE(declared->format->bits, std::uint64_t{16});
      QCOMPARE(declared->format->bigEndian, std::string(form) == "RIFX");
      QCOMPARE(containerBytes(*declared->format, "a.wav").value_or(9), 0U);
    }
  }

  void aFrameMayHaveMoreRoomThanItsBits() {
    const auto container = [](const WaveFormat& format) { return containerBytes(format, "a.wav"); };
    // Samples that fill their bytes need no container.
    for (const std::uint64_t bits : {8U, 12U, 16U, 20U, 24U, 32U}) {
      for (const std::uint64_t channels : {1U, 2U, 7U}) {
        const std::uint64_t bytes = (bits + 7) / 8;
        QCOMPARE(container({.tag = 1, .channels = channels, .frameBytes = channels * bytes, .bits = bits}).value_or(9),
                 0U);
      }
    }
    QCOMPARE(container({.tag = 1, .channels = 2, .frameBytes = 8, .bits = 24}).value_or(9), 4U);
    QCOMPARE(container({.tag = 1, .channels = 1, .frameBytes = 4, .bits = 32, .validBits = 20}).value_or(9), 4U);
    QCOMPARE(container({.tag = 1, .channels = 2, .frameBytes = 0, .bits = 16}).value_or(9), 0U);  // left open
    QCOMPARE(container({.tag = 85, .channels = 0, .frameBytes = 1, .bits = 0}).value_or(9), 0U);  // no frames
  }

  void fieldsThatContradictEachOtherAreRefused() {
    const std::vector<WaveFormat> formats = {
        {.tag = 1, .channels = 0, .frameBytes = 4, .bits = 16},
        {.tag = 1, .channels = 2, .frameBytes = 4, .bits = 0},
        {.tag = 1, .channels = 2, .frameBytes = 5, .bits = 16},  // no whole bytes a channel
        {.tag = 1, .channels = 2, .frameBytes = 2, .bits = 16},  // too few
        {.tag = 1, .channels = 1, .frameBytes = 8, .bits = 24},  // more than any container
        {.tag = 1, .channels = 1, .frameBytes = 2, .bits = 8},   // 8 bits have no sign
        {.tag = 1, .channels = 1, .frameBytes = 2, .bits = 16, .validBits = 20},
        {.tag = 3, .channels = 1, .frameBytes = 8, .bits = 32},  // a float has its own size
    };
    for (std::size_t i = 0; i < formats.size(); ++i) {
      const auto container = containerBytes(formats[i], "a.wav");
      QVERIFY2(!container && container.error().code == Errc::damaged, qPrintable(QString::number(i)));
    }
  }

 private:
  static void files() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("frameBytes");
    QTest::addColumn<bool>("open");
    const auto row = [](const char* name, const std::string& file, int frameBytes, bool open = false) {
      QTest::newRow(name) << QByteArray::fromStdString(file) << frameBytes << open;
    };
    row("WAV", wav(), 4);
    row("WAV of big-endian numbers", wav("RIFX"), 4);
    row("WAV of an open length", openWav(), 4, true);
    row("RF64", rf64(), 4);
    row("W64", wave64(), 4);
    row("AIFF", aiff(), 4);
    row("CAF", coreAudio(false), 4);
    row("CAF of an open length", coreAudio(true), 4, true);
    row("AU", sunAudio(), 0);
  }

  static std::optional<DeclaredLength> lengthOf(const QByteArray& bytes) {
    const auto file = io::File::createInMemory("sound");
    if (!file || !file->writeAt(0, std::as_bytes(std::span(bytes.data(), bytes.size())))) return std::nullopt;
    const auto declared = declaredLength(*file);
    return declared ? *declared : std::nullopt;
  }
};

MASU_TEST(DeclaredLengthTest)
#include "declared_length_test.moc"
