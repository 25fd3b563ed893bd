// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/runs/run_history.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/metrics/run_event.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_lock.h"
#include "core/metrics/run_spec.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

class RunHistoryTest : public QObject {
  Q_OBJECT

  static void write(const fs::path& file, const std::string& text = "x") {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  /// What two models leave that began to train.
  static void writeRun(const fs::path& run) {
    std::string log;
    for (const auto& [index, model] : {std::pair(0, "mlp"), std::pair(1, "linear")})
      log += metrics::toJsonLine(metrics::RunStarted{index, model, 1000, 3, 10}) + "\n";
    write(run / "events.jsonl", log);
    metrics::RunSpec spec;
    spec.models = {"mlp", "linear"};
    write(run / "spec.json", metrics::toJson(spec));
    for (const char* file : {"1-mlp/best.pt", "1-mlp/epoch-0001.pt", "2-linear/metrics.csv", "run.lock"})
      write(run / file);
  }

  fs::path folder() const { return fs::path(m_folder->path().toStdString()) / "census.runs"; }

  Result<std::vector<StoredRun>> listed() {
    Progress progress;
    return listRuns(folder(), {{}, progress});
  }

  static std::string sentence(const Result<void>& result) {
    return result ? std::string() : result.error().message.english();
  }

  std::unique_ptr<QTemporaryDir> m_folder;

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void namesTheFolderOfTheNextRun() {
    QCOMPARE(runsFolderOf("/data/census.h5"), fs::path("/data/census.runs"));
    QCOMPARE(freeRunFolder(folder()).filename(), fs::path("run-0001"));
    fs::create_directories(folder() / "run-0001");
    fs::create_directories(folder() / "run-0003");
    QCOMPARE(freeRunFolder(folder()).filename(), fs::path("run-0002"));
  }

  void listsTheLatestFirst() {
    QVERIFY(listed()->empty());  // without a folder, too
    for (const char* name : {"run-0001", "run-0002", "run-0010"}) writeRun(folder() / name);
    write(folder() / "run-0002" / "resume.state");
    write(folder() / "run-0003" / "events.jsonl", "no event\n");
    write(folder() / "notes" / "read me");
    const auto runs = listed();
    QVERIFY(runs.has_value());
    QCOMPARE(runs->size(), std::size_t{4});
    QCOMPARE(runs->at(0).folder, folder() / "run-0010");
    QCOMPARE(runs->at(3).folder, folder() / "run-0001");
    QCOMPARE(runs->at(2).models.size(), std::size_t{2});
    QCOMPARE(runs->at(2).models[1].model, std::string("linear"));
    QVERIFY(runs->at(2).resumable && !runs->at(0).resumable);
    QVERIFY(!runs->at(0).unreadable && runs->at(1).unreadable.has_value());
    QVERIFY(runs->at(1).models.empty());
  }

  void datasetsFoldersAndRunsAreNames() {
    const fs::path dataset = folder().parent_path() / "census.h5";
    Progress progress;
    const auto runsAt = [&](const fs::path& named) { return tasks::runsAt(named, {{}, progress}); };
    QCOMPARE(runsAt(dataset).error().code, Errc::notFound);
    write(dataset);
    QVERIFY(runsAt(dataset)->empty());
    for (const char* name : {"run-0001", "run-0002"}) writeRun(folder() / name);
    QCOMPARE(runsAt(dataset)->size(), std::size_t{2});
    QCOMPARE(runsAt(folder())->size(), std::size_t{2});
    QCOMPARE(runsAt(folder() / "run-0001")->size(), std::size_t{1});
    QCOMPARE(runsAt(folder() / "run-0001")->front().folder, folder() / "run-0001");
    QCOMPARE(runsAt(folder() / "run-0001" / "")->front().folder, folder() / "run-0001");
    QVERIFY(runsAt(folder() / "run-0001" / "1-mlp")->empty());
  }

  void aRunThatSomebodyIsAtIsNotInterrupted() {
    const fs::path run = folder() / "run-0001";
    writeRun(run);
    QVERIFY(!isInterrupted(run));
    write(run / "resume.state");
    QVERIFY(isInterrupted(run));
    {
      const auto lock = metrics::RunLock::take(run);
      QVERIFY(lock.has_value());
      QVERIFY(!isInterrupted(run));
    }
    QVERIFY(isInterrupted(run));
    QVERIFY(!isInterrupted(folder() / "run-0002"));
  }

  void whatSomebodyTrainsIsLiveAndCannotBeResumed() {
    writeRun(folder() / "run-0001");
    write(folder() / "run-0001" / "resume.state");
    auto lock = metrics::RunLock::take(folder() / "run-0001");
    QVERIFY(listed()->front().live && !listed()->front().resumable);
    *lock = metrics::RunLock();
    QVERIFY(!listed()->front().live && listed()->front().resumable);
  }

  /// A list that is made again equals a new one, and reads those logs alone that have been written since.
  void aListIsMadeAgainFromWhatHasChanged() {
    for (const char* name : {"run-0001", "run-0002"}) writeRun(folder() / name);
    Progress progress;
    const auto again = [&](std::vector<StoredRun> known) {
      return *listRuns(folder(), {{}, progress}, std::move(known));
    };
    std::vector<StoredRun> known = *listed();
    for (StoredRun& run : known) run.models.front().model = "known";
    QCOMPARE(again(known).at(0).models.front().model, std::string("known"));
    std::ofstream(folder() / "run-0001" / "events.jsonl", std::ios::app)
        << metrics::toJsonLine(metrics::EpochDone{0, 1, {1.0, 0.5}, {1.1, 0.6}, 1.0, {}}) << "\n";
    writeRun(folder() / "run-0003");
    const std::vector<StoredRun> runs = again(known);
    QCOMPARE(runs.size(), std::size_t{3});
    QCOMPARE(runs.at(0).models.front().model, std::string("mlp"));
    QCOMPARE(runs.at(1).models.front().model, std::string("known"));
    QCOMPARE(runs.at(2).models.front().model, std::string("mlp"));
    QCOMPARE(runs.at(2).models.front().epochs.size(), std::size_t{1});
    fs::remove_all(folder() / "run-0002");
    QCOMPARE(again(runs).size(), std::size_t{2});
    // A name that was given meanwhile is read again though the log is the same.
    QCOMPARE(sentence(nameRun(folder() / "run-0003", {"new", ""})), std::string());
    QCOMPARE(again(runs).front().title.name, std::string("new"));
  }

  void aRunKeepsItsNameUntilItIsDeleted() {
    const fs::path run = folder() / "run-0001";
    writeRun(run);
    QVERIFY(listed()->front().title == metrics::RunTitle{});
    const metrics::RunTitle title{"baseline \"é\"", "two\nlines"};
    QCOMPARE(sentence(nameRun(run, title)), std::string());
    QVERIFY(listed()->front().title == title);
    QVERIFY(metrics::isRunFile("title.json"));
    QCOMPARE(sentence(nameRun(run, {})), std::string());
    QVERIFY(!fs::exists(run / "title.json"));
    QVERIFY(listed()->front().title == metrics::RunTitle{});
    // What cannot be read hides no run.
    for (const char* damaged : {"{", "[1]", R"({"name": 3})"}) {
      write(run / "title.json", damaged);
      QCOMPARE(listed()->size(), std::size_t{1});
      QVERIFY2(listed()->front().title == metrics::RunTitle{}, damaged);
    }
    QCOMPARE(sentence(deleteRun(run)), std::string());
    QVERIFY(!fs::exists(run));
    QVERIFY(!sentence(nameRun(run, title)).empty());
    QVERIFY(!fs::exists(run));
  }

  void stopsWhenAsked() {
    writeRun(folder() / "run-0001");
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    const auto runs = listRuns(folder(), {stop.get_token(), progress});
    QVERIFY(!runs);
    QCOMPARE(runs.error().code, Errc::cancelled);
  }

  void deletesWhatTheRunWroteAndNothingElse() {
    const fs::path run = folder() / "run-0001";
    writeRun(run);
    QCOMPARE(sentence(deleteRun(run)), std::string());
    QVERIFY(!fs::exists(run));
    QVERIFY(fs::exists(folder()));

    writeRun(run);
    write(run / "notes.txt");
    write(run / "2-linear" / "plot.png");
    QCOMPARE(sentence(deleteRun(run)), std::string());
    QVERIFY(listed()->empty());
    std::vector<fs::path> left;
    for (const auto& entry : fs::recursive_directory_iterator(run))
      if (entry.is_regular_file()) left.push_back(fs::relative(entry.path(), run));
    std::sort(left.begin(), left.end());
    QCOMPARE(left, (std::vector<fs::path>{"2-linear/plot.png", "notes.txt"}));
  }

  void deletesARunWhoseReplacementWasInterrupted() {
    const fs::path run = folder() / "run-0001";
    writeRun(run);
    write(run / "run.partial" / "new" / "events.jsonl");
    write(run / "run.partial" / "renames", "damaged");
    QCOMPARE(sentence(deleteRun(run)), std::string());
    QVERIFY(!fs::exists(run));
  }

  void deletesBothRunsOfAnInterruptedReplacement_data() {
    QTest::addColumn<bool>("hasLog");
    QTest::newRow("the log is in its place") << true;
    QTest::newRow("the log is not yet in its place") << false;
  }

  /// The process was killed between two renames: the old run is gone, and the new one's spec.json is not there yet.
  void deletesBothRunsOfAnInterruptedReplacement() {
    QFETCH(const bool, hasLog);
    const fs::path run = folder() / "run-0001";
    writeRun(run);
    const fs::path replacement = run / "run.partial" / "new";
    std::string note;
    for (const char* file : {"1-mlp/best.pt", "1-mlp/epoch-0001.pt", "2-linear/metrics.csv", "events.jsonl",
                             "spec.json"}) {
      note += std::string("-") + file + '\0' + "+" + file + '\0';
    }
    write(run / "run.partial" / "renames", note);
    fs::create_directories(replacement);
    fs::rename(run / "spec.json", replacement / "spec.json");
    if (!hasLog) fs::rename(run / "events.jsonl", replacement / "events.jsonl");
    QCOMPARE(sentence(deleteRun(run)), std::string());
    QVERIFY(!fs::exists(run));
  }

  void deletesNoFolderThatIsNotARun() {
    write(folder() / "photographs" / "spec.json");
    const auto other = deleteRun(folder() / "photographs");
    QCOMPARE(other.error().code, Errc::notFound);
    QVERIFY2(sentence(other).find("photographs") != std::string::npos, sentence(other).c_str());
    QVERIFY(!deleteRun(folder()));
    QVERIFY(fs::exists(folder() / "photographs" / "spec.json"));
  }

  void deletesNoRunByALink() {
    const fs::path run = folder() / "run-0001";
    const fs::path link = folder() / "run-0002";
    writeRun(run);
    fs::create_directory_symlink(run, link);
    for (const fs::path& named : {link, link / ""}) {
      const auto refused = deleteRun(named);
      QCOMPARE(refused.error().code, Errc::invalidArgument);
      QVERIFY2(sentence(refused).find(fs::canonical(run).string()) != std::string::npos, sentence(refused).c_str());
      QVERIFY(fs::exists(run / "1-mlp" / "best.pt") && fs::is_symlink(link));
    }
    // A folder of runs may be linked.
    const fs::path linkedFolder = folder().parent_path() / "linked";
    fs::create_directory_symlink(folder(), linkedFolder);
    QCOMPARE(sentence(deleteRun(linkedFolder / "run-0001")), std::string());
    QVERIFY(!fs::exists(run));
  }

  void deletesNoRunThatIsBeingTrained() {
    const fs::path run = folder() / "run-0001";
    writeRun(run);
    const auto held = metrics::RunLock::take(run);
    QVERIFY(held.has_value());
    const auto refused = deleteRun(run);
    QCOMPARE(refused.error().code, Errc::busy);
    QVERIFY(fs::exists(run / "1-mlp" / "best.pt"));
  }
};

MASU_TEST(RunHistoryTest)
#include "run_history_test.moc"
