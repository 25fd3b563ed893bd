// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <thread>

#include "core/metrics/step_log.h"
#include "core/tasks/receipt/receipt_task.h"
#include "core/tasks/train/train_task.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;
using metrics::Compared;

namespace {

/// Of the 360 train samples in batches of 32.
constexpr std::uint64_t kStepsPerEpoch = 12;
constexpr int kEpochs = 4;

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

std::vector<std::uint64_t> stepsUpTo(std::uint64_t last) {
  std::vector<std::uint64_t> steps(last);
  std::iota(steps.begin(), steps.end(), std::uint64_t{1});
  return steps;
}

}  // namespace

/// What a run notes of itself, and whether training its steps again finds the same.
class ReceiptTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

  tasks::TrainRequest requestFor(const std::string& out, std::vector<std::string> models = {"mlp", "cnn1d"}) const {
    tasks::TrainRequest request;
    request.spec.dataset = place("table.h5");
    request.spec.models = std::move(models);
    request.spec.epochs = kEpochs;
    request.spec.batch = 32;
    request.spec.optimizer = "adam";
    request.spec.threads = 1;
    request.spec.memoryBytes = 256 << 20;
    request.spec.out = place(out);
    return request;
  }

  static Result<tasks::TrainOutcome> trained(const tasks::TrainRequest& request, const std::stop_token& stop = {}) {
    metrics::RunLog log;
    Progress progress;
    return tasks::train(request, log, {stop, progress});
  }

  /// Stops it after so many steps of its last model.
  static Result<tasks::TrainOutcome> stopped(const tasks::TrainRequest& request, std::uint64_t steps) {
    metrics::RunLog log;
    Progress progress;
    std::stop_source source;
    const std::jthread stopper([&](const std::stop_token& end) {
      while (!end.stop_requested() && (log.runs().empty() || log.runs().back().lastStep.step < steps))
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      source.request_stop();
    });
    return tasks::train(request, log, {source.get_token(), progress});
  }

  tasks::TrainRequest again(const std::string& out) const {
    tasks::TrainRequest request;
    request.spec.out = place(out);
    request.spec.resume = true;
    return request;
  }

  Result<tasks::ReceiptCheck> checked(const std::string& run, std::vector<std::uint64_t> steps,
                                      const fs::path& dataset = {}) const {
    Progress progress;
    return tasks::checkReceipt({place(run), std::move(steps), dataset, {}}, {{}, progress});
  }

  /// A copy of the run that was kept, to be changed.
  fs::path copyOf(const std::string& run, const std::string& copy) const {
    fs::remove_all(place(copy));
    fs::copy(place(run), place(copy), fs::copy_options::recursive);
    return place(copy);
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase();
  void aReceiptSaysWhatARunDid();
  void everyStepIsTrainedAgainAndEqual_data();
  void everyStepIsTrainedAgainAndEqual();
  void aReplayBeginsAtTheNearestState();
  void someStepsAreDrawn();
  void theOrderDoesNotDependOnThreads();
  void aStoppedRunHasTheReceiptOfAnUndisturbedOne();
  void aKilledRunHasTheReceiptOfAnUndisturbedOne();
  void aReceiptThatCannotBeReadIsNotReplaced_data();
  void aReceiptThatCannotBeReadIsNotReplaced();
  void statesAreDroppedWithTheirCheckpoints();
  void whatDiffersIsNamed_data();
  void whatDiffersIsNamed();
  void aStateThatIsGoneIsSaid();
  void aStepThatWasNeverTrainedIsNotEqual();
  void aReceiptOfOtherModelsIsDamaged_data();
  void aReceiptOfOtherModelsIsDamaged();
  void whatCannotBeComparedIsRefused();
};

void ReceiptTest::initTestCase() {
  qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
  SmallDataset{}.write(place("table.h5"));
  tasks::TrainRequest request = requestFor("kept");
  request.spec.keepEvery = 1;
  const auto kept = trained(request);
  QVERIFY2(kept, sentence(kept).c_str());
  const auto plain = trained(requestFor("plain"));
  QVERIFY2(plain, sentence(plain).c_str());
}

