// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/replay.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <numeric>
#include <sstream>

#include "core/metrics/receipt.h"
#include "core/metrics/run_files.h"
#include "core/metrics/step_log.h"
#include "core/train/run/run_directory.h"
#include "core/train/run/trainer.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;
using Steps = std::vector<std::uint64_t>;

namespace {

/// Of the 120 train samples in batches of 32.
constexpr std::uint64_t kStepsPerEpoch = 4;
constexpr int kEpochs = 4;
constexpr std::uint64_t kLast = kEpochs * kStepsPerEpoch;

std::map<std::string, std::string> filesOf(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    files[entry.path().string()] = text.str();
  }
  return files;
}

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

/// A run of two models in this process, and copies of it that are changed. Through the command, and with what the task
/// compares besides, the same is seen by receipt_test.
class ReplayTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  Result<metrics::ReplaySummary> replayed(const fs::path& run, Steps steps, const std::stop_token& stop = {}) {
    m_progress.clear();
    const metrics::ReplaySpec spec{run, place("table.h5"), "default", std::move(steps), 256 << 20};
    Progress progress;
    return replay(spec, [&](const metrics::ReplayProgress& one) { m_progress.push_back(one); }, {stop, progress});
  }

  /// Where the state after the second epoch was kept, and no other.
  fs::path copied() const {
    fs::remove_all(place("copy"));
    fs::copy(place("run"), place("copy"), fs::copy_options::recursive);
    return place("copy");
  }

  static void write(const fs::path& run, const metrics::RunReceipt& receipt) {
    std::ofstream(run / metrics::kReceiptName) << metrics::toJson(receipt);
  }

  QTemporaryDir m_folder;
  std::vector<metrics::ReplayProgress> m_progress;

 private Q_SLOTS:
  void initTestCase();
  void everyStepIsEqualAndNothingIsWritten();
  void aPassBeginsAtTheNearestStates();
  void otherMachinesAreNotedOnce();
  void aRateOfAnotherSettingIsNoStep();
  void statesThatTheRuleKeptAreMissed();
  void whatCannotBeTrainedAgainIsRefused();
  void aStopEndsIt();
};

void ReplayTest::initTestCase() {
  SmallDataset{.samples = 200}.write(place("table.h5"));
  metrics::RunSpec spec;
  spec.dataset = place("table.h5");
  spec.models = {"linear"};
  spec.learningRates = {0.01, 0.1};
  spec.epochs = kEpochs;
  spec.batch = 32;
  spec.keepEvery = 2;
  spec.threads = 1;
  spec.memoryBytes = 256 << 20;
  spec.out = place("run");
  Progress progress;
  const auto done = masu::train::train(spec, {}, {{}, progress});
  QVERIFY2(done, sentence(done).c_str());
}

void ReplayTest::everyStepIsEqualAndNothingIsWritten() {
  const auto before = filesOf(place("run"));
  Steps all(kLast);
  std::iota(all.begin(), all.end(), std::uint64_t{1});
  const auto summary = replayed(place("run"), all);
  QVERIFY2(summary, sentence(summary).c_str());
  QVERIFY(!summary->difference);
  QCOMPARE(summary->steps, kLast);
  QCOMPARE(summary->weights, 2 * (1 + kEpochs));  // before the first step and after each epoch, of two models
  QCOMPARE(summary->files, 4);
  QVERIFY(summary->notes.empty());
  QVERIFY(!m_progress.empty());
  QCOMPARE(m_progress.back().done, kLast);
  for (const metrics::ReplayProgress& one : m_progress) QCOMPARE(one.total, kLast);
  QVERIFY(filesOf(place("run")) == before);
}

void ReplayTest::aPassBeginsAtTheNearestStates() {
  // The state after the second epoch is that of step 8: a step after it begins there, unless the pass is beyond it.
  const std::vector<std::pair<Steps, std::uint64_t>> passes = {{{1}, 1},     {{8}, 8},      {{9}, 1},  {{2, 10}, 4},
                                                               {{7, 9}, 8},  {{8, 9}, 9},   {{16}, 8}, {{}, 0},
                                                               {{9, 16}, 8}, {{1, 3, 5}, 5}};
  for (const auto& [steps, trained] : passes) {
    const auto summary = replayed(place("run"), steps);
    QVERIFY2(summary && !summary->difference, sentence(summary).c_str());
    QCOMPARE(summary->steps, trained);
    QCOMPARE(m_progress.front().total, trained);
    QCOMPARE(m_progress.back().done, trained);
  }
}

