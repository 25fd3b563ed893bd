// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <random>

#include "core/ingest/table/survey/type_choice.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

/// The ranges of features by a pass over all of a table, whatever the plan has decided on so far.
class ExactRangesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }

  void rangesAreOfEveryValue() {
    std::mt19937 random(5);
    std::uniform_int_distribution<int> halves(-2000, 2000);
    std::string text = "x,z,y\n";
    table::ColumnStats expected;
    for (int i = 0; i < 20'000; ++i) {
      const double value = halves(random) / 2.0;
      const bool isMissing = i % 50 == 7;
      expected.add(isMissing ? std::nan("") : value);
      text += (isMissing ? std::string() : std::to_string(value)) + "," + std::to_string(i * 37 % 1000);
      text += i % 2 == 0 ? ",a\n" : ",b\n";
    }
    const auto plan = planOf(text);
    QVERIFY2(plan, sentenceOf(plan).c_str());
    for (const unsigned threads : {1U, 3U}) {
      ImportPlan found = *plan;
      const auto done = find(found, threads);
      QVERIFY2(done, sentenceOf(done).c_str());
      const auto& ranges = found.table().exact.features;
      QCOMPARE(ranges.size(), std::size_t{2});
      QCOMPARE(ranges[0].min, expected.min);
      QCOMPARE(ranges[0].max, expected.max);
      QCOMPARE(ranges[0].count, expected.count);
      QCOMPARE(ranges[0].missing, expected.missing);
      QVERIFY(!ranges[0].integral && ranges[1].integral);
      QCOMPARE(ranges[1].max, 999.);
    }
  }

  /// A record that an import would reject has no part in it: not with its other cells either.
  void rejectedRecordsDoNotCount() {
    std::string text = "x,z,y\n";
    for (int i = 0; i < 2000; ++i) {
      text += i == 1990 ? "oops,1000000" : std::to_string(i % 7) + ".5," + std::to_string(i * 37 % 1000) + ".5";
      text += i % 2 == 0 ? ",a\n" : ",b\n";
    }
    auto plan = planOf(text);
    QVERIFY2(plan, sentenceOf(plan).c_str());
    const auto done = find(*plan, 1);
    QVERIFY2(done, sentenceOf(done).c_str());
    QCOMPARE(plan->table().exact.features[0].count, std::uint64_t{1999});
    QCOMPARE(plan->table().exact.features[1].max, 999.5);
  }

  void whatIsKnownIsNotReadAgain() {
    auto plan = planOf(smallTable());
    QVERIFY2(plan, sentenceOf(plan).c_str());
    QVERIFY(find(*plan, 1));
    std::filesystem::remove(m_folder->path("t.csv"));
    // What has no part in which numbers are stored may change.
    plan->dtype = table::DType::f16;
    plan->options.compression = store::Compression::gzip;
    const auto again = find(*plan, 1);
    QVERIFY2(again, sentenceOf(again).c_str());
    QCOMPARE(plan->table().exact.features[0].max, 49.5);
    // Another source is read, if it can be.
    plan->sources.front().hash = "0000000000000000";
    QVERIFY(!find(*plan, 1));
  }

  void aStopFindsNothing() {
    auto plan = planOf(smallTable());
    QVERIFY2(plan, sentenceOf(plan).c_str());
    const std::string before = plan->table().exact.reading;
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    const auto stopped = findExactRanges(*plan, {1, std::uint64_t{64} << 20U}, {stop.get_token(), progress});
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, Errc::cancelled);
    QCOMPARE(plan->table().exact.reading, before);
  }

 private:
  static std::string smallTable() {
    std::string text = "x,y\n";
    for (int i = 0; i < 100; ++i) text += std::to_string(i * 37 % 100 / 2.0) + (i % 2 == 0 ? ",a\n" : ",b\n");
    return text;
  }
  Result<ImportPlan> planOf(const std::string& text) const {
    TableImport import;
    import.options.sources = {m_folder->write("t.csv", text)};
    import.options.labels = {"y"};
    import.options.table.header = true;
    import.options.table.delimiter = ',';
    return import.survey();
  }
  static Result<void> find(ImportPlan& plan, unsigned threads) {
    Progress progress;
    return findExactRanges(plan, {threads, std::uint64_t{64} << 20U}, {{}, progress});
  }

  std::unique_ptr<TableFolder> m_folder;
};

MASU_TEST(ExactRangesTest)
#include "exact_ranges_test.moc"
