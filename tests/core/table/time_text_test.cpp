// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/time_text.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>

#include "tests/fixtures/test_group.h"

using masu::table::DateOrder;
using masu::table::parseTime;
using masu::table::timeText;

namespace {

double secondsOf(const char* text, DateOrder order = DateOrder::monthFirst) {
  double seconds = std::nan("");
  return parseTime(text, order, seconds) ? seconds : std::nan("");
}

}  // namespace

class TimeTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void commonFormsAreOneMoment_data();
  void commonFormsAreOneMoment();
  void figuresAloneFollowTheOrder();
  void datesAndTimesOfDayAreTwoKinds();
  void aDateMayShowAnotherOrder();
  void zonesAndFractionsCount();
  void whatIsNoTimeIsRefused_data();
  void whatIsNoTimeIsRefused();
  void momentsReadBackFromTheirText();
  void pythonReadsTheSame();
};

void TimeTextTest::commonFormsAreOneMoment_data() {
  QTest::addColumn<QString>("text");
  // 2014-02-14 14:27:00 UTC in each.
  for (const char* text : {"2014-02-14 14:27:00",
                           "2014-02-14T14:27:00Z",
                           "2014-02-14T14:27",
                           "20140214T142700Z",
                           "20140214142700",
                           "2014/02/14 14:27",
                           "2014/2/14 14:27:00.000",
                           "02/14/2014 14:27:00",
                           "2/14/14 2:27 PM",
                           "14.02.2014 14:27",
                           "14.2.14 14:27",
                           "14 Feb 2014 14:27",
                           "14-FEB-2014 14:27:00",
                           "14/Feb/2014:14:27:00 +0000",
                           "Fri, 14 Feb 2014 14:27:00 GMT",
                           "Feb 14, 2014 2:27:00 p.m.",
                           "February 14 2014 14:27",
                           "2014-Feb-14 14:27",
                           "2014年2月14日 14時27分",
                           "2014年02月14日14時27分00秒",
                           "2014-02-14 16:27:00+02:00",
                           "2014-02-14T09:27:00-0500",
                           "2014-02-14 14:27 UTC"}) {
    QTest::addRow("%s", text) << QString::fromUtf8(text);
  }
}

void TimeTextTest::commonFormsAreOneMoment() {
  QFETCH(QString, text);
  QCOMPARE(secondsOf(text.toUtf8().constData()), 1392388020.0);
}

void TimeTextTest::figuresAloneFollowTheOrder() {
  QCOMPARE(timeText(secondsOf("03/04/2020", DateOrder::monthFirst)), std::string("2020-03-04 00:00:00"));
  QCOMPARE(timeText(secondsOf("03/04/2020", DateOrder::dayFirst)), std::string("2020-04-03 00:00:00"));
  QCOMPARE(timeText(secondsOf("03.04.2020", DateOrder::monthFirst)), std::string("2020-04-03 00:00:00"));
  QCOMPARE(timeText(secondsOf("20-01-02", DateOrder::yearFirst)), std::string("2020-01-02 00:00:00"));
  QCOMPARE(timeText(secondsOf("2020-01-02", DateOrder::yearFirst)), std::string("2020-01-02 00:00:00"));
  QVERIFY(std::isnan(secondsOf("3/4/2020", DateOrder::yearFirst)));
  QVERIFY(std::isnan(secondsOf("20-13-02", DateOrder::yearFirst)));
  QVERIFY(std::isnan(secondsOf("14/02/2014", DateOrder::monthFirst)));
  QVERIFY(std::isnan(secondsOf("02/14/2014", DateOrder::dayFirst)));
  QCOMPARE(timeText(secondsOf("1/2/69")), std::string("1969-01-02 00:00:00"));
  QCOMPARE(timeText(secondsOf("1/2/68")), std::string("2068-01-02 00:00:00"));
}

void TimeTextTest::datesAndTimesOfDayAreTwoKinds() {
  using masu::table::TimeKind;
  const std::pair<const char*, TimeKind> kTexts[] = {{"2014-02-14", TimeKind::dated},
                                                     {"14 Feb 2014 1:02:03", TimeKind::dated},
                                                     {"1970-01-01 12:30", TimeKind::dated},
                                                     {"12:30", TimeKind::ofDay},
                                                     {"1:05 PM", TimeKind::ofDay}};
  for (const auto& [text, kind] : kTexts) {
    double seconds = 0;
    for (const TimeKind asked : {TimeKind::any, TimeKind::dated, TimeKind::ofDay})
      QCOMPARE(parseTime(text, DateOrder::dayFirst, asked, seconds), asked == TimeKind::any || asked == kind);
    QCOMPARE(masu::table::timeForm(text, DateOrder::dayFirst)->dated, kind == TimeKind::dated);
  }
}

