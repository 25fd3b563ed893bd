#include "core/ingest/csv_recording.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "core/base/permutation.h"
#include "core/ingest/csv_values.h"
#include "core/ingest/source_opener.h"

namespace fs = std::filesystem;
using namespace masu;
using waveform::RecordingRequest;
using waveform::RecordingSource;
using waveform::Segment;
using Opened = Result<std::unique_ptr<RecordingSource>>;

namespace {

Opened openText(const std::string& text, const RecordingRequest& request = {}, const csv::DialectHints& hints = {}) {
  MASU_TRY(const io::File file, io::File::createInMemory("day 1/a.csv"));
  MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(text))));
  return ingest::openCsvRecording(file, request, hints);
}

Opened openPath(const fs::path& path, const RecordingRequest& request = {}) {
  ingest::SourceOpener opener;
  MASU_TRY(const io::File file, opener.open(path));
  return ingest::openCsvRecording(file, request);
}

RecordingRequest atRate(double rate) {
  return {.channels = {}, .rate = rate, .raw = {}};
}

RecordingRequest withChannels(std::vector<std::string> names) {
  return {.channels = std::move(names), .rate = 0, .raw = {}};
}

std::vector<double> wholeOf(RecordingSource& source) {
  std::vector<double> values(source.info().frames * source.info().channels.size());
  if (!source.readExact(0, values)) values.clear();
  return values;
}

std::vector<double> doublesOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<double> values(bytes.size() / sizeof(double));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  return values;
}

/// Columns [from, …) of a table of `width`.
std::vector<double> columnsFrom(const std::vector<double>& table, std::size_t width, std::size_t from) {
  std::vector<double> values;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i % width >= from) values.push_back(table[i]);
  }
  return values;
}

std::optional<QByteArray> python(const QStringList& arguments) {
  QProcess process;
  process.start("/usr/bin/python3", QStringList{MASU_TEST_SOURCE "/csv_recordings.py"} + arguments);
  if (!process.waitForStarted() || !process.waitForFinished() || process.exitCode() != 0) {
    qWarning("%s", process.readAllStandardError().constData());
    return std::nullopt;
  }
  return process.readAllStandardOutput();
}

std::vector<fs::path> tablesIn(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".csv") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

const char* told(const Opened& opened) {
  static std::string sentence;
  sentence = opened ? "" : opened.error().message.english();
  return sentence.c_str();
}

void isRefused(const Opened& opened, Errc code, const std::string& sentence) {
  QVERIFY(!opened);
  QCOMPARE(opened.error().message.english(), sentence);
  QCOMPARE(name(opened.error().code), name(code));
}

}  // namespace

class CsvRecordingTest : public QObject {
  Q_OBJECT

  static fs::path real(const char* path) { return fs::path(MASU_SHARED_DATA) / path; }

 private Q_SLOTS:
  void walksOfPeopleAreReadAsNumpyReadsThem() {
    const fs::path archive =
        real("walking-zip/User Identification From Walking Activity/User Identification From Walking Activity.zip");
    if (!fs::exists(archive)) QSKIP("the shared data sets are not here");
    const QTemporaryDir folder;
    QVERIFY(python({"unzip", QString::fromStdString(archive.string()), folder.path()}));
    QVERIFY(python({"values", folder.path(), "0"}));
    QVERIFY(python({"even", folder.path(), "25"}));
    const auto paths = tablesIn(folder.path().toStdString());
    QCOMPARE(paths.size(), 22U);
    for (const fs::path& path : paths) {
      const auto opened = openPath(path);
      QVERIFY2(opened, told(opened));
      const auto& info = (*opened)->info();
      QCOMPARE(info.channels, (std::vector<std::string>{"c2", "c3", "c4"}));
      QCOMPARE(info.rate, 0.);  // phones lose samples
      QVERIFY(std::abs(info.unevenRate - 33) < 2);
      QVERIFY(wholeOf(**opened) == columnsFrom(doublesOf(path.string() + ".f64"), 4, 1));
      const auto even = openPath(path, atRate(25));
      QVERIFY2(even, told(even));
      QCOMPARE((*even)->info().rate, 25.);
      QCOMPARE((*even)->info().segments.size(), info.segments.size());
      const auto values = wholeOf(**even);
      const auto expected = doublesOf(path.string() + ".even.f64");
      QCOMPARE(values.size(), expected.size());
      for (std::size_t i = 0; i < values.size(); ++i) QVERIFY(std::abs(values[i] - expected[i]) < 1e-6);
    }
  }

  void indoorMovementsAreReadAsNumpyReadsThem() {
    const fs::path archive = real("indoor-zip/IndoorMovement.zip");
    if (!fs::exists(archive)) QSKIP("the shared data sets are not here");
    const QTemporaryDir folder;
    QVERIFY(python({"unzip", QString::fromStdString(archive.string()), folder.path()}));
    QVERIFY(python({"values", folder.path(), "1"}));
    const auto paths = tablesIn(folder.path().toStdString());
    QCOMPARE(paths.size(), 314U);
    for (const fs::path& path : paths) {
      const auto opened = openPath(path);
      QVERIFY2(opened, told(opened));
      QCOMPARE((*opened)->info().channels,
               (std::vector<std::string>{"RSS_anchor1", "RSS_anchor2", "RSS_anchor3", "RSS_anchor4"}));
      QCOMPARE((*opened)->info().rate, 0.);
      QVERIFY(wholeOf(**opened) == doublesOf(path.string() + ".f64"));
    }
  }

