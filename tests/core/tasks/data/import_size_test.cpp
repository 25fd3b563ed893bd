// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/import_size.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "core/waveform/sound/wav_writer.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;

/// How large a dataset becomes, and what is refused for it. Sizes against real imports: see inspect_task_test.
class ImportSizeTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kFrames = 1000;
  static constexpr std::uint64_t kWindow = 100;

  QTemporaryDir m_folder;

  fs::path at(const char* name) const { return m_folder.filePath(name).toStdString(); }

  Result<tasks::ImportRequest> requestFor(const ingest::ImportOptions& options) const {
    Progress progress;
    tasks::InspectRequest inspection;
    inspection.options = options;
    MASU_TRY(tasks::Inspection inspected, tasks::inspectionIn(tasks::inspect(inspection, {{}, progress})));
    tasks::ImportRequest request;
    request.plan = std::move(inspected.plan);
    request.load.target = at("out.h5");
    request.load.write.sync = false;
    return request;
  }

  Result<tasks::ImportRequest> recordings() const {
    ingest::ImportOptions options;
    options.sources = {at("sound")};
    options.as = ingest::SourceKind::recordings;
    options.recordings.window = kWindow;
    return requestFor(options);
  }

  Result<tasks::ImportRequest> table() const {
    ingest::ImportOptions options;
    options.sources = {at("table.csv")};
    options.labels = {"y"};
    return requestFor(options);
  }

  static Result<tasks::ImportOutcome> import(const tasks::ImportRequest& request) {
    Progress progress;
    return tasks::runImport(request, {{}, progress});
  }

 private Q_SLOTS:
  void initTestCase() {
    fs::create_directories(at("sound"));
    const std::vector<std::int16_t> frames(kFrames, 7);
    for (const char* name : {"sound/a.wav", "sound/b.wav"}) QVERIFY(waveform::writeWav(at(name), frames, 1, 8000));
    std::ofstream table(at("table.csv"));
    table << "a,y\n1,0\n2,1\n3,\n";
  }

  void cleanup() { fs::remove(at("out.h5")); }

  void theLeastIsTheValuesOfRecordings() {
    const auto request = recordings();
    QVERIFY2(request.has_value(), request ? "" : request.error().message.english().c_str());
    const ingest::ImportPlan& plan = request->plan;
    QCOMPARE(tasks::leastDatasetBytes(plan), 2 * kFrames * table::sizeOf(plan.dtype));
    QVERIFY(tasks::leastDatasetBytes(plan) < tasks::datasetBytes(plan, plan.dtype));
    ingest::ImportPlan packed = plan;
    packed.options.compression = store::Compression::gzip;
    QCOMPARE(tasks::leastDatasetBytes(packed), std::uint64_t{0});
  }

  void whatCertainlyDoesNotFitIsNotBegun() {
    auto huge = recordings();
    QVERIFY(huge.has_value());
    huge->plan.samples = std::uint64_t{1} << 50U;
    const auto refused = import(*huge);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::noSpace);
    const std::string said = refused.error().message.english();
    QVERIFY2(said.find("is free for " + at("out.h5").string()) != std::string::npos, said.c_str());
    QVERIFY(!fs::exists(at("out.h5")));
  }

  /// Records without a label are rejected, as many as there are.
  void aTableMayBeSmaller() {
    auto asked = table();
    QVERIFY2(asked.has_value(), asked ? "" : asked.error().message.english().c_str());
    QCOMPARE(tasks::leastDatasetBytes(asked->plan), std::uint64_t{0});
    asked->plan.samples = std::uint64_t{1} << 50U;
    const auto imported = import(*asked);
    QVERIFY2(imported.has_value(), imported ? "" : imported.error().message.english().c_str());
    QCOMPARE(imported->report.samples, std::uint64_t{2});
  }
};

MASU_TEST(ImportSizeTest)
#include "import_size_test.moc"