void ReceiptTest::aReceiptSaysWhatARunDid() {
  const auto receipt = tasks::readRunReceipt(place("kept"));
  QVERIFY2(receipt, sentence(receipt).c_str());
  QVERIFY(receipt->ended);
  QCOMPARE(receipt->dataset, std::string("0b6f3a52-6d55-8c11-9d3e-5f0e1a2b3c4d"));
  QCOMPARE(receipt->content.size(), std::size_t{64});
  QCOMPARE(receipt->samples, std::uint64_t{600});
  QCOMPARE(receipt->stepsPerEpoch, kStepsPerEpoch);
  QCOMPARE(receipt->steps, kEpochs * kStepsPerEpoch);
  QVERIFY(receipt->blocks > 0);
  QCOMPARE(receipt->sessions.size(), std::size_t{1});
  QVERIFY(!receipt->sessions[0].libtorch.empty() && !receipt->sessions[0].kernels.empty());
  QCOMPARE(receipt->models.size(), std::size_t{2});
  QCOMPARE(receipt->epochs.size(), std::size_t{kEpochs});
  for (const metrics::ReceiptEpoch& epoch : receipt->epochs) {
    QCOMPARE(epoch.order.size(), std::size_t{16});
    for (const std::string& weights : epoch.weights) QCOMPARE(weights.size(), std::size_t{64});
  }
  QVERIFY(receipt->epochs[0].order != receipt->epochs[1].order);
  QVERIFY(receipt->epochs[0].weights[0] != receipt->epochs[1].weights[0]);
  // Of a model's folder it is that of the run, and states change nothing.
  QCOMPARE(metrics::toJson(tasks::readRunReceipt(place("kept") / "1-mlp").value()), metrics::toJson(*receipt));
  QCOMPARE(metrics::toJson(tasks::readRunReceipt(place("plain")).value()), metrics::toJson(*receipt));
}

void ReceiptTest::everyStepIsTrainedAgainAndEqual_data() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"kept", "balanced and augmented", "early", "rates", "values"}) QTest::newRow(name) << name;
}

void ReceiptTest::everyStepIsTrainedAgainAndEqual() {
  QFETCH(const QString, name);
  const std::string run = name.toStdString();
  tasks::TrainRequest request = requestFor(run);
  if (run == "balanced and augmented") {
    request.spec.balance = true;
    request.spec.augment = "noise=0.1";
  }
  if (run == "early") {
    request.spec.patience = 1;
    request.spec.learningRates = {1e-12, 0.001};
  }
  if (run == "rates") {
    request.spec.models = {"linear"};
    request.spec.learningRates = {0.01, 0.1};
    request.spec.keepEvery = 2;
  }
  if (run == "values") {
    SmallDataset{.values = true, .weights = true}.write(place("values.h5"));
    request.spec.dataset = place("values.h5");
  }
  if (run != "kept") {
    const auto done = trained(request);
    QVERIFY2(done, sentence(done).c_str());
  }
  const auto receipt = tasks::readRunReceipt(place(run));
  QVERIFY2(receipt, sentence(receipt).c_str());
  std::uint64_t weights = 0;
  for (const metrics::ReceiptModel& model : receipt->models) weights += model.initial.empty() ? 0 : 1;
  for (const metrics::ReceiptEpoch& epoch : receipt->epochs)
    weights += static_cast<std::uint64_t>(
        std::ranges::count_if(epoch.weights, [](const auto& hash) { return !hash.empty(); }));
  const auto check = checked(run, stepsUpTo(receipt->steps));
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY2(check->isEqual(), check->isEqual() ? "" : check->difference->message.english().c_str());
  QCOMPARE(check->stepsCompared, receipt->steps);
  QCOMPARE(check->weightsCompared, weights);
  QVERIFY(check->notes.empty());
  if (run == "early") QVERIFY(weights < receipt->models.size() * (receipt->epochs.size() + 1));
}

void ReceiptTest::aReplayBeginsAtTheNearestState() {
  const auto near = checked("kept", {2 * kStepsPerEpoch + 3});
  QVERIFY2(near, sentence(near).c_str());
  QVERIFY(near->isEqual());
  QCOMPARE(near->stepsCompared, std::uint64_t{3});
  QCOMPARE(near->weightsCompared, std::uint64_t{4});  // before the first step, and of the state
  const auto far = checked("plain", {2 * kStepsPerEpoch + 3});
  QVERIFY(far && far->isEqual());
  QCOMPARE(far->stepsCompared, 2 * kStepsPerEpoch + 3);
  // What lies between two steps is passed over.
  const auto two = checked("kept", {2, 3 * kStepsPerEpoch + 1});
  QVERIFY(two && two->isEqual());
  QCOMPARE(two->stepsCompared, std::uint64_t{3});
}

