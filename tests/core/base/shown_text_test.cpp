// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shown_text.h"
#include "tests/fixtures/test_group.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QStringDecoder>
#include <QTest>
#include <random>
#include <vector>

using namespace masu;

namespace {

bool isUtf8(const std::string& text) {
  QStringDecoder decoder(QStringDecoder::Utf8);
  const QString decoded = decoder(QByteArray::fromStdString(text));
  return !decoder.hasError() && decoded.toUtf8().toStdString() == text;
}

/// Whether a terminal could take a part of it for something else than text.
bool isHarmless(const std::string& text, LineEnds lineEnds) {
  for (const char32_t c : QString::fromStdString(text).toUcs4()) {
    if (lineEnds == LineEnds::kept && (c == U'\n' || c == U'\t')) continue;
    const QChar::Category category = QChar::category(c);
    const bool turns =
        c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    if (category == QChar::Other_Control || category == QChar::Separator_Line ||
        category == QChar::Separator_Paragraph || turns)
      return false;
  }
  return true;
}

/// Bytes that come near characters of every length, and near what is none.
std::string randomText(std::mt19937& random) {
  static const std::vector<std::string> kPieces = {"a",
                                                   "枡",
                                                   "é",
                                                   "😀",
                                                   "\n",
                                                   "\t",
                                                   "\x1B",
                                                   "\x7F",
                                                   "\xC2\x9B",
                                                   "\u202E",
                                                   "\u2066",
                                                   "\u2028",
                                                   "\xE6",
                                                   "\xF0",
                                                   "\x80",
                                                   "\xC0\x80",
                                                   "\xED\xA0\x80",
                                                   "\xF4\x90\x80\x80",
                                                   std::string(1, '\0'),
                                                   "\"",
                                                   "\\"};
  std::string text;
  for (auto i = random() % 12; i > 0; --i) text += kPieces[random() % kPieces.size()];
  return text;
}

}  // namespace

class ShownTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void textOfPeopleStays() {
    for (const char* text : {"", "plain", "Größe: 5 µm", "学習データ", "😀 👩‍🔬", "\xEF\xBF\xBD"}) {
      QCOMPARE(shownText(text, LineEnds::kept), std::string(text));
      QCOMPARE(shownText(text, LineEnds::shown), std::string(text));
      QCOMPARE(shownJson(text), std::string(text));
    }
    QCOMPARE(shownText("a\n\tb", LineEnds::kept), std::string("a\n\tb"));
  }

  void controlsBecomePictures() {
    QCOMPARE(shownText("\x1B[31m", LineEnds::kept), std::string("␛[31m"));
    QCOMPARE(shownText("a\r\nb\x7F", LineEnds::shown), std::string("a␍␊b␡"));
    QCOMPARE(shownText(std::string_view("\0", 1), LineEnds::kept), std::string("␀"));
    QCOMPARE(shownText("\xC2\x9B", LineEnds::kept), std::string("\xEF\xBF\xBD"));
    QCOMPARE(shownText("gpj.\u202Eexe", LineEnds::kept), std::string("gpj.\xEF\xBF\xBD"
                                                                     "exe"));
  }

  void whateverComesIsHarmlessUtf8() {
    std::mt19937 random(5);
    for (int i = 0; i < 20'000; ++i) {
      const std::string text = randomText(random);
      for (const LineEnds lineEnds : {LineEnds::kept, LineEnds::shown}) {
        const std::string shown = shownText(text, lineEnds);
        QVERIFY2(isUtf8(shown), QByteArray::fromStdString(text).toHex());
        QVERIFY2(isHarmless(shown, lineEnds), QByteArray::fromStdString(text).toHex());
        QCOMPARE(shownText(shown, lineEnds), shown);  // nothing is left to do
      }
    }
  }

  /// An independent decoder says which bytes are a character.
  void knowsUtf8AsQtDoes() {
    for (unsigned first = 0xC0; first < 0x100; ++first) {
      for (const unsigned second : {0x7FU, 0x80U, 0x8FU, 0x90U, 0x9FU, 0xA0U, 0xBFU, 0xC0U}) {
        for (const std::size_t size : {2U, 3U, 4U}) {
          std::string text = {static_cast<char>(first), static_cast<char>(second), '\xBF', '\xBF'};
          text.resize(size);
          // All of it is one character, or its first byte is none. U+0080 … U+009F are controls.
          const bool control = first == 0xC2 && second < 0xA0;
          const bool whole = isUtf8(text) && QString::fromStdString(text).toUcs4().size() == 1;
          if (!control) QCOMPARE(shownText(text, LineEnds::kept) == text, whole);
        }
      }
    }
  }

  void jsonSaysTheSame() {
    std::mt19937 random(6);
    for (int i = 0; i < 5'000; ++i) {
      const std::string text = randomText(random);
      if (!isUtf8(text) || text.find('\0') != text.npos) continue;
      const QJsonDocument json(QJsonArray{QString::fromStdString(text)});
      const std::string shown = shownJson(json.toJson(QJsonDocument::Compact).toStdString());
      QVERIFY2(isHarmless(shown, LineEnds::kept), shown.c_str());
      QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(shown)), json);
    }
  }
};

MASU_TEST(ShownTextTest)
#include "shown_text_test.moc"
