// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/report/run_facts.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>

#include "core/metrics/run_event.h"
#include "core/metrics/run_files.h"
#include "core/store/format/layout.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

class RunFactsTest : public QObject {
  Q_OBJECT

 private:
  fs::path place() const { return fs::path(m_folder->path().toStdString()); }
  fs::path run() const { return place() / "run"; }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((run() / file).parent_path());
    std::ofstream(run() / file) << text;
  }

  /// A run of two models, so many of which have begun.
  void writeRun(int begun) const {
    metrics::RunSpec spec;
    spec.dataset = place() / "table.h5";
    spec.models = {"linear", "mlp"};
    write("spec.json", metrics::toJson(spec));
    std::string log;
    const char* const models[] = {"linear", "mlp"};
    for (int i = 0; i < begun; ++i) log += metrics::toJsonLine(metrics::RunStarted{i, models[i], 10, 3, 5, 0.5}) + "\n";
    write("events.jsonl", log);
    for (const char* folder : {"1-linear", "2-mlp"}) fs::create_directories(run() / folder);
  }

  void writeNote(const std::string& uuid) const {
    metrics::DataNote note;
    note.dataset = "table.h5";
    note.uuid = uuid;
    note.samples = 30;
    note.manifest = "default";
    note.splitHash = "aa";
    write("data.json", metrics::toJson(note));
  }

  static bool has(const std::vector<fs::path>& files, const fs::path& file) {
    return std::ranges::find(files, file) != files.end();
  }

  std::unique_ptr<QTemporaryDir> m_folder;

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void aRunOrOneOfItsModelsIsReported() {
    writeRun(2);
    const auto whole = reportedRun(run());
    QVERIFY2(whole, whole ? "" : whole.error().message.english().c_str());
    QCOMPARE(whole->models.size(), std::size_t{2});
    QCOMPARE(whole->spec.out, run());
    const auto one = reportedRun(run() / "2-mlp");
    QVERIFY(one.has_value());
    QCOMPARE(one->models.size(), std::size_t{1});
    QCOMPARE(one->models.front().model, std::string("mlp"));
    const auto other = reportedRun(place());
    QVERIFY(!other);
    QCOMPARE(other.error().code, Errc::notFound);
  }

  void aModelMayNotHaveBegun() {
    writeRun(1);
    QCOMPARE(reportedRun(run() / "1-linear")->models.size(), std::size_t{1});
    const auto waiting = reportedRun(run() / "2-mlp");
    QVERIFY(waiting.has_value());
    QVERIFY(waiting->models.empty());
  }

  /// As of an earlier Masu; but what is there and cannot be read is not passed over.
  void aRunMayLackNotes() {
    writeRun(2);
    auto bare = reportedRun(run());
    QVERIFY(bare && !bare->data && !bare->receipt && bare->dataset == nullptr);
    QCOMPARE(bare->unit(), std::string());
    write("title.json", R"({"name": "first", "note": "of two"})");
    QCOMPARE(reportedRun(run())->title.name, std::string("first"));
    for (const char* file : {"data.json", "receipt.json", "events.jsonl"}) {
      writeRun(2);
      write(file, "{\n{\n");
      const auto damaged = reportedRun(run());
      QVERIFY2(!damaged, file);
      QVERIFY2(damaged.error().message.english().size() > 0, file);
      fs::remove(run() / file);
    }
    // A log is what a run is.
    QVERIFY(!reportedRun(run()));
  }

  void itsDatasetIsTheOneThatItLearnedFrom() {
    writeRun(2);
    const auto made = test::makeTable(place() / "table.h5", 30, store::Compression::none);
    QVERIFY(made.has_value());
    writeNote((*made)->uuid());
    const auto known = reportedRun(run());
    QVERIFY(known && known->data && known->dataset != nullptr);
    QCOMPARE(known->dataset->uuid(), (*made)->uuid());
    writeNote("0f0e0d0c-0b0a-8908-8706-0504030201ff");
    const auto another = reportedRun(run());
    QVERIFY(another && another->data && another->dataset == nullptr);
  }

  /// Which a report must not replace, whether they are there or not.
  void itsFilesAreThoseOfRunAndDataset() {
    writeRun(2);
    write("2-mlp/best.pt", "weights");
    write("notes.txt", "of somebody");
    const auto reported = reportedRun(run());
    QVERIFY(reported.has_value());
    const auto files = filesOf(*reported);
    QVERIFY(files.has_value());
    for (const char* own : {"spec.json", "events.jsonl", "2-mlp/best.pt", metrics::kLockName})
      QVERIFY2(has(*files, run() / own), own);
    QVERIFY(!has(*files, run() / "notes.txt"));
    const fs::path dataset = place() / "table.h5";
    QVERIFY(has(*files, dataset) && has(*files, store::layout::splitsPath(dataset)));
    const auto made = test::makeTable(dataset, 30, store::Compression::none);
    QVERIFY(made.has_value());
    writeNote((*made)->uuid());
    const auto there = reportedRun(run());
    QVERIFY(there && there->dataset != nullptr);
    const auto more = filesOf(*there);
    QVERIFY(more && has(*more, (*made)->path()) && has(*more, store::layout::splitsPath(dataset)));
  }
};

MASU_TEST(RunFactsTest)
#include "run_facts_test.moc"
