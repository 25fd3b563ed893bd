// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/text_manifest.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace fixture;
using masu::manifest::readTextManifest;
using masu::manifest::TextForm;
using masu::manifest::writeTextManifest;

namespace {

void writeFile(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string readFile(const std::filesystem::path& path) {
  std::ifstream input(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

Assignment randomAssignment(std::uint64_t samples, std::uint32_t seed) {
  std::mt19937 random(seed);
  Assignment assignment(samples);
  for (auto& split : assignment) split = static_cast<Split>(random() % 4);
  return assignment;
}

/// The dataset of the tests with awkward names, classes included.
std::shared_ptr<FakeDataset> awkward() {
  const auto data = dataset({10, 100});
  addLabels(*data, skewedLabels(1000, 4, 1), 4);
  data->editMeta().sources[3].path = "a, \"quoted\" name.wav";
  data->editMeta().sources[4].path = "two\nlines.wav";
  data->editMeta().sources[5].path = "枡/öl.wav";
  data->editMeta().classes[1] = "yes, \"really\"";
  return data;
}

}  // namespace

class TextManifestTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void csvRoundTripIsExact();
  void namesRoundTripIsExact();
  void jsonRoundTripIsExact();
  void jsonLinesAreWhatNemoReads();
  void jsonOfOtherMachinesFits();
  void badJsonLinesAreNamed();
  void namesThatALineCannotHold();
  void linesAreReadableByPeople();
  void matchesAnotherImportBySourceAndPosition();
  void columnsMayMoveAndSampleMayBeAbsent();
  void namesMatchPathThenBaseThenStem();
  void badLinesAreNamed();
  void atMostTwentyLinesAreNamed();
  void sampleListedTwiceIsAMisfit();
  void ambiguousNamesAreMisfits();
  void emptyFolderIsAnError();
  void headerIsRequired();
  void existingListIsRefused();
  void namesCannotSplitASource();

 private:
  std::filesystem::path folder() const { return m_folder->path().toStdString(); }
  std::unique_ptr<QTemporaryDir> m_folder;
};

void TextManifestTest::csvRoundTripIsExact() {
  const auto data = awkward();
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const Assignment assignment = randomAssignment(data->samples(), seed);
    QVERIFY(writeTextManifest(*data, assignment, folder() / "deep" / "down", TextForm::csv, seed > 0));
    const auto read = readTextManifest(*data, folder() / "deep" / "down");
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    QVERIFY(*read == assignment);
  }
}

void TextManifestTest::namesRoundTripIsExact() {
  const auto data = dataset({12, 20});
  Assignment assignment(data->samples());
  for (std::size_t i = 0; i < assignment.size(); ++i) assignment[i] = static_cast<Split>(i / 20 % 4);
  QVERIFY(writeTextManifest(*data, assignment, folder(), TextForm::fileNames, false));
  QCOMPARE(QString::fromStdString(readFile(folder() / "train.txt")),
           QString("day1/rec_1.wav\nday2/rec_5.wav\nday0/rec_9.wav\n"));
  QVERIFY(*readTextManifest(*data, folder()) == assignment);
}

void TextManifestTest::jsonRoundTripIsExact() {
  const auto data = awkward();
  for (std::size_t s = 0; s < 10; s += 2) data->editMeta().sources[s].rate = 44'100;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Assignment assignment = randomAssignment(data->samples(), seed);
    // Some recordings are whole in one split, one of them unused.
    for (std::uint32_t s = 0; s < seed; ++s) {
      std::fill_n(assignment.begin() + s * 100, 100, static_cast<Split>((s + seed) % 4));
    }
    QVERIFY(writeTextManifest(*data, assignment, folder(), TextForm::jsonl, seed > 0));
    const auto read = readTextManifest(*data, folder());
    QVERIFY2(read, read ? "" : read.error().message.english().c_str());
    QVERIFY(*read == assignment);
  }
}

