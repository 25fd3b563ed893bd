// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/field_text.h"

#include <QStringDecoder>
#include <QTest>
#include <charconv>
#include <limits>
#include <random>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu::waveform;

class FieldTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aFieldEndsAtItsNulAndItsBlanks() {
    QCOMPARE(trimmedField("  EEG Fpz  "), std::string_view("EEG Fpz"));
    QCOMPARE(trimmedField(std::string_view("uV\0rest", 7)), std::string_view("uV"));
    QCOMPARE(trimmedField(std::string_view(" \0x", 3)), std::string_view());
    QCOMPARE(trimmedField(""), std::string_view());
    QCOMPARE(trimmedField("    "), std::string_view());
    QCOMPARE(trimmedField("x"), std::string_view("x"));
  }

  void numbersComeBack() {
    std::mt19937_64 random(4);
    for (int i = 0; i < 5'000; ++i) {
      double value = 0;
      const std::uint64_t bits = random();
      std::memcpy(&value, &bits, sizeof value);
      if (!std::isfinite(value)) continue;
      std::array<char, 64> text{};
      const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
      std::string spelled(text.data(), end);
      QVERIFY(decimalFrom(spelled) == value);
      std::ranges::replace(spelled, '.', ',');
      QVERIFY(decimalFrom(spelled) == value);
      if (value >= 0) QVERIFY(decimalFrom("+" + spelled) == value);
    }
  }

  void otherTextsAreNoNumbers() {
    for (const char* text : {"", "+", "-", "1,5,5", "1.5.5", "1 ", " 1", "+-1", "--1", "++1", "nan", "inf", "-inf",
                             "1e999", "0x10", "1/2", "uV", "1e"})
      QVERIFY2(!decimalFrom(text), text);
    QVERIFY(decimalFrom("1" + std::string(63, '0')));
    QVERIFY(!decimalFrom("1" + std::string(64, '0')));  // no field is as long
  }

  void textOfAnyEncodingIsUtf8() {
    QCOMPARE(utf8From("plain"), std::string("plain"));
    QCOMPARE(utf8From("µV 枡"), std::string("µV 枡"));
    QCOMPARE(utf8From("\xB5V"), std::string("µV"));               // ISO-8859-1
    QCOMPARE(utf8From("\x94\x67\x8C\x60"), std::string("波形"));  // Shift_JIS
    QCOMPARE(utf8From("a\tb\x7F\n"), std::string("a b  "));
  }

  void whateverComesIsTextOfOneLine() {
    std::mt19937 random(9);
    for (int i = 0; i < 20'000; ++i) {
      std::string bytes;
      for (auto n = random() % 9; n > 0; --n) bytes += static_cast<char>(random());
      const std::string text = utf8From(bytes);
      QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
      const QString decoded = decoder(QByteArray::fromStdString(text));
      QVERIFY2(!decoder.hasError(), QByteArray::fromStdString(bytes).toHex());
      QVERIFY(std::ranges::none_of(text, [](char c) { return (c >= 0 && c < ' ') || c == '\x7F'; }));
      QCOMPARE(utf8From(text), text);
    }
  }
};

MASU_TEST(FieldTextTest)
#include "field_text_test.moc"