void ReceiptTest::someStepsAreDrawn() {
  const auto check = checked("kept", {});
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY(check->isEqual());
  QCOMPARE(check->steps.size(), tasks::kDrawnSteps);
  QVERIFY(std::ranges::is_sorted(check->steps) && check->steps.back() <= kEpochs * kStepsPerEpoch);
}

void ReceiptTest::theOrderDoesNotDependOnThreads() {
  tasks::TrainRequest request = requestFor("threads");
  request.spec.threads = 3;
  request.spec.memoryBytes = 64 << 20;
  QVERIFY(trained(request));
  const auto one = tasks::readRunReceipt(place("plain"));
  const auto many = tasks::readRunReceipt(place("threads"));
  QVERIFY(one && many);
  QCOMPARE(many->content, one->content);
  for (std::size_t i = 0; i < kEpochs; ++i) QCOMPARE(many->epochs[i].order, one->epochs[i].order);
  const auto check = checked("threads", {40});
  QVERIFY2(check && check->isEqual(), sentence(check).c_str());
}

void ReceiptTest::aStoppedRunHasTheReceiptOfAnUndisturbedOne() {
  tasks::TrainRequest request = requestFor("stopped");
  request.spec.saveSeconds = 1000;
  QCOMPARE(stopped(request, 5).error().code, Errc::cancelled);
  const auto first = tasks::readRunReceipt(place("stopped"));
  QVERIFY2(first, sentence(first).c_str());
  QVERIFY(!first->ended && first->steps >= 5 && first->steps < kEpochs * kStepsPerEpoch);
  const auto check = checked("stopped", {first->steps});
  QVERIFY2(check && check->isEqual(), sentence(check).c_str());
  QCOMPARE(check->stepsCompared, first->steps);
  QCOMPARE(stopped(again("stopped"), 30).error().code, Errc::cancelled);
  QVERIFY(trained(again("stopped")));
  for (const char* name : {metrics::kReceiptName, metrics::kStepLogName})
    QVERIFY2(textOf(place("stopped") / name) == textOf(place("plain") / name), name);
}

void ReceiptTest::aKilledRunHasTheReceiptOfAnUndisturbedOne() {
  tasks::TrainRequest request = requestFor("killed");
  request.spec.saveSeconds = 0;
  metrics::RunLog log;
  Progress progress;
  {
    const std::jthread killer([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        const auto runs = log.runs();
        if (runs.size() == 2 && runs[1].lastStep.step >= 20) {
          for (const pid_t child : childProcesses()) kill(child, SIGKILL);
          return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    });
    QVERIFY(!tasks::train(request, log, {{}, progress}));
  }
  const auto resumed = trained(again("killed"));
  QVERIFY2(resumed, sentence(resumed).c_str());
  for (const char* name : {metrics::kReceiptName, metrics::kStepLogName}) {
    // What is kept how often is no part of what was learned.
    QVERIFY2(textOf(place("killed") / name) == textOf(place("plain") / name), name);
  }
}

void ReceiptTest::aReceiptThatCannotBeReadIsNotReplaced_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("code");
  QTest::newRow("damaged") << "{\"masu_receipt\": 1" << static_cast<int>(Errc::damaged);
  QTest::newRow("of other models") << "models" << static_cast<int>(Errc::damaged);
  QTest::newRow("later") << "{\"masu_receipt\": 9}" << static_cast<int>(Errc::unsupported);
}