void TextManifestTest::jsonLinesAreWhatNemoReads() {
  const auto data = dataset({3, 4});
  addLabels(*data, {0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1}, 2);
  for (auto& source : data->editMeta().sources) {
    source.rate = 1024;
    source.records = 1536;
  }
  Assignment assignment(12, Split::train);
  assignment[9] = Split::test;
  QVERIFY(writeTextManifest(*data, assignment, folder(), TextForm::jsonl, false));
  QVERIFY(readFile(folder() / "train.jsonl")
              .starts_with("{\"audio_filepath\":\"day0/rec_0.wav\",\"duration\":1.5,\"label\":\"class 0\"}\n"
                           "{\"audio_filepath\":\"day1/rec_1.wav\",\"duration\":1.5,\"label\":\"class 1\"}\n"
                           "{\"audio_filepath\":\"day2/rec_2.wav\",\"offset\":0.0,"));
  QCOMPARE(readFile(folder() / "test.jsonl"),
           std::string("{\"audio_filepath\":\"day2/rec_2.wav\",\"offset\":0.25,\"label\":\"class 1\","
                       "\"position\":256,\"sample\":9}\n"));
  QCOMPARE(readFile(folder() / "validation.jsonl"), std::string());
}

void TextManifestTest::jsonOfOtherMachinesFits() {
  const auto data = dataset({4, 10});
  data->editMeta().sources[2].rate = 1000;
  writeFile(
      folder() / "train.jsonl",
      "\xEF\xBB\xBF{\"audio_filepath\": \"/home/ana/speech/day0/rec_0.wav\", \"duration\": 2.3, \"text\": \"one\"}\r\n"
      "\n{\"audio_filepath\": \"D/rec_1.wav\"}\n");
  writeFile(folder() / "test.jsonl", "{\"audio_filepath\": \"rec_2\", \"offset\": 0.256, \"duration\": 0.256}");
  const auto read = readTextManifest(*data, folder());
  QVERIFY2(read, read ? "" : read.error().message.english().c_str());
  for (std::size_t i = 0; i < 40; ++i) {
    QCOMPARE((*read)[i], i < 20 ? Split::train : i == 21 ? Split::test : Split::unused);
  }
}

void TextManifestTest::badJsonLinesAreNamed() {
  const auto data = dataset({4, 10});
  const std::vector<std::string> bad = {"no json",
                                        "[1, 2]",
                                        "{\"duration\": 1}",
                                        "{\"audio_filepath\": 7}",
                                        "{\"audio_filepath\": \"unknown.wav\"}",
                                        "{\"audio_filepath\": \"rec_1.wav\", \"position\": 17}",
                                        "{\"audio_filepath\": \"rec_1.wav\", \"position\": -256}",
                                        "{\"audio_filepath\": \"rec_1.wav\", \"offset\": 0.5}",
                                        "{\"audio_filepath\": \"rec_0.wav\"}"};
  std::string text = "{\"audio_filepath\": \"rec_0.wav\"}\n";
  for (const std::string& line : bad) text += line + "\n";
  writeFile(folder() / "train.jsonl", text);
  const auto read = readTextManifest(*data, folder());
  QVERIFY(!read);
  const std::string sentence = read.error().message.english();
  QVERIFY2(sentence.find("already: " + std::to_string(bad.size()) + ".") != std::string::npos, sentence.c_str());
  for (std::size_t i = 0; i < bad.size(); ++i) {
    QVERIFY2(sentence.find("train.jsonl:" + std::to_string(i + 2) + " \"" + bad[i] + "\"") != std::string::npos,
             sentence.c_str());
  }
}

void TextManifestTest::namesThatALineCannotHold() {
  const auto data = dataset({2, 4});
  for (const char* name : {"two\nlines.wav", "space ", "return\r.wav"}) {
    data->editMeta().sources[1].path = name;
    const auto written = writeTextManifest(*data, Assignment(8, Split::train), folder(), TextForm::fileNames, true);
    QVERIFY(!written);
    QCOMPARE(written.error().code, masu::Errc::invalidArgument);
    QVERIFY(!std::filesystem::exists(folder() / "train.txt"));
  }
  data->editMeta().sources[1].path = "latin \xE9.wav";
  const auto written = writeTextManifest(*data, Assignment(8, Split::train), folder(), TextForm::jsonl, true);
  QVERIFY(!written);
  QVERIFY(written.error().message.english().find("UTF-8") != std::string::npos);
}