void TimeTextTest::aDateMayShowAnotherOrder() {
  const auto other = [](const char* text, DateOrder order) { return masu::table::otherOrderOf(text, order); };
  QVERIFY(other("13/06/2024", DateOrder::monthFirst) == DateOrder::dayFirst);
  QVERIFY(other("06/13/2024", DateOrder::dayFirst) == DateOrder::monthFirst);
  QVERIFY(other("99-12-31", DateOrder::monthFirst) == DateOrder::yearFirst);
  for (const char* text : {"13/06/2024", "05/06/2024", "2024-06-13", "13/16/2024", "12:30", "soon", ""})
    QVERIFY2(!other(text, DateOrder::dayFirst), text);
}

void TimeTextTest::zonesAndFractionsCount() {
  QCOMPARE(secondsOf("1970-01-01T00:00:00.25"), 0.25);
  QCOMPARE(secondsOf("1969-12-31 23:59:59.5"), -0.5);
  QCOMPARE(secondsOf("1970-01-01 09:00+09"), 0.0);
  QCOMPARE(secondsOf("13:45"), 13 * 3600 + 45 * 60.0);
  QCOMPARE(secondsOf("1:02:03 am"), 3723.0);
  QCOMPARE(secondsOf("12:00 AM"), 0.0);
  QCOMPARE(secondsOf("12:00 PM"), 43200.0);
  QCOMPARE(secondsOf("2016-12-31 24:00"), secondsOf("2017-01-01"));
  QCOMPARE(secondsOf("2016-12-31 23:59:60"), secondsOf("2017-01-01"));
}

void TimeTextTest::whatIsNoTimeIsRefused_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"",
                           "9999-12-31 23:59:60",
                           "9999-12-31T23:30-05:00",
                           "0000-01-01T00:00+05:00",
                           "2014",
                           "2014-13-01",
                           "2014-02-30",
                           "2013-02-29",
                           "1.2.3.4",
                           "10.0.0.1",
                           "12-34",
                           "192.168.1.1",
                           "Mayor",
                           "March",
                           "1/2",
                           "25:00",
                           "10:60",
                           "10:5",
                           "2014-02-14x",
                           "2014-02-14 14:27 CET",
                           "5 apples 2014",
                           "2014-02-14T",
                           "13:00 PM",
                           "-1970-01-01",
                           "2014-02-1414:27",
                           "1/2/345",
                           "12:30:45:10",
                           "555-0199"}) {
    QTest::addRow("%s", text) << QString::fromUtf8(text);
  }
}

void TimeTextTest::whatIsNoTimeIsRefused() {
  QFETCH(QString, text);
  for (const DateOrder order : {DateOrder::dayFirst, DateOrder::monthFirst})
    QVERIFY2(std::isnan(secondsOf(text.toUtf8().constData(), order)), text.toUtf8().constData());
}

void TimeTextTest::momentsReadBackFromTheirText() {
  // A walk over the calendar in steps that meet every day of the month and leap years of each kind.
  for (std::int64_t seconds = -62167219200; seconds < 253402300799; seconds += 86400 * 97 + 12347) {
    const std::string text = timeText(static_cast<double>(seconds));
    QCOMPARE(secondsOf(text.c_str()), static_cast<double>(seconds));
  }
  QCOMPARE(timeText(1392388020.125), std::string("2014-02-14 14:27:00.125"));
  QCOMPARE(timeText(0.9999999), std::string("1970-01-01 00:00:01"));
  QCOMPARE(timeText(0.000000001, 1704067200), std::string("2024-01-01 00:00:00.000000001"));
  QCOMPARE(timeText(-0.25, 1704067200), std::string("2023-12-31 23:59:59.75"));
  QCOMPARE(timeText(63158400.1, 1704067200), std::string("2026-01-01 00:00:00.1"));
  QCOMPARE(timeText(0.9999999999, 0), std::string("1970-01-01 00:00:01"));
  QVERIFY(timeText(std::nan("")).empty() && timeText(1e300).empty());
}

void TimeTextTest::pythonReadsTheSame() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("times.txt").toStdString();
  std::ofstream out(path);
  for (std::int64_t seconds = -30000000000; seconds < 60000000000; seconds += 86400 * 51 + 54321)
    out << seconds << '\t' << timeText(static_cast<double>(seconds)) << '\n';
  out.close();
  QProcess process;
  process.start("/usr/bin/python3",
                {"-c",
                 "import sys,datetime as d\n"
                 "zero=d.datetime(1970,1,1)\n"
                 "for line in open(sys.argv[1]):\n"
                 "    s,t=line.rstrip('\\n').split('\\t')\n"
                 "    assert zero+d.timedelta(seconds=int(s))==d.datetime.strptime(t,'%Y-%m-%d %H:%M:%S'),line\n",
                 QString::fromStdString(path)});
  QVERIFY(process.waitForFinished());
  QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
}

MASU_TEST(TimeTextTest)
#include "time_text_test.moc"
