// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/import_size.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;

/// How large a dataset becomes, and what is refused for it. Sizes against real imports: see inspect_task_test.
class ImportSizeTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kRecords = 1000;

  QTemporaryDir m_folder;

  fs::path at(const char* name) const { return m_folder.filePath(name).toStdString(); }

  Result<tasks::ImportRequest> request(const char* where = "") {
    Progress progress;
    tasks::InspectRequest inspection;
    inspection.options.sources = {at("table.csv")};
    inspection.options.labels = {"y"};
    inspection.options.table.where = where;
    MASU_TRY(tasks::Inspection inspected, tasks::inspectionIn(tasks::inspect(inspection, {{}, progress})));
    tasks::ImportRequest request;
    request.plan = std::move(inspected.plan);
    request.load.target = at("out.h5");
    request.load.write.sync = false;
    return request;
  }

  static Result<tasks::ImportOutcome> import(const tasks::ImportRequest& request) {
    Progress progress;
    return tasks::runImport(request, {{}, progress});
  }

 private Q_SLOTS:
  void initTestCase() {
    std::ofstream table(at("table.csv"));
    table << "a,b,y\n";
    for (std::uint64_t i = 0; i < kRecords; ++i)
      table << i << "," << 0.5 + static_cast<double>(i) << "," << i % 2 << "\n";
  }

  void cleanup() { fs::remove(at("out.h5")); }

  void theLeastIsTheFeatures() {
    const auto plan = request()->plan;
    QCOMPARE(tasks::leastDatasetBytes(plan), kRecords * 2 * table::sizeOf(plan.dtype));
    QVERIFY(tasks::leastDatasetBytes(plan) < tasks::datasetBytes(plan, plan.dtype));
    ingest::ImportPlan estimated = plan;
    estimated.sourceBytes = 2 * estimated.surveyedBytes;
    QCOMPARE(tasks::leastDatasetBytes(estimated), tasks::leastDatasetBytes(plan) * 4 / 5);
    estimated.options.missing = ingest::MissingPolicy::drop;
    QCOMPARE(tasks::leastDatasetBytes(estimated), std::uint64_t{0});
    estimated.sourceBytes = estimated.surveyedBytes;  // all were seen, and how many have none
    QVERIFY(tasks::leastDatasetBytes(estimated) > 0);
    ingest::ImportPlan packed = plan;
    packed.options.compression = store::Compression::gzip;
    QCOMPARE(tasks::leastDatasetBytes(packed), std::uint64_t{0});
    QCOMPARE(tasks::leastDatasetBytes(request("a < 10")->plan), std::uint64_t{0});
  }

  void whatCertainlyDoesNotFitIsNotBegun() {
    auto huge = request();
    QVERIFY(huge.has_value());
    huge->plan.samples = std::uint64_t{1} << 50U;
    const auto refused = import(*huge);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::noSpace);
    const std::string said = refused.error().message.english();
    QVERIFY2(said.find("is free for " + at("out.h5").string()) != std::string::npos, said.c_str());
    QVERIFY(!fs::exists(at("out.h5")));
  }

  void whatMayFitIsBegun() {
    auto asked = request("a < 10");
    QVERIFY(asked.has_value());
    asked->plan.samples = std::uint64_t{1} << 50U;  // a filter may leave few of them
    const auto imported = import(*asked);
    QVERIFY2(imported.has_value(), imported ? "" : imported.error().message.english().c_str());
    QCOMPARE(imported->report.samples, std::uint64_t{10});
  }
};

MASU_TEST(ImportSizeTest)
#include "import_size_test.moc"