void TextManifestTest::linesAreReadableByPeople() {
  const auto data = awkward();
  Assignment assignment(data->samples(), Split::unused);
  assignment[0] = Split::train;
  assignment[301] = Split::test;
  QVERIFY(writeTextManifest(*data, assignment, folder(), TextForm::csv, false));
  QVERIFY(readFile(folder() / "train.csv").starts_with("sample,source,position,label\n0,day0/rec_0.wav,0,"));
  QVERIFY(readFile(folder() / "test.csv").find("301,\"a, \"\"quoted\"\" name.wav\",256,") != std::string::npos);
  QCOMPARE(readFile(folder() / "validation.csv"), std::string("sample,source,position,label\n"));
}

void TextManifestTest::matchesAnotherImportBySourceAndPosition() {
  const auto data = dataset({10, 100});
  const Assignment assignment = randomAssignment(data->samples(), 3);
  QVERIFY(writeTextManifest(*data, assignment, folder(), TextForm::csv, false));
  // The same samples in reverse order, as another import might have them.
  auto other = std::make_shared<FakeDataset>(1000);
  std::vector<masu::store::Origin> origins(1000);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t there = 999 - i;
    origins[i] = {static_cast<std::uint32_t>(there / 100), there % 100 * 256};
  }
  other->addOrigins(origins);
  other->editMeta().sources = data->meta().sources;
  const auto read = readTextManifest(*other, folder());
  QVERIFY(read);
  QVERIFY(std::equal(read->begin(), read->end(), assignment.rbegin()));
}

void TextManifestTest::columnsMayMoveAndSampleMayBeAbsent() {
  const auto data = dataset({3, 10});
  writeFile(folder() / "train.csv",
            "\xEF\xBB\xBFposition,note,source\r\n256,x,day1/rec_1.wav\r\n\r\n0,,day0/rec_0.wav");
  const auto read = readTextManifest(*data, folder());
  QVERIFY2(read, read ? "" : read.error().message.english().c_str());
  for (std::size_t i = 0; i < read->size(); ++i) {
    QCOMPARE((*read)[i], i == 11 || i == 0 ? Split::train : Split::unused);
  }
}

void TextManifestTest::namesMatchPathThenBaseThenStem() {
  const auto data = dataset({4, 10});
  writeFile(folder() / "train.txt", "day0/rec_0.wav\nrec_1.wav\r\n");
  writeFile(folder() / "test.txt", "\nrec_2\n  \n./day0/rec_3.wav\n");
  const auto read = readTextManifest(*data, folder());
  QVERIFY2(read, read ? "" : read.error().message.english().c_str());
  for (std::size_t i = 0; i < 40; ++i) QCOMPARE((*read)[i], i < 20 ? Split::train : Split::test);
}

void TextManifestTest::badLinesAreNamed() {
  const auto data = dataset({3, 10});
  writeFile(folder() / "train.csv",
            "sample,source,position,label\n0,day0/rec_0.wav,0,\n1,nowhere.wav,0,\n2,day0/rec_0.wav,17,\n"
            "3,day0/rec_0.wav,x,\n");
  writeFile(folder() / "test.txt", "rec_1\nrec_77\n");
  const auto read = readTextManifest(*data, folder());
  QVERIFY(!read);
  const QString sentence = QString::fromStdString(read.error().message.english());
  QVERIFY2(sentence.contains("already: 4."), qPrintable(sentence));
  for (const char* line :
       {"train.csv:3 \"1,nowhere.wav,0,\"", "train.csv:4 ", "train.csv:5 ", "test.txt:2 \"rec_77\""}) {
    QVERIFY2(sentence.contains(line), qPrintable(sentence));
  }
  QVERIFY(!sentence.contains("train.csv:2 "));
  QCOMPARE(read.error().source.line, std::uint64_t{3});
}

