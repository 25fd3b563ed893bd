// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings of people and machines, compared with what numpy and pandas read.
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>

#include "tests/fixtures/csv_recording_fixture.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;

namespace {

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
  process.start("/usr/bin/python3", QStringList{MASU_FIXTURES "/csv_recordings.py"} + arguments);
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

}  // namespace

class CsvRecordingDataTest : public QObject {
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
      QVERIFY2(opened, errorText(opened));
      const auto& info = (*opened)->info();
      QCOMPARE(info.channels, (std::vector<std::string>{"c2", "c3", "c4"}));
      QCOMPARE(info.rate, 0.);  // phones lose samples
      QVERIFY(std::abs(info.unevenRate - 33) < 2);
      QVERIFY(wholeOf(**opened) == columnsFrom(doublesOf(path.string() + ".f64"), 4, 1));
      const auto even = openPath(path, atRate(25));
      QVERIFY2(even, errorText(even));
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
      QVERIFY2(opened, errorText(opened));
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
      QVERIFY2(opened, errorText(opened));
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
};

MASU_TEST(CsvRecordingDataTest)
#include "csv_recording_data_test.moc"
