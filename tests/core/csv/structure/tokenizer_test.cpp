// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/structure/tokenizer.h"

#include <QTest>
#include <string>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

/// Fields of a record between bars, a record a line.
std::string fieldsOf(Tokenizer& tokenizer) {
  std::string text;
  for (Tokenizer::Record record; tokenizer.next(record); text += '\n') {
    for (std::size_t i = 0; i < record.size(); ++i) text.append(i > 0 ? "|" : "").append(record.field(i));
  }
  return text;
}

std::string fieldsOf(std::string_view block, const Marks& marks = {}) {
  Tokenizer tokenizer(marks);
  tokenizer.tokenize(block);
  return fieldsOf(tokenizer);
}

/// The same of what separateLines() left; '!' is before a record that a stray quote spoiled.
std::string separatedFieldsOf(Tokenizer& tokenizer) {
  std::string text;
  for (Tokenizer::Record record; tokenizer.next(record); text += '\n') {
    if (tokenizer.isStray()) text += '!';
    for (std::size_t i = 0; i < record.size(); ++i) text.append(i > 0 ? "|" : "").append(record.field(i));
  }
  return text;
}

}  // namespace

class TokenizerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void findsFields_data();
  void findsFields();
  void linesOfNothingAreNoRecords();
  void anEscapeMakesTheNextByteText();
  void rewindsAndTokenizesAgain();
  void theRecordOfAQuoteThatNeverClosesIsTheLast();
  void givesNoMoreFieldsThanAsked();
  void separatesLinesThatAStrayQuoteJoined_data();
  void separatesLinesThatAStrayQuoteJoined();
  void aDoubledQuoteClosesNoCellWhereThereIsAnEscape();
  void linesJoinedByAnEscapeAreSeparatedWithoutAStrayQuote();
  void aQuoteInACommentJoinsNothing();
};

void TokenizerTest::findsFields_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("fields");
  QTest::newRow("plain") << QByteArray("a,b\nc,d\n") << QByteArray("a|b\nc|d\n");
  QTest::newRow("no line end at the end") << QByteArray("a,b\nc,d") << QByteArray("a|b\nc|d\n");
  QTest::newRow("CR and CRLF") << QByteArray("a,b\r\nc,d\re,f") << QByteArray("a|b\nc|d\ne|f\n");
  QTest::newRow("empty fields") << QByteArray(",\n,,\n") << QByteArray("|\n||\n");
  QTest::newRow("delimiter in quotes") << QByteArray("\"a,b\",c\n") << QByteArray("\"a,b\"|c\n");
  QTest::newRow("doubled quote") << QByteArray("\"a\"\",b\",c\n") << QByteArray("\"a\"\",b\"|c\n");
  QTest::newRow("a quote within a field is text") << QByteArray("12\" pipe,b\n") << QByteArray("12\" pipe|b\n");
  QTest::newRow("records of different lengths") << QByteArray("a\nb,c,d\n") << QByteArray("a\nb|c|d\n");
}

void TokenizerTest::findsFields() {
  QFETCH(const QByteArray, text);
  QFETCH(const QByteArray, fields);
  // Every kernel of this machine, and texts around the width of its words.
  for (const StructureKernel* kernel : structureKernels()) {
    for (int copies = 1; copies < 40; copies += 13) {
      QByteArray block = text;
      if (copies > 1 && !text.endsWith('\n')) block += '\n';
      Tokenizer tokenizer(Marks(), *kernel);
      tokenizer.tokenize(std::string_view(block.constData(), static_cast<std::size_t>(block.size())));
      QCOMPARE(QByteArray::fromStdString(fieldsOf(tokenizer)), fields);
      const QByteArray many = block.repeated(copies);
      tokenizer.tokenize(std::string_view(many.constData(), static_cast<std::size_t>(many.size())));
      QCOMPARE(QByteArray::fromStdString(fieldsOf(tokenizer)), fields.repeated(copies));
    }
  }
}

void TokenizerTest::linesOfNothingAreNoRecords() {
  Tokenizer tokenizer{Marks()};
  tokenizer.tokenize("\n\na,b\r\n\r\n\n");
  QCOMPARE(fieldsOf(tokenizer), std::string("a|b\n"));
}

void TokenizerTest::anEscapeMakesTheNextByteText() {
  Marks marks;
  marks.escape = '\\';
  marks.delimiter = ';';
  QCOMPARE(fieldsOf("a\\;b;\"c\\\";d\"\n", marks), std::string("a\\;b|\"c\\\";d\"\n"));
}

void TokenizerTest::rewindsAndTokenizesAgain() {
  Tokenizer tokenizer{Marks()};
  tokenizer.tokenize("a,b\n");
  QCOMPARE(fieldsOf(tokenizer), std::string("a|b\n"));
  QCOMPARE(fieldsOf(tokenizer), std::string());
  tokenizer.rewind();
  QCOMPARE(fieldsOf(tokenizer), std::string("a|b\n"));
  tokenizer.tokenize("c\n");
  QCOMPARE(fieldsOf(tokenizer), std::string("c\n"));
}

void TokenizerTest::theRecordOfAQuoteThatNeverClosesIsTheLast() {
  Tokenizer tokenizer{Marks()};
  tokenizer.tokenize("a,b\n\"c,d\ne,f\n");
  Tokenizer::Record record;
  QVERIFY(tokenizer.next(record));
  QVERIFY(!tokenizer.atLastRecord());
  QVERIFY(tokenizer.next(record));
  QVERIFY(tokenizer.atLastRecord());
  QCOMPARE(record.bytes(), std::string_view("\"c,d\ne,f\n"));
}

