// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/training_run.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

#include "core/metrics/run_files.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

std::string sentence(const Result<void>& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

class TrainingRunTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

  metrics::RunSpec specFor(const char* dataset = "table.h5") const {
    metrics::RunSpec spec;
    spec.dataset = place(dataset);
    spec.models = {"linear"};
    spec.epochs = 2;
    spec.batch = 16;
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    spec.out = place("run");
    return spec;
  }

  static metrics::RunSpec resumed(metrics::RunSpec spec) {
    spec.resume = true;
    return spec;
  }

  /// Prepares a run and executes it, stopped before its first step or not at all.
  Result<void> execute(const metrics::RunSpec& spec, bool stopped = false) {
    m_events.events.clear();
    TrainingRun run(spec, std::ref(m_events));
    MASU_CHECK(run.prepare({}));
    std::stop_source stop;
    if (stopped) stop.request_stop();
    Progress progress;
    return run.execute({stop.get_token(), progress}, nullptr);
  }

  std::vector<std::string> log() const {
    std::ifstream in(place("run") / metrics::kEventLogName);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  EventList m_events;

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    SmallDataset{.samples = 100}.write(place("table.h5"));
  }

  void whatNoRunCanBeIsRefused() {
    metrics::RunSpec none = specFor();
    none.models.clear();
    metrics::RunSpec noEpoch = specFor();
    noEpoch.epochs = 0;
    metrics::RunSpec noBatch = specFor();
    noBatch.batch = 0;
    metrics::RunSpec negative = specFor();
    negative.weightDecay = -1;
    for (const metrics::RunSpec& spec : {none, noEpoch, noBatch, negative}) {
      const auto refused = execute(spec);
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, Errc::invalidArgument);
    }
    QCOMPARE(execute(specFor("gone.h5")).error().code, Errc::notFound);
    QVERIFY(!fs::exists(place("run")));
  }

  void patienceNeedsValidation() {
    SmallDataset{.samples = 100, .trainTenths = 8, .validationTenths = 0}.write(place("unvalidated.h5"));
    metrics::RunSpec spec = specFor("unvalidated.h5");
    spec.patience = 1;
    const auto refused = execute(spec);
    QVERIFY2(sentence(refused).find("--patience") != std::string::npos, sentence(refused).c_str());
    QVERIFY(!fs::exists(place("run")));
    spec.patience = 0;
    QVERIFY(execute(spec));
  }

  void aRunThatEndedIsNotResumed() {
    const auto never = execute(resumed(specFor()));
    QVERIFY(!never);
    QCOMPARE(never.error().code, Errc::notFound);
    QVERIFY2(sentence(never).find("never began") != std::string::npos, sentence(never).c_str());
    const auto done = execute(specFor());
    QVERIFY2(done, sentence(done).c_str());
    QCOMPARE(m_events.all<metrics::Finished>().size(), std::size_t{1});
    const std::vector<std::string> before = log();
    const auto ended = execute(resumed(specFor()));
    QVERIFY(!ended);
    QCOMPARE(ended.error().code, Errc::notFound);
    QVERIFY2(sentence(ended).find("has ended") != std::string::npos, sentence(ended).c_str());
    QCOMPARE(log(), before);
  }

  /// Killed before there was anything to resume from, with a model that can be used or without.
  void whatWasKilledTooEarlySaysWhatIsLeft() {
    fs::create_directories(place("run"));
    std::ofstream(place("run") / metrics::kSpecName) << metrics::toJson(specFor());
    std::ofstream(place("run") / metrics::kEventLogName)
        << metrics::toJsonLine(metrics::RunStarted{0, "linear", 10, 2, 4, 0.1}) << '\n';
    const auto nothing = execute(resumed(specFor()));
    QVERIFY2(sentence(nothing).find("before its first checkpoint") != std::string::npos, sentence(nothing).c_str());
    std::ofstream(place("run") / "last.pt") << "weights";
    const auto model = execute(resumed(specFor()));
    QVERIFY2(sentence(model).find("The model can be used") != std::string::npos, sentence(model).c_str());
    QVERIFY(fs::exists(place("run") / "last.pt"));
  }

  /// Whoever listens to the rest gets to know of all of it.
  void aStoppedRunIsResumed() {
    const auto stopped = execute(specFor(), true);
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, Errc::cancelled);
    QVERIFY(fs::exists(place("run") / metrics::kStateName) && fs::exists(place("run") / "last.pt"));
    const std::vector<std::string> before = log();
    QVERIFY(!before.empty());
    // The settings are those of the run, whatever is asked for now.
    metrics::RunSpec other = resumed(specFor());
    other.epochs = 9;
    other.models = {"mlp"};
    const auto done = execute(other);
    QVERIFY2(done, sentence(done).c_str());
    for (std::size_t i = 0; i < before.size(); ++i) QCOMPARE(metrics::toJsonLine(m_events.events.at(i)), before[i]);
    QCOMPARE(m_events.all<metrics::EpochDone>().size(), std::size_t{2});
    QCOMPARE(m_events.all<metrics::RunStarted>().size(), std::size_t{1});
    QCOMPARE(m_events.all<metrics::RunStarted>()[0].model, std::string("linear"));
    QVERIFY(!fs::exists(place("run") / metrics::kStateName));
  }

  void aRunIsResumedWithItsOwnSplit() {
    QVERIFY(!execute(specFor(), true));
    SmallDataset{.samples = 100, .trainTenths = 5}.write(place("table.h5"));
    const auto other = execute(resumed(specFor()));
    QVERIFY(!other);
    QCOMPARE(other.error().code, Errc::invalidArgument);
    QVERIFY2(sentence(other).find("another dataset or split") != std::string::npos, sentence(other).c_str());
    QVERIFY(fs::exists(place("run") / metrics::kStateName));
  }

  /// A stop that comes before the first checkpoint may well be meant to keep the earlier run.
  void anEarlierRunIsReplacedByOneThatHasACheckpoint() {
    QVERIFY(execute(specFor()));
    const std::vector<std::string> before = log();
    metrics::RunSpec spec = specFor();
    spec.seed = 3;
    const auto there = execute(spec);
    QVERIFY(!there);
    QCOMPARE(there.error().code, Errc::exists);
    spec.overwrite = true;
    const auto stopped = execute(spec, true);
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, Errc::cancelled);
    QVERIFY2(sentence(stopped).find("was not replaced") != std::string::npos, sentence(stopped).c_str());
    QCOMPARE(log(), before);
    QCOMPARE(metrics::readSpec(place("run"))->seed, std::uint64_t{0});
    const auto replaced = execute(spec);
    QVERIFY2(replaced, sentence(replaced).c_str());
    QCOMPARE(metrics::readSpec(place("run"))->seed, std::uint64_t{3});
    QVERIFY(log() != before);
  }
};

MASU_TEST(TrainingRunTest)
#include "training_run_test.moc"
