// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/run_directory.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "core/metrics/step_log.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kStepsPerEpoch = 7;
const RunNotes kNotes = {"{\"data\": 1}", "{\"recipe\": 1}"};

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// Every file below a folder, by its path from there.
std::map<std::string, std::string> filesOf(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[entry.path().lexically_relative(folder).string()] = textOf(entry.path());
  }
  return files;
}

metrics::RunSpec specFor(const fs::path& out, std::vector<std::string> models) {
  metrics::RunSpec spec;
  spec.dataset = "data.h5";
  spec.models = std::move(models);
  spec.out = out;
  return spec;
}

metrics::EpochDone epochOf(int run, int epoch) {
  metrics::EpochDone done;
  done.run = run;
  done.epoch = epoch;
  done.train.loss = 0.1 + run + epoch;
  done.validation.loss = 1.0 / 3 + epoch;
  done.seconds = 2;
  return done;
}

/// What a run of two models reports in an epoch.
Result<void> writeEpoch(RunDirectory& directory, int epoch) {
  for (int run = 0; run < 2; ++run) {
    metrics::StepDone step;
    step.run = run;
    step.epoch = epoch;
    MASU_CHECK(directory.append(step));
    const std::vector<double> losses = {0.5 * epoch, 0.25};
    MASU_CHECK(directory.noteStep(static_cast<std::uint64_t>(epoch), losses));
    MASU_CHECK(directory.append(epochOf(run, epoch)));
  }
  return directory.flushSteps();
}

}  // namespace

class RunDirectoryTest : public QObject {
  Q_OBJECT

 private:
  /// A new one for each test.
  fs::path place() const { return fs::path(m_folder.path().toStdString()) / QTest::currentTestFunction(); }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void everyModelHasItsFolder();
  void namesOfEpochsSortAsTheyDo();
  void theLastOfTheKeptEpochsStay_data();
  void theLastOfTheKeptEpochsStay();
  void aRunThatIsThereIsRefusedOrReplacedAsAWhole();
  void nothingIsWrittenThroughALink();
  void eventsGoToTheLogsOfTheirModel();
  void stepsAreWrittenWhole();
  void aResumedRunWritesWhatItWouldHave();
  void logsThatLackSomethingAreDamaged();
};

void RunDirectoryTest::everyModelHasItsFolder() {
  QCOMPARE(RunDirectory::create(specFor({}, {"mlp"}), kNotes, kStepsPerEpoch).error().code, Errc::invalidArgument);
  const auto alone = RunDirectory::create(specFor(place() / "alone", {"mlp"}), kNotes, kStepsPerEpoch);
  QVERIFY(alone);
  QCOMPARE(alone->lastCheckpoint(0), place() / "alone" / "last.pt");
  const metrics::RunSpec spec = specFor(place() / "both", {"mlp", "cnn1d"});
  const auto both = RunDirectory::create(spec, kNotes, kStepsPerEpoch);
  QVERIFY(both);
  QCOMPARE(both->bestCheckpoint(0), spec.out / "1-mlp" / "best.pt");
  QCOMPARE(both->epochCheckpoint(1, 3), spec.out / "2-cnn1d" / "epoch-0003.pt");
  QCOMPARE(both->epochState(3), spec.out / "epoch-0003.state");
  QVERIFY(!both->isReplacing());
  QCOMPARE(both->placeOf(both->stateFile()), spec.out / metrics::kStateName);
  QCOMPARE(metrics::toJson(metrics::readSpec(spec.out).value()), metrics::toJson(spec));
  QCOMPARE(textOf(spec.out / "data.json"), kNotes.data + "\n");
  QCOMPARE(textOf(spec.out / "recipe.json"), kNotes.recipe);
  // Whatever it writes is known as a run's, so that an overwrite removes it.
  for (const auto& [name, text] : filesOf(spec.out)) QVERIFY2(metrics::isRunFile(name), name.c_str());
}

