// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/transcoder.h"

#include <QTest>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::csv;

namespace {

/// In pieces of so many bytes.
std::string utf8Of(const std::string& encoding, std::string_view bytes, std::size_t piece) {
  auto transcoder = Transcoder::open(encoding, "some.csv");
  if (!transcoder) return transcoder.error().message.english();
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    transcoder->append(bytes.substr(at, piece), at + piece >= bytes.size(), text);
  }
  return text;
}

}  // namespace

class TranscoderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsWhatIsSaid_data();
  void readsWhatIsSaid();
  void bytesWithoutMeaningBecomeFaults();
  void aCharacterCutShortAtTheEndIsAFault();
  void anUnknownEncodingIsRefused();
  void knowsTheNamesOfUtf8();
};

void TranscoderTest::readsWhatIsSaid_data() {
  QTest::addColumn<QString>("encoding");
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("UTF-16LE") << "UTF-16LE" << QByteArray("a\0,\0\xFC\0", 6) << QByteArray("a,ü");
  QTest::newRow("UTF-16BE") << "UTF-16BE" << QByteArray("\0a\0,\0\xFC", 6) << QByteArray("a,ü");
  QTest::newRow("ISO-8859-1") << "ISO-8859-1" << QByteArray("gr\xFC\xDF") << QByteArray("grüß");
  QTest::newRow("CP932") << "CP932" << QByteArray("\x9E\x65,\x82\xCD\x82\xA9\x82\xE9\n")
                         << QByteArray::fromStdString("枡,はかる\n");
  QTest::newRow("EUC-JP") << "EUC-JP" << QByteArray("\xDB\xC6,\xA4\xCF\xA4\xAB\xA4\xEB\n")
                          << QByteArray::fromStdString("枡,はかる\n");
}

void TranscoderTest::readsWhatIsSaid() {
  QFETCH(const QString, encoding);
  QFETCH(const QByteArray, bytes);
  QFETCH(const QByteArray, text);
  // Characters are cut by the ends of short pieces.
  for (const std::size_t piece : {1U, 2U, 3U, 1000U}) {
    QCOMPARE(QByteArray::fromStdString(utf8Of(encoding.toStdString(), bytes.toStdString(), piece)), text);
  }
}

void TranscoderTest::bytesWithoutMeaningBecomeFaults() {
  QCOMPARE(utf8Of("CP932", "a\xFF,b\n", 1000), std::string("a\xFF,b\n"));
  QCOMPARE(utf8Of("CP932", "a\xFF,b\n", 1), std::string("a\xFF,b\n"));
}

void TranscoderTest::aCharacterCutShortAtTheEndIsAFault() {
  const std::string text = utf8Of("UTF-16LE", std::string_view("a\0b", 3), 2);
  QCOMPARE(text, std::string("a\xFF"));
}

void TranscoderTest::anUnknownEncodingIsRefused() {
  const auto transcoder = Transcoder::open("KLINGON", "some.csv");
  QVERIFY(!transcoder);
  QVERIFY(transcoder.error().message.english().find("KLINGON") != std::string::npos);
}

void TranscoderTest::knowsTheNamesOfUtf8() {
  for (const char* name : {"", "UTF-8", "utf8", "ASCII", "US-ASCII"}) QVERIFY2(isUtf8Name(name), name);
  for (const char* name : {"UTF-16", "CP932", "ISO-8859-1"}) QVERIFY2(!isUtf8Name(name), name);
}

MASU_TEST(TranscoderTest)
#include "transcoder_test.moc"