void ReceiptTest::aReceiptThatCannotBeReadIsNotReplaced() {
  QFETCH(const QString, text);
  QFETCH(const int, code);
  if (!fs::exists(place("interrupted"))) {
    tasks::TrainRequest request = requestFor("interrupted");
    request.spec.saveSeconds = 1000;
    QCOMPARE(stopped(request, 5).error().code, Errc::cancelled);
  }
  const fs::path run = copyOf("interrupted", "unread");
  metrics::RunReceipt receipt = tasks::readRunReceipt(run).value();
  receipt.models.pop_back();
  write(run / metrics::kReceiptName, text == u"models" ? metrics::toJson(receipt) : text.toStdString());
  // As a process that was killed after the state was kept leaves them: what is beyond it would be cut.
  std::map<std::string, std::string> logs;
  for (const char* name : {"events.jsonl", metrics::kStepLogName, metrics::kReceiptName}) {
    logs[name] = textOf(run / name);
    if (name != std::string(metrics::kReceiptName)) write(run / name, logs[name] += std::string(24, 'x'));
  }
  const auto refused = trained(again("unread"));
  QVERIFY(!refused);
  QVERIFY2(static_cast<int>(refused.error().code) == code, sentence(refused).c_str());
  QVERIFY2(sentence(refused).find(metrics::kReceiptName) != std::string::npos, sentence(refused).c_str());
  for (const auto& [name, log] : logs) QVERIFY2(textOf(run / name) == log, name.c_str());
  // Without it the run is resumed: the same in each row, in which nothing else differs.
  if (QTest::currentDataTag() != std::string_view("damaged")) return;
  fs::remove(run / metrics::kReceiptName);
  const auto resumed = trained(again("unread"));
  QVERIFY2(resumed, sentence(resumed).c_str());
  QVERIFY2(textOf(run / metrics::kStepLogName) == textOf(place("plain") / metrics::kStepLogName), "steps.log");
  QCOMPARE(tasks::readRunReceipt(run).value().epochs.back().weights,
           tasks::readRunReceipt(place("plain")).value().epochs.back().weights);
}

void ReceiptTest::statesAreDroppedWithTheirCheckpoints() {
  tasks::TrainRequest request = requestFor("dropped", {"linear"});
  request.spec.epochs = 6;
  request.spec.keepEvery = 1;
  request.spec.keep = 2;
  QVERIFY(trained(request));
  std::vector<std::string> states;
  for (const auto& entry : fs::directory_iterator(place("dropped")))
    if (entry.path().extension() == ".state") states.push_back(entry.path().filename());
  std::ranges::sort(states);
  // No step follows the last epoch, so that there is no state after it.
  QCOMPARE(states, (std::vector<std::string>{"epoch-0004.state", "epoch-0005.state"}));
  const auto check = checked("dropped", {5 * kStepsPerEpoch + 1});
  QVERIFY2(check && check->isEqual(), sentence(check).c_str());
  QCOMPARE(check->stepsCompared, std::uint64_t{1});
  QVERIFY2(check->notes.empty(), check->notes.empty() ? "" : check->notes.front().english().c_str());
  // A run without states replaces those of the one before.
  request.spec.keepEvery = 0;
  request.spec.keep = 0;
  request.overwrite = true;
  QVERIFY(trained(request));
  QVERIFY(!fs::exists(place("dropped") / "epoch-0004.state"));
  QVERIFY(fs::exists(place("dropped") / metrics::kReceiptName));
}

void ReceiptTest::whatDiffersIsNamed_data() {
  QTest::addColumn<QString>("changed");
  QTest::addColumn<int>("what");
  QTest::addColumn<int>("step");
  const auto row = [](const char* changed, Compared what, int step = 5) {
    QTest::newRow(changed) << changed << static_cast<int>(what) << step;
  };
  row("dataset", Compared::dataset);
  row("content", Compared::content);
  row("split", Compared::split);
  row("spec", Compared::spec);
  row("a byte of a value", Compared::values);
  row("order in the log", Compared::log);
  row("log cut short", Compared::log);
  row("a step more in the log", Compared::log, kEpochs * kStepsPerEpoch + 1);
  row("a step more than all epochs have", Compared::log, kEpochs * kStepsPerEpoch + 1);
  row("order of an open epoch", Compared::order);
  row("loss", Compared::loss);
  row("loss that is no number", Compared::loss);
  row("weights", Compared::weights, 2 * kStepsPerEpoch);
  row("weights at the beginning", Compared::weights);
}

