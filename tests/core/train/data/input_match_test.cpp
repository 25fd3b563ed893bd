// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/data/input_match.h"

#include <QTest>
#include <limits>
#include <utility>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
using Floats = std::vector<float>;
using Codes = std::vector<std::int64_t>;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

InputColumn column(const char* name) {
  InputColumn made;
  made.name = name;
  return made;
}

/// A table of the columns x and y and of the cities Oslo and Rome. Of x the mean is 10 and the deviation 2.
DatasetSummary learnedTable() {
  DatasetSummary summary;
  summary.uuid = "learned";
  summary.inputs = {column("x"), column("y")};
  summary.categoryColumns = {"city"};
  summary.dictionaries = {{"Oslo", "Rome"}};
  summary.storedShape = {2};
  summary.stored = "f32";
  summary.featureMean = {10, 0};
  summary.featureDeviation = {2, 1};
  summary.table = true;
  return summary;
}

/// The same columns in another order, and other words.
DatasetSummary otherTable() {
  DatasetSummary summary = learnedTable();
  summary.uuid = "other";
  std::swap(summary.inputs[0], summary.inputs[1]);
  summary.dictionaries = {{"Rome", "Lima", "Oslo"}};
  return summary;
}

/// Two channels of three frames, at 100 frames a second.
DatasetSummary recordings(const char* first, const char* second) {
  DatasetSummary summary;
  summary.uuid = first;
  summary.inputs = {column(first), column(second)};
  summary.storedShape = {2, 3};
  summary.stored = "i16";
  summary.rate = 100;
  summary.featureMean = {1, 100};
  summary.featureDeviation = {1, 10};
  return summary;
}

/// What the model gets of some samples.
struct Prepared {
  Floats features;
  Codes codes;
};
Prepared prepare(InputMatch& match, std::uint64_t samples, const Floats& features, const Codes& codes = {}) {
  loader::Batch batch;
  batch.samples = samples;
  batch.features = features;
  batch.categories = codes;
  const loader::Batch prepared = match(batch);
  return {Floats(prepared.features.begin(), prepared.features.end()),
          Codes(prepared.categories.begin(), prepared.categories.end())};
}

std::vector<std::string> notesOf(const InputMatch& match) {
  std::vector<std::string> notes;
  for (const Message& note : match.notes()) notes.push_back(note.english());
  return notes;
}

std::string refusalOf(const DatasetSummary& here, const DatasetSummary& learned) {
  const auto match = InputMatch::create(here, learned, "new.h5");
  return match ? "matched" : match.error().message.english();
}

}  // namespace

