// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/import_forecast.h"

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

constexpr std::uint64_t kBudget = std::uint64_t{1} << 30U;

ImportPlan recordings(std::uint64_t window) {
  ImportPlan plan;
  RecordingsPlan& content = plan.content.emplace<RecordingsPlan>();
  content.channelNames = {"x", "y"};
  content.window = content.hop = window;
  content.files.resize(3);
  for (RecordingPlan& file : content.files) {
    file.frames = 100'000;
    file.channels = 2;
  }
  plan.samples = 300;
  return plan;
}

}  // namespace

/// What an import takes, before it runs.
class ImportForecastTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void recordingsTakeTheTimeOfTheirBytes() {
    ImportPlan plan = recordings(1000);
    QCOMPARE(secondsForecast(plan, 1), 0.);
    plan.sourceBytes = std::uint64_t{4} << 30U;
    const double seconds = secondsForecast(plan, 1);
    QVERIFY(seconds > 0);
    plan.sourceBytes *= 3;
    QCOMPARE(secondsForecast(plan, 1), 3 * seconds);
  }

  void aTableThatCannotBeReadHasNone() {
    TableFolder folder;
    TableImport import;
    import.options.sources = {folder.write("t.csv", "x,y\n1,2\n3,4\n5,6\n")};
    const auto plan = import.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    QVERIFY(secondsForecast(*plan, 0) > 0);
    std::filesystem::remove(folder.path("t.csv"));
    QCOMPARE(secondsForecast(*plan, 2), 0.);
  }

  void moreThreadsTakeMoreMemory() {
    ImportPlan table;
    for (const ImportPlan& plan : {table, recordings(1000)}) {
      // None is one.
      QCOMPARE(memoryForecast(plan, {0, kBudget}, nullptr), memoryForecast(plan, {1, kBudget}, nullptr));
      QVERIFY(memoryForecast(plan, {1, kBudget}, nullptr) > 0);
      QVERIFY(memoryForecast(plan, {4, kBudget}, nullptr) > memoryForecast(plan, {1, kBudget}, nullptr));
    }
  }

  void shuffledSamplesAreHeldToo() {
    ImportPlan plan = recordings(1000);
    const std::uint64_t plain = memoryForecast(plan, {2, kBudget}, nullptr);
    plan.options.shuffle = 1;
    const std::uint64_t sampleBytes = 1000 * 2 * sizeof(float);
    QCOMPARE(memoryForecast(plan, {2, kBudget}, nullptr), plain + plan.samples * sampleBytes);
  }

  /// A window of so many frames is a slip of the finger, which must not come out as little.
  void absurdWindowsStayLarge() {
    const ImportPlan plan = recordings(~std::uint64_t{0});
    QVERIFY(memoryForecast(plan, {8, kBudget}, nullptr) >= std::uint64_t{1} << 50U);
  }
};

MASU_TEST(ImportForecastTest)
#include "import_forecast_test.moc"