void ReceiptTest::whatDiffersIsNamed() {
  QFETCH(const QString, changed);
  QFETCH(const int, what);
  QFETCH(const int, step);
  const fs::path run = copyOf("plain", "changed");
  const fs::path log = run / metrics::kStepLogName;
  const fs::path receiptFile = run / metrics::kReceiptName;
  fs::path dataset;
  // Three numbers at the front, three a step: the order, two losses.
  const std::size_t record = 24 + 24 * 4;
  std::string logged = textOf(log);
  metrics::RunReceipt receipt = tasks::readRunReceipt(run).value();
  if (changed == u"dataset") {
    receipt.dataset.front() = '1';
  } else if (changed == u"content") {
    dataset = place("heavy.h5");
    SmallDataset{.weights = true}.write(dataset);
  } else if (changed == u"split") {
    dataset = place("moved.h5");
    SmallDataset{.trainTenths = 7}.write(dataset);
  } else if (changed == u"spec") {
    std::string spec = textOf(run / "spec.json");
    spec.replace(spec.find("\"seed\":0"), 8, "\"seed\":1");
    write(run / "spec.json", spec);
  } else if (changed == u"a byte of a value") {
    dataset = place("copy.h5");
    std::string bytes = textOf(place("table.h5"));
    const auto opened = store::Dataset::open(place("table.h5")).value();
    std::vector<std::byte> sample(16);
    QVERIFY(opened->read(*opened->find("features"), 100, 1, sample));
    const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(sample.data()), sample.size()));
    QVERIFY(at != std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    write(dataset, bytes);
  } else if (changed == u"order in the log" || changed == u"order of an open epoch") {
    logged[record] = static_cast<char>(logged[record] ^ 1);
    if (changed != u"order in the log") receipt.epochs.erase(receipt.epochs.begin());
  } else if (changed == u"log cut short") {
    receipt.epochs.pop_back();
    logged.resize(logged.size() - 24);
  } else if (changed == u"a step more in the log" || changed == u"a step more than all epochs have") {
    logged += logged.substr(logged.size() - 24);
    receipt.ended = changed == u"a step more in the log";
  } else if (changed == u"loss") {
    logged[record + 8] = static_cast<char>(logged[record + 8] ^ 1);
  } else if (changed == u"loss that is no number") {
    const double none = std::numeric_limits<double>::quiet_NaN();
    std::memcpy(logged.data() + record + 16, &none, sizeof(none));
  } else if (changed == u"weights") {
    receipt.epochs[1].weights[1].front() ^= 1;
    fs::remove(run / "2-cnn1d" / "best.pt");  // which may be of that epoch, and is looked at first
  } else {
    receipt.models[0].initial.front() ^= 1;
  }
  write(log, logged);
  write(receiptFile, metrics::toJson(receipt));
  const auto check = checked("changed", {static_cast<std::uint64_t>(step)}, dataset);
  QVERIFY2(check, sentence(check).c_str());
  QVERIFY(!check->isEqual());
  const metrics::Difference& difference = *check->difference;
  QVERIFY2(static_cast<int>(difference.what) == what, difference.message.english().c_str());
  QVERIFY(!difference.message.english().empty());
  QVERIFY(difference.what == Compared::values || difference.expected != difference.found);
  if (difference.what == Compared::loss || difference.what == Compared::order)
    QCOMPARE(difference.step, std::uint64_t{5});
  if (changed == u"weights") {
    QCOMPARE(difference.epoch, 2);
    QCOMPARE(difference.model, std::string("cnn1d"));
  }
  // The steps before the one that was changed are well. That all are without the change,
  // aReplayBeginsAtTheNearestState finds.
  if (difference.what != Compared::loss && difference.what != Compared::order) return;
  const auto sound = checked("changed", {4});
  QVERIFY2(sound && sound->isEqual(), sentence(sound).c_str());
}

void ReceiptTest::aStateThatIsGoneIsSaid() {
  const fs::path run = copyOf("kept", "gone");
  fs::remove(run / "epoch-0002.state");
  const auto check = checked("gone", {2 * kStepsPerEpoch + 3});
  QVERIFY2(check && check->isEqual(), sentence(check).c_str());
  QCOMPARE(check->stepsCompared, kStepsPerEpoch + 3);
  QCOMPARE(check->notes.size(), std::size_t{1});
  QVERIFY(check->notes.front().english().find("epoch-0002.state") != std::string::npos);
  // One in the place of another is no state to begin with.
  fs::copy(run / "epoch-0001.state", run / "epoch-0002.state");
  const auto wrong = checked("gone", {2 * kStepsPerEpoch + 3});
  QVERIFY(!wrong);
  QCOMPARE(wrong.error().code, Errc::damaged);
}

