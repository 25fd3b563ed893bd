// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;

class AsciiTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lowersNoOtherLettersThanAToZ() {
    QCOMPARE(lowerCase("Ab-Z[@ÄÖ9"), std::string("ab-z[@ÄÖ9"));
    QCOMPARE(lowerCase(""), std::string());
  }

  void digitsAreTheTenOfAscii() {
    int digits = 0;
    for (int c = 0; c < 256; ++c) digits += isDigit(static_cast<char>(c)) ? 1 : 0;
    QCOMPARE(digits, 10);
    QVERIFY(isDigit('0') && isDigit('9'));
  }

  void blanksGoFromBothEndsAndStayWithin() {
    QCOMPARE(withoutBlanks(" \ta b\t "), std::string_view("a b"));
    QCOMPARE(withoutBlanks("a\r", " \r"), std::string_view("a"));
    QCOMPARE(withoutBlanks("a\r"), std::string_view("a\r"));
    QVERIFY(withoutBlanks(" \t").empty() && withoutBlanks("").empty());
  }

  void aPrefixIsTakenWholeOrNotAtAll() {
    std::string_view text = "Brain Vision";
    QVERIFY(takePrefix(text, "Brain"));
    QCOMPARE(text, std::string_view(" Vision"));
    QVERIFY(!takePrefix(text, "Vision"));
    QVERIFY(takePrefix(text, ""));
    QCOMPARE(text, std::string_view(" Vision"));
  }
};

MASU_TEST(AsciiTest)
#include "ascii_test.moc"
