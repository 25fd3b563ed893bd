// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/precision.h"

#include <QTest>
#include <cstdlib>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu;
using estimate::Precision;

class PrecisionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAreReadBack() {
    std::size_t place = 0;
    for (const Precision precision : estimate::kPrecisions) {
      QVERIFY(estimate::precisionFrom(estimate::name(precision)) == precision);
      // Figures are beside these.
      QCOMPARE(estimate::indexOf(precision), place++);
    }
    for (const char* other : {"", "F32", "f64", "i8 ", "bf"}) QVERIFY2(!estimate::precisionFrom(other), other);
  }

  /// A value takes the bits that the name says, but for those that are cut only where they are multiplied.
  void bytesFollowFromTheName() {
    for (const Precision precision : estimate::kPrecisions) {
      const std::string name(estimate::name(precision));
      const double bits = std::atoi(name.c_str() + name.find_first_of("0123456789"));
      QCOMPARE(8 * estimate::bytesOf(precision), precision == Precision::tf32 ? 32. : bits);
    }
  }
};

MASU_TEST(PrecisionTest)
#include "precision_test.moc"
