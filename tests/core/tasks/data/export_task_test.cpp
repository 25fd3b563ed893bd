// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/export_task.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

class ExportTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(test::makeTable(path("t.h5"), 5000, store::Compression::none));
    m_request = {};
    m_request.file = path("t.h5");
    m_request.options.out = path("out");
    m_request.options.shardSamples = 1500;
  }

  void writesWhatItPlanned() {
    const auto plan = planExport(m_request);
    QVERIFY(plan);
    QVERIFY(!fs::exists(path("out")));
    QVERIFY(plan->diskFreeBytes > 0);
    Progress progress;
    const auto done = runExport(m_request, {{}, progress});
    QVERIFY2(done, done ? "" : done.error().message.english().c_str());
    QCOMPARE(done->samples, std::uint64_t{5000});
    QCOMPARE(plan->samples, done->samples);
    QCOMPARE(done->shards.size(), std::size_t{4});
    std::uint64_t bytes = 0;
    for (const auto& shard : done->shards) bytes += fs::file_size(path("out") / shard.path);
    QCOMPARE(done->bytes, bytes);
    QVERIFY(std::abs(double(plan->bytes) / double(bytes) - 1) < 0.01);
  }

  void aPartIsPlannedAndWritten() {
    std::uint64_t samples = 0;
    for (std::uint64_t number = 1; number <= 2; ++number) {
      m_request.part = {number, 2};
      const auto plan = planExport(m_request);
      QVERIFY2(plan, sentenceOf(plan).c_str());
      QVERIFY(!plan->part);
      Progress progress;
      const auto done = runExport(m_request, {{}, progress});
      QVERIFY2(done, sentenceOf(done).c_str());
      QCOMPARE(done->samples, plan->samples);
      QCOMPARE(done->shards.size(), std::size_t{2});
      QVERIFY(done->part && !done->part->before);
      QCOMPARE(done->part->missing.empty(), number == 2);
      samples += done->samples;
    }
    QCOMPARE(samples, std::uint64_t{5000});
    m_request.part.reset();
    QVERIFY(planExportFolder(m_request)->folderState.occupied);
  }

  void saysWhetherThereIsRoom() {
    QVERIFY(!planExport(m_request)->lacksRoom);
    // The kernel has no room for files there.
    m_request.options.out = "/proc/out";
    const auto plan = planExport(m_request);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QVERIFY(plan->lacksRoom);
    QCOMPARE(plan->notes.size(), std::size_t{1});
    // Sizes in units in which they are not zero.
    const std::string note = plan->notes.front().english();
    QVERIFY(plan->bytes > 1000 && plan->bytes < 1'000'000);
    QVERIFY2(note.find(" kB, but only 0 B is free at /proc/out") != std::string::npos, note.c_str());
    m_request.options.resume = true;
    QVERIFY(!planExport(m_request)->lacksRoom);
  }

  /// What a plan says of its folder is what the export itself decides.
  void aFolderIsOccupiedWhereAnExportIsRefused() {
    const auto agree = [this](bool occupied) {
      const auto plan = planExportFolder(m_request);
      QVERIFY2(plan, sentenceOf(plan).c_str());
      QCOMPARE(plan->folderState.occupied, occupied);
      Progress progress;
      const auto done = runExport(m_request, {{}, progress});
      QCOMPARE(done.has_value(), !occupied);
      if (!done) QCOMPARE(done.error().code, Errc::exists);
    };
    for (const shards::Format format : {shards::Format::csv, shards::Format::zip}) {
      m_request.options.format = format;
      m_request.options.out = path(std::string(shards::name(format)).c_str());
      // Files of others, and what a stopped export left, are not in the way.
      fs::create_directories(m_request.options.out / "export.partial");
      std::ofstream(m_request.options.out / "notes.txt") << "mine";
      agree(false);
      agree(true);
      QVERIFY(fs::remove(m_request.options.out / "index.json"));
      agree(true);  // the shards are there all the same
      QVERIFY(fs::exists(m_request.options.out / "notes.txt"));
    }
  }

  void whatADatasetWasImportedFromIsNotReplaced() {
    Progress progress;
    const auto first = runExport(m_request, {{}, progress});
    QVERIFY2(first, sentenceOf(first).c_str());
    const fs::path source = path("out") / first->shards.front().path;
    const std::string before = TableFolder::read(source);
    TableImport import;
    import.options.sources = {source};
    import.load.target = m_request.file = path("again.h5");
    const auto imported = import.run();
    QVERIFY2(imported, sentenceOf(imported).c_str());
    m_request.options.overwrite = true;
    const auto refused = runExport(m_request, {{}, progress});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::invalidArgument);
    QVERIFY2(sentenceOf(refused).find("would be replaced") != std::string::npos, sentenceOf(refused).c_str());
    QCOMPARE(TableFolder::read(source), before);
  }

  void saysWhyItCannot() {
    Progress progress;
    ExportRequest request = m_request;
    request.options.out.clear();
    QCOMPARE(runExport(request, {{}, progress}).error().code, Errc::invalidArgument);
    request = m_request;
    request.file = path("missing.h5");
    QCOMPARE(runExport(request, {{}, progress}).error().code, Errc::notFound);
    QVERIFY(!fs::exists(path("out")));
  }

  void whatAFormatRoundsIsSaid() {
    m_request.options.format = shards::Format::tfrecord;
    const auto plan = planExport(m_request);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(plan->notes.size(), std::size_t{1});
    QCOMPARE(plan->notes[0].english(),
             std::string("TFRecord holds numbers as f32: kept/score, stored as f64, is rounded to it."));
    m_request.options.encoded = true;
    QVERIFY(planExport(m_request)->notes.empty());
    m_request.options.type = table::DType::f64;
    QCOMPARE(planExport(m_request).error().code, Errc::invalidArgument);
    m_request.options.format = shards::Format::npy;
    QVERIFY(planExport(m_request)->notes.empty());
  }

  void whatTimesAreWrittenAsIsSaid() {
    TableImport import;
    import.options.sources = {path("times.csv")};
    std::ofstream(path("times.csv")) << "begin,n,end\n1970-01-02,1,1970-01-01T00:01:00\n1970-01-03,2,\n";
    import.options.table.keep = {"end"};
    import.load.target = m_request.file = path("times.h5");
    const auto imported = import.run();
    QVERIFY2(imported, sentenceOf(imported).c_str());
    Progress progress;
    const auto done = runExport(m_request, {{}, progress});
    QVERIFY2(done, sentenceOf(done).c_str());
    std::vector<std::string> notes;
    for (const Message& note : done->notes) notes.push_back(note.english());
    QCOMPARE(notes, (std::vector<std::string>{
                        "The times of column begin are written as seconds after 1970-01-02 00:00:00 UTC.",
                        "The times of column end are written as seconds after 1970-01-01 00:00:00 UTC."}));
    QCOMPARE(TableFolder::read(path("out") / done->shards.front().path),
             std::string("begin,n,end\n0,1,60\n86400,2,\n"));
    // Kept columns are not among what is encoded for training.
    m_request.options.format = shards::Format::npy;
    m_request.options.encoded = true;
    m_request.options.out = path("encoded");
    QCOMPARE(planExport(m_request)->notes.size(), std::size_t{1});
  }

  void cancellingLeavesNothing() {
    Progress progress;
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(runExport(m_request, {stop.get_token(), progress}).error().code, Errc::cancelled);
    QVERIFY(!fs::exists(path("out")));
  }

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

  std::unique_ptr<QTemporaryDir> m_folder;
  ExportRequest m_request;
};

MASU_TEST(ExportTaskTest)
#include "export_task_test.moc"
