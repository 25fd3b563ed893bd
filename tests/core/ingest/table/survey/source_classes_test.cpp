// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/source_classes.h"

#include <QTest>

#include "core/base/name_list.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using Cells = std::vector<std::string>;

namespace {

/// The notes on sources "a.csv", "b.csv" … with these cells of the label "y".
std::vector<Message> notesOn(const std::vector<Cells>& sources, table::Kind kind = table::Kind::category,
                             const TableOptions& options = {}) {
  const csv::CellParser parser{csv::Dialect()};
  ImportPlan plan;
  plan.options.table = options;
  SourceClasses classes(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    plan.sources.push_back({.path = std::string(1, static_cast<char>('a' + i)) + ".csv", .hash = {}});
    for (const std::string& cell : sources[i]) classes.add(i, cell, parser);
  }
  ColumnPlan label;
  label.name = "y";
  label.kind = kind;
  classes.note(plan, label);
  return plan.notes;
}

}  // namespace

/// Sources that have no class in common may call the same ones differently: people are told of the first.
class SourceClassesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sourcesWithoutACommonClassAreNamed() {
    const auto notes = notesOn({{"no", "yes", "no"}, {"yes", "no"}, {"0", "1"}, {"N", "Y"}});
    QCOMPARE(notes.size(), std::size_t{1});
    const std::string sentence = notes[0].english();
    for (const char* fact : {"of y are no, yes in a.csv", "0, 1 in c.csv", "--class-map"})
      QVERIFY2(sentence.find(fact) != std::string::npos, sentence.c_str());
  }

  void oneCommonClassIsEnough() {
    QVERIFY(notesOn({{"no", "yes"}, {"yes", "maybe"}}).empty());
    QVERIFY(notesOn({{"no", "yes"}}).empty());
    QVERIFY(notesOn({}).empty());
  }

  /// A file a class is a usual way to keep a table.
  void aSourceOfOneClassDoesNotCount() {
    QVERIFY(notesOn({{"no"}, {"yes"}, {"other"}}).empty());
    QVERIFY(notesOn({{"no", "yes"}, {"other"}}).empty());
    // Nor do missing cells.
    QVERIFY(notesOn({{"no", "yes"}, {"other", "", "NA"}}).empty());
    QCOMPARE(notesOn({{"first"}, {"no", "yes"}, {"0", "1"}}).size(), std::size_t{1});
  }

  void aSourceOfManyClassesDoesNotCount() {
    Cells many;
    for (std::size_t i = 0; i <= kMostListed; ++i) many.push_back("class " + std::to_string(i));
    QVERIFY(notesOn({{"no", "yes"}, many}).empty());
    many.pop_back();
    QCOMPARE(notesOn({{"no", "yes"}, many}).size(), std::size_t{1});
  }

  /// Whole numbers are classes however they are spelled, and what the plan makes one is one.
  void classesAreThoseOfThePlan() {
    QVERIFY(notesOn({{"1", "2"}, {"001", "3"}}, table::Kind::integer).empty());
    QCOMPARE(notesOn({{"1", "2"}, {"001", "3"}}).size(), std::size_t{1});
    TableOptions merged;
    merged.classMap = {{"N", "no"}};
    QVERIFY(notesOn({{"no", "yes"}, {"N", "Y"}}, table::Kind::category, merged).empty());
  }
};

MASU_TEST(SourceClassesTest)
#include "source_classes_test.moc"
