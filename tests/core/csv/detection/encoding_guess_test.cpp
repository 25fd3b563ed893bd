// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/encoding_guess.h"

#include <QTest>
#include <string>
#include <vector>

#include <iconv.h>

#include "core/csv/detection/transcoder.h"
#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

/// Text of UTF-8 in another encoding; empty where it has no such characters.
std::string in(const char* encoding, std::string text) {
  const iconv_t handle = ::iconv_open(encoding, "UTF-8");
  std::string out(4 * text.size(), '\0');
  char* from = text.data();
  std::size_t left = text.size();
  char* to = out.data();
  std::size_t room = out.size();
  const bool done = ::iconv(handle, &from, &left, &to, &room) == 0;
  ::iconv_close(handle);
  return done ? out.substr(0, out.size() - room) : std::string();
}

/// A table whose cells are these words.
std::string tableOf(const std::vector<std::string>& words, std::size_t rows) {
  std::string text = "number,word,other\n";
  for (std::size_t i = 0; i < rows; ++i)
    text += std::to_string(7 * i) + ',' + words[i % words.size()] + ',' + words[(3 * i + 1) % words.size()] + '\n';
  return text;
}

const std::vector<std::string> kRussian = {"Москва", "хлеб", "зелёный", "молоко"};
const std::vector<std::string> kGreek = {"Αθήνα", "γάλα", "ψωμί"};
const std::vector<std::string> kPolish = {"Kraków", "źródło", "żółty", "śnieg", "mąka"};

}  // namespace

class EncodingGuessTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void unicodeIsKnown();
  void scriptsAreKnown_data();
  void scriptsAreKnown();
  void westernTextIsNeverAnotherScript_data();
  void westernTextIsNeverAnotherScript();
  void windowsHasCharactersWhereIsoHasNone();
  void aFewBadBytesAreNoOtherEncoding();
};

void EncodingGuessTest::unicodeIsKnown() {
  QVERIFY(isUtf8Name(guessEncoding("a,b\n", true)));
  QVERIFY(isUtf8Name(guessEncoding("枡,はかる\n", true)));
  QVERIFY(isUtf8Name(guessEncoding(tableOf(kRussian, 20), true)));
  QCOMPARE(guessEncoding(std::string_view("a\0,\0b\0\n\0", 8), true), std::string("UTF-16LE"));
  QCOMPARE(guessEncoding("\xFE\xFF" + in("UTF-16BE", tableOf(kRussian, 20)), true), std::string("UTF-16BE"));
}

void EncodingGuessTest::scriptsAreKnown_data() {
  QTest::addColumn<QString>("encoding");
  QTest::addColumn<QString>("guessed");
  QTest::addColumn<std::string>("text");
  const auto add = [](const char* encoding, const char* guessed, const std::vector<std::string>& words) {
    for (const std::size_t rows : {8U, 200U})
      QTest::addRow("%s, %d rows", encoding, static_cast<int>(rows)) << encoding << guessed << tableOf(words, rows);
  };
  add("WINDOWS-1251", "windows-1251", kRussian);
  add("KOI8-R", "KOI8-R", kRussian);
  add("ISO-8859-5", "ISO-8859-5", kRussian);
  add("CP866", "CP866", kRussian);
  add("ISO-8859-7", "ISO-8859-7", kGreek);
  add("WINDOWS-1255", "windows-1255", {"ירושלים", "חלב", "לחם", "תל אביב"});
  add("WINDOWS-1256", "windows-1256", {"القاهرة", "حليب", "خبز", "بغداد"});
  add("TIS-620", "TIS-620", {"กรุงเทพ", "เชียงใหม่", "ขนมปัง"});
  add("GB18030", "GB18030", {"北京", "牛奶", "面包", "红色", "修理"});
  add("BIG5", "CP950", {"臺北", "牛奶", "麵包", "紅色", "修理"});
  add("EUC-KR", "CP949", {"서울", "우유", "빨간색", "이영희"});
  add("CP932", "CP932", {"山田太郎", "東京都", "パン", "みどり"});
  add("EUC-JP", "EUC-JP", {"山田太郎", "東京都", "パン", "みどり"});
  QTest::newRow("single signs") << "CP932"
                                << "CP932" << tableOf({"男", "女"}, 40);
  QTest::newRow("Central Europe") << "ISO-8859-2"
                                  << "ISO-8859-2" << tableOf(kPolish, 40);
  QTest::newRow("Central Europe in Windows") << "WINDOWS-1250"
                                             << "windows-1250" << tableOf(kPolish, 40);
  QTest::newRow("Baltic") << "WINDOWS-1257"
                          << "ISO-8859-13" << tableOf({"Šiauliai", "Klaipėda", "Panevėžys", "žalia"}, 40);
  QTest::newRow("Turkish") << "WINDOWS-1254"
                           << "ISO-8859-9" << tableOf({"Şanlıurfa", "Iğdır", "Muş", "güneş"}, 40);
}

