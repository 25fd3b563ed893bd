// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv/numbers/whole_number.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu::csv;

namespace {

constexpr std::uint64_t kTwo53 = std::uint64_t{1} << 53U;
constexpr std::uint64_t kTwo63 = std::uint64_t{1} << 63U;

/// "-12": what was read; "wide" for more than 64 bits, "no" for no whole number.
std::string readAs(std::string_view text, char decimal = '.') {
  Whole whole;
  if (!parseWhole(text, decimal, whole)) return "no";
  return (whole.negative ? "-" : "") + (whole.wider ? "wide" : std::to_string(whole.magnitude));
}

}  // namespace

/// Whole numbers by their digits, of which doubles keep 53 bits.
class WholeNumberTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wholeNumbersInAllSpellings() {
    QCOMPARE(readAs("12"), std::string("12"));
    QCOMPARE(readAs("-12"), std::string("-12"));
    QCOMPARE(readAs("+12"), std::string("12"));
    QCOMPARE(readAs("0012"), std::string("12"));
    QCOMPARE(readAs("12."), std::string("12"));
    QCOMPARE(readAs("12.00"), std::string("12"));
    QCOMPARE(readAs("-12,0", ','), std::string("-12"));
    QCOMPARE(readAs("-0"), std::string("-0"));
    QCOMPARE(readAs("18446744073709551615"), std::string("18446744073709551615"));
    QCOMPARE(readAs("18446744073709551616"), std::string("wide"));
    QCOMPARE(readAs("-" + std::string(400, '9')), std::string("-wide"));
  }

  void otherTextsAreNone() {
    for (const char* text : {"", "-", "+", ".", ".0", "-.0", "1.5", "1.01", "1e3", "12,0", "1 2", " 1", "+-1", "--1",
                             "0x10", "inf", "nan", "1.0.0"}) {
      QVERIFY2(readAs(text) == "no", text);
    }
  }

  void whatI64HoldsAndWhatStandsForAMissingOne() {
    QVERIFY(holdsWhole({kTwo63 - 1, false, false}) && holdsWhole({kTwo63 - 1, true, false}));
    QVERIFY(!holdsWhole({kTwo63, false, false}) && !holdsWhole({kTwo63, true, false}));
    QVERIFY(!holdsWhole({1, false, true}));
    QVERIFY(isMissingMark({kTwo63, true, false}));
    QVERIFY(!isMissingMark({kTwo63, false, false}) && !isMissingMark({kTwo63, true, true}));
    QCOMPARE(numberOf({kTwo63 - 1, true, false}), -std::numeric_limits<std::int64_t>::max());
    QCOMPARE(numberOf({5, false, false}), std::int64_t{5});
  }

  /// A double beside 2^53 + 1 is one away from it; the nearest one of 2^64 - 1 is 2^64.
  void roundingIsExactNearTheNumber() {
    QCOMPARE(roundingOf({kTwo53 + 1, false, false}, static_cast<double>(kTwo53)), 1.);
    QCOMPARE(roundingOf({kTwo53 + 1, false, false}, static_cast<double>(kTwo53 + 2)), 1.);
    QCOMPARE(roundingOf({kTwo53 + 1, true, false}, -static_cast<double>(kTwo53)), 1.);
    QCOMPARE(roundingOf({~std::uint64_t{0}, false, false}, 0x1p64), 1.);
    QCOMPARE(roundingOf({kTwo63 + 1000, false, false}, 0x1p63), 1000.);
    QCOMPARE(roundingOf({12, false, false}, 12), 0.);
    QCOMPARE(roundingOf({0, true, false}, 0.), 0.);
    QCOMPARE(roundingOf({7, false, false}, 0.), 7.);
    // On the other side of zero.
    QCOMPARE(roundingOf({7, false, false}, -3), 10.);
    QCOMPARE(roundingOf({7, true, false}, 3), 10.);
    QVERIFY(std::isinf(roundingOf({0, false, true}, 0x1p70)));
  }
};

MASU_TEST(WholeNumberTest)
#include "whole_number_test.moc"
