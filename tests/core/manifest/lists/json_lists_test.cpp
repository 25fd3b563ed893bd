// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/json_lists.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Assignment;
using store::Split;

namespace {

constexpr std::uint64_t kPerSource = 4;
constexpr double kRate = 8000;
constexpr const char* kEnding = ".jsonl";

/// Recordings of 4 windows each, 256 frames apart, at 8000 Hz but for the first; two classes in turn, but one for each
/// of the first two recordings.
std::shared_ptr<FakeDataset> recordings(std::uint64_t sources) {
  auto data = fixture::dataset({sources, kPerSource});
  std::vector<std::uint16_t> labels;
  for (std::uint64_t i = 0; i < data->samples(); ++i)
    labels.push_back(static_cast<std::uint16_t>(i < 2 * kPerSource ? i / kPerSource : i % 2));
  fixture::addLabels(*data, labels, 2);
  data->add("features", table::DType::f32, {1, 200}, 4, std::vector<float>(data->samples() * 200));
  data->editMeta().kind = store::SampleKind::waveform;
  for (std::uint64_t s = 0; s < sources; ++s) {
    data->editMeta().sources[s].records = 16000;
    data->editMeta().sources[s].rate = s == 0 ? 0 : kRate;
  }
  return data;
}

QList<QJsonObject> objectsIn(const std::filesystem::path& file) {
  std::ifstream stream(file);
  QList<QJsonObject> objects;
  for (std::string line; std::getline(stream, line);)
    objects.append(QJsonDocument::fromJson(QByteArray::fromStdString(line)).object());
  return objects;
}

/// What the text of one list of the split means.
Result<Assignment> assigned(const FakeDataset& data, Split split, const std::string& text) {
  const SourceNames names(data.meta().sources);
  MASU_TRY(LineMatcher matcher, LineMatcher::begin(data));
  std::istringstream input(text);
  MASU_CHECK(readJsonList(input, "folder/list.jsonl", split, {data, names, matcher}));
  return matcher.finish();
}

}  // namespace

