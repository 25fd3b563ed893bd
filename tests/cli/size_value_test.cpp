// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/size_value.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

class SizeValueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void unitsArePowersOf1024_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("bytes");
    const auto row = [](const char* text, const char* bytes) { QTest::newRow(text) << text << bytes; };
    row("0", "0");
    row("17", "17");
    row("64M", "67108864");
    row("64m", "67108864");
    row("8 GB", "8589934592");
    row("1T", "1099511627776");
    row("1.5G", "1610612736");
    row("0.5k", "512");
    row("1.0MiB", "1048576");
    // In base 8 these would be 8 MiB and 7.
    row("010M", "10485760");
    row("07", "7");
    row("18446744073709551615", "18446744073709551615");
    row("16777215T", "18446742974197923840");
  }

  void unitsArePowersOf1024() {
    QFETCH(QString, text);
    QFETCH(QString, bytes);
    std::string value = text.toStdString();
    QCOMPARE(QString::fromStdString(masu::cli::sizeValue()(value)), QString());
    QCOMPARE(QString::fromStdString(value), bytes);
  }

  void anythingElseIsRefused() {
    for (const char* text :
         {"much", "1.5", "1.5X", "G", "1.5.5G", "9e9G", "1e3", "-5M", "-0", "+5", "0x10", "nan", "inf", "1 2M",
          "18446744073709551616", "99999999999999999999M", "16777216T", "8388608.5T"}) {
      std::string value = text;
      QCOMPARE(QString::fromStdString(masu::cli::sizeValue()(value)),
               text + QStringLiteral(" is not a size. Write a number and a unit, such as 512M or 1.5G."));
    }
  }
};

MASU_TEST(SizeValueTest)
#include "size_value_test.moc"
