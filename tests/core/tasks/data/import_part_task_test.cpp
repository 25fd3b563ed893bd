// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <memory>

#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "core/waveform/sound/wav_writer.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;

namespace {

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

/// The task of one of several workers.
class ImportPartTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  void theWorkerThatJoinsReportsTheImport();
  void aRecipeIsNotSavedByEach();
  void recordingsAreReadByWorkers();

 private:
  fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
  Result<tasks::ImportRequest> planned(const ingest::ImportOptions& options, PartOf part) const {
    Progress progress;
    tasks::InspectRequest inspection;
    inspection.options = options;
    inspection.target = path("F.h5");
    MASU_TRY(const tasks::Inspection inspected, tasks::inspectionIn(tasks::inspect(inspection, {{}, progress})));
    tasks::ImportRequest request;
    request.plan = inspected.plan;
    request.load.target = path("F.h5");
    request.load.write.sync = false;
    request.part = part;
    return request;
  }
  ingest::ImportOptions table() const {
    std::ofstream text(path("t.csv"));
    text << "a,b\n";
    for (int i = 0; i < 50; ++i) text << i << "," << 2 * i << "\n";
    ingest::ImportOptions options;
    options.sources = {path("t.csv")};
    return options;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

void ImportPartTaskTest::theWorkerThatJoinsReportsTheImport() {
  const auto first = planned(table(), {2, 2});
  QVERIFY2(first, sentence(first).c_str());
  Progress progress;
  const auto joined = tasks::runImport(*first, {{}, progress});
  QVERIFY2(joined, sentence(joined).c_str());
  QVERIFY(joined->part);
  QCOMPARE(joined->part->parsed, std::uint64_t{1});
  QCOMPARE(joined->report.samples, std::uint64_t{50});
  const auto second = planned(table(), {1, 2});
  QVERIFY2(second, sentence(second).c_str());
  const auto idle = tasks::runImport(*second, {{}, progress});
  QVERIFY2(idle, sentence(idle).c_str());
  QVERIFY(idle->part && idle->part->whole == ingest::ImportPartReport::Import::complete);
  QCOMPARE(idle->part->parsed, std::uint64_t{0});
  QCOMPARE(idle->report.samples, std::uint64_t{0});
}

void ImportPartTaskTest::aRecipeIsNotSavedByEach() {
  auto asked = planned(table(), {1, 2});
  QVERIFY2(asked, sentence(asked).c_str());
  asked->saveRecipe = path("r.json");
  Progress progress;
  const auto refused = tasks::runImport(*asked, {{}, progress});
  QVERIFY(!refused);
  QVERIFY(sentence(refused).find("r.json") != std::string::npos);
  QVERIFY(!fs::exists(path("F.h5")) && !fs::exists(path("r.json")));
}

void ImportPartTaskTest::recordingsAreReadByWorkers() {
  fs::create_directory(path("recordings"));
  const std::vector<std::int16_t> frames(2000, 500);
  for (const char* name : {"0_a.wav", "1_a.wav"}) {
    QVERIFY(waveform::writeWav(path("recordings") / name, frames, 1, 8000));
  }
  ingest::ImportOptions options;
  options.sources = {path("recordings")};
  options.as = ingest::SourceKind::recordings;
  options.recordings.window = 64;
  const auto asked = planned(options, {1, 2});
  QVERIFY2(asked, sentence(asked).c_str());
  Progress progress;
  const auto joined = tasks::runImport(*asked, {{}, progress});
  QVERIFY2(joined, sentence(joined).c_str());
  QVERIFY(joined->part);
  QCOMPARE(joined->part->parsed, std::uint64_t{1});
  QVERIFY(joined->report.samples > 0);
  QVERIFY(fs::exists(path("F.h5")) && !fs::exists(path("F.h5.workers")));
}

MASU_TEST(ImportPartTaskTest)
#include "import_part_task_test.moc"
