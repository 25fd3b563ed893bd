// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>

#include "core/base/permutation.h"
#include "core/ingest/recordings/read/csv_values.h"
#include "tests/fixtures/csv_recording_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

class CsvRecordingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void alignedNumbersAreColumns() {
    const auto opened =
        openText("   0.00   1.234   5.678\r\n   0.01  -1.234  15.678\r\n   0.02  10.234   5.678\r\n").value();
    QCOMPARE(opened->info().rate, 100.);
    QCOMPARE(wholeOf(*opened), (std::vector<double>{1.234, 5.678, -1.234, 15.678, 10.234, 5.678}));
    std::string text;
    for (int i = 0; i < 30; ++i) text += i == 20 ? "  1  2  3\n" : "  1  2\n";
    isRefused(openText(text), Errc::damaged, "Line 21 of day 1/a.csv has 3 fields; expected 2.");
  }

  void anIndexAskedForIsAChannel() {
    const auto opened = openText(",x\n0,4\n1,7\n2,5\n", withChannels({"x", "c1"})).value();
    QCOMPARE(wholeOf(*opened), (std::vector<double>{4, 0, 7, 1, 5, 2}));
  }

  void anAskedColumnIsAChannel() {
    const std::string text = "time,x,who,y\n0,4,ann,1\n1,5,ann,2\n2,6,ann,3\n";
    const auto all = openText(text).value();
    QCOMPARE(all->info().channels, (std::vector<std::string>{"x", "y"}));
    QCOMPARE(all->info().leftOut, std::vector<std::string>{"who"});
    QCOMPARE(all->info().rate, 1.);
    const auto one = openText(text, withChannels({"y"})).value();
    QCOMPARE(one->info().leftOut, (std::vector<std::string>{"x", "who"}));
    QCOMPARE(one->info().rate, 1.);
    const auto time = openText(text, withChannels({"y", "time"})).value();
    QCOMPARE(time->info().rate, 0.);
    QCOMPARE(wholeOf(*time), (std::vector<double>{1, 0, 2, 1, 3, 2}));
    isRefused(openText(text, withChannels({"who"})), Errc::damaged,
              "Column who holds ann in line 2 of day 1/a.csv, which is not a number.");
    isRefused(openText(text, withChannels({"z"})), Errc::notFound,
              "day 1/a.csv has no channel z. It has time, x, who, y.");
  }

  void spellingsOfTablesAreFoundOut_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("second");
    const QByteArray euc("\xB2\xB9\xC5\xD9,\xBC\xBE\xC5\xD9\n1.5,2\n2.5,3\n3.5,1\n");  // 温度,湿度
    QTest::newRow("commas") << QByteArray("x,y\n1.5,2\n2.5,3\n3.5,1\n") << "y";
    QTest::newRow("decimal commas") << QByteArray("x;y\n1,5;2\n2,5;3\n3,5;1\n") << "y";
    QTest::newRow("tabs and CRLF") << QByteArray("x\ty\r\n1.5\t2\r\n2.5\t3\r\n3.5\t1\r\n") << "y";
    QTest::newRow("blanks around") << QByteArray("x , y\n 1.5 , 2\n 2.5 , 3\n 3.5 , 1") << "y";
    QTest::newRow("quoted") << QByteArray("\"x\",\"y\"\n\"1.5\",\"2\"\n\"2.5\",\"3\"\n\"3.5\",\"1\"\n") << "y";
    QTest::newRow("title and empty lines") << QByteArray("Sensor 5\n\nx,y\n1.5,2\n\n2.5,3\n3.5,1\n\n") << "y";
    QTest::newRow("names in a comment") << QByteArray("#x, y\n1.5,2\n2.5,3\n3.5,1\n") << "y";
    QTest::newRow("UTF-8 with a mark") << QByteArray("\xEF\xBB\xBFx,y\n1.5,2\n2.5,3\n3.5,1\n") << "y";
    QTest::newRow("EUC-JP") << euc << "湿度";
    QTest::newRow("columns under each other") << QByteArray("    x   y\n  1.5   2\n  2.5   3\n\n 3.5    1  \n") << "y";
    QTest::newRow("with an index") << QByteArray(",x,y\n0,1.5,2\n1,2.5,3\n2,3.5,1\n") << "y";
    QTest::newRow("comma at each end") << QByteArray("x,y\n1.5,2,\n2.5,3,\n3.5,1,\n") << "y";
    QByteArray wide;
    for (const char c : QByteArray("x,y\n1.5,2\n2.5,3\n3.5,1\n")) wide.append(c).append('\0');
    QTest::newRow("UTF-16") << wide << "y";
  }

  void spellingsOfTablesAreFoundOut() {
    QFETCH(const QByteArray, text);
    QFETCH(const QString, second);
    const auto opened = openText(text.toStdString());
    QVERIFY2(opened, errorText(opened));
    QCOMPARE((*opened)->info().channels.size(), 2U);
    QCOMPARE((*opened)->info().channels[1], second.toStdString());
    QCOMPARE(wholeOf(**opened), (std::vector<double>{1.5, 2, 2.5, 3, 3.5, 1}));
  }

  void manyColumnsAreManyChannels() {
    constexpr std::size_t kColumns = 20'000;
    std::string text = "time";
    for (std::size_t c = 1; c < kColumns; ++c) text += ",ch" + std::to_string(c);
    text += '\n';
    for (std::size_t r = 0; r < 12; ++r) {
      text += std::to_string(r * 4);
      for (std::size_t c = 1; c < kColumns; ++c) text += "," + std::to_string((r * 7 + c) % 100);
      text += '\n';
    }
    const auto opened = openText(text).value();
    QCOMPARE(opened->info().channels.size(), kColumns - 1);
    QCOMPARE(opened->info().rate, .25);
    const auto values = wholeOf(*opened);
    for (std::size_t i = 0; i < values.size(); ++i) {
      QCOMPARE(values[i], static_cast<double>((i / (kColumns - 1) * 7 + i % (kColumns - 1) + 1) % 100));
    }
  }

  void aPackedTableIsReadAlike() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("a.csv.gz").toStdString();
    QProcess gzip;
    gzip.setStandardOutputFile(QString::fromStdString(path));
    gzip.start("gzip", {"-c"});
    if (!gzip.waitForStarted()) QSKIP("gzip is not installed");
    gzip.write("x,y\n1.5,2\n2.5,3\n");
    gzip.closeWriteChannel();
    QVERIFY(gzip.waitForFinished());
    QCOMPARE(wholeOf(*openPath(path).value()), (std::vector<double>{1.5, 2, 2.5, 3}));
  }

  void missingCellsAreNan() {
    const auto opened = openText("x,y\n1,NA\n,3\nnan,5\n4,6\n").value();
    const auto values = wholeOf(*opened);
    const std::vector<bool> missing{false, true, true, false, true, false, false, false};
    QCOMPARE(values.size(), missing.size());
    for (std::size_t i = 0; i < values.size(); ++i) QCOMPARE(std::isnan(values[i]), bool{missing[i]});
    std::vector<float> floats(2);
    QVERIFY(opened->read(3, floats));
    QCOMPARE(floats, (std::vector<float>{4, 6}));
    QVERIFY(!opened->read(4, floats));
  }

  void aColumnThatTurnsOutTextIsLeftOut() {
    std::string text = "x,note,silent\n";
    for (int i = 0; i < 5000; ++i) text += std::to_string(i % 7) + (i == 4000 ? ",stopped,\n" : ",,\n");
    const auto opened = openText(text).value();
    // A sensor that is silent is one, though.
    QCOMPARE(opened->info().channels, (std::vector<std::string>{"x", "silent"}));
    QCOMPARE(opened->info().leftOut, std::vector<std::string>{"note"});
    const auto values = wholeOf(*opened);
    for (std::size_t i = 0; i < 5000; ++i)
      QVERIFY(values[2 * i] == static_cast<double>(i % 7) && std::isnan(values[2 * i + 1]));
  }

  void aFaultIsReportedWithItsLine() {
    std::string text = "time,x\n";
    for (int i = 0; i < 3000; ++i) text += std::to_string(i) + "," + std::to_string(i % 10) + "\n";
    const auto with = [&](const std::string& line, const std::string& other) {
      std::string changed = text;
      return changed.replace(changed.find(line), line.size(), other);
    };
    isRefused(openText(with("\n2500,0\n", "\n2500,0,1\n")), Errc::damaged,
              "Line 2502 of day 1/a.csv has 3 fields; expected 2.");
    isRefused(openText(with("\n2500,0\n", "\n2500,broken\n")), Errc::damaged,
              "Column x holds broken in line 2502 of day 1/a.csv, which is not a number.");
    isRefused(openText(with("\n2500,0\n", "\n,0\n")), Errc::damaged,
              "Column time has  in line 2502 of day 1/a.csv, which is not a date or time.");
    isRefused(openText(with("\n2500,0\n", "\n2500,\"0\n")), Errc::damaged,
              "A quote that opens in the record of line 2502 of day 1/a.csv never closes.");
    isRefused(openText(with("\n2500,0\n", "\n2500,1e999\n")), Errc::damaged,
              "Column x holds 1e999 in line 2502 of day 1/a.csv, more than any number type can hold.");
    const auto fault = openText(with("\n2500,0\n", "\n2500,broken\n"));
    QCOMPARE(fault.error().source.line, 2502U);
    QCOMPARE(fault.error().source.column, 6U);
  }

  void whatIsNoRecordingIsOneSentence() {
    isRefused(openText(""), Errc::format, "day 1/a.csv is empty: it has no records to import.");
    isRefused(openText("x,y\n"), Errc::noSamples, "day 1/a.csv holds no samples.");
    isRefused(openText("who,where\nann,here\nbob,there\nann,there\n"), Errc::format,
              "day 1/a.csv holds no column of numbers beside its times.");
    isRefused(openText("time,who\n1,ann\n2,bob\n3,ann\n"), Errc::format,
              "day 1/a.csv holds no column of numbers beside its times.");
    isRefused(openText(std::string("\x01\x02\x00\x03\x05\x00\x06\x07\x02\x00\x04\x01", 12)), Errc::format,
              "day 1/a.csv holds binary data, not a text table.");
    isRefused(openText("time,x\n5,1\n5,2\n5,3\n", atRate(10)), Errc::format,
              "day 1/a.csv cannot be resampled to 10 frames a second: its times do not increase.");
    isRefused(openText("time,x\n0,1\n1,2\n5e15,4\n", atRate(1)), Errc::unsupported,
              "At 1 frames a second the recording has more than 134217728 values, as its times say. Choose a lower "
              "rate, or cut it into shorter recordings.");
  }

  void moreValuesThanFitAreRefused() {
    const io::File file = io::File::createInMemory("a.csv").value();
    QVERIFY(file.writeAt(0, std::as_bytes(std::span(std::string_view("1,2\n3,4\n5,6\n")))));
    csv::Dialect dialect;
    dialect.header = false;
    const auto table = tableIn(openTableText(file, "").value(), "a.csv", dialect).value();
    CsvColumns columns{.names = {"c1", "c2"}, .channels = {{.place = 0}, {.place = 1}}, .time = {}, .timeOfDay = {}};
    QCOMPARE(readCsvValues(table, dialect, columns, 6).value().values.size(), 6U);
    const auto refused = readCsvValues(table, dialect, columns, 5);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::unsupported);
  }

  void randomDamageEndsInASentenceOrValues() {
    std::string whole = "time (ms);x;name;y\n";
    for (int i = 0; i < 60; ++i) {
      whole += std::to_string(20 * i) + ";" + std::to_string(i % 9) + ",25;\"a\";" + std::to_string(i) + "\n";
    }
    QVERIFY(openText(whole));
    int opened = 0;
    for (std::uint64_t round = 0; round < 1500; ++round) {
      std::string broken = whole;
      if (round % 3 == 0) broken.resize(mix64(round) % whole.size());
      for (std::uint64_t i = 0; i < round % 4 && !broken.empty(); ++i) {
        const std::uint64_t dice = mix64(round * 8 + i);
        const std::string marks = "\",;\n\r\t 0e-.\xFF\x01";
        broken[dice % broken.size()] = marks[(dice >> 32U) % marks.size()];
      }
      const auto source = openText(broken, atRate(round % 2 == 0 ? 0 : 35));
      if (!source) {
        QVERIFY(source.error().message.english().ends_with('.'));
        continue;
      }
      ++opened;
      QVERIFY(!wholeOf(**source).empty());
    }
    QVERIFY(opened > 100);
  }
};

MASU_TEST(CsvRecordingTest)
#include "csv_recording_test.moc"
