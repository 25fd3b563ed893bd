// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/unit_text.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::table;

class UnitTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bothLettersOfMicroAreU() {
    for (const char* unit : {"uV", "\xc2\xb5V", "\xce\xbcV"}) {
      QCOMPARE(plainUnit(unit), std::string("uV"));
      for (const char* other : {"uV", "\xc2\xb5V", "\xce\xbcV"}) QVERIFY(isSameUnit(unit, other));
    }
    QCOMPARE(plainUnit("m\xc2\xb5\xce\xbc"), std::string("muu"));
  }

  void anythingElseStays() {
    // Degrees, and letters that share a byte with micro.
    for (const char* unit : {"", "mV", "\xc2\xb0" "C", "\xce\xa9", "\xc3\xb5", "\xc2", "V\xce"})
      QCOMPARE(plainUnit(unit), std::string(unit));
  }

  void otherUnitsDiffer() {
    for (const char* unit : {"mV", "V", "uv", "uV ", ""}) QVERIFY(!isSameUnit("uV", unit));
    QVERIFY(isSameUnit("", ""));
  }
};

MASU_TEST(UnitTextTest)
#include "unit_text_test.moc"
