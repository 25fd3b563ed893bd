// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/encoding.h"

#include <QStringDecoder>
#include <QTest>
#include <random>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::csv;

namespace {

/// Qt's decoder is the judge. It takes the rest of a cut character for a state and not for a fault.
bool isUtf8ToQt(const std::string& text) {
  QStringDecoder decoder(QStringDecoder::Utf8,
                         QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
  const QString decoded = decoder(QByteArray::fromStdString(text));
  return !decoder.hasError() && decoded.toUtf8().toStdString() == text;
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

class EncodingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// All first bytes, the continuations around every limit, and bytes of text on both sides.
  void isUtf8WhatQtReads() {
    const std::string kNext = {'\x00', '\x41', '\x7F', '\x80', '\x8F', '\x90', '\x9F', '\xA0', '\xBF', '\xC0', '\xFF'};
    int good = 0;
    for (unsigned first = 0x80; first < 0x100; ++first) {
      for (const char second : kNext) {
        for (const char third : kNext) {
          for (const char fourth : kNext) {
            const std::string text = {static_cast<char>(first), second, third, fourth};
            QVERIFY2(isUtf8(text) == isUtf8ToQt(text), QByteArray::fromStdString(text).toHex());
            good += isUtf8(text) ? 1 : 0;
          }
        }
      }
    }
    QVERIFY(good > 0);
  }

  void thePrefixIsTheLongestThatIsUtf8() {
    const std::vector<std::string> pieces = {"abcdefgh", "x", "é", "枡", "😀", "\xFF", "\xE6\x9E", "\xC0"};
    std::mt19937 random(2);
    for (int i = 0; i < 5'000; ++i) {
      std::string text;
      for (auto n = random() % 7; n > 0; --n) text += pieces[random() % pieces.size()];
      std::size_t longest = text.size();
      while (!isUtf8ToQt(text.substr(0, longest))) --longest;
      QCOMPARE(wellFormedPrefix(text), longest);
      QCOMPARE(isUtf8(text), longest == text.size());
    }
  }

  void aMarkIsThreeBytes() {
    QCOMPARE(byteOrderMark("\xEF\xBB\xBF"), std::size_t{3});
    QCOMPARE(byteOrderMark("\xEF\xBB\xBFx"), std::size_t{3});
    QCOMPARE(byteOrderMark("\xEF\xBB"), std::size_t{0});
    QCOMPARE(byteOrderMark("x\xEF\xBB\xBF"), std::size_t{0});
  }

  void mostlyUtf8IsNeitherAsciiNorAnOlderEncoding() {
    QVERIFY(!isMostlyUtf8("plain"));
    QVERIFY(isMostlyUtf8("Größe"));
    QVERIFY(isMostlyUtf8(repeated("枡", 9) + "\xFF...."));
    QVERIFY(!isMostlyUtf8(repeated("枡", 8) + "\xFF...."));
    QVERIFY(
        !isMostlyUtf8("Gr\xF6\xDF"
                      "e in Latin-1"));
    QVERIFY(isMostlyUtf8("枡枡\xE6\x9E"));  // cut by the end of the sample
  }

  void utf16ShowsInItsNuls() {
    const auto encoded = [](const char16_t* text, bool big) {
      std::string bytes;
      for (const char16_t* c = text; *c != 0; ++c) {
        const char low = static_cast<char>(*c & 0xFF);
        const char high = static_cast<char>(*c >> 8U);
        bytes += big ? std::string{high, low} : std::string{low, high};
      }
      return bytes;
    };
    QCOMPARE(unmarkedUtf16(encoded(u"age,city\n1,枡\n", false)), std::string("UTF-16LE"));
    QCOMPARE(unmarkedUtf16(encoded(u"age,city\n1,枡\n", true)), std::string("UTF-16BE"));
    // Other letters have NULs in delimiters and line ends alone; one such as U+0100 has its own in the other byte.
    for (const char16_t* text : {u"品目,はかる\nカボチャ,おおきな枡\n", u"имя,город\nАнна,Москва\nПётр,Тверь\n",
                                 u"country,capital\nĀfrica,Rome\nRome,Bern\n",
                                 // Letters and digits beside kana, whose bytes may all be those of ASCII.
                                 u"id,なまえ\n10,さくらのき\n11,はなのいけ\n12,あさのそら\n",
                                 // As many NULs in the other byte, those of U+4E00.
                                 u"id,住所\n1,一番町一\n2,一番町二\n3,二番町一\n"}) {
      QCOMPARE(unmarkedUtf16(encoded(text, false)), std::string("UTF-16LE"));
      QCOMPARE(unmarkedUtf16(encoded(text, true)), std::string("UTF-16BE"));
    }
    // Cells that are padded with a NUL each, whose places are all even.
    QCOMPARE(unmarkedUtf16(repeated(std::string_view("Tokyo1\0\n", 8), 20)), std::string());
    QCOMPARE(unmarkedUtf16(repeated(std::string_view("Größe1\0\n", 10), 20)), std::string());
    // Padded to places of both kinds, in an encoding whose bytes are not those of ASCII.
    QCOMPARE(unmarkedUtf16(repeated(std::string_view("\x93\x8C\x8B\x9E\0\n\x91\xE5\x8D\xE3 \0\n", 13), 20)),
             std::string());
    QCOMPARE(unmarkedUtf16("age,city\n1,2\n"), std::string());
    QCOMPARE(unmarkedUtf16(encoded(u"a,b", false)), std::string());  // too short to say
    QCOMPARE(unmarkedUtf16(std::string(16, '\0')), std::string());   // NULs everywhere are no text
    QCOMPARE(unmarkedUtf16(std::string("padded\0\0\0\0\0\0", 12)), std::string());
  }

  void theFaultIsNamedByItsLine() {
    const Error error = notWellFormed("one\ntwo\n\xFF", "", "a.csv", 10);
    QCOMPARE(error.source.line, std::uint64_t{12});
    QVERIFY(error.message.english().find("UTF-8") != std::string::npos);
    QVERIFY(error.message.english().find("a.csv") != std::string::npos);
    QCOMPARE(notWellFormed("\xFF", "CP932", "a.csv", 1).source.line, std::uint64_t{1});
    QVERIFY(notWellFormed("\xFF", "CP932", "a.csv", 1).message.english().find("CP932") != std::string::npos);
  }

  void theFirstForeignLineIsFound() {
    QCOMPARE(firstForeignLine("one\ntwo\n\xFF\n"), std::uint64_t{3});
    QCOMPARE(firstForeignLine("one\r\ntwo \xFF\r\n"), std::uint64_t{2});
    QCOMPARE(firstForeignLine("one\rtwo\r\xFF"), std::uint64_t{3});
    QCOMPARE(firstForeignLine("\xFF"), std::uint64_t{1});
    QCOMPARE(firstForeignLine("Größe\n"), std::uint64_t{0});
  }

  void textIsTakenAndBinaryRefused() {
    const std::string text = repeated("1,2,Größe\n", 20);
    QVERIFY(checkEncoding(text, "", "a.csv"));
    QVERIFY(checkEncoding("", "", "a.csv"));
    // A character that the end of the sample cuts is none of the file's faults.
    QVERIFY(checkEncoding(text + "\xE6\x9E", "", "a.csv"));
    const auto binary = checkEncoding(text + repeated(std::string_view("\x01\x02\x03\x04\0\0", 6), 5), "", "a.csv");
    QVERIFY(!binary);
    QVERIFY(binary.error().code == Errc::format);
    QCOMPARE(binary.error().message.english(), std::string("a.csv holds binary data, not a text table."));
    QVERIFY(!checkEncoding(std::string(100, '\0'), "", "a.csv"));
    // Text is not called binary for its controls.
    const auto controls = checkEncoding("a,b\n" + repeated("1,x\x1By\n", 20), "", "a.csv");
    QVERIFY(!controls);
    QVERIFY(controls.error().message.english().find("the first is 0x1B in line 2.") != std::string::npos);
    QCOMPARE(controls.error().source.line, std::uint64_t{2});
    // Cells that are padded with NULs, fields that old systems separate by controls.
    QVERIFY(checkEncoding(repeated(std::string_view("Tokyo\0\n", 7), 20), "", "a.csv"));
    QVERIFY(checkEncoding(repeated("a\x1F"
                                   "b\x1E",
                                   20),
                          "", "a.csv"));
  }

  void aFewBadBytesAreTheReadersOrRefused() {
    const std::string text = repeated("枡,1\n", 20) + "\xFF,2\n" + repeated("枡,1\n", 20);
    QVERIFY(!checkEncoding(text, "UTF-8", "a.csv"));
    QVERIFY(checkEncoding(text, "UTF-8", "a.csv", BadBytes::rejected));
    QVERIFY(!checkEncoding("\xFF,1\n" + repeated("a,1\n", 9), "UTF-8", "a.csv", BadBytes::rejected));
    QVERIFY(!checkEncoding(text, "CP932", "a.csv", BadBytes::rejected));
  }
};

MASU_TEST(EncodingTest)
#include "encoding_test.moc"
