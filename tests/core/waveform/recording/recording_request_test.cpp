// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/recording/recording_request.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

class RecordingRequestTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void layoutsComeBackFromTheirTexts() {
    using table::DType;
    for (const DType type :
         {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32, DType::i16, DType::u16, DType::i8, DType::u8}) {
      for (const bool bigEndian : {false, true}) {
        for (const std::uint32_t channels : {1U, 8U, static_cast<std::uint32_t>(kMostChannels)}) {
          for (const std::uint64_t header : {std::uint64_t{0}, std::uint64_t{512}, ~std::uint64_t{0}}) {
            const RawLayout layout{type, bigEndian, channels, header};
            const auto back = rawLayoutFrom(rawLayoutText(layout));
            QVERIFY2(back && *back == layout, rawLayoutText(layout).c_str());
          }
        }
      }
    }
  }

  void whatIsLeftOutHasItsDefault() {
    QVERIFY(rawLayoutFrom("i16") == RawLayout{});
    QVERIFY(rawLayoutFrom("<i16") == RawLayout{});
    QVERIFY(rawLayoutFrom("i16,,44") == (RawLayout{table::DType::i16, false, 1, 44}));
    QVERIFY(rawLayoutFrom(">f32,2") == (RawLayout{table::DType::f32, true, 2, 0}));
  }

  void othersAreRefusedInASentence_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"", ",", "i17", "I16", "i64", "i16,0", "i16,-1", "i16,65537", "i16,2.0", "i16, 2", "i16,2,-1", "i16,2,x",
          "i16,2,3,4", ">>i16", "><i16", "16", "i16;2", "i16,2,18446744073709551616", "i16,4294967297"})
      QTest::newRow(*text == '\0' ? "nothing" : text) << text;
  }
  void othersAreRefusedInASentence() {
    QFETCH(const QString, text);
    const auto layout = rawLayoutFrom(text.toStdString());
    QVERIFY(!layout);
    QVERIFY(layout.error().message.english().starts_with("'" + text.toStdString() + "'"));
  }
};

MASU_TEST(RecordingRequestTest)
#include "recording_request_test.moc"
