// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/load_report.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::cli;

namespace {

Report reportOf(const ingest::ImportReport& loaded) {
  Report report;
  report.text = "before\n";
  addLoaded(report, loaded);
  return report;
}

}  // namespace

class LoadReportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void framesAreThoseOfRecordings() {
    QVERIFY(framesJson({}).is_null());
    QCOMPARE(framesJson({10, 1, 2, 3, 4, 5}).dump(),
             std::string(R"({"in_segments":10,"padded_windows":1,"padding":2,)"
                         R"("dropped":3,"skipped":4,"unlabelled":5})"));
  }

  void whereAllWasLoadedNothingIsSaid() {
    const Report report = reportOf({});
    QCOMPARE(report.text, std::string("before\n"));
    QCOMPARE(report.json.dump(), std::string(R"({"rejects":null,"repairs":[],"frames":null,"columns":[]})"));
  }

  void rejectsAreCountedByTheirReasons() {
    ingest::ImportReport loaded;
    loaded.rejected = 1234;
    loaded.rejectsFile = "r.csv";
    loaded.reasons = {{"a", "not a number", 1000}, {"", "too few fields", 234}};
    const Report report = reportOf(loaded);
    QCOMPARE(report.text, std::string("before\n1,234 rejected, kept in r.csv:\n"
                                      "  1,000  a: not a number\n  234  too few fields\n"));
    QCOMPARE(report.json["rejects"].get<std::string>(), std::string("r.csv"));
  }

  /// What the filter leaves out is among what was dropped, and is not counted twice.
  void whatWasDroppedIsSaidByItsReason() {
    ingest::ImportReport loaded;
    loaded.filtered = 5;
    loaded.dropped = 5;
    QCOMPARE(reportOf(loaded).text, std::string("before\n5 left out by the filter\n"));
    loaded.dropped = 8;
    QCOMPARE(reportOf(loaded).text,
             std::string("before\n5 left out by the filter\n3 dropped for missing values\n"));
    loaded.filtered = 0;
    QCOMPARE(reportOf(loaded).text, std::string("before\n8 dropped for missing values\n"));
  }

  void repairsHaveTheirExamples() {
    ingest::ImportReport loaded;
    ingest::RepairCount cells;
    cells.column = "a";
    cells.reason = "not a number";
    cells.count = 2;
    cells.examples = {{"x", "t.csv", 7}};
    ingest::RepairCount records;
    records.reason = "too many fields";
    records.count = 1;
    loaded.repairs = {cells, records};
    const auto json = reportOf(loaded).json["repairs"];
    QCOMPARE(json[0].dump(), std::string(R"({"column":"a","reason":"not a number","records":2,)"
                                         R"("examples":[{"text":"x","source":"t.csv","line":7}]})"));
    QVERIFY(json[1]["column"].is_null() && json[1]["examples"].empty());
  }

  void columnsHaveWhatTheirTypeCost() {
    ingest::ImportReport loaded;
    table::Column column;
    column.name = "a";
    for (const double value : {1., 2.}) column.stats.add(value);
    loaded.schema.columns = {column};
    const Report report = reportOf(loaded);
    const auto& json = report.json["columns"][0];
    QCOMPARE(json["name"].get<std::string>(), std::string("a"));
    QCOMPARE(json["stored"].get<std::string>(), std::string("f32"));
    QCOMPARE(json["max_error"].get<double>(), 0.);
    QVERIFY(json["loss"].is_object());
    QVERIFY(QString::fromStdString(report.text).endsWith("\nEvery number reads back equal to what it was.\n"));
  }
};

MASU_TEST(LoadReportTest)
#include "load_report_test.moc"
