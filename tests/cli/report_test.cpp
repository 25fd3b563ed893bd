// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report.h"

#include <limits>

#include <QTest>

#include "tests/fixtures/test_group.h"

using masu::Errc;
using masu::Error;
using masu::cli::errorJson;
using masu::cli::errorText;
using masu::cli::numberOrNull;

class ReportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aFigureThatIsAbsentIsNull() {
    QCOMPARE(numberOrNull(0.25).dump(), std::string("0.25"));
    QCOMPARE(numberOrNull(0).dump(), std::string("0.0"));
    for (const double absent : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
      QVERIFY(numberOrNull(absent).is_null());
  }

  void jsonHoldsThePlaceAsFarAsItIsKnown() {
    QCOMPARE(errorJson({Errc::notFound, "There is no {0}.", {"x"}}).dump(),
             std::string(R"({"error":{"message":"There is no x.","code":"not_found"}})"));
    QCOMPARE(errorJson({Errc::format, "Bad.", {}, {"a.csv", 3, 0}}).dump(),
             std::string(R"({"error":{"message":"Bad.","code":"format","file":"a.csv","line":3}})"));
    QCOMPARE(errorJson({Errc::format, "Bad.", {}, {"a.csv", 3, 7}}).dump(),
             std::string(R"({"error":{"message":"Bad.","code":"format","file":"a.csv","line":3,"column":7}})"));
  }

  void theSentenceNamesTheSourceOnce() {
    QCOMPARE(errorText({Errc::format, "Bad."}), std::string("Bad."));
    QCOMPARE(errorText({Errc::format, "Bad.", {}, {"a.csv"}}), std::string("a.csv: Bad."));
    QCOMPARE(errorText({Errc::format, "{0} is bad.", {"a.csv"}, {"a.csv"}}), std::string("a.csv is bad."));
    // The line is said by nothing else.
    QCOMPARE(errorText({Errc::format, "{0} is bad.", {"a.csv"}, {"a.csv", 3, 0}}),
             std::string("a.csv, line 3: a.csv is bad."));
    QCOMPARE(errorText({Errc::format, "Bad (a.csv, line 3).", {}, {"a.csv", 3, 0}}),
             std::string("Bad (a.csv, line 3)."));
    QCOMPARE(errorText({Errc::format, "Bad.", {}, {"a.csv", 3, 7}}), std::string("a.csv, line 3, column 7: Bad."));
  }
};

MASU_TEST(ReportTest)
#include "report_test.moc"