void ReceiptTest::aStepThatWasNeverTrainedIsNotEqual() {
  // Log and receipt agree on more epochs than the run had.
  const fs::path run = copyOf("plain", "longer");
  metrics::RunReceipt receipt = tasks::readRunReceipt(run).value();
  receipt.ended = false;
  receipt.epochsPlanned = kEpochs + 1;
  write(run / metrics::kReceiptName, metrics::toJson(receipt));
  const std::string logged = textOf(run / metrics::kStepLogName);
  write(run / metrics::kStepLogName, logged + logged.substr(logged.size() - 24));
  const auto check = checked("longer", {kEpochs * kStepsPerEpoch + 1});
  QVERIFY2(check && !check->isEqual(), sentence(check).c_str());
  QCOMPARE(check->difference->found, "epochs_planned " + std::to_string(kEpochs));
}

void ReceiptTest::aReceiptOfOtherModelsIsDamaged_data() {
  QTest::addColumn<bool>("isFewer");
  QTest::newRow("one of two") << true;
  QTest::newRow("another") << false;
}

void ReceiptTest::aReceiptOfOtherModelsIsDamaged() {
  QFETCH(const bool, isFewer);
  const fs::path run = copyOf("plain", "other models");
  metrics::RunReceipt receipt = tasks::readRunReceipt(run).value();
  if (isFewer) {
    const auto log = metrics::StepLog::read(run / metrics::kStepLogName).value();
    std::string text = metrics::stepLogHead(1);
    for (std::uint64_t step = 1; step <= log.lastStep(); ++step)
      metrics::appendStep(text, log.order(step), std::vector<double>{log.loss(step, 0)});
    write(run / metrics::kStepLogName, text);
    receipt.models.pop_back();
    for (metrics::ReceiptEpoch& epoch : receipt.epochs) epoch.weights.pop_back();
  } else {
    receipt.models.back().model = "linear";
  }
  write(run / metrics::kReceiptName, metrics::toJson(receipt));
  const auto check = checked("other models", {3});
  QVERIFY(!check);
  QCOMPARE(check.error().code, Errc::damaged);
  QVERIFY2(sentence(check).find(metrics::kReceiptName) != std::string::npos, sentence(check).c_str());
}

void ReceiptTest::whatCannotBeComparedIsRefused() {
  for (const std::uint64_t step : {std::uint64_t{0}, kEpochs * kStepsPerEpoch + 1})
    QCOMPARE(checked("kept", {step}).error().code, Errc::invalidArgument);
  const auto missing = checked("kept", {1}, place("nothing.h5"));
  QVERIFY(!missing);
  QCOMPARE(missing.error().code, Errc::notFound);
  Progress progress;
  const auto threads = tasks::checkReceipt({place("kept"), {1}, {}, {2, 0}}, {{}, progress});
  QVERIFY(!threads);
  QVERIFY2(sentence(threads).find("--threads") != std::string::npos, sentence(threads).c_str());
  const fs::path old = copyOf("plain", "old");
  fs::remove(old / metrics::kReceiptName);
  fs::remove(old / metrics::kStepLogName);
  const auto none = checked("old", {1});
  QVERIFY(!none);
  QCOMPARE(none.error().code, Errc::notFound);
  QVERIFY2(sentence(none).find("earlier version") != std::string::npos, sentence(none).c_str());
  write(old / metrics::kReceiptName, "{\"masu_receipt\":1,\"of\":\"export\"}");
  QCOMPARE(checked("old", {1}).error().code, Errc::format);
  QCOMPARE(tasks::readRunReceipt(place("")).error().code, Errc::notFound);
  std::stop_source stop;
  stop.request_stop();
  const auto cancelled = tasks::checkReceipt({place("plain"), {40}, {}, {}}, {stop.get_token(), progress});
  QVERIFY(!cancelled);
  QCOMPARE(cancelled.error().code, Errc::cancelled);
}

MASU_TEST(ReceiptTest)
#include "receipt_test.moc"