/// Lists of JSON lines, as other programs write them of recordings too: a line is a recording or a window of one.
class JsonListsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void whatIsWrittenIsReadBack() {
    const auto data = recordings(12);
    std::mt19937 random(2);
    for (int round = 0; round < 20; ++round) {
      Assignment assignment;
      for (std::uint64_t i = 0; i < data->samples(); ++i) {
        // Half of the recordings are of one split.
        const bool follows = i % kPerSource != 0 && i / kPerSource % 2 == 0;
        assignment.push_back(follows ? assignment.back() : static_cast<Split>(random() % store::kSplitCount));
      }
      QVERIFY(write(*data, assignment));
      const SourceNames names(data->meta().sources);
      auto matcher = LineMatcher::begin(*data);
      QVERIFY(matcher);
      for (const Split split : kListed) {
        std::ifstream input(path(split));
        QVERIFY(readJsonList(input, path(split), split, {*data, names, *matcher}));
      }
      const auto read = matcher->finish();
      QVERIFY2(read, read ? "" : read.error().message.english().c_str());
      QVERIFY(*read == assignment);
    }
  }

  void aRecordingOfOneSplitIsOneLine() {
    const auto data = recordings(4);
    Assignment assignment(data->samples(), Split::train);
    std::fill_n(assignment.begin(), kPerSource, Split::test);                     // the first
    std::fill_n(assignment.begin() + 2 * kPerSource, kPerSource, Split::unused);  // the third
    assignment[3 * kPerSource + 1] = Split::test;                                 // of the last
    assignment[3 * kPerSource + 2] = Split::unused;
    QVERIFY(write(*data, assignment));
    // No rate, no duration; all of one class.
    const QJsonObject first{{"audio_filepath", "day0/rec_0.wav"}, {"label", "class 0"}};
    const QJsonObject window{{"audio_filepath", "day0/rec_3.wav"},
                             {"offset", 256 / kRate},
                             {"duration", 200 / kRate},
                             {"label", "class 1"},
                             {"position", 256},
                             {"sample", 13}};
    QCOMPARE(objectsIn(path(Split::test)), (QList<QJsonObject>{first, window}));
    const QList<QJsonObject> train = objectsIn(path(Split::train));
    QCOMPARE(train.size(), 3);
    const QJsonObject second{{"audio_filepath", "day1/rec_1.wav"}, {"duration", 16000 / kRate}, {"label", "class 1"}};
    QCOMPARE(train[0], second);
    QCOMPARE(train[1]["sample"].toInt(), 12);
    QCOMPARE(train[2]["sample"].toInt(), 15);
    QVERIFY(objectsIn(path(Split::validation)).isEmpty());
  }

  /// A recording with windows of both classes has none itself.
  void aLabelIsWrittenWhereItIsThatOfAll() {
    const auto data = recordings(3);
    QVERIFY(write(*data, Assignment(data->samples(), Split::train)));
    const QList<QJsonObject> train = objectsIn(path(Split::train));
    QCOMPARE(train.size(), 3);
    QVERIFY(train[1].contains("label"));
    QVERIFY(!train[2].contains("label"));
  }

  void listsOfOtherProgramsFindTheirSamples_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QList<int>>("samples");
    const QList<int> second = {4, 5, 6, 7};
    QTest::newRow("the path") << R"({"audio_filepath": "day1/rec_1.wav"})" << second;
    QTest::newRow("below other folders") << R"({"audio_filepath": "/home/of/day1/rec_1.wav", "x": [1]})" << second;
    QTest::newRow("in another folder") << R"({"audio_filepath": "/elsewhere/rec_1.wav"})" << second;
    QTest::newRow("seconds") << R"({"audio_filepath": "rec_1.wav", "offset": 0.032})" << QList<int>{5};
    QTest::newRow("seconds, rounded") << R"({"audio_filepath": "rec_1.wav", "offset": 0.06399})" << QList<int>{6};
    QTest::newRow("no seconds") << R"({"audio_filepath": "rec_1.wav", "offset": 0})" << QList<int>{4};
    QTest::newRow("frames") << R"({"audio_filepath": "rec_0.wav", "position": 512})" << QList<int>{2};
    QTest::newRow("frames before seconds")
        << R"({"audio_filepath": "rec_1.wav", "position": 768, "offset": 0})" << QList<int>{7};
    // A number that is of another dataset: the origin counts.
    QTest::newRow("another's sample") << R"({"audio_filepath": "rec_1.wav", "position": 256, "sample": 0})"
                                      << QList<int>{5};
  }
  void listsOfOtherProgramsFindTheirSamples() {
    QFETCH(QString, line);
    QFETCH(QList<int>, samples);
    const auto data = recordings(3);
    Assignment wanted(data->samples(), Split::unused);
    for (const int sample : samples) wanted[static_cast<std::size_t>(sample)] = Split::validation;
    const std::string text = "\xEF\xBB\xBF" + line.toStdString() + "\r\n \t\n";
    const auto read = assigned(*data, Split::validation, text);
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    QVERIFY(*read == wanted);
  }

  void linesThatFitNothingAreNamed() {
    const auto data = recordings(3);
    const std::vector<std::string> lines = {R"({"audio_filepath": "day1/rec_1.wav", "position": 1})",
                                            R"({"audio_filepath": "day1/rec_1.wav", "position": -256})",
                                            R"({"audio_filepath": "day1/rec_1.wav", "position": "256"})",
                                            R"({"audio_filepath": "day1/rec_1.wav", "offset": -0.032})",
                                            R"({"audio_filepath": "day1/rec_1.wav", "offset": "0.032"})",
                                            R"({"audio_filepath": "day1/rec_1.wav", "offset": 1e300})",
                                            R"({"audio_filepath": "day0/rec_0.wav", "offset": 0.032})",
                                            R"({"audio_filepath": "day1/rec_9.wav"})",
                                            R"({"audio_filepath": 7})",
                                            R"({"path": "day1/rec_1.wav"})",
                                            R"(["day1/rec_1.wav"])",
                                            R"({"audio_filepath": "day1/rec_1.wav")",
                                            "day1/rec_1.wav"};
    std::string all = R"({"audio_filepath": "day2/rec_2.wav"})";
    all += "\n\n";
    for (const std::string& line : lines) {
      const auto failed = assigned(*data, Split::train, "\n" + line + "\n");
      QVERIFY2(!failed, line.c_str());
      QVERIFY(failed.error().code == Errc::invalidArgument);
      QCOMPARE(failed.error().source.file, std::string("list.jsonl"));
      QCOMPARE(failed.error().source.line, std::uint64_t{2});
      all += line + '\n';
    }
    const auto failed = assigned(*data, Split::train, all);
    QVERIFY(!failed);
    const std::string sentence = failed.error().message.english();
    const std::string expected = "or one that is listed already: " + std::to_string(lines.size()) + ".";
    QVERIFY2(sentence.find(expected) != std::string::npos, sentence.c_str());
  }

  void aNameThatIsNotUtf8IsRefused() {
    const auto data = recordings(2);
    data->editMeta().sources[1].path = "day\xFF/x.wav";
    const auto failed = write(*data, Assignment(data->samples(), Split::train));
    QVERIFY(!failed);
    QVERIFY(failed.error().code == Errc::invalidArgument);
    QVERIFY(failed.error().message.english().find("not UTF-8") != std::string::npos);
    QCOMPARE(failed.error().source.file, data->meta().sources[1].path);
    QVERIFY(!std::filesystem::exists(path(Split::train)));
  }

 private:
  std::filesystem::path path(Split split) const { return listPath(m_folder->path().toStdString(), split, kEnding); }

  Result<void> write(const FakeDataset& data, const Assignment& assignment) const {
    MASU_TRY(ListFiles lists, ListFiles::create(m_folder->path().toStdString(), kEnding, true));
    MASU_CHECK(writeJsonLists(data, assignment, lists));
    return lists.commit();
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(JsonListsTest)
#include "json_lists_test.moc"