/// That is what may explain another bit, and none of it is a difference.
void ReplayTest::otherMachinesAreNotedOnce() {
  const fs::path run = copied();
  metrics::RunReceipt receipt = metrics::readReceipt(run).value();
  metrics::ReceiptSession other = receipt.sessions.at(0);
  other.masu = "0.0.1";
  other.libtorch = "0.0.2";
  other.kernels = "none";
  other.processor = "abacus";
  other.device = "paper";
  for (std::uint64_t step = 2; step < 5; ++step) {
    other.firstStep = step;
    receipt.sessions.push_back(other);
  }
  write(run, receipt);
  const auto summary = replayed(run, {1});
  QVERIFY2(summary && !summary->difference, sentence(summary).c_str());
  QCOMPARE(summary->notes.size(), std::size_t{5});
  for (const char* name : {"0.0.1", "0.0.2", "none", "abacus", "paper"}) {
    const auto names = [&](const Message& note) { return note.english().find(name) != std::string::npos; };
    QCOMPARE(std::ranges::count_if(summary->notes, names), 1);
  }
}

void ReplayTest::aRateOfAnotherSettingIsNoStep() {
  const fs::path run = copied();
  metrics::RunReceipt receipt = metrics::readReceipt(run).value();
  receipt.models[1].learningRate = std::nextafter(receipt.models[1].learningRate, 1.0);
  write(run, receipt);
  const auto summary = replayed(run, {1, 2});
  QVERIFY2(summary && summary->difference, sentence(summary).c_str());
  QCOMPARE(summary->difference->what, metrics::Compared::spec);
  QCOMPARE(summary->difference->found, std::string("0.1"));
  QVERIFY(summary->difference->expected != summary->difference->found);
  QCOMPARE(summary->steps, std::uint64_t{0});
  QCOMPARE(summary->files, 0);
}

/// The first difference ends it, but a state that is gone costs no more than time; one that was to go is not missed.
void ReplayTest::statesThatTheRuleKeptAreMissed() {
  const fs::path run = copied();
  const auto missed = [&](int every, int keep) {
    metrics::RunSpec spec = metrics::readSpec(run).value();
    spec.keepEvery = every;
    spec.keep = keep;
    std::ofstream(run / metrics::kSpecName) << metrics::toJson(spec);
    const auto summary = replayed(run, {1});
    std::vector<std::string> names;
    for (int epoch = 1; summary && epoch <= kEpochs; ++epoch) {
      const std::string file = RunDirectory::epochState(run, epoch).string();
      for (const Message& note : summary->notes) {
        if (note.english().find(file) != std::string::npos) names.push_back(std::to_string(epoch));
      }
    }
    return summary && names.size() == summary->notes.size() ? names : std::vector<std::string>{"failed"};
  };
  // Of epoch 4 there is none: no step follows.
  QCOMPARE(missed(2, 0), std::vector<std::string>());
  QCOMPARE(missed(1, 0), (std::vector<std::string>{"1", "3"}));
  QCOMPARE(missed(1, std::numeric_limits<int>::max()), (std::vector<std::string>{"1", "3"}));
  QCOMPARE(missed(1, 2), std::vector<std::string>{"3"});
  fs::remove(RunDirectory::epochState(run, 2));
  QCOMPARE(missed(2, 0), std::vector<std::string>{"2"});
  QCOMPARE(missed(1, 2), (std::vector<std::string>{"2", "3"}));
  QCOMPARE(missed(1, 1), std::vector<std::string>{"3"});
  QCOMPARE(missed(0, 0), std::vector<std::string>());
}

void ReplayTest::whatCannotBeTrainedAgainIsRefused() {
  for (const std::uint64_t step : {std::uint64_t{0}, kLast + 1})
    QCOMPARE(replayed(place("run"), {step}).error().code, Errc::notFound);
  fs::path run = copied();
  metrics::RunReceipt receipt = metrics::readReceipt(run).value();
  ++receipt.stepsPerEpoch;
  write(run, receipt);
  QCOMPARE(replayed(run, {1}).error().code, Errc::unsupported);
  // A step more than the run has, with the losses of another.
  run = copied();
  const auto log = metrics::StepLog::read(run / metrics::kStepLogName).value();
  std::string more;
  metrics::appendStep(more, log.order(kLast), std::vector<double>{log.loss(kLast, 0), log.loss(kLast, 1)});
  std::ofstream(run / metrics::kStepLogName, std::ios::binary | std::ios::app) << more;
  const auto longer = replayed(run, {kLast + 1});
  QVERIFY(!longer);
  QCOMPARE(longer.error().code, Errc::damaged);
  QVERIFY2(sentence(longer).find("ends with step 16") != std::string::npos, sentence(longer).c_str());
  for (const char* name : {metrics::kReceiptName, metrics::kStepLogName, metrics::kSpecName}) {
    run = copied();
    fs::remove(run / name);
    QCOMPARE(replayed(run, {1}).error().code, Errc::notFound);
    std::ofstream(run / name) << "x";
    QVERIFY(!replayed(run, {1}));
  }
}

void ReplayTest::aStopEndsIt() {
  std::stop_source stop;
  stop.request_stop();
  QCOMPARE(replayed(place("run"), {1}, stop.get_token()).error().code, Errc::cancelled);
}

MASU_TEST(ReplayTest)
#include "replay_test.moc"