  void measuredSeriesHaveTheRateOfTheirTimes() {
    if (!fs::exists(real("nab/data"))) QSKIP("the shared data sets are not here");
    const auto paths = tablesIn(real("nab/data"));
    QStringList arguments{"pace"};
    for (const fs::path& path : paths) arguments.append(QString::fromStdString(path.string()));
    const auto answer = python(arguments);
    QVERIFY(answer);
    const auto lines = answer->trimmed().split('\n');
    QCOMPARE(static_cast<std::size_t>(lines.size()), paths.size());
    int even = 0;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const auto opened = openPath(paths[i]);
      QVERIFY2(opened, told(opened));
      const auto& info = (*opened)->info();
      QCOMPARE(info.channels, std::vector<std::string>{"value"});
      const auto fields = lines[static_cast<qsizetype>(i)].split(' ');
      QCOMPARE(info.frames, fields[0].toULongLong());
      const double step = fields[1].toDouble();
      if (step == 0) continue;
      ++even;
      QCOMPARE(info.rate, 1 / step);
      QVERIFY(info.segments.empty());
    }
    QVERIFY(even > 30);
    // The clock was put back an hour once.
    const auto changed = openPath(real("nab/data/realKnownCause/machine_temperature_system_failure.csv")).value();
    QCOMPARE(changed->info().rate, 1. / 300);
    QCOMPARE(changed->info().segments.size(), 2U);
    // A rate that is not the nearest number to one in five minutes names the same pace.
    const auto named =
        openPath(real("nab/data/realKnownCause/machine_temperature_system_failure.csv"), atRate(.00333333)).value();
    QCOMPARE(named->info().rate, .00333333);
    QVERIFY(wholeOf(*named) == wholeOf(*changed));
  }

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
    QVERIFY2(opened, told(opened));
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
      QVERIFY2(opened, told(opened));
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
    QVERIFY2(opened, told(opened));
    QStringList found;
    for (const std::string& channel : (*opened)->info().channels) found.append(QString::fromStdString(channel));
    QCOMPARE(found, channels);
    QCOMPARE((*opened)->info().rate, 0.);
  }

  void alignedNumbersAreColumns() {
    const auto opened =
        openText("   0.00   1.234   5.678\r\n   0.01  -1.234  15.678\r\n   0.02  10.234   5.678\r\n").value();
    QCOMPARE(opened->info().rate, 100.);
    QCOMPARE(wholeOf(*opened), (std::vector<double>{1.234, 5.678, -1.234, 15.678, 10.234, 5.678}));
    std::string text;
    for (int i = 0; i < 30; ++i) text += i == 20 ? "  1  2  3\n" : "  1  2\n";
    isRefused(openText(text), Errc::damaged, "Line 21 of day 1/a.csv has 3 fields, other than its columns.");
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
    QVERIFY2(opened, told(opened));
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

  void aFaultIsToldWithItsLine() {
    std::string text = "time,x\n";
    for (int i = 0; i < 3000; ++i) text += std::to_string(i) + "," + std::to_string(i % 10) + "\n";
    const auto with = [&](const std::string& line, const std::string& other) {
      std::string changed = text;
      return changed.replace(changed.find(line), line.size(), other);
    };
    isRefused(openText(with("\n2500,0\n", "\n2500,0,1\n")), Errc::damaged,
              "Line 2502 of day 1/a.csv has 3 fields, other than its columns.");
    isRefused(openText(with("\n2500,0\n", "\n2500,broken\n")), Errc::damaged,
              "Column x holds broken in line 2502 of day 1/a.csv, which is not a number.");
    isRefused(openText(with("\n2500,0\n", "\n,0\n")), Errc::damaged,
              "Column time holds  in line 2502 of day 1/a.csv, which is no date or time.");
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
    isRefused(openText("x,y\n"), Errc::format, "day 1/a.csv holds no samples.");
    isRefused(openText("who,where\nann,here\nbob,there\nann,there\n"), Errc::format,
              "day 1/a.csv holds no column of numbers beside its times.");
    isRefused(openText("time,who\n1,ann\n2,bob\n3,ann\n"), Errc::format,
              "day 1/a.csv holds no column of numbers beside its times.");
    isRefused(openText(std::string("\x01\x02\x00\x03\x05\x00\x06\x07\x02\x00\x04\x01", 12)), Errc::format,
              "day 1/a.csv holds binary data, not a text table.");
    isRefused(openText("time,x\n5,1\n5,2\n5,3\n", atRate(10)), Errc::format,
              "day 1/a.csv cannot be brought to 10 frames a second: its times do not go on.");
    isRefused(openText("time,x\n0,1\n1,2\n5e15,4\n", atRate(1)), Errc::unsupported,
              "At 1 frames a second the recording has more than 134217728 values, as its times say. Choose a lower "
              "rate, or cut it into shorter recordings.");
  }

  void moreValuesThanFitAreRefused() {
    const io::File file = io::File::createInMemory("a.csv").value();
    QVERIFY(file.writeAt(0, std::as_bytes(std::span(std::string_view("1,2\n3,4\n5,6\n")))));
    csv::Dialect dialect;
    dialect.header = false;
    const auto table = ingest::tableIn(ingest::openTableText(file, "").value(), "a.csv", dialect).value();
    ingest::CsvColumns columns{
        .names = {"c1", "c2"}, .channels = {{.place = 0}, {.place = 1}}, .time = {}, .timeOfDay = {}};
    QCOMPARE(ingest::readCsvValues(table, dialect, columns, 6).value().values.size(), 6U);
    const auto refused = ingest::readCsvValues(table, dialect, columns, 5);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::unsupported);
  }

  void textsMoveWithTheFramesTheyStandBeside() {
    // Even times are filtered, uneven ones laid on lines; the text changes at 4 s, behind a gap from 6 s to 16 s again.
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
        const Opened opened = at(rate);
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

QTEST_GUILESS_MAIN(CsvRecordingTest)
#include "csv_recording_test.moc"
