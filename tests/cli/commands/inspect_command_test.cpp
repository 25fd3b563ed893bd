// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/inspect_command.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::cli;
using nlohmann::ordered_json;

namespace {

QString shown(const std::string& text) {
  return QString::fromStdString(text);
}

ingest::ColumnPlan column(const char* name, std::uint64_t distinct = 2) {
  ingest::ColumnPlan column;
  column.name = name;
  column.distinct = distinct;
  return column;
}

ingest::ImportPlan planOf(std::vector<ingest::ColumnPlan> columns) {
  ingest::ImportPlan plan;
  plan.columns = std::move(columns);
  return plan;
}

/// With a label of so many classes. They are whole numbers, whose values a survey does not keep as words.
ordered_json labelOf(std::size_t classes) {
  tasks::Inspection inspection;
  inspection.plan = planOf({column("y", classes)});
  inspection.plan.columns.front().role = table::Role::label;
  inspection.plan.columns.front().kind = table::Kind::integer;
  inspection.plan.target = store::Target::classes;
  inspection.plan.classes.resize(classes);
  return inspectionJson(inspection)["columns"][0];
}

}  // namespace

class InspectCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// What has to be said first is said with an option that says it.
  void adviceNamesAnOption() {
    const Error lengths = adviceOn(ingest::NeedsWindow{100, 200, 300});
    QCOMPARE(lengths.code, Errc::invalidArgument);
    QCOMPARE(shown(lengths.message.english()),
             QString("The recordings differ in length: the shortest has 100 frames, the median 200, the longest 300. "
                     "Choose a window. --window 300 would cut them, for example."));
    QVERIFY(shown(adviceOn(ingest::NeedsWindow{1, 2, 5000}).message.english()).contains(" --window 4096 would"));
    ingest::NeedsLayout layout;
    layout.why = Error(Errc::notFound, "Nothing in {0}.", {"x"}, {"x", 0, 0});
    const Error advised = adviceOn(layout);
    QCOMPARE(shown(advised.message.english()),
             QString("Nothing in x. If its files are raw samples, state their layout, e.g. --raw i16,1."));
    QCOMPARE(advised.code, Errc::notFound);
    QCOMPARE(shown(advised.source.file), QString("x"));
    ingest::NotOneTable tables;
    tables.why = Error(Errc::format, "Several tables.");
    QCOMPARE(shown(adviceOn(tables).message.english()),
             QString("Several tables. If each file is a recording of its own, use --as recordings."));
  }

  void aLabelIsSuggested() {
    const QString none = "No label is chosen, so no model can be trained on this.";
    QCOMPARE(shown(labelHint(planOf({}))), none);
    QVERIFY(labelGuessJson(planOf({})).is_null());
    const auto named = planOf({column("a"), column("Target"), column("b")});
    QCOMPARE(shown(labelHint(named)), none + " A column's name suggests --label 'Target'.");
    QCOMPARE(labelGuessJson(named).dump(), std::string(R"({"option":"--label","value":"Target","by":"name"})"));
    const auto placed = planOf({column("a"), column("it's")});
    QCOMPARE(shown(labelHint(placed)), none + " The last column would be --label 'it'\\''s'.");
    QCOMPARE(labelGuessJson(placed)["by"].get<std::string>(), std::string("place"));
    // Of one value nothing is learned.
    QCOMPARE(shown(labelHint(planOf({column("a"), column("b", 1)}))), none);
  }

  void aChosenLabelIsSaidWithItsKind() {
    auto plan = planOf({column("a"), column("class")});
    plan.target = store::Target::classes;
    plan.options.labels = {"class"};
    QCOMPARE(shown(labelHint(plan)), QString("Label: class, a class."));
    QVERIFY(labelGuessJson(plan).is_null());
    plan.target = store::Target::values;
    QCOMPARE(shown(labelHint(plan)), QString("Label: class, a value."));
    plan.options.labels = {"a", "class"};
    QCOMPARE(shown(labelHint(plan)), QString("Labels: a, class, which are values."));
    plan.options.labels.clear();
    QCOMPARE(shown(labelHint(plan)), QString());
  }

  void notesAreALineEach() {
    const std::vector<Message> notes = {{"{0} is odd.", {"a\nb"}}, {"So is c.", {}}};
    QCOMPARE(shown(notesText(notes)), QString("a␊b is odd.\nSo is c.\n"));
    QCOMPARE(notesJson(notes).dump(), std::string(R"(["a\nb is odd.","So is c."])"));
    QCOMPARE(notesJson({}).dump(), std::string("[]"));
  }

  void classesAreStoredInTheNarrowestCodes() {
    QCOMPARE(labelOf(2)["stored"].get<std::string>(), std::string("u8"));
    QCOMPARE(labelOf(256)["stored"].get<std::string>(), std::string("u8"));
    QCOMPARE(labelOf(257)["stored"].get<std::string>(), std::string("u16"));
    QVERIFY(labelOf(0)["stored"].is_null());
  }

  void columnsHaveWhatIsKnownOfThem() {
    tasks::Inspection inspection;
    ingest::ImportPlan& plan = inspection.plan;
    plan = planOf({column("a"), column("word", 255), column("left out")});
    plan.columns[0].stats.add(-1);
    plan.columns[0].stats.add(2.5);
    plan.columns[1].role = table::Role::category;
    plan.columns[1].kind = table::Kind::category;
    plan.columns[2].role = table::Role::ignored;
    const ordered_json columns = inspectionJson(inspection)["columns"];
    QCOMPARE(columns[0]["stored"].get<std::string>(), std::string("f32"));
    QCOMPARE(columns[0]["min"].get<double>(), -1.);
    QCOMPARE(columns[0]["max"].get<double>(), 2.5);
    QCOMPARE(columns[0]["losses"].size(), std::size_t{9});
    // With 0 for missing cells.
    QCOMPARE(columns[1]["stored"].get<std::string>(), std::string("u8"));
    QVERIFY(columns[1]["min"].is_null() && columns[1]["losses"].is_null());
    QVERIFY(columns[2]["stored"].is_null() && columns[2]["max"].is_null());
    // However few of its words are kept.
    for (const auto& [distinct, stored] : {std::pair(256, "u16"), std::pair(65'536, "u32")}) {
      plan.columns[1].distinct = static_cast<std::uint64_t>(distinct);
      QCOMPARE(inspectionJson(inspection)["columns"][1]["stored"].get<std::string>(), std::string(stored));
    }
  }

  void sheetsAreSaidInPlaceOfADialect() {
    ingest::TablePlan table;
    table.dialect.headerConfidence = 0.93;
    QVERIFY(dialectText(table).starts_with("Dialect  delimiter ,"));
    table.sheetsRead = {"Data"};
    QVERIFY(dialectText(table).starts_with("Sheet    Data, header (93 % sure)\n"));
    table.sheetsRead = {"Data", "2"};
    QVERIFY(dialectText(table).starts_with("Sheets   Data, 2, header (93 % sure)\n"));
  }

  void aDialectIsReadable() {
    tasks::Inspection inspection;
    csv::Dialect& dialect = inspection.plan.table().dialect;
    dialect.quote = '\0';
    dialect.comment = '#';
    dialect.headerConfidence = 0.987;
    inspection.plan.sourceBytes = 10;
    inspection.plan.surveyedBytes = 9;
    ordered_json json = inspectionJson(inspection);
    QCOMPARE(json["dialect"]["delimiter"].get<std::string>(), std::string(","));
    QCOMPARE(json["dialect"]["quote"].get<std::string>(), std::string());
    QCOMPARE(json["dialect"]["comment"].get<std::string>(), std::string("#"));
    QCOMPARE(json["dialect"]["header_confidence"].get<double>(), 0.99);
    QVERIFY(!json["surveyed"]["all"].get<bool>());
    QVERIFY(!json.contains("recordings"));
    inspection.plan.surveyedBytes = 10;
    QVERIFY(inspectionJson(inspection)["surveyed"]["all"].get<bool>());
  }
};

MASU_TEST(InspectCommandTest)
#include "inspect_command_test.moc"
