// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/detection/header_guess.h"

#include <QTest>
#include <string>

#include "core/csv/detection/first_records.h"
#include "core/csv/detection/sniffer.h"

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

  /// Lines of several cells above a header, as instruments write them.
  void passesOverTitlesOfSeveralCells() {
    const Dialect found = sniffed("Device;7\nOperator;Anna\nid;name;value;unit\n1;a;2.5;V\n2;b;3.5;V\n3;c;4.5;A\n");
    QCOMPARE(found.preambleLines, std::uint64_t{2});
    QVERIFY(found.header);
    // A header that lacks a name, as R writes it, is none of them; nor are short records above data.
    QCOMPARE(sniffed("a b\nr1 1.5 2\nr2 2.5 3\nr3 3.5 4\n").preambleLines, std::uint64_t{0});
    QCOMPARE(sniffed("1,2\n3,4\n1,2,3,4\n5,6,7,8\n9,1,2,3\n4,5,6,7\n").preambleLines, std::uint64_t{0});
  }
};

QTEST_GUILESS_MAIN(HeaderGuessTest)
#include "header_guess_test.moc"