/// What a model learned to take, of the samples of another dataset.
class InputMatchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void columnsAreFoundByTheirNames() {
    const DatasetSummary learned = learnedTable();
    auto match = InputMatch::create(otherTable(), learned, "new.h5");
    QVERIFY(match);
    const Prepared found = prepare(*match, 2, {3, 14, -5, 9}, {1, 3});
    QCOMPARE(found.features, (Floats{2, 3, -0.5F, -5}));
    QCOMPARE(found.codes, (Codes{2, 1}));
    QVERIFY(notesOf(*match).empty());
  }

  void wordsThatTheModelNeverSawAreMissing() {
    const DatasetSummary learned = learnedTable();
    auto match = InputMatch::create(otherTable(), learned, "new.h5");
    QVERIFY(match);
    // Lima, none, Rome, and a code that no word has.
    QCOMPARE(prepare(*match, 4, Floats(8, 1), {2, 0, 1, 4}).codes, (Codes{0, 0, 2, 0}));
    QCOMPARE(notesOf(*match),
             std::vector<std::string>{"2 cells of city hold words that the model never saw; they count as missing."});
  }

  /// Of the last batch alone; an empty cell and a word that is known are not among them.
  void whatCountsAsMissingIsNamedWhereItIsAskedFor() {
    const DatasetSummary learned = learnedTable();
    auto match = InputMatch::create(otherTable(), learned, "new.h5");
    QVERIFY(match);
    const std::vector<std::string> all = {"x", "y", "city"};
    prepare(*match, 4, {7, kInfinity, 7, kNan, -kInfinity, 7, 7, 7}, {1, 0, 2, 2});
    QCOMPARE(match->countedMissing(0, all), std::string("x"));
    QCOMPARE(match->countedMissing(0, {"y", "city"}), std::string());
    QCOMPARE(match->countedMissing(1, all), std::string());
    QCOMPARE(match->countedMissing(2, all), std::string("y"));
    QCOMPARE(match->countedMissing(2, {"city"}), std::string("city"));
    QCOMPARE(match->countedMissing(3, all), std::string("city"));
    QCOMPARE(match->countedMissing(3, {}), std::string());
    prepare(*match, 1, {7, 7}, {1});
    QCOMPARE(match->countedMissing(0, all), std::string());
  }

  /// The mean is 0 after the scale was taken away; a column that never varied is 0 whatever it holds.
  void missingNumbersBecomeTheMean() {
    DatasetSummary learned = learnedTable();
    learned.featureDeviation[1] = 0;
    auto match = InputMatch::create(otherTable(), learned, "new.h5");
    QVERIFY(match);
    QCOMPARE(prepare(*match, 3, {7, kNan, 7, kInfinity, 7, 12}, {1, 1, 1}).features, (Floats{0, 0, 0, 0, 1, 0}));
    const auto notes = notesOf(*match);
    QCOMPARE(notes.size(), std::size_t{1});
    QVERIFY2(notes.front().ends_with("by column: x (1)."), notes.front().c_str());
  }

  void timesCountFromTheOriginThatTheModelKnows() {
    DatasetSummary learned = learnedTable();
    learned.inputs[0].kind = table::Kind::time;
    learned.inputs[0].origin = 400;
    DatasetSummary here = otherTable();
    here.inputs[1] = learned.inputs[0];
    here.inputs[1].origin = 1000;
    auto match = InputMatch::create(here, learned, "new.h5");
    QVERIFY(match);
    // 14 after 1000 is 614 after 400.
    QCOMPARE(prepare(*match, 1, {0, 14}, {1}).features, (Floats{302, 0}));
    here.inputs[1].kind = table::Kind::decimal;
    QVERIFY(refusalOf(here, learned).starts_with("x of new.h5 is stored as "));
  }

  void channelsKeepTheirFramesTogether() {
    const DatasetSummary learned = recordings("a", "b");
    auto match = InputMatch::create(recordings("b", "a"), learned, "new.h5");
    QVERIFY(match);
    QCOMPARE(prepare(*match, 2, {100, 110, 120, 1, 2, 3, 90, 80, 70, 4, 5, 6}).features,
             (Floats{0, 1, 2, 0, 1, 2, 3, 4, 5, -1, -2, -3}));
  }

  void whatIsNotThereIsNamed() {
    DatasetSummary here = otherTable();
    here.inputs[1].name = "z";
    QVERIFY(refusalOf(here, learnedTable()).starts_with("new.h5 has no x among its features and categories"));
    here = otherTable();
    here.categoryColumns = {"town"};
    QVERIFY(refusalOf(here, learnedTable()).starts_with("new.h5 has no city among its features and categories"));
    // Columns that the model did not learn from are nothing to it.
    here = otherTable();
    here.inputs.push_back(column("more"));
    here.storedShape = {3};
    QCOMPARE(refusalOf(here, learnedTable()), std::string("matched"));
  }

  void unitsRatesAndLengthsAreThoseOfTheModel() {
    const DatasetSummary learned = [] {
      DatasetSummary summary = recordings("a", "b");
      summary.inputs[0].unit = "uV";
      return summary;
    }();
    DatasetSummary here = recordings("b", "a");
    here.inputs[1].unit = "µV";
    QCOMPARE(refusalOf(here, learned), std::string("matched"));
    here.inputs[1].unit = "";
    QCOMPARE(refusalOf(here, learned), std::string("matched"));
    here.inputs[1].unit = "mV";
    QCOMPARE(refusalOf(here, learned), std::string("a of new.h5 is in mV, and the model learned from values in uV."));
    here = recordings("b", "a");
    here.rate = 50;
    QCOMPARE(refusalOf(here, learned), std::string("The recordings of new.h5 have 50 frames a second, and the model "
                                                   "learned from 100: import them with --rate 100."));
    here.rate = 0;
    QCOMPARE(refusalOf(here, learned), std::string("matched"));
    here.storedShape = {2, 4};
    QVERIFY(refusalOf(here, learned).starts_with("A sample of new.h5 has the shape 2 × 4, and the model takes 2 × 3"));
  }

  /// A model of an earlier version knows no names: it takes the dataset that it learned from, and no other.
  void withoutNamesOnlyTheSameDatasetFits() {
    DatasetSummary learned = learnedTable();
    learned.inputs.clear();
    learned.categoryColumns.clear();
    QVERIFY(refusalOf(otherTable(), learned).starts_with("The model does not name the columns that it learned from"));
    DatasetSummary here = learnedTable();
    auto match = InputMatch::create(here, learned, "old.h5");
    QVERIFY(match);
    QCOMPARE(prepare(*match, 1, {12, 4}, {2}).features, (Floats{1, 4}));
    // One that has another shape by now is another one.
    here.storedShape = {3};
    QVERIFY(!InputMatch::create(here, learned, "old.h5"));
  }

  void columnsWithoutAnyValueAreNoted() {
    const DatasetSummary learned = learnedTable();
    auto match = InputMatch::create(otherTable(), learned, "new.h5");
    QVERIFY(match);
    QVERIFY(notesOf(*match).empty());
    prepare(*match, 2, {1, kNan, 2, kNan}, {0, 0});
    const auto notes = notesOf(*match);
    QCOMPARE(notes.size(), std::size_t{1});
    QVERIFY2(notes.front().ends_with("missing in every sample that it is asked about: x, city."), notes[0].c_str());
    prepare(*match, 1, {1, 5}, {1});
    QVERIFY(notesOf(*match).empty());
  }

  void anotherFormatOfSoundMayHaveAnotherScale() {
    const auto noted = [](const char* stored, const char* learnedType, bool table) {
      DatasetSummary learned = recordings("a", "b");
      learned.stored = learnedType;
      learned.table = table;
      DatasetSummary here = recordings("a", "b");
      here.stored = stored;
      auto match = InputMatch::create(here, learned, "new.h5");
      if (match) match->noteTypes(here, "new.h5");
      return match ? notesOf(*match).size() : 99;
    };
    QCOMPARE(noted("i16", "f32", false), std::size_t{1});
    QCOMPARE(noted("f32", "i16", false), std::size_t{1});
    QCOMPARE(noted("i16", "i16", false), std::size_t{0});
    QCOMPARE(noted("f16", "f32", false), std::size_t{0});
    QCOMPARE(noted("i16", "f32", true), std::size_t{0});
    QCOMPARE(noted("", "f32", false), std::size_t{0});
  }
};

MASU_TEST(InputMatchTest)
#include "input_match_test.moc"
