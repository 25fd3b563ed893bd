// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/permutation.h"
#include "tests/fixtures/edf_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

namespace {

/// Where signal `i` of `signals` has a field that starts `before` bytes a signal after the fixed header.
std::size_t fieldAt(std::size_t signals, std::size_t before, std::size_t width, std::size_t i) {
  return 256 + signals * before + i * width;
}

std::string patched(std::string bytes, std::size_t at, std::size_t width, const std::string& text) {
  return bytes.replace(at, width, text + std::string(width - text.size(), ' '));
}

}  // namespace

/// What is wrong with a file is one sentence that names it, whatever its header claims.
class EdfDamageTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::string bytes(const char* name) const { return bytesOf(fs::path(m_folder.path().toStdString()) / name); }

  static void isRefused(const Result<std::unique_ptr<RecordingSource>>& source, Errc code, const std::string& part) {
    QVERIFY(!source);
    const std::string sentence = source.error().message.english();
    QVERIFY2(source.error().code == code, sentence.c_str());
    QVERIFY2(sentence.find("day 1/some.edf") != std::string::npos && sentence.ends_with('.'), sentence.c_str());
    QVERIFY2(sentence.find(part) != std::string::npos, sentence.c_str());
    QCOMPARE(source.error().source.file, "day 1/some.edf");
  }

 private Q_SLOTS:
  void initTestCase() { QVERIFY(runEdfFiles({"make", m_folder.path()})); }

  void everyCutIsFound_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"gaps.edf", "gaps.bdf", "run1.edf", "plain.bdf"}) QTest::newRow(file) << file;
  }
  void everyCutIsFound() {
    QFETCH(const QString, file);
    const std::string whole = bytes(file.toStdString().c_str());
    QVERIFY(openBytes(whole));
    for (std::size_t size = 0; size < whole.size(); size += 1 + size / 97) {
      const auto cut = openBytes(whole.substr(0, size));
      isRefused(cut, size < 8 ? Errc::format : Errc::damaged, size < 8 ? "is not an EDF" : "is cut short");
      if (QTest::currentTestFailed()) return;
    }
    isRefused(openBytes(whole.substr(0, whole.size() - 1)), Errc::damaged, "is cut short: it holds ");
  }

  void aFewBytesBehindTheLastRecordAreNoDamage() {
    const std::string whole = bytes("plain.bdf");
    const std::size_t record = 2 * 64 * 3;
    const auto expected = wholeOf(*openBytes(whole).value());
    for (const std::size_t more : {std::size_t{1}, std::size_t{100}, record - 1}) {
      QVERIFY(wholeOf(*openBytes(whole + std::string(more, 'x')).value()) == expected);
    }
    isRefused(openBytes(whole + std::string(record, 'x')), Errc::damaged,
              "has 8 records, but its header states 7");
  }

  void anOpenNumberOfRecordsIsCountedByTheSize() {
    const std::string whole = bytes("plain.bdf");
    const std::string open = patched(whole, 236, 8, "-1");
    const std::size_t record = 2 * 64 * 3;
    QVERIFY(wholeOf(*openBytes(open).value()) == wholeOf(*openBytes(whole).value()));
    // What the recorder was at when it stopped is no whole record.
    QCOMPARE(openBytes(open.substr(0, open.size() - 1)).value()->info().frames, 6U * 64);
    QCOMPARE(openBytes(open + std::string(record, 'x')).value()->info().frames, 8U * 64);
    isRefused(openBytes(open.substr(0, 256 * 3 + record - 1)), Errc::noSamples, "holds no samples");
  }

  void aHeaderThatCannotBeIsOneSentence_data() {
    QTest::addColumn<int>("at");
    QTest::addColumn<int>("width");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("part");
    const auto row = [](const char* name, std::size_t at, int width, const char* text, const char* part) {
      QTest::newRow(name) << static_cast<int>(at) << width << QByteArray(text) << QByteArray(part);
    };
    row("negative number of signals", 252, 4, "-2", "\"-2\" as the number of its signals");
    row("no signals", 252, 4, "0", "\"0\" as the number of its signals");
    row("signals in words", 252, 4, "two", "\"two\" as the number of its signals");
    row("half a signal", 252, 4, "1.5", "\"1.5\" as the number of its signals");
    row("more signals than bytes", 252, 4, "9999", "its header is not whole");
    row("negative records", 236, 8, "-2", "\"-2\" as the number of its records");
    row("no number of records", 236, 8, "", "\"\" as the number of its records");
    row("absurd records", 236, 8, "99999999", "it holds 7 of the 99999999 whole records");
    row("fewer records", 236, 8, "5", "it has 7 records, but its header states 5");
    row("duration in words", 244, 8, "1 s", "\"1 s\" as the duration of a record");
    row("endless duration", 244, 8, "inf", "\"inf\" as the duration of a record");
    const std::size_t samples = fieldAt(2, 216, 8, 1);
    row("no samples", samples, 8, "0", "\"0\" as the number of samples a record of signal 2");
    row("negative samples", samples, 8, "-64", "\"-64\" as the number of samples a record of signal 2");
    row("absurd samples", samples, 8, "99999999", "it holds 0 of the 7 whole records");
    row("infinite samples", samples, 8, "1e99", "\"1e99\" as the number of samples a record of signal 2");
    const std::size_t physical = fieldAt(2, 112, 8, 0);
    row("limit in words", physical, 8, "high", "\"high\" as a limit of signal 1");
    row("limit that is none", physical, 8, "nan", "\"nan\" as a limit of signal 1");
    row("limit beyond numbers", physical, 8, "1e999", "\"1e999\" as a limit of signal 1");
    row("limit beyond floats", physical, 8, "1e300", "signal 1 reaches ");
  }
  void aHeaderThatCannotBeIsOneSentence() {
    QFETCH(const int, at);
    QFETCH(const int, width);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, part);
    const std::string whole = bytes("plain.bdf");
    const std::string broken =
        patched(whole, static_cast<std::size_t>(at), static_cast<std::size_t>(width), text.toStdString());
    isRefused(openBytes(broken), Errc::damaged, part.toStdString());
  }

  void aHeaderLengthIsBelievedIfTheFileFits() {
    const std::string whole = bytes("plain.bdf");
    const auto expected = wholeOf(*openBytes(whole).value());
    // A wrong length over a file that is whole.
    for (const char* length : {"", "0", "512", "99999999", "-1"}) {
      QVERIFY(wholeOf(*openBytes(patched(whole, 184, 8, *length ? length : "")).value()) == expected);
    }
    // A header that is longer than its signals need.
    std::string longer = patched(whole, 184, 8, "1024");
    longer.insert(768, std::string(256, ' '));
    QVERIFY(wholeOf(*openBytes(longer).value()) == expected);
    // Neither fits.
    isRefused(openBytes(patched(whole, 184, 8, "1025") + "x"), Errc::damaged,
              "\"1025\" as its own length, where 2 signals need 768");
  }

  void signalsThatShareANameAreNumbered() {
    constexpr std::size_t kSignals = 9999;
    std::string whole = bytes("plain.bdf").substr(0, 252) + "9999";
    whole = patched(patched(whole, 236, 8, "1"), 184, 8, std::to_string(256 * (kSignals + 1)));
    whole += std::string(kSignals * 216, ' ');
    for (std::size_t i = 0; i < kSignals; ++i) whole += "1       ";
    whole += std::string(kSignals * 32, ' ') + std::string(kSignals * 3, '\1');
    for (std::size_t i = 0; i < kSignals; ++i) whole[256 + 16 * i] = 'A';
    const auto source = openBytes(whole).value();
    QCOMPARE(source->info().channels.back(), "A (9999)");
  }

  void brokenAnnotationsAreOneSentence_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("part");
    const auto row = [](const char* name, QByteArray from, QByteArray to, const char* part) {
      QTest::newRow(name) << from << to << QByteArray(part);
    };
    const char* unreadable = "an annotation of record 5 cannot be read";
    row("no time", "+10.375\x15", "+ten375\x15", unreadable);
    row("an endless time", "+10.375\x15", "+1e9999\x15", unreadable);
    row("a time of no age", "+10.375\x15", "+1.e300\x15", unreadable);
    row("no duration",
        "\x15"
        "0.5\x14",
        "\x15"
        "x.5\x14",
        unreadable);
    row("no end of the time",
        "\x15"
        "0.5\x14two\x14texts\x14",
        "\x15"
        "0.5 two texts ",
        unreadable);
    row("no time of a record", "+10.125\x14\x14", "+10.125\x14x", "record 5 does not state when it starts");
  }
  void brokenAnnotationsAreOneSentence() {
    QFETCH(const QByteArray, from);
    QFETCH(const QByteArray, to);
    QFETCH(const QByteArray, part);
    std::string whole = bytes("gaps.edf");
    const auto at = whole.find(from.toStdString());
    QVERIFY(at != std::string::npos);
    QCOMPARE(from.size(), to.size());
    whole.replace(at, static_cast<std::size_t>(from.size()), to.toStdString());
    isRefused(openBytes(whole), Errc::damaged, part.toStdString());
  }

  void gapsWithoutTimesAreDamaged() {
    isRefused(openBytes(patched(bytes("plain.bdf"), 192, 44, "BDF+D")), Errc::damaged,
              "record 1 does not state when it starts");
  }

  void recordsThatGoBackInTimeAreBehindAGap() {
    std::string whole = bytes("gaps.edf");
    const std::string time("+11.125\x14\x14", 9);
    whole.replace(whole.find(time), time.size(), "+01.125\x14\x14");
    const auto source = openBytes(whole).value();
    QCOMPARE(source->info().segments.size(), 4U);
    for (const auto& note : source->info().annotations) {
      QVERIFY(note.onset >= 0 && note.onset <= 4.5);
      QVERIFY(note.duration >= 0);
    }
  }

  void randomDamageEndsInASentenceOrValues_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"gaps.edf", "gaps.bdf", "lax.edf", "notes.edf"}) QTest::newRow(file) << file;
  }
  void randomDamageEndsInASentenceOrValues() {
    QFETCH(const QString, file);
    const std::string whole = bytes(file.toStdString().c_str());
    const std::string digits = "0123456789-+.,e \x14\x15";
    int opened = 0;
    for (std::uint64_t round = 0; round < 3000; ++round) {
      std::string broken = whole;
      for (std::uint64_t i = 0; i <= round % 4; ++i) {
        const std::uint64_t dice = mix64(round * 8 + i);
        const std::size_t place = round % 3 == 0 ? broken.size() : std::min<std::size_t>(broken.size(), 1280);
        broken[dice % place] = round % 2 == 0 ? digits[(dice >> 32U) % digits.size()] : static_cast<char>(dice >> 40U);
      }
      const double rate = round % 5 == 0 ? 50 : 0;
      const auto source = openBytes(broken, {.channels = {}, .rate = rate, .raw = {}});
      if (!source) {
        QVERIFY(source.error().message.english().ends_with('.'));
        continue;
      }
      ++opened;
      const auto& info = (*source)->info();
      std::vector<float> values(info.channels.size() * std::min<std::uint64_t>(info.frames, 10'000));
      QVERIFY((*source)->read(0, values));
    }
    QVERIFY(opened > 0 || file == "notes.edf");
  }
};

MASU_TEST(EdfDamageTest)
#include "edf_damage_test.moc"
