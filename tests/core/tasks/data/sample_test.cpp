// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "core/tasks/data/sample_task.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using tasks::SampleData;
using tasks::SampleRequest;

namespace {

std::string bytesOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> bytesBelow(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[fs::relative(entry.path(), folder).string()] = bytesOf(entry.path());
  }
  return files;
}

std::vector<std::string> fieldsOf(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) {
    fields.push_back(field.starts_with(' ') ? field.substr(1) : field);
  }
  return fields;
}

bool isEmpty(const QTemporaryDir& folder) {
  return fs::is_empty(folder.path().toStdString());
}

}  // namespace

class SampleTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  static SampleRequest requestFor(SampleData set, const QTemporaryDir& folder, std::uint64_t rows,
                                  std::uint64_t seed = 0) {
    return {.set = set, .out = folder.path().toStdString(), .rows = rows, .seed = seed};
  }

 private Q_SLOTS:
  void sameSeedGivesTheSameBytes_data() {
    QTest::addColumn<int>("set");
    QTest::newRow("tabular") << static_cast<int>(SampleData::tabular);
    QTest::newRow("waveform") << static_cast<int>(SampleData::waveform);
  }
  void sameSeedGivesTheSameBytes() {
    QFETCH(const int, set);
    const auto kind = static_cast<SampleData>(set);
    const QTemporaryDir one, again, other;
    QVERIFY(tasks::makeSample(requestFor(kind, one, 130, 7), m_job));
    QVERIFY(tasks::makeSample(requestFor(kind, again, 130, 7), m_job));
    QVERIFY(tasks::makeSample(requestFor(kind, other, 130, 8), m_job));
    const auto files = bytesBelow(one.path().toStdString());
    QVERIFY(!files.empty());
    QVERIFY(files == bytesBelow(again.path().toStdString()));
    QVERIFY(files != bytesBelow(other.path().toStdString()));
  }

  void censusLooksLikeTheRealThing() {
    const QTemporaryDir folder;
    const auto outcome = tasks::makeSample(requestFor(SampleData::tabular, folder, 0), m_job);
    QVERIFY(outcome);
    QCOMPARE(outcome->rows, 48842U);
    QCOMPARE(outcome->path.filename().string(), std::string("census-persons.csv"));
    QCOMPARE(outcome->bytes, fs::file_size(outcome->path));

    std::ifstream in(outcome->path);
    std::string line;
    std::getline(in, line);
    QCOMPARE(fieldsOf(line).size(), 15U);
    std::map<std::size_t, double> missing;
    std::array<std::set<std::string>, 15> values;
    double rows = 0;
    double rich = 0;
    while (std::getline(in, line)) {
      const auto fields = fieldsOf(line);
      QCOMPARE(fields.size(), 15U);
      ++rows;
      for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i] == "?") {
          ++missing[i];
        } else {
          values[i].insert(fields[i]);
        }
      }
      if (fields[14] == ">50K") ++rich;
    }
    QCOMPARE(rows, 48842.);
    QCOMPARE(missing.size(), 3U);
    QVERIFY(std::abs(missing[1] / rows - .056) < .002);
    QVERIFY(std::abs(missing[6] / rows - .057) < .002);
    QVERIFY(std::abs(missing[13] / rows - .018) < .002);
    QVERIFY(missing[6] > missing[1]);
    QVERIFY(rich / rows > .22 && rich / rows < .27);
    const std::map<std::size_t, std::size_t> categories{{1, 8}, {3, 16}, {5, 7},   {6, 14}, {7, 6},
                                                        {8, 5}, {9, 2},  {13, 41}, {14, 2}};
    for (const auto& [column, count] : categories) QCOMPARE(values[column].size(), count);
  }

  void recordingsAreBalancedAndOfTheStatedLength() {
    const QTemporaryDir folder;
    const auto outcome = tasks::makeSample(requestFor(SampleData::waveform, folder, 180), m_job);
    QVERIFY(outcome);
    std::map<char, int> digits;
    std::map<std::string, int> speakers;
    for (const auto& [name, bytes] : bytesBelow(outcome->path)) {
      ++digits[name[0]];
      ++speakers[name.substr(2, name.find('_', 2) - 2)];
      // 44 bytes of header, two bytes a frame, 8 kHz.
      const double seconds = static_cast<double>(bytes.size() - 44) / 2 / 8000;
      QVERIFY2(seconds >= .199 && seconds <= .6, name.c_str());
    }
    QCOMPARE(digits.size(), 10U);
    QCOMPARE(speakers.size(), 6U);
    QVERIFY(std::all_of(digits.begin(), digits.end(), [](const auto& entry) { return entry.second == 18; }));
    QVERIFY(std::all_of(speakers.begin(), speakers.end(), [](const auto& entry) { return entry.second == 30; }));
  }

  void existingTargetIsRefusedAndReplacedWhenAllowed() {
    for (const SampleData set : {SampleData::tabular, SampleData::waveform}) {
      const QTemporaryDir folder;
      auto request = requestFor(set, folder, 20, 1);
      QVERIFY(tasks::makeSample(request, m_job));
      const auto before = bytesBelow(request.out);
      request.seed = 2;
      const auto refused = tasks::makeSample(request, m_job);
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, Errc::exists);
      QVERIFY(bytesBelow(request.out) == before);
      request.overwrite = true;
      QVERIFY(tasks::makeSample(request, m_job));
      QVERIFY(bytesBelow(request.out) != before);
    }
  }

  void folderWithOtherThingsIsNeverReplaced() {
    const QTemporaryDir folder;
    auto request = requestFor(SampleData::waveform, folder, 10);
    fs::create_directories(request.out / "recordings");
    std::ofstream(request.out / "recordings" / "diary.txt") << "mine";
    request.overwrite = true;
    const auto refused = tasks::makeSample(request, m_job);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::exists);
    QCOMPARE(bytesOf(request.out / "recordings" / "diary.txt"), std::string("mine"));
  }

  void aFolderThatSomebodyCalledPartialIsLeftAlone() {
    const QTemporaryDir folder;
    const auto request = requestFor(SampleData::waveform, folder, 10);
    const fs::path theirs = request.out / "recordings.partial";
    fs::create_directories(theirs);
    std::ofstream(theirs / "diary.txt") << "mine";
    const auto refused = tasks::makeSample(request, m_job);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::exists);
    QCOMPARE(bytesOf(theirs / "diary.txt"), std::string("mine"));
    fs::remove(theirs / "diary.txt");
    QVERIFY(tasks::makeSample(request, m_job));
    QVERIFY(!fs::exists(theirs));
    QCOMPARE(bytesBelow(request.out / "recordings").size(), std::size_t{10});
  }

  void cancelLeavesNothing() {
    for (const SampleData set : {SampleData::tabular, SampleData::waveform}) {
      const QTemporaryDir folder;
      std::stop_source stop;
      stop.request_stop();
      const auto cancelled = tasks::makeSample(requestFor(set, folder, 5000), {stop.get_token(), m_progress});
      QVERIFY(!cancelled);
      QCOMPARE(cancelled.error().code, Errc::cancelled);
      QVERIFY(isEmpty(folder));
    }
  }
};

MASU_TEST(SampleTest)
#include "sample_test.moc"
