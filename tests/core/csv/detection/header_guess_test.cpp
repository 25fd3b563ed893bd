// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_guess.h"

#include <QTest>
#include <string>

#include "core/csv/detection/first_records.h"
#include "core/csv/detection/sniffer.h"
#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

HeaderGuess guessed(const std::string& text) {
  return guessHeader(firstRecords(text, true, {}, 1000), {});
}

Dialect sniffed(const std::string& text) {
  const auto dialect = sniffDialect(text, true, {}, "t.csv");
  return dialect ? *dialect : Dialect();
}

/// So many rows of words that repeat each other, after a first one.
std::string wordsBelow(const std::string& first, int rows, const std::string& odd = "") {
  static const char* const kColours[] = {"red", "green", "blue"};
  static const char* const kForms[] = {"round", "square"};
  std::string text = first + "\n";
  for (int i = 0; i < rows; ++i)
    text += i == rows / 2 && !odd.empty() ? odd + "\n" : std::string(kColours[i % 3]) + "," + kForms[i % 2] + "\n";
  return text;
}

/// Texts far longer than the name above them, beside a column that speaks against a header.
std::string longTexts() {
  std::string text = "review,7\n";
  for (char letter = 'a'; letter < 'm'; ++letter) text += std::string(30 + letter % 5, letter) + ",x\n";
  return text;
}

}  // namespace