void TokenizerTest::givesNoMoreFieldsThanAsked() {
  std::string wide = "first";
  for (int i = 0; i < 2'000'000; ++i) wide += ",x";
  wide += "\na,b\n";
  Tokenizer tokenizer{Marks()};
  tokenizer.limitFields(100);
  tokenizer.tokenize(wide);
  Tokenizer::Record record;
  QVERIFY(tokenizer.next(record));
  QVERIFY(record.size() >= 100);
  QCOMPARE(record.field(0), std::string_view("first"));
  QVERIFY(record.bytes().ends_with(",x"));
  QVERIFY(tokenizer.next(record));
  QCOMPARE(record.size(), std::size_t{2});
  QCOMPARE(record.field(1), std::string_view("b"));
}

void TokenizerTest::separatesLinesThatAStrayQuoteJoined_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("records");
  QTest::newRow("text after the quote") << QByteArray("1,\"n,1\n2,n,1\n3,\"n\",1\n4,n,1")
                                        << QByteArray("!1,\"n,1\n2|n|1\n3|\"n\"|1\n4|n|1\n");
  QTest::newRow("a stray quote closes it") << QByteArray("1,\"n,1\r\n2,n,1\n\n3,\"n,1\n4,n,1\n")
                                           << QByteArray("!1,\"n,1\n2|n|1\n!3,\"n,1\n4|n|1\n");
  QTest::newRow("too few fields") << QByteArray("1,\"n,1\n2,n,1\n3,n,\"\n4,n,1\n")
                                  << QByteArray("!1,\"n,1\n2|n|1\n!3,n,\"\n4|n|1\n");
  const QByteArray lines = QByteArray("2,n,1\n").repeated(18);
  const QByteArray records = QByteArray("2|n|1\n").repeated(18);
  QTest::newRow("one line in twenty is another") << "1,\"n,1\n" + lines + "3,n\n4,\"n\",1\n"
                                                 << "!1,\"n,1\n" + records + "3|n\n4|\"n\"|1\n";
  QTest::newRow("lines that are no records") << QByteArray("1,\"n\nsome words\n\"of\" n,1\n4,n,1\n")
                                             << QByteArray("!1,\"n\nsome words\n\"of\" n,1\n4|n|1\n");
  QTest::newRow("a sound cell") << QByteArray("1,\"n, \"\"so\"\"\nand, so\n\" ,1\n4,n,1\n")
                                << QByteArray("1|\"n, \"\"so\"\"\nand, so\n\" |1\n4|n|1\n");
  QTest::newRow("a cell of records") << QByteArray("1,\",1\n2,n,1\n3,\",1\n4,n,1\n")
                                     << QByteArray("1|\",1\n2,n,1\n3,\"|1\n4|n|1\n");
  QTest::newRow("a quote that never closes") << QByteArray("1,\"n,1\n2,n\n") << QByteArray("1|\"n,1\n2,n\n\n");
}

void TokenizerTest::separatesLinesThatAStrayQuoteJoined() {
  QFETCH(const QByteArray, text);
  QFETCH(const QByteArray, records);
  Tokenizer tokenizer{Marks()};
  tokenizer.tokenize(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
  tokenizer.separateLines(3);
  QCOMPARE(QByteArray::fromStdString(separatedFieldsOf(tokenizer)), records);
}

void TokenizerTest::aDoubledQuoteClosesNoCellWhereThereIsAnEscape() {
  Marks marks;
  marks.escape = '\\';
  Tokenizer tokenizer(marks);
  tokenizer.tokenize("1,\"first\nsaid \"\"hi\"\" there\",1\n2,n,1\n");
  tokenizer.separateLines(3);
  QCOMPARE(separatedFieldsOf(tokenizer), "1|\"first\nsaid \"\"hi\"\" there\"|1\n2|n|1\n");
}

/// What comes of a record does not depend on the other records of its block.
void TokenizerTest::linesJoinedByAnEscapeAreSeparatedWithoutAStrayQuote() {
  Marks marks;
  marks.escape = '\\';
  const std::string joined = "1,2,3\\\n4,5,6\n";
  Tokenizer tokenizer(marks);
  tokenizer.tokenize(joined);
  tokenizer.separateLines(3);
  const std::string alone = separatedFieldsOf(tokenizer);
  const std::string block = joined + "7,\"n,1\n8,n,1\n9,n,\"\n";
  tokenizer.tokenize(block);
  tokenizer.separateLines(3);
  const std::string beside = separatedFieldsOf(tokenizer);
  QVERIFY2(beside.starts_with(alone), beside.c_str());
}

void TokenizerTest::aQuoteInACommentJoinsNothing() {
  Tokenizer tokenizer{Marks()};
  tokenizer.tokenize("1,n,1\n# see, \"x\n2,n,1\n3,\"n\",1\n4,n,1\n");
  tokenizer.separateLines(3, '#');
  QCOMPARE(separatedFieldsOf(tokenizer), "1|n|1\n!# see, \"x\n2|n|1\n3|\"n\"|1\n4|n|1\n");
}

MASU_TEST(TokenizerTest)
#include "tokenizer_test.moc"