void EncodingGuessTest::scriptsAreKnown() {
  QFETCH(const QString, encoding);
  QFETCH(const QString, guessed);
  QFETCH(const std::string, text);
  const std::string bytes = in(encoding.toLatin1().constData(), text);
  QVERIFY(!bytes.empty());
  QCOMPARE(QString::fromStdString(guessEncoding(bytes, true)), guessed);
  // The end of a sample may cut a character.
  QCOMPARE(QString::fromStdString(guessEncoding(std::string_view(bytes).substr(0, bytes.size() - 2), false)), guessed);
  // It reads as what was written.
  auto transcoder = Transcoder::open(guessed.toStdString(), "some.csv");
  QVERIFY(transcoder.has_value());
  std::string read;
  transcoder->append(bytes, true, read);
  QCOMPARE(QString::fromStdString(read), QString::fromStdString(text));
}

/// An accented letter and the one after it are a character of Chinese or Japanese encodings, too.
void EncodingGuessTest::westernTextIsNeverAnotherScript_data() {
  QTest::addColumn<std::string>("text");
  for (const char* word : {"São Paulo", "Goiânia", "Jyväskylä", "Göteborg", "Århus", "Reykjavík", "Müller", "Straße",
                           "Málaga", "niño", "garçon", "forêt", "perché", "reünie", "12°C", "5 µm"}) {
    for (const std::size_t rows : {1U, 3U, 50U}) {
      std::string text = tableOf({"red", "green"}, 50);
      for (std::size_t i = 0; i < rows; ++i) text += "1," + std::string(word) + ",blue\n";
      QTest::addRow("%s, %d times", word, static_cast<int>(rows)) << text;
    }
  }
}

void EncodingGuessTest::westernTextIsNeverAnotherScript() {
  QFETCH(const std::string, text);
  const std::string guessed = guessEncoding(in("ISO-8859-1", text), true);
  QVERIFY2(guessed == "ISO-8859-1" || guessed == "windows-1252", guessed.c_str());
}

void EncodingGuessTest::windowsHasCharactersWhereIsoHasNone() {
  QCOMPARE(guessEncoding("gr\xFC\xDF"
                         "e,1\n",
                         true),
           std::string("ISO-8859-1"));
  // Text of ISO-8859-1 has no bytes from 80 to 9F: a few that Windows does not know are faults.
  std::string prices;
  for (int i = 0; i < 20; ++i) prices += "5 \x80,gr\xFC\xDF\n";
  QCOMPARE(guessEncoding(prices + "\x81\n", true), std::string("windows-1252"));
  // The euro sign of Windows; and a byte that is none of its characters.
  QCOMPARE(guessEncoding("5 \x80,gr\xFC\xDF\n", true), std::string("windows-1252"));
  QCOMPARE(guessEncoding("5 \x80\x81,gr\xFC\xDF\n", true), std::string("ISO-8859-1"));
}

void EncodingGuessTest::aFewBadBytesAreNoOtherEncoding() {
  std::string text = "name,y\n";
  for (int i = 0; i < 100; ++i) text += i == 20 ? "M\xFCller,1\n" : "M\xC3\xBCller,0\n";
  QCOMPARE(guessEncoding(text, true), std::string("UTF-8"));
  QCOMPARE(guessEncoding(in("GB18030", tableOf({"北京", "牛奶", "面包"}, 200)) + "7,\xFF,x\n", true),
           std::string("GB18030"));
  // Where such characters are as few as the bad bytes, they are well-formed by chance.
  QCOMPARE(guessEncoding("M\xFCller,1\nM\xC3\xBCller,0\n", true), std::string("ISO-8859-1"));
}

MASU_TEST(EncodingGuessTest)
#include "encoding_guess_test.moc"