void RunDirectoryTest::namesOfEpochsSortAsTheyDo() {
  const auto directory = RunDirectory::create(specFor(place(), {"mlp"}), kNotes, kStepsPerEpoch);
  QVERIFY(directory);
  std::vector<fs::path> names;
  for (const int epoch : {1, 2, 9, 10, 99, 100, 999, 1000, 9999}) names.push_back(directory->epochCheckpoint(0, epoch));
  QVERIFY(std::ranges::is_sorted(names));
  QCOMPARE(directory->epochCheckpoint(0, 12'345).filename(), fs::path("epoch-12345.pt"));
}

void RunDirectoryTest::theLastOfTheKeptEpochsStay_data() {
  constexpr int kMost = std::numeric_limits<int>::max();
  QTest::addColumn<int>("every");
  QTest::addColumn<int>("keep");
  for (const int every : {0, 1, 2, 3, 40, kMost}) {
    for (const int keep : {0, 1, 2, 5, 1 + (1 << 30), kMost})
      QTest::addRow("%d of every %d", keep, every) << every << keep;
  }
}

/// The rule as its options have it, for whoever wrote a number for "all" that no run has, too.
void RunDirectoryTest::theLastOfTheKeptEpochsStay() {
  QFETCH(const int, every);
  QFETCH(const int, keep);
  metrics::RunSpec spec;
  spec.epochs = 13;
  spec.keepEvery = every;
  spec.keep = keep;
  std::vector<int> kept;
  for (int epoch = 1; epoch <= spec.epochs; ++epoch) {
    QCOMPARE(keepsEpoch(spec, epoch), every > 0 && epoch % every == 0);
    if (!keepsEpoch(spec, epoch)) continue;
    kept.push_back(epoch);
    const bool isFull = keep > 0 && kept.size() > static_cast<std::size_t>(keep);
    QCOMPARE(droppedFor(spec, epoch), isFull ? kept.front() : 0);
    if (!isFull) continue;
    QCOMPARE(droppedAt(spec, kept.front()), epoch);
    kept.erase(kept.begin());
  }
  for (const int epoch : kept) QCOMPARE(droppedAt(spec, epoch), 0);
}

void RunDirectoryTest::aRunThatIsThereIsRefusedOrReplacedAsAWhole() {
  metrics::RunSpec spec = specFor(place(), {"mlp", "cnn1d"});
  {
    auto first = RunDirectory::create(spec, kNotes, kStepsPerEpoch);
    QVERIFY(first && writeEpoch(*first, 1));
  }
  std::ofstream(place() / "mine.txt") << "mine";
  const auto before = filesOf(place());
  spec.models = {"linear"};
  QCOMPARE(RunDirectory::create(spec, kNotes, kStepsPerEpoch).error().code, Errc::exists);
  QCOMPARE(filesOf(place()), before);
  spec.overwrite = true;
  {
    // Dropped before it has anything to show for itself.
    const auto dropped = RunDirectory::create(spec, kNotes, kStepsPerEpoch);
    QVERIFY(dropped && dropped->isReplacing());
    QVERIFY(dropped->placeOf(dropped->lastCheckpoint(0)) != dropped->lastCheckpoint(0));
  }
  QCOMPARE(filesOf(place()), before);
  auto second = RunDirectory::create(spec, kNotes, kStepsPerEpoch);
  QVERIFY(second);
  for (const auto& [name, text] : before) QCOMPARE(textOf(place() / name), text);
  std::ofstream(second->placeOf(second->lastCheckpoint(0))) << "weights";
  QVERIFY(second->completeReplacement());
  QVERIFY(!second->isReplacing());
  QCOMPARE(second->placeOf(second->lastCheckpoint(0)), place() / "last.pt");
  QCOMPARE(textOf(place() / "last.pt"), std::string("weights"));
  QVERIFY(!fs::exists(place() / "1-mlp" / "metrics.csv"));
  QCOMPARE(textOf(place() / "mine.txt"), std::string("mine"));
  // The logs that are open are those of the new run, wherever their names were when they were opened.
  QVERIFY(second->append(epochOf(0, 1)));
  QCOMPARE(textOf(place() / metrics::kEventLogName), metrics::toJsonLine(epochOf(0, 1)) + "\n");
}

void RunDirectoryTest::nothingIsWrittenThroughALink() {
  const metrics::RunSpec spec = specFor(place() / "run", {"mlp", "cnn1d"});
  fs::create_directories(place() / "others");
  fs::create_directories(spec.out);
  fs::create_directory_symlink(place() / "others", spec.out / "2-cnn1d");
  const auto linked = RunDirectory::create(spec, kNotes, kStepsPerEpoch);
  QCOMPARE(linked.error().code, Errc::unsupported);
  QVERIFY(linked.error().message.english().find("2-cnn1d is a symbolic link") != std::string::npos);
  QVERIFY(filesOf(place()).empty());
  fs::remove(spec.out / "2-cnn1d");
  std::ofstream(spec.out / "2-cnn1d") << "a file";
  QVERIFY(!RunDirectory::create(spec, kNotes, kStepsPerEpoch));
  QCOMPARE(filesOf(place()).size(), std::size_t{1});
}

void RunDirectoryTest::eventsGoToTheLogsOfTheirModel() {
  const metrics::RunSpec spec = specFor(place(), {"mlp", "cnn1d"});
  auto directory = RunDirectory::create(spec, kNotes, kStepsPerEpoch);
  QVERIFY(directory);
  const auto before = filesOf(place());
  QVERIFY(directory->append(epochOf(1, 4)));
  const auto after = filesOf(place());
  const std::string board = std::string("/") + metrics::kBoardName;
  QCOMPARE(after.at("1-mlp/metrics.csv"), before.at("1-mlp/metrics.csv"));
  QCOMPARE(after.at("1-mlp" + board), before.at("1-mlp" + board));
  QVERIFY(after.at("2-cnn1d" + board).size() > before.at("2-cnn1d" + board).size());
  QCOMPARE(after.at(metrics::kEventLogName), metrics::toJsonLine(epochOf(1, 4)) + "\n");
  // A cell a figure, empty where there is none, by the digits that give the number back.
  const QStringList lines = QString::fromStdString(after.at("2-cnn1d/metrics.csv")).split('\n');
  QCOMPARE(lines.size(), 3);
  const QStringList head = lines[0].split(',');
  const QStringList cells = lines[1].split(',');
  QCOMPARE(head.size(), 2 + 2 * static_cast<qsizetype>(std::size(metrics::kFigures)));
  QCOMPARE(cells.size(), head.size());
  for (qsizetype i = 0; i < head.size(); ++i) {
    const std::map<QString, double> wanted = {{"epoch", 4},
                                              {"train_loss", epochOf(1, 4).train.loss},
                                              {"validation_loss", epochOf(1, 4).validation.loss},
                                              {"seconds", 2}};
    const auto found = wanted.find(head[i]);
    QCOMPARE(cells[i].isEmpty(), found == wanted.end());
    if (found != wanted.end()) QCOMPARE(cells[i].toDouble(), found->second);
  }
}

/// Whenever the process is killed, the log has the first of its steps and no part of one.
void RunDirectoryTest::stepsAreWrittenWhole() {
  auto directory = RunDirectory::create(specFor(place(), {"mlp", "cnn1d"}), kNotes, kStepsPerEpoch);
  QVERIFY(directory);
  const fs::path file = place() / metrics::kStepLogName;
  const std::uint64_t head = fs::file_size(file);
  QCOMPARE(textOf(file), metrics::stepLogHead(2));
  bool wasWritten = false;
  constexpr std::uint64_t kSteps = 1500;
  for (std::uint64_t step = 1; step <= kSteps; ++step) {
    const std::vector<double> losses = {static_cast<double>(step), std::numeric_limits<double>::quiet_NaN()};
    QVERIFY(directory->noteStep(step * 3, losses));
    QCOMPARE((fs::file_size(file) - head) % 24, std::uint64_t{0});
    wasWritten = wasWritten || fs::file_size(file) > head;
  }
  QVERIFY(wasWritten);  // memory does not grow with the epoch
  QVERIFY(directory->flushSteps());
  QVERIFY(directory->flushSteps());
  const auto log = metrics::StepLog::read(file);
  QVERIFY(log);
  QCOMPARE(log->lastStep(), kSteps);
  QCOMPARE(log->order(kSteps), kSteps * 3);
  QCOMPARE(log->loss(kSteps, 0), static_cast<double>(kSteps));
}

/// What was logged after the state was kept goes: those steps are trained once more.
void RunDirectoryTest::aResumedRunWritesWhatItWouldHave() {
  const metrics::RunSpec spec = specFor(place() / "cut", {"mlp", "cnn1d"});
  std::vector<std::uint64_t> kept;
  std::map<std::string, std::string> before;
  {
    auto directory = RunDirectory::create(spec, kNotes, kStepsPerEpoch);
    QVERIFY(directory && writeEpoch(*directory, 1));
    kept = directory->logBytes();
    before = filesOf(spec.out);
    QVERIFY(writeEpoch(*directory, 3));
  }
  auto resumed = RunDirectory::reopen(spec, kept, kStepsPerEpoch);
  QVERIFY(resumed);
  QCOMPARE(filesOf(spec.out), before);
  QCOMPARE(resumed->logBytes(), kept);
  QVERIFY(writeEpoch(*resumed, 2));
  auto whole = RunDirectory::create(specFor(place() / "whole", {"mlp", "cnn1d"}), kNotes, kStepsPerEpoch);
  QVERIFY(whole && writeEpoch(*whole, 1) && writeEpoch(*whole, 2));
  QCOMPARE(resumed->logBytes(), whole->logBytes());
  const auto wanted = filesOf(place() / "whole");
  for (const auto& [name, text] : filesOf(spec.out)) {
    // Those have the time of day in them, and the spec its folder.
    if (name.ends_with(".masu") || name == metrics::kSpecName) continue;
    QVERIFY2(text == wanted.at(name), name.c_str());
  }
}

void RunDirectoryTest::logsThatLackSomethingAreDamaged() {
  const metrics::RunSpec spec = specFor(place(), {"mlp", "cnn1d"});
  std::vector<std::uint64_t> kept;
  {
    auto directory = RunDirectory::create(spec, kNotes, kStepsPerEpoch);
    QVERIFY(directory && writeEpoch(*directory, 1));
    kept = directory->logBytes();
  }
  const auto before = filesOf(place());
  for (const std::size_t size : {std::size_t{0}, kept.size() - 1, kept.size() + 1}) {
    std::vector<std::uint64_t> other = kept;
    other.resize(size);
    QCOMPARE(RunDirectory::reopen(spec, other, kStepsPerEpoch).error().code, Errc::damaged);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    std::vector<std::uint64_t> beyond = kept;
    ++beyond[i];
    QCOMPARE(RunDirectory::reopen(spec, beyond, kStepsPerEpoch).error().code, Errc::damaged);
  }
  QCOMPARE(filesOf(place()), before);
  QVERIFY(RunDirectory::reopen(spec, kept, kStepsPerEpoch));
}

MASU_TEST(RunDirectoryTest)
#include "run_directory_test.moc"
