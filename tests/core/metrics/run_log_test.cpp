// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_log.h"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <fstream>
#include <thread>

#include "core/metrics/run_spec.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::metrics;

class RunLogTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void foldsEventsPerModel() {
    RunLog log;
    for (const RunEvent& event : story()) log.add(event);
    expectStory(log.runs());
    QVERIFY(log.finished());
    QCOMPARE(log.totals().peakMemoryBytes, std::uint64_t{99});
  }

  void readsWhatWasLogged() {
    std::ofstream file(path("events.jsonl"));
    for (const RunEvent& event : story()) file << toJsonLine(event) << '\n';
    file << "{\"event\":\"step\",\"ru";  // the process died in the middle of a line
    file.close();
    const auto runs = RunLog::read(path("events.jsonl"));
    QVERIFY(runs);
    expectStory(*runs);
  }

  void namesTheLineThatIsNoEvent() {
    std::ofstream file(path("events.jsonl"));
    file << toJsonLine(story().front()) << "\nnonsense\n" << toJsonLine(story().back()) << "\n";
    file.close();
    const auto runs = RunLog::read(path("events.jsonl"));
    QVERIFY(!runs);
    QCOMPARE(runs.error().source.line, std::uint64_t{2});
    QCOMPARE(RunLog::read(path("missing")).error().code, Errc::notFound);
  }

  void resumingReplacesTheEpochsThatAreRepeated() {
    RunLog log;
    for (const int epoch : {1, 2, 3, 2, 3, 4}) log.add(EpochDone{0, epoch, {epoch * 1.0}, {}, 0, {}});
    const auto runs = log.runs();
    QCOMPARE(runs[0].epochs.size(), std::size_t{4});
    for (int i = 0; i < 4; ++i) QCOMPARE(runs[0].epochs[static_cast<std::size_t>(i)].epoch, i + 1);
  }

  void theBestEpochIsTheFirstOfTheLowestLoss() {
    RunSummary run;
    QVERIFY(run.bestEpoch() == nullptr);
    for (const double loss : {kAbsent, 0.5, 0.25, kAbsent, 0.25, 0.3})
      run.epochs.push_back({0, static_cast<int>(run.epochs.size()) + 1, {}, {loss}, 0, {}});
    QCOMPARE(run.bestEpoch()->epoch, 3);
    run.epochs.resize(1);
    QVERIFY(run.bestEpoch() == nullptr);
  }

  void ignoresRunNumbersThatCannotBe() {
    RunLog log;
    log.add(EpochDone{-1, 1, {}, {}, 0, {}});
    log.add(EpochDone{2'000'000'000, 1, {}, {}, 0, {}});
    QVERIFY(log.runs().empty());
  }

  void snapshotsWhileEventsArrive() {
    RunLog log;
    std::atomic<bool> torn = false;
    {
      std::jthread writer([&] {
        for (int epoch = 1; epoch <= 2000; ++epoch) log.add(EpochDone{0, epoch, {1.0 * epoch}, {}, 0, {}});
      });
      for (int i = 0; i < 200; ++i) {
        const auto runs = log.runs();
        for (std::size_t e = 0; !runs.empty() && e < runs[0].epochs.size(); ++e) {
          if (runs[0].epochs[e].epoch != static_cast<int>(e) + 1) torn = true;
        }
      }
    }
    QVERIFY(!torn);
    QCOMPARE(log.runs()[0].epochs.size(), std::size_t{2000});
  }

  void specRoundTrips() {
    RunSpec spec;
    spec.dataset = "/data/odd \xFF name.h5";
    spec.manifest = "fold-1";
    spec.models = {"cnn1d", "mlp"};
    spec.epochs = 3;
    spec.batch = 128;
    spec.learningRates = {1.0 / 3};
    spec.optimizer = "sgd";
    spec.schedule = "cosine";
    spec.weightDecay = 1e-4;
    spec.patience = 5;
    spec.seed = ~std::uint64_t{0};
    spec.out = "/runs/枡";
    spec.threads = 7;
    spec.memoryBytes = 1ULL << 34;
    const auto back = specFromJson(toJson(spec));
    QVERIFY(back);
    QVERIFY(back->dataset == spec.dataset);
    QVERIFY(back->out == spec.out);
    QCOMPARE(back->manifest, spec.manifest);
    QCOMPARE(back->models, spec.models);
    QCOMPARE(back->epochs, spec.epochs);
    QCOMPARE(back->batch, spec.batch);
    QCOMPARE(back->learningRates, spec.learningRates);
    QCOMPARE(back->optimizer, spec.optimizer);
    QCOMPARE(back->schedule, spec.schedule);
    QCOMPARE(back->weightDecay, spec.weightDecay);
    QCOMPARE(back->patience, spec.patience);
    QCOMPARE(back->seed, spec.seed);
    QCOMPARE(back->threads, spec.threads);
    QCOMPARE(back->memoryBytes, spec.memoryBytes);
  }

  void everyModelIsTrainedWithEveryRate() {
    RunSpec spec;
    spec.models = {"cnn1d", "mlp"};
    QCOMPARE(plannedRuns(spec).size(), std::size_t{2});
    QCOMPARE(plannedRuns(spec)[1].learningRate, 0.0);
    spec.learningRates = {0.1, 0.2, 0.3};
    const auto runs = plannedRuns(spec);
    QCOMPARE(runs.size(), std::size_t{6});
    QCOMPARE(runs[2].model, std::string("cnn1d"));
    QCOMPARE(runs[2].learningRate, 0.3);
    QCOMPARE(runs[3].model, std::string("mlp"));
    QCOMPARE(specFromJson(toJson(spec))->learningRates, spec.learningRates);
    spec.seed = ~std::uint64_t{0};
    spec.repeats = 2;
    const auto repeated = plannedRuns(spec);
    QCOMPARE(repeated.size(), std::size_t{12});
    QCOMPARE(repeated[4].learningRate, 0.3);
    QCOMPARE(repeated[4].repeat, 1);
    QCOMPARE(repeated[4].seed, spec.seed);
    QCOMPARE(repeated[5].learningRate, 0.3);
    QCOMPARE(repeated[5].repeat, 2);
    QCOMPARE(repeated[5].seed, std::uint64_t{0});  // after the largest
    QCOMPARE(runs[5].repeat, 0);
    // As an earlier version wrote it.
    const auto old = [](const char* rate) {
      return specFromJson(R"({"dataset":"a.h5","models":["mlp"],"out":"r","learning_rate":)" + std::string(rate) + "}");
    };
    QCOMPARE(old("0.25")->learningRates, std::vector<double>{0.25});
    QVERIFY(old("0")->learningRates.empty());
    QVERIFY(!old(R"("fast")"));
  }

  void stepsAreThinnedAndKeepTheirOrder() {
    RunLog log;
    constexpr std::uint64_t kSteps = 100'000;
    for (std::uint64_t step = 1; step <= kSteps; ++step) {
      StepDone done;
      done.step = step;
      log.add(done);
    }
    const std::vector<StepDone> steps = log.runs()[0].steps;
    QVERIFY(steps.size() <= RunSummary::kMostSteps);
    QVERIFY(steps.size() > RunSummary::kMostSteps / 3);
    QCOMPARE(steps.front().step, std::uint64_t{1});
    const std::uint64_t apart = steps[1].step - steps[0].step;
    for (std::size_t i = 1; i < steps.size(); ++i) QCOMPARE(steps[i].step - steps[i - 1].step, apart);
    QVERIFY(kSteps - steps.back().step < apart);
    QCOMPARE(log.runs()[0].lastStep.step, kSteps);
  }

  void specDefaultsWhatIsLeftOut() {
    const auto spec = specFromJson(R"({"dataset":"a.h5","models":["mlp"],"out":"r"})");
    QVERIFY(spec);
    QCOMPARE(spec->batch, RunSpec().batch);
    QCOMPARE(spec->manifest, std::string("default"));
    for (const char* text : {"", "{}", "[]", R"({"dataset":1,"models":["mlp"],"out":"r"})"}) {
      QVERIFY2(!specFromJson(text), text);
      const std::string sentence = specFromJson(text, "runs/one/spec.json").error().message.english();
      QVERIFY2(sentence.starts_with("runs/one/spec.json"), sentence.c_str());
    }
  }

 private:
  static std::vector<RunEvent> story() {
    return {RunStarted{0, "mlp", 100, 2, 10},
            RunStarted{1, "cnn1d", 200, 2, 10},
            StepDone{0, 1, 10, 0.5},
            EpochDone{0, 1, {0.5, 0.6}, {}, 0, {}},
            EpochDone{1, 1, {0.4, 0.7}, {}, 0, {}},
            CheckpointWritten{1, 1, "c1.pt"},
            EpochDone{0, 2, {0.3, 0.8}, {}, 0, {}},
            RunTested{
                1, {0.2, 0.9}, {1, 2, 3, 4}, "", {}, 0, {}, {}, {}, {}, ChosenThreshold{0.25, 0.75, 30, {2, 1, 3, 4}}},
            Finished{0.1, 99}};
  }

  static void expectStory(const std::vector<RunSummary>& runs) {
    QCOMPARE(runs.size(), std::size_t{2});
    QCOMPARE(runs[0].model, std::string("mlp"));
    QCOMPARE(runs[0].epochs.size(), std::size_t{2});
    QCOMPARE(runs[0].epochs[1].train.loss, 0.3);
    QCOMPARE(runs[0].lastStep.step, std::uint64_t{10});
    QCOMPARE(runs[1].parameters, std::uint64_t{200});
    QCOMPARE(runs[1].checkpoint, std::string("c1.pt"));
    QCOMPARE(runs[1].test.accuracy, 0.9);
    QCOMPARE(runs[1].confusion.size(), std::size_t{4});
    QVERIFY(!runs[0].threshold && runs[1].threshold);
    QCOMPARE(runs[1].threshold->probability, 0.25);
    QCOMPARE(runs[1].threshold->confusion, (std::vector<std::uint64_t>{2, 1, 3, 4}));
  }

  std::filesystem::path path(const char* name) const {
    return std::filesystem::path(m_folder->path().toStdString()) / name;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(RunLogTest)
#include "run_log_test.moc"