void TextManifestTest::atMostTwentyLinesAreNamed() {
  const auto data = dataset({3, 10});
  std::string names;
  for (int i = 0; i < 50; ++i) names += "missing" + std::to_string(i) + "\n";
  writeFile(folder() / "train.txt", names);
  const auto read = readTextManifest(*data, folder());
  QVERIFY(!read);
  const QString sentence = QString::fromStdString(read.error().message.english());
  QVERIFY(sentence.contains("already: 50."));
  QCOMPARE(sentence.count("missing"), 20);
}

void TextManifestTest::sampleListedTwiceIsAMisfit() {
  const auto data = dataset({3, 10});
  const std::string header = "sample,source,position,label\n";
  writeFile(folder() / "train.csv", header + "0,day0/rec_0.wav,0,\n");
  writeFile(folder() / "test.csv", header + "0,day0/rec_0.wav,0,\n");
  const auto twice = readTextManifest(*data, folder());
  QVERIFY(!twice);
  QVERIFY(twice.error().message.english().find("test.csv:2") != std::string::npos);
  // By file name after by sample: the same.
  std::filesystem::remove(folder() / "test.csv");
  writeFile(folder() / "test.txt", "rec_0\n");
  const auto mixed = readTextManifest(*data, folder());
  QVERIFY(!mixed);
  QVERIFY(mixed.error().message.english().find("test.txt:1") != std::string::npos);
}

void TextManifestTest::ambiguousNamesAreMisfits() {
  const auto data = dataset({3, 10});
  data->editMeta().sources[0].path = "a/x.wav";
  data->editMeta().sources[1].path = "b/x.wav";
  data->editMeta().sources[2].path = "b/y.wav";
  writeFile(folder() / "train.txt", "x.wav\ny\n");
  const auto read = readTextManifest(*data, folder());
  QVERIFY(!read);
  QVERIFY(read.error().message.english().find("train.txt:1") != std::string::npos);
  QVERIFY(read.error().message.english().find("train.txt:2") == std::string::npos);
}

void TextManifestTest::emptyFolderIsAnError() {
  const auto read = readTextManifest(*dataset({1, 1}), folder());
  QVERIFY(!read);
  QCOMPARE(read.error().code, masu::Errc::notFound);
}

void TextManifestTest::headerIsRequired() {
  writeFile(folder() / "train.csv", "0,day0/rec_0.wav,0,\n");
  const auto read = readTextManifest(*dataset({1, 1}), folder());
  QVERIFY(!read);
  QCOMPARE(read.error().code, masu::Errc::format);
}

void TextManifestTest::existingListIsRefused() {
  const auto data = dataset({3, 10});
  writeFile(folder() / "test.csv", "mine");
  const Assignment assignment(data->samples(), Split::train);
  const auto written = writeTextManifest(*data, assignment, folder(), TextForm::csv, false);
  QVERIFY(!written);
  QCOMPARE(written.error().code, masu::Errc::exists);
  QCOMPARE(readFile(folder() / "test.csv"), std::string("mine"));
  QVERIFY(!std::filesystem::exists(folder() / "train.csv"));
  QVERIFY(writeTextManifest(*data, assignment, folder(), TextForm::csv, true));
  QVERIFY(readFile(folder() / "test.csv") != "mine");
}

void TextManifestTest::namesCannotSplitASource() {
  const auto data = dataset({3, 10});
  Assignment assignment(data->samples(), Split::train);
  assignment[15] = Split::test;
  const auto written = writeTextManifest(*data, assignment, folder(), TextForm::fileNames, false);
  QVERIFY(!written);
  QVERIFY(written.error().message.english().find("rec_1.wav") != std::string::npos);
  QVERIFY(std::filesystem::is_empty(folder()));
}

MASU_TEST(TextManifestTest)
#include "text_manifest_test.moc"