/// No single cell decides what the first record is.
class HeaderGuessTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void weighsAllColumns_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("header");
    const auto header = [](const char* name, const std::string& text) {
      QTest::newRow(name) << QByteArray::fromStdString(text) << true;
    };
    const auto data = [](const char* name, const std::string& text) {
      QTest::newRow(name) << QByteArray::fromStdString(text) << false;
    };
    header("a column inf", "id,inf,sup\n1,0.5,2.5\n2,0.6,2.6\n3,0.7,2.7\n");
    header("a column 1999", "country,name,code,1999\nIT,Italy,39,0.5\nFR,France,33,0.7\nDE,Germany,49,0.6\n");
    header("sodium", "id,K,Na,NA\n1,2,3,4\n2,3,4,5\n3,4,5,6\n");
    header("an empty name", "id,,y\n1,2,3\n2,3,4\n3,4,5\n");
    header("a running index", ",name,city\n0,Anna,Rome\n1,Bert,Oslo\n2,Carl,Bern\n");
    header("times", "when,what\n2024-01-01,a\n2024-01-02,b\n2024-01-03,a\n");
    header("words that repeat each other", wordsBelow("colour,shape", 60));
    header("a name that occurs once below", wordsBelow("colour,shape", 60, "colour,round"));
    header("all of another length", "code,word\nAB1234,x y\nCD5678,x y\nEF9012,z\nGH3456,z\n");
    header("names alone", "first,last\nAnna,Rossi\nBert,Meyer\n");
    header("one record", "first,last\n");
    header("a list of words that has \"word\"", "word,count\nthe,9\nof,7\nword,2\nand,5\n");
    header("a column 1999 over millions", "country,code,1999\nIT,ITA,57000000\nFR,FRA,60000000\nDE,DEU,82000000\n");
    header("columns that are counted", ",0,1,2,3\n0,0.5,0.1,0.2,0.7\n1,0.4,0.3,0.9,0.8\n");
    header("an empty name among words", "first,,town\nAnna,Rossi,Rome\nRobert,Meyer,Bern\nCarla,Verdi,Turin\n");
    header("a name over long texts", longTexts());
    data("columns in an order", "1,2,3,4\n2,1,4,3\n4,3,2,1\n");
    data("a table of products", "1,2,3,4\n2,4,6,8\n3,6,9,12\n");
    data("rows that count on", "1,2,3,4\n5,6,7,8\n9,10,11,12\n");
    data("a gap among gaps", "Anna,,Rome\nBert,Meyer,Bern\nCarl,,Oslo\n");
    data("a salary that could be a year", "Anna,2000\nBert,50000\nCarl,60000\nDora,70000\n");
    data("numbers", "39,State-gov,77516\n50,Private,83311\n38,Private,215646\n");
    data("a bad cell in numbers", "5,n.a.,3\n1,2,3\n4,5,6\n7,8,9\n");
    data("a bad cell beside a name", "n.a.,Anna,7\n1,Bert,8\n2,Carl,9\n");
    data("a gap", ",Anna,Rome,7\n4,Bert,Oslo,9\n9,Carl,Bern,8\n");
    data("words as below", wordsBelow("red,square", 60));
    data("times among times", "2024-01-01,Anna\n2024-01-02,Bert\n2024-01-03,Carl\n");
    data("codes among codes", "AB12,CD34\nEF56,GH78\nIJ90,KL12\nMN34,OP56\n");
    data("numbers alone", "1,2,3\n");
    data("years over years", "Anna,2019,2020\nBert,2018,2021\n");
    data("an outlier", "Anna,1000000,5\nBert,3,6\nCarl,4,7\n");
  }

  void weighsAllColumns() {
    QFETCH(QByteArray, text);
    QFETCH(bool, header);
    const HeaderGuess guess = guessed(text.toStdString());
    QVERIFY2(guess.header == header, qPrintable(QString::number(guess.confidence)));
    QVERIFY(guess.confidence >= 0.5 && guess.confidence <= 1);
    // What is stated is certain.
    DialectHints hints;
    hints.header = !header;
    const auto stated = sniffDialect(text.toStdString(), true, hints, "t.csv");
    QVERIFY(stated && stated->header != header);
    QCOMPARE(stated->headerConfidence, 1.0);
  }

  void moreEvidenceIsSurer() {
    const double few = guessed("a,b\n1,2\n3,4\n").confidence;
    const double many = guessed("a,b,c,d,e,f\n1,2,3,4,5,6\n3,4,5,6,7,8\n").confidence;
    const double contested = guessed("p,q,c,y\n0.1,0.2,a,0\n0.3,0.4,b,1\n0.5,0.6,c,0\n").confidence;
    QVERIFY2(contested < few && few < many, qPrintable(QString("%1 %2 %3").arg(contested).arg(few).arg(many)));
    QVERIFY(guessed("1,2,3,4,5,6\n3,4,5,6,7,8\n5,6,7,8,9,1\n").confidence > 0.9);
    QCOMPARE(sniffed("a,b\n1,2\n3,4\n").headerConfidence, few);
  }

  /// What speaks most for it and against it, with an example.
  void saysWhy() {
    QCOMPARE(guessed("id,word\n1,a\n2,b\n3,word\n").reason.english(),
             "For a header: words above numbers or times, such as id above 1 (columns: 1). For data: words that occur "
             "again below, such as word (columns: 1).");
    QCOMPARE(guessed("1,2\n3,4\n5,6\n").reason.english(),
             "For data: numbers or times like those below, such as 1 above 3 (columns: 2).");
    QCOMPARE(guessed("country,2019,2020\nIT,1.5,2.5\nFR,3.5,4.5\n").reason.english(),
             "For a header: numbers that count the columns, or years at even steps.");
    // A long cell by its beginning, and no half of a letter.
    const std::string said = guessed(std::string(39, 'x') + "\xC3\xA9\n1\n2\n").reason.english();
    QVERIFY2(said.find(std::string(39, 'x') + "… above 1") != said.npos, said.c_str());
  }

  /// Lines of several cells above a header, as instruments write them.
  void passesOverTitlesOfSeveralCells() {
    const Dialect found = sniffed("Device;7\nOperator;Anna\nid;name;value;unit\n1;a;2.5;V\n2;b;3.5;V\n3;c;4.5;A\n");
    QCOMPARE(found.preambleLines, std::uint64_t{2});
    QVERIFY(found.header);
    // One cell fewer than the header has; above a header with an empty name.
    QCOMPARE(sniffed("Device,7\nid,name,value\n1,a,2.5\n2,b,3.5\n3,c,4.5\n").preambleLines, std::uint64_t{1});
    QCOMPARE(sniffed("Report,,\n,name,value\n0,a,1.5\n1,b,2.5\n").preambleLines, std::uint64_t{1});
    // A header that lacks a name, as R writes it, is none of them; nor are short records above data.
    QCOMPARE(sniffed("a b\nr1 1.5 2\nr2 2.5 3\nr3 3.5 4\n").preambleLines, std::uint64_t{0});
    QCOMPARE(sniffed("1,2\n3,4\n1,2,3,4\n5,6,7,8\n9,1,2,3\n4,5,6,7\n").preambleLines, std::uint64_t{0});
  }
};

MASU_TEST(HeaderGuessTest)
#include "header_guess_test.moc"
