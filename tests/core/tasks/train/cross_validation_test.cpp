// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/cross_validation.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <mutex>
#include <thread>

#include "core/metrics/receipt.h"
#include "core/metrics/run_files.h"
#include "core/store/splits/splits_file.h"
#include "core/tasks/split/split_task.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;
using store::Split;

namespace {

constexpr std::uint64_t kSamples = 120;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Epochs and tests to the last digit, whatever they took.
bool isSame(const std::vector<metrics::RunSummary>& one, const std::vector<metrics::RunSummary>& other) {
  if (one.size() != other.size()) return false;
  for (std::size_t run = 0; run < one.size(); ++run) {
    if (one[run].epochs.size() != other[run].epochs.size() || one[run].confusion != other[run].confusion) return false;
    for (std::size_t i = 0; i < one[run].epochs.size(); ++i) {
      metrics::EpochDone a = one[run].epochs[i];
      metrics::EpochDone b = other[run].epochs[i];
      a.seconds = b.seconds = 0;
      if (metrics::toJsonLine(a) != metrics::toJsonLine(b)) return false;
    }
  }
  return true;
}

/// What a run learned from in which order, and the weights after each epoch.
std::vector<std::string> hashesOf(const fs::path& run) {
  const auto receipt = metrics::readReceipt(run);
  if (!receipt) return {sentence(receipt)};
  std::vector<std::string> hashes = {receipt->splitHash};
  for (const metrics::ReceiptEpoch& epoch : receipt->epochs) {
    hashes.push_back(epoch.order);
    hashes.insert(hashes.end(), epoch.weights.begin(), epoch.weights.end());
  }
  return hashes;
}

const FoldBegins kSilent = [](unsigned, unsigned, const auto&) {};

}  // namespace

class CrossValidationTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

  TrainRequest requestFor(const std::string& manifest, const std::string& out) const {
    TrainRequest request;
    request.spec.dataset = place("table.h5");
    request.spec.manifest = manifest;
    request.spec.models = {"mlp", "linear"};
    request.spec.epochs = 3;
    request.spec.batch = 16;
    request.spec.threads = 1;
    request.spec.memoryBytes = 256 << 20;
    request.spec.saveSeconds = 0;  // after every step
    request.spec.out = place(out);
    return request;
  }

  TrainRequest again(const std::string& out) const {
    TrainRequest request;
    request.spec.out = place(out);
    request.spec.epochs = metrics::kAutoEpochs;
    request.spec.resume = true;
    return request;
  }

  static Result<CrossValidation> validated(const TrainRequest& request, const FoldBegins& begins = kSilent,
                                           const std::stop_token& stop = {}) {
    Progress progress;
    return crossValidate(request, begins, {stop, progress});
  }

  void drawFolds(const std::string& name, unsigned folds, std::array<double, 3> ratios = {0, 0, 0},
                 std::uint64_t seed = 0) const {
    SplitRequest request;
    request.file = place("table.h5");
    request.manifest = name;
    request.folds = folds;
    request.plan.ratios = ratios;
    request.plan.seed = seed;
    request.overwrite = true;
    Progress progress;
    const auto drawn = tasks::split(request, {{}, progress});
    QVERIFY2(drawn, sentence(drawn).c_str());
  }

  /// Folds that are in the test split each, beside a validation split of their own.
  void writeTurns() const {
    const auto dataset = store::Dataset::open(place("table.h5"));
    QVERIFY(dataset.has_value());
    auto splits = store::SplitsFile::open(**dataset);
    QVERIFY(splits.has_value());
    for (std::uint64_t fold = 0; fold < 2; ++fold) {
      store::Assignment assignment(kSamples, Split::train);
      for (std::uint64_t i = 0; i < kSamples; ++i) {
        if (i % 4 == fold) assignment[i] = Split::test;
        if (i % 4 == 2) assignment[i] = Split::validation;
      }
      QVERIFY(splits->write({"turn-" + std::to_string(fold + 1), "{}"}, assignment).has_value());
    }
  }

  /// Whether the sentence has all of these, and nothing was written.
  bool refuses(const TrainRequest& request, const std::vector<std::string>& parts) const {
    const bool wasThere = fs::exists(request.spec.out);
    const auto outcome = validated(request);
    const std::string said = sentence(outcome);
    const bool hasAll = std::ranges::all_of(parts, [&](const std::string& one) { return has(said, one); });
    if (!hasAll) qWarning("%s", said.c_str());
    return !outcome && hasAll && fs::exists(request.spec.out) == wasThere;
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    train::SmallDataset plan;
    plan.samples = kSamples;
    plan.write(place("table.h5"));
    drawFolds("cv", 2);
    drawFolds("three", 3);
    drawFolds("kept", 2, {0.8, 0, 0.2});
    writeTurns();
  }

  void eachFoldIsTheRunMadeByHand_data() {
    QTest::addColumn<QString>("manifest");
    for (const char* name : {"cv", "kept", "turn"}) QTest::newRow(name) << name;
  }
  void eachFoldIsTheRunMadeByHand() {
    QFETCH(const QString, manifest);
    const std::string name = manifest.toStdString();
    std::vector<unsigned> begun;
    const auto made = validated(requestFor(name, name), [&](unsigned fold, unsigned folds, const auto& log) {
      QVERIFY(log != nullptr && folds == 2);
      begun.push_back(fold);
    });
    QVERIFY2(made, sentence(made).c_str());
    QCOMPARE(begun, (std::vector<unsigned>{1, 2}));
    QCOMPARE(made->folds.size(), std::size_t{2});
    QCOMPARE(made->models.size(), std::size_t{2});
    QVERIFY(made->heldOut == (name == "cv" ? Split::validation : Split::test));
    std::vector<std::vector<metrics::RunSummary>> byHand;
    for (unsigned fold = 1; fold <= 2; ++fold) {
      const std::string own = name + "-" + std::to_string(fold);
      TrainRequest request = requestFor(own, "hand-" + own);
      metrics::RunLog log;
      Progress progress;
      const auto outcome = tasks::train(request, log, {{}, progress});
      QVERIFY2(outcome, sentence(outcome).c_str());
      byHand.push_back(outcome->runs);
      const TrainedFold& its = made->folds[fold - 1];
      QCOMPARE(its.manifest, own);
      QVERIFY(!its.kept && its.run == place(name) / ("fold-" + std::to_string(fold)));
      QVERIFY(isSame(its.models, outcome->runs));
      QCOMPARE(hashesOf(its.run), hashesOf(request.spec.out));
    }
    // Of two values the deviation is their distance by the root of 2.
    for (std::size_t i = 0; i < 2; ++i) {
      QCOMPARE(made->models[i].repeats, std::uint64_t{2});
      const double a = byHand[0][i].bestEpoch()->validation.loss;
      const double b = byHand[1][i].bestEpoch()->validation.loss;
      QVERIFY(std::abs(made->models[i].validation.mean.loss - (a + b) / 2) < 1e-12);
      QVERIFY(std::abs(made->models[i].validation.deviation.loss - std::abs(a - b) / std::sqrt(2.0)) < 1e-12);
      const double c = byHand[0][i].test.logLoss;
      const double d = byHand[1][i].test.logLoss;
      QCOMPARE(std::isnan(made->models[i].test.mean.logLoss), name == "cv");
      if (name == "cv") continue;
      QVERIFY(std::abs(made->models[i].test.mean.logLoss - (c + d) / 2) < 1e-12);
      QVERIFY(std::abs(made->models[i].test.deviation.logLoss - std::abs(c - d) / std::sqrt(2.0)) < 1e-12);
    }
    std::string notes;
    for (const Message& note : made->notes) notes += note.english();
    QCOMPARE(has(notes, "optimistic"), name == "cv");
    QCOMPARE(has(notes, "same in every fold"), name == "kept");
  }

  /// One fold has ended, one is killed on the way, one has not begun.
  void aResumedOneIsTheUndisturbed() {
    const auto longer = [&](const char* out) {
      TrainRequest request = requestFor("three", out);
      request.spec.epochs = 12;
      return request;
    };
    const auto whole = validated(longer("whole"));
    QVERIFY2(whole, sentence(whole).c_str());
    std::shared_ptr<const metrics::RunLog> second;
    std::mutex mutex;
    std::jthread killer([&](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        const std::scoped_lock lock(mutex);
        if (!second || second->runs().empty() || second->runs()[0].lastStep.step < 4) continue;
        for (const pid_t child : train::childProcesses()) kill(child, SIGKILL);
        return;
      }
    });
    const auto killed = validated(longer("killed"), [&](unsigned fold, unsigned, const auto& log) {
      const std::scoped_lock lock(mutex);
      if (fold == 2) second = log;
    });
    killer.request_stop();
    killer.join();
    QVERIFY(!killed);
    QCOMPARE(killed.error().code, Errc::child);
    QVERIFY(!fs::exists(place("killed") / "fold-3"));
    const auto ended = fs::last_write_time(place("killed") / "fold-1" / metrics::kEventLogName);
    std::vector<unsigned> begun;
    const auto resumed =
        validated(again("killed"), [&](unsigned fold, unsigned, const auto&) { begun.push_back(fold); });
    QVERIFY2(resumed, sentence(resumed).c_str());
    QCOMPARE(begun, (std::vector<unsigned>{2, 3}));
    QVERIFY(fs::last_write_time(place("killed") / "fold-1" / metrics::kEventLogName) == ended);
    for (std::size_t fold = 0; fold < 3; ++fold) {
      QCOMPARE(resumed->folds[fold].kept, fold == 0);
      QVERIFY(isSame(resumed->folds[fold].models, whole->folds[fold].models));
      QCOMPARE(hashesOf(resumed->folds[fold].run), hashesOf(whole->folds[fold].run));
    }
    QCOMPARE(resumed->models[0].validation.deviation.loss, whole->models[0].validation.deviation.loss);
    // Once more there is nothing to do; an option must be as it was.
    const auto kept = validated(again("killed"));
    QVERIFY2(kept, sentence(kept).c_str());
    QVERIFY(std::ranges::all_of(kept->folds, &TrainedFold::kept));
    QCOMPARE(kept->models[1].validation.mean.loss, whole->models[1].validation.mean.loss);
    TrainRequest other = again("killed");
    other.spec.seed = 5;
    other.stated = {"seed"};
    QVERIFY(refuses(other, {"--seed"}));
    other.stated = {"manifest"};
    QVERIFY(refuses(other, {"--manifest"}));
    other.spec.manifest = "three";
    QVERIFY(validated(other).has_value());
  }

  /// As where it was killed before its first checkpoint.
  void aFoldThatSavedNothingBeginsAgain() {
    fs::copy(place("cv"), place("unsaved"), fs::copy_options::recursive);
    const fs::path fold = place("unsaved") / "fold-2";
    for (const fs::directory_entry& one : fs::directory_iterator(fold))
      if (one.path().filename() != metrics::kSpecName && one.path().filename() != "data.json") fs::remove_all(one);
    std::ofstream(fold / metrics::kEventLogName).close();
    const auto resumed = validated(again("unsaved"));
    QVERIFY2(resumed, sentence(resumed).c_str());
    QVERIFY(resumed->folds[0].kept && !resumed->folds[1].kept);
    QCOMPARE(hashesOf(fold), hashesOf(place("cv") / "fold-2"));
  }

  /// A fold of the one before is replaced when it is begun, also by a process that resumes.
  void anotherOneIsReplacedFoldByFold() {
    TrainRequest request = requestFor("cv", "replaced");
    request.spec.models = {"linear"};
    QVERIFY(validated(request).has_value());
    request.spec.seed = 7;
    QVERIFY(refuses(request, {"is not empty"}));
    request.overwrite = true;
    std::stop_source source;
    const auto stopped = validated(
        request,
        [&](unsigned fold, unsigned, const auto&) {
          if (fold == 2) source.request_stop();
        },
        source.get_token());
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().code, Errc::cancelled);
    const auto resumed = validated(again("replaced"));
    QVERIFY2(resumed, sentence(resumed).c_str());
    QVERIFY(resumed->folds[0].kept && !resumed->folds[1].kept);
    for (const TrainedFold& fold : resumed->folds) QCOMPARE(metrics::readSpec(fold.run)->seed, std::uint64_t{7});
  }

  /// What is chosen by the data is chosen once.
  void foldsAreTrainedAlike() {
    TrainRequest request = requestFor("cv", "auto");
    request.spec.models = {"linear"};
    request.spec.epochs = metrics::kAutoEpochs;
    request.spec.saveSeconds = 1000;
    request.spec.patience = 2;
    request.stated = {"batch", "patience"};
    const auto made = validated(request);
    QVERIFY2(made, sentence(made).c_str());
    QVERIFY(!made->recipe.empty());
    const auto first = metrics::readSpec(made->folds[0].run);
    const auto second = metrics::readSpec(made->folds[1].run);
    QVERIFY(first && second);
    QVERIFY(first->epochs > 0 && first->batch == 16);
    std::vector<std::string> differing = metrics::differences(*first, *second);
    std::erase(differing, "memory_bytes");
    QCOMPARE(differing, (std::vector<std::string>{"manifest", "out"}));
  }

  void whatCannotBeIsRefused() {
    TrainRequest request = requestFor("cv", "refused");
    request.spec.repeats = 2;
    QVERIFY(refuses(request, {"--cross-validate", "--repeats"}));
    request = requestFor("none", "refused");
    QVERIFY(refuses(request, {"none-1", "--cross-validate", "--folds"}));
    request = requestFor("cv", "");
    request.spec.out.clear();
    QVERIFY(refuses(request, {"Name the folder"}));
    QVERIFY(refuses(again("refused"), {"no cross-validation in", "refused"}));
    request = requestFor("cv", "refused");
    request.spec.learningRates = {-1};
    QVERIFY(refuses(request, {"--lr"}));
    // What only the worker finds out leaves nothing behind.
    request.spec.learningRates.clear();
    request.spec.models = {"nonsense"};
    QVERIFY(refuses(request, {"nonsense"}));
    request = requestFor("cv", "refused");
    request.stated = {"timeout_seconds"};
    QVERIFY(refuses(request, {"--timeout"}));
    TrainRequest plain = again("cv");
    metrics::RunLog log;
    Progress progress;
    const auto resumed = tasks::train(plain, log, {{}, progress});
    QVERIFY(!resumed && has(sentence(resumed), "--cross-validate"));
  }

  void aFolderWithAnythingElseIsRefused() {
    TrainRequest request = requestFor("cv", "hand-cv-1");
    request.overwrite = true;
    QVERIFY(refuses(request, {"no cross-validation", "--overwrite"}));
    request.spec.out = place("whole");
    QVERIFY(refuses(request, {"fold-3", "2 folds"}));
    fs::copy(place("cv"), place("mixed"), fs::copy_options::recursive);
    fs::remove_all(place("mixed") / "fold-2");
    fs::copy(place("hand-turn-1"), place("mixed") / "fold-2", fs::copy_options::recursive);
    QVERIFY(refuses(again("mixed"), {"fold-2", "--manifest"}));
  }

  /// One that several processes would train at once.
  void aLauncherIsRefused() {
    const std::pair<const char*, const char*> variables[] = {{"RANK", "0"},
                                                             {"WORLD_SIZE", "3"},
                                                             {"LOCAL_RANK", "0"},
                                                             {"LOCAL_WORLD_SIZE", "3"},
                                                             {"MASTER_ADDR", "127.0.0.1"},
                                                             {"MASTER_PORT", "29500"}};
    for (const auto& [name, value] : variables) qputenv(name, value);
    const bool isRefused = refuses(requestFor("cv", "ranks"), {"--cross-validate", "started 3"});
    for (const auto& [name, value] : variables) qunsetenv(name);
    QVERIFY(isRefused);
  }

  /// Last, as the folds are others then.
  void foldsThatWereDrawnAgainAreOthers() {
    drawFolds("cv", 2, {0, 0, 0}, 9);
    QVERIFY(refuses(again("cv"), {"fold-1", "cv-1", "--overwrite"}));
    drawFolds("cv", 3);
    TrainRequest request = requestFor("cv", "again");
    drawFolds("cv", 2);
    QVERIFY(refuses(request, {"cv-3", "drawn together"}));
  }
};

MASU_TEST(CrossValidationTest)
#include "cross_validation_test.moc"
