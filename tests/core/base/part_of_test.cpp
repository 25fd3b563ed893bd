// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/part_of.h"
#include "tests/fixtures/test_group.h"

#include <QTest>

using namespace masu;

class PartOfTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aPartIsReadFromItsWords() {
    QVERIFY(partFrom("2/4"));
    QCOMPARE(partFrom("2/4")->number, std::uint64_t{2});
    QCOMPARE(name(*partFrom("10000/10000")), std::string("10000/10000"));
    for (const char* wrong : {"", "x", "/", "1", "1/", "/4", "0/3", "4/3", "1/0", "-1/3", "01/3", "1/03", " 1/3",
                              "1/3 ", "1/3/5", "1.0/3", "1/10001", "1/99999999999999999999"}) {
      QVERIFY2(!partFrom(wrong), wrong);
    }
  }
};

MASU_TEST(PartOfTest)
#include "part_of_test.moc"
