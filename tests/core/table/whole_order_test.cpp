// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/whole_order.h"

#include <QTest>
#include <limits>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu::table;

/// Whole numbers are compared by their digits, however the other number is written.
class WholeOrderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void digitsDecide_data() {
    QTest::addColumn<std::string>("whole");
    QTest::addColumn<std::string>("decimal");
    QTest::addColumn<int>("order");
    const auto row = [](const char* whole, const char* decimal, int order) {
      QTest::newRow((std::string(whole) + " and " + decimal).c_str())
          << std::string(whole) << std::string(decimal) << order;
    };
    row("9007199254740993", "9007199254740993.0", 0);
    row("9007199254740993", "9007199254740992.5", 1);
    row("9007199254740992", "9007199254740992.5", -1);
    row("9007199254740993", "9.007199254740993e15", 0);
    row("9007199254740993", "90071992547409930E-1", 0);
    row("9007199254740993", "+9007199254740993", 0);
    row("-9007199254740993", "-9007199254740992.5", -1);
    row("-9007199254740992", "-9007199254740992.5", 1);
    row("18446744073709551615", "18446744073709551615.0", 0);
    row("18446744073709551615", "18446744073709551616", -1);
    row("-9223372036854775808", "-9223372036854775808.00000000000000000001", 1);
    row("9223372036854775807", "1e300", -1);
    row("-9223372036854775808", "-1e300", 1);
    row("0", "0.0", 0);
    row("0", "-0", 0);
    row("0", "1e-300", -1);
    row("0", "-0.001", 1);
    row("5", "000005.000", 0);
    row("5", ".5e1", 0);
    row("10", "1e1", 0);
    row("-1", "0", -1);
  }

  void digitsDecide() {
    QFETCH(std::string, whole);
    QFETCH(std::string, decimal);
    QFETCH(int, order);
    const auto found = orderOfWhole(whole, decimal);
    QVERIFY(found.has_value());
    QCOMPARE(*found, order);
  }

  /// Between small numbers, which doubles distinguish, the order is theirs.
  void smallNumbersAreInTheOrderOfDoubles() {
    for (int whole = -30; whole <= 30; ++whole) {
      for (int tenths = -300; tenths <= 300; ++tenths) {
        const std::string decimal = QByteArray::number(tenths / 10., 'f', 1).toStdString();
        const auto order = orderOfWhole(std::to_string(whole), decimal);
        QVERIFY(order.has_value());
        QCOMPARE(*order, 10 * whole < tenths ? -1 : 10 * whole > tenths ? 1 : 0);
      }
    }
  }

  void whatIsNotSuchANumberHasNoOrder() {
    for (const char* whole : {"", "1.0", "x", "18446744073709551616", "1e3"}) QVERIFY(!orderOfWhole(whole, "1"));
    for (const char* decimal : {"", ".", "e5", "1e", "1e99999999999", "1e+-5", "0x10", "inf", "nan", "1.2.3", "1 "})
      QVERIFY2(!orderOfWhole("1", decimal), decimal);
  }
};

MASU_TEST(WholeOrderTest)
#include "whole_order_test.moc"
