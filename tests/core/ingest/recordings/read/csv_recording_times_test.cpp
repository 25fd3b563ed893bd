// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <numbers>

#include "tests/fixtures/csv_recording_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using waveform::RecordingRequest;

class CsvRecordingTimesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void timeIsKnownByItsName_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("cells");
    QTest::addColumn<double>("rate");
    const auto row = [](const char* name, const QStringList& cells, double rate) {
      QTest::newRow(name) << name << cells << rate;
    };
    row("time", {"5", "5.01", "5.02"}, 100);
    row("Time (ms)", {"0", "20", "40"}, 50);
    row("time_us", {"0", "500", "1000"}, 2000);
    row("t [s]", {"0", "0.25", "0.5"}, 4);
    row("Time-Stamp", {"1700000000", "1700000001", "1700000002"}, 1);
    row("timestamp", {"1700000000000", "1700000000010", "1700000000020"}, 100);
    row("unix_time", {"1700000000000000000", "1700000000001000000", "1700000000002000000"}, 1000);
    row("seconds", {"0", "1", "2"}, 1);
    row("date", {"2024-01-01", "2024-01-02", "2024-01-03"}, 1. / 86400);
    row("時刻", {"10:00:00", "10:00:30", "10:01:00"}, 1. / 30);
    row("経過時間 (ミリ秒)", {"0", "5", "10"}, 200);
    row("elapsed min", {"0", "1", "2"}, 1. / 60);
  }

  void timeIsKnownByItsName() {
    QFETCH(const QString, name);
    QFETCH(const QStringList, cells);
    QFETCH(const double, rate);
    std::string text = "a," + name.toStdString() + ",b\n";
    for (qsizetype i = 0; i < cells.size(); ++i) {
      text += std::to_string(i) + ".5," + cells[i].toStdString() + "," + std::to_string(9 - i) + "\n";
    }
    const auto opened = openText(text);
    QVERIFY2(opened, errorText(opened));
    QCOMPARE((*opened)->info().channels, (std::vector<std::string>{"a", "b"}));
    QVERIFY((*opened)->info().leftOut.empty());
    QVERIFY2(std::abs((*opened)->info().rate / rate - 1) < 1e-12, QByteArray::number((*opened)->info().rate));
    QCOMPARE(wholeOf(**opened), (std::vector<double>{.5, 9, 1.5, 8, 2.5, 7}));
  }

  void aDayAndATimeOfDayAreOneTime() {
    for (const char* header : {"Date;Time;x\n", "Time;Date;x\n", "day;at;x\n"}) {
      std::string text = header;
      const bool turned = text.starts_with("Time");
      for (int i = 0; i < 4; ++i) {
        const std::string day = i < 2 ? "31/12/2006" : "1/1/2007";
        const std::string time = i % 2 == 0 ? "00:00:00" : "12:00:00";
        text += (turned ? time + ";" + day : day + ";" + time) + ";" + std::to_string(i) + ",5\n";
      }
      const auto opened = openText(text);
      QVERIFY2(opened, errorText(opened));
      QCOMPARE((*opened)->info().channels, std::vector<std::string>{"x"});
      QVERIFY((*opened)->info().leftOut.empty());
      QCOMPARE((*opened)->info().rate, 1. / 43200);
    }
  }

  void whatIsNoTimeIsAChannel_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("channels");
    QTest::newRow("a name that begins like one") << "timer,x\n1,4\n2,3\n3,9\n" << QStringList{"timer", "x"};
    QTest::newRow("rows that are numbered") << "row,x\n1,4\n2,3\n3,9\n" << QStringList{"row", "x"};
    QTest::newRow("two that grow") << "1,4\n2,5\n3,9\n" << QStringList{"c1", "c2"};
    QTest::newRow("one that falls") << "3,4\n2,3\n1,9\n" << QStringList{"c1", "c2"};
    QTest::newRow("nothing beside it") << "1\n2\n3\n" << QStringList{"c1"};
  }

  void whatIsNoTimeIsAChannel() {
    QFETCH(const QString, text);
    QFETCH(const QStringList, channels);
    const auto opened = openText(text.toStdString());
    QVERIFY2(opened, errorText(opened));
    QStringList found;
    for (const std::string& channel : (*opened)->info().channels) found.append(QString::fromStdString(channel));
    QCOMPARE(found, channels);
    QCOMPARE((*opened)->info().rate, 0.);
  }

  void theTimeIsWhatIsAskedFor_data() {
    QTest::addColumn<QString>("time");
    QTest::addColumn<QStringList>("channels");
    QTest::addColumn<double>("rate");
    QTest::newRow("another column") << "clock" << QStringList{"t", "x", "at (ms)"} << 0.25;
    QTest::newRow("with its unit") << "at (ms)" << QStringList{"t", "x", "clock"} << 20.;
    QTest::newRow("dates") << "day" << QStringList{"t", "x", "clock", "at (ms)"} << 1. / 86400;
    QTest::newRow("none") << "" << QStringList{"t", "x", "clock", "at (ms)"} << 0.;
  }

  void theTimeIsWhatIsAskedFor() {
    QFETCH(const QString, time);
    QFETCH(const QStringList, channels);
    QFETCH(const double, rate);
    std::string text = "t,x,clock,at (ms),day\n";
    for (int i = 0; i < 9; ++i) {
      text += std::to_string(i) + ',' + std::to_string(i * i % 7) + ',' + std::to_string(4 * i) + ',' +
              std::to_string(50 * i) + ",2024-01-0" + std::to_string(i + 1) + '\n';
    }
    RecordingRequest request;
    request.time = time.toStdString();
    const auto opened = openText(text, request);
    QVERIFY2(opened, errorText(opened));
    QStringList found;
    for (const std::string& channel : (*opened)->info().channels) found.append(QString::fromStdString(channel));
    QCOMPARE(found, channels);
    QVERIFY(std::abs((*opened)->info().rate - rate) <= 1e-12 * rate);
    QCOMPARE((*opened)->info().timeColumns.empty(), time.isEmpty());
  }

  void aTimeThatIsNoneIsRefused() {
    RecordingRequest request;
    request.time = "when";
    isRefused(openText("t,x,when\n1,2,a\n2,3,b\n", request), Errc::format,
              "The column when of day 1/a.csv holds neither numbers nor times. Name another for --time, or none.");
    isRefused(openText("t,x\n1,2\n2,3\n", request), Errc::notFound,
              "day 1/a.csv has no column when for --time. It has t, x.");
  }

  void textsMoveWithTheFramesTheyStandBeside() {
    // Even times are filtered, uneven ones laid on lines; the text changes at 4 s, after a gap from 6 s to 16 s again.
    for (const bool even : {true, false}) {
      std::string text = "t,x,note\n";
      for (int i = 0; i < 100; ++i) {
        const double time = i * 0.1 + (i >= 60 ? 10 : 0) + (even || i % 3 != 1 ? 0 : 0.03);
        text += std::to_string(time) + ",1," + (i < 40 ? "a" : i < 70 ? "b" : "c") + "\n";
      }
      const auto at = [&](double rate) {
        RecordingRequest request = atRate(rate);
        request.texts = {"note", "nowhere"};
        return openText(text, request);
      };
      for (const double rate : {20., 50.}) {
        const OpenedCsv opened = at(rate);
        QVERIFY2(opened, opened ? "" : opened.error().message.english().c_str());
        const auto& info = (*opened)->info();
        QCOMPARE(info.channels, std::vector<std::string>{"x"});
        QCOMPARE(info.texts.size(), std::size_t{1});
        const auto& runs = info.texts.front().runs;
        QCOMPARE(runs.size(), std::size_t{3});
        QCOMPARE(info.segments.size(), std::size_t{2});
        const double first = static_cast<double>(info.segments[1].first);
        const std::vector<double> expected = {0, 4 * rate, first + rate};
        for (std::size_t i = 0; i < runs.size(); ++i) {
          QCOMPARE(runs[i].text, std::string(1, static_cast<char>('a' + i)));
          const double off = std::abs(static_cast<double>(runs[i].first) - expected[i]);
          QVERIFY2(off <= 1 + (even ? 0 : 0.03 * rate), qPrintable(QString::number(off)));
        }
      }
    }
  }

  void evenTimesAreFilteredToAnotherRate() {
    std::string text = "time,x\n";
    for (int i = 0; i < 2000; ++i) {
      const double time = i / 100.;
      text += std::to_string(time) + "," + std::to_string(std::sin(2 * std::numbers::pi * 3 * time)) + "\n";
    }
    const auto own = openText(text).value();
    QCOMPARE(own->info().rate, 100.);
    const auto faster = openText(text, atRate(250)).value();
    QCOMPARE(faster->info().rate, 250.);
    QCOMPARE(faster->info().frames, 5000U);
    const auto values = wholeOf(*faster);
    for (std::size_t i = 1000; i < 4000; ++i) {
      // Straight lines would be off by 4e-3.
      QVERIFY(std::abs(values[i] - std::sin(2 * std::numbers::pi * 3 * static_cast<double>(i) / 250)) < 1e-4);
    }
    // A missing value stays where it is.
    std::string holed = text;
    const std::size_t at = holed.find("\n10.000000,") + 11;
    holed.erase(at, holed.find('\n', at) - at);
    const auto lines = wholeOf(*openText(holed, atRate(250)).value());
    QCOMPARE(std::ranges::count_if(lines, [](double value) { return std::isnan(value); }), 5);
  }

  /// Where values are taken from lines between the frames, it is no frame of its own any more, and is not counted.
  void aRepeatedTimeIsCountedWhereItsFrameIsKept() {
    std::string text = "time,x\n";
    std::string holed = text;
    for (int i = 0; i < 400; ++i) {
      const std::string time = std::to_string((i < 200 ? i : i - 1) / 100.) + ",";
      text += time + std::to_string(i) + "\n";
      holed += time + (i == 7 ? "" : std::to_string(i)) + "\n";
    }
    for (const std::string& each : {text, holed}) QCOMPARE(openText(each).value()->info().timesRepeated, 1U);
    QCOMPARE(openText(text, atRate(50)).value()->info().timesRepeated, 1U);
    const auto lines = openText(holed, atRate(50)).value();
    QCOMPARE(lines->info().rate, 50.);
    QCOMPARE(lines->info().timesRepeated, 0U);
  }
};

MASU_TEST(CsvRecordingTimesTest)
#include "csv_recording_times_test.moc"
