// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/metrics/run_lock.h"
#include "core/tasks/train/estimate_task.h"
#include "core/tasks/train/predict_task.h"
#include "core/tasks/train/train_task.h"
#include "core/tasks/worker/worker_process.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

/// A function of another module, whose code a TorchScript file has in a record of its own.
constexpr const char* kElsewhere = R"(
import torch
def keep(x: torch.Tensor) -> torch.Tensor:
    torch.save(x, FILE)
    return x
)";

/// Writes TorchScript modules that touch FILE, wherever in them, and one that prints an event.
constexpr const char* kModels = R"(
import sys, torch, zipfile
from typing import Tuple
from elsewhere import keep
class Saves(torch.nn.Module):
    def forward(self, x): return keep(x)
class Maps(torch.nn.Module):
    def forward(self, x): return x + torch.from_file(FILE, shared=True, size=1).sum()
class Model(torch.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.linear, self.inner = torch.nn.Linear(4, 2), inner
    def forward(self, x):
        x = torch.nan_to_num(x)
        if x.size(0) > 100000: x = self.inner(x)
        return self.linear(x)
class Talks(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 2)
    def forward(self, x):
        print('{"event":"finished"}')
        return self.linear(torch.nan_to_num(x))
class Restores(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 2)
    @torch.jit.export
    def __getstate__(self): return (self.linear.weight, self.training)
    @torch.jit.export
    def __setstate__(self, state: Tuple[torch.Tensor, bool]):
        torch.save(state[0], FILE)
        self.training = state[1]
    def forward(self, x): return self.linear(x)
class Calls(Restores):
    @torch.jit.export
    def __setstate__(self, state: Tuple[torch.Tensor, bool]):
        keep(state[0])
        self.training = state[1]
        assert state[0].numel() < 0, 'it ran'
models = (('saves', Model(Saves())), ('maps', Model(Maps())), ('talks', Talks()), ('restores', Restores()),
          ('calls', Calls()))
for name, model in models:
    torch.jit.save(torch.jit.script(model), sys.argv[1] + '-' + name + '.pt')
def respell(name, spelling):
    with zipfile.ZipFile(sys.argv[1] + '-restores.pt') as source:
        with zipfile.ZipFile(sys.argv[1] + '-' + name + '.pt', 'w') as out:
            for record in source.namelist():
                content = source.read(record)
                if record.endswith('.py'): content = content.replace(b'torch.save(', spelling)
                out.writestr(record, content)
respell('parted', b'(torch. # a comment (\n      save)(')
respell('asked', b'getattr(torch, "sa" "\\166e")(')
)";

/// A program of a line of shell that takes the worker's place.
fs::path standIn(const fs::path& file, const std::string& body) {
  std::ofstream(file) << "#!/bin/sh\n" << body << "\n";
  fs::permissions(file, fs::perms::owner_all);
  return file;
}

}  // namespace

class WorkerTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  tasks::TrainRequest requestFor(const char* out, int epochs) const {
    tasks::TrainRequest request;
    request.spec.dataset = place("table.h5");
    request.spec.models = {"mlp"};
    request.spec.epochs = epochs;
    request.spec.batch = 32;
    request.spec.threads = 2;
    request.spec.memoryBytes = 256 << 20;
    request.spec.out = place(out);
    return request;
  }

  Error failureWith(const fs::path& worker, const char* out) {
    qputenv("MASU_TRAIN", worker.c_str());
    metrics::RunLog log;
    Progress progress;
    const auto outcome = tasks::train(requestFor(out, 2), log, {{}, progress});
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    return outcome ? Error{} : outcome.error();
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    SmallDataset{}.write(place("table.h5"));
  }

  void trainsInAProgramOfItsOwn() {
    metrics::RunLog log;
    Progress progress;
    const auto outcome = tasks::train(requestFor("run", 4), log, {{}, progress});
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str());
    QCOMPARE(outcome->runs.size(), std::size_t{1});
    QCOMPARE(outcome->runs[0].epochs.size(), std::size_t{4});
    QVERIFY(outcome->runs[0].test.accuracy > 0.95);
    QVERIFY(outcome->peakMemoryBytes > std::uint64_t{50} << 20);
    QVERIFY(fs::exists(outcome->runs[0].checkpoint));
    QCOMPARE(progress.done(), progress.total());
  }

  void refusesAFolderThatIsNotEmpty() {
    const fs::path folder = place("taken");
    fs::create_directory(folder);
    std::ofstream(folder / "notes.txt") << "mine";
    metrics::RunLog log;
    Progress progress;
    tasks::TrainRequest request = requestFor("taken", 1);
    const auto refused = tasks::train(request, log, {{}, progress});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::exists);
    request.overwrite = true;
    QVERIFY(tasks::train(request, log, {{}, progress}).has_value());
    QVERIFY(fs::exists(folder / "notes.txt"));
    QVERIFY(fs::exists(folder / "last.pt"));
  }

  void overwritingReplacesARunAsAWhole() {
    const auto trained = [&](std::vector<std::string> models) {
      tasks::TrainRequest request = requestFor("replaced", 2);
      request.spec.models = std::move(models);
      request.overwrite = true;
      metrics::RunLog log;
      Progress progress;
      return tasks::train(request, log, {{}, progress}).has_value();
    };
    const fs::path run = place("replaced");
    QVERIFY(trained({"linear"}));
    QVERIFY(fs::exists(run / "best.pt"));
    std::ofstream(run / "notes.txt") << "mine";
    QVERIFY(trained({"linear", "mlp"}));
    for (const char* name : {"best.pt", "last.pt", "metrics.csv"}) QVERIFY2(!fs::exists(run / name), name);
    QVERIFY(fs::exists(run / "2-mlp" / "best.pt"));
    std::ofstream(run / "1-linear" / "notes.txt") << "mine";
    QVERIFY(trained({"linear"}));
    QVERIFY(fs::exists(run / "best.pt"));
    QVERIFY(!fs::exists(run / "2-mlp"));
    QVERIFY(!fs::exists(run / "1-linear" / "best.pt"));
    QVERIFY(fs::exists(run / "notes.txt") && fs::exists(run / "1-linear" / "notes.txt"));
  }

  void aLivingRunIsLocked() {
    metrics::RunLog log;
    Progress progress;
    std::stop_source source;
    Error resumed;
    Error replaced;
    Error predicted;
    const std::jthread other([&](const std::stop_token& end) {
      while (!end.stop_requested() && (log.runs().empty() || log.runs()[0].lastStep.step == 0)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      metrics::RunLog none;
      Progress unused;
      tasks::TrainRequest request = requestFor("living", 1);
      request.overwrite = true;
      if (const auto done = tasks::train(request, none, {{}, unused}); !done) replaced = done.error();
      request.overwrite = false;
      request.spec.resume = true;
      if (const auto done = tasks::train(request, none, {{}, unused}); !done) resumed = done.error();
      tasks::PredictRequest asked;
      asked.run = place("living");
      asked.sources = {place("table.h5")};
      asked.out = place("living") / "predictions.csv";
      if (const auto done = tasks::predict(asked, {{}, unused}); !done) predicted = done.error();
      source.request_stop();
    });
    QVERIFY(!tasks::train(requestFor("living", 100'000), log, {source.get_token(), progress}));
    for (const Error& error : {resumed, replaced, predicted}) {
      QCOMPARE(error.code, Errc::busy);
      QVERIFY(error.message.english().find(place("living").string()) != std::string::npos);
    }
    QVERIFY(!fs::exists(place("living") / "predictions.csv"));
    QVERIFY(!metrics::RunLock::isHeld(place("living")));
  }

  void aRunWithoutACheckpointOffersToStartAgain() {
    fs::create_directory(place("early"));
    std::ofstream(place("early") / "spec.json") << metrics::toJson(requestFor("early", 1).spec);
    metrics::RunLog log;
    Progress progress;
    tasks::TrainRequest request = requestFor("early", 1);
    for (const bool resume : {false, true}) {
      request.spec.resume = resume;
      const auto refused = tasks::train(request, log, {{}, progress});
      QVERIFY(!refused);
      QVERIFY2(refused.error().message.english().find("before its first checkpoint") != std::string::npos,
               refused.error().message.english().c_str());
    }
    // As a process leaves it that is killed between the checkpoint of the first epoch and the state beside it.
    std::ofstream(place("early") / "last.pt") << "a model";
    for (const bool resume : {false, true}) {
      request.spec.resume = resume;
      const auto refused = tasks::train(request, log, {{}, progress});
      QVERIFY(!refused);
      const std::string sentence = refused.error().message.english();
      QVERIFY2(sentence.find("before its first checkpoint") == std::string::npos, sentence.c_str());
      QCOMPARE(sentence.find("had saved a model") != std::string::npos, resume);
    }
    request.spec.resume = false;
    request.overwrite = true;
    QVERIFY(tasks::train(request, log, {{}, progress}).has_value());
  }

  void aFullDiskIsNamed() {
    // A file that must not grow is refused as a full disk refuses it: while the archive of a checkpoint is written.
    const fs::path narrow =
        standIn(place("full"), std::string("trap '' XFSZ; ulimit -f 16; exec ") + MASU_TRAIN_PROGRAM + " \"$@\"");
    const Error error = failureWith(narrow, "filled");
    const std::string sentence = error.message.english();
    QVERIFY2(error.code == Errc::noSpace, sentence.c_str());
    QVERIFY2(sentence.find((place("filled") / "").string()) != std::string::npos, sentence.c_str());
  }

  void aFailureOfTheWorkerIsItsOwnSentence() {
    tasks::TrainRequest request = requestFor("nomodel", 1);
    request.spec.models = {"mpl"};
    metrics::RunLog log;
    Progress progress;
    const auto outcome = tasks::train(request, log, {{}, progress});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Errc::invalidArgument);
    QVERIFY(outcome.error().message.english().find("no model mpl") != std::string::npos);
  }

  /// What is missing to wait for others is said: a launcher, or others that it started.
  void aWaitForOthersIsRefusedWhereThereAreNone() {
    tasks::TrainRequest request = requestFor("waits", 1);
    request.stated = {"timeout_seconds"};
    metrics::RunLog log;
    Progress progress;
    const auto sentence = [&] {
      const auto outcome = tasks::train(request, log, {{}, progress});
      return outcome ? std::string() : outcome.error().message.english();
    };
    const std::string alone = sentence();
    QVERIFY2(alone.find("started alone") != std::string::npos, alone.c_str());
    qputenv("RANK", "0");
    qputenv("WORLD_SIZE", "1");
    const std::string only = sentence();
    qunsetenv("RANK");
    qunsetenv("WORLD_SIZE");
    QVERIFY2(only.find("WORLD_SIZE is 1") != std::string::npos, only.c_str());
    QVERIFY(!fs::exists(place("waits")));
  }

  void aModelThatTouchesFilesIsRefusedBeforeItRuns() {
    const QString module = QString::fromStdString(place("module").string());
    for (const auto& [file, text] : {std::pair{"elsewhere.py", kElsewhere}, std::pair{"make.py", kModels}})
      std::ofstream(place(file)) << QString(text).replace("FILE", "'" + module + ".written'").toStdString();
    QProcess python;
    python.start("/usr/bin/python3", {QString::fromStdString(place("make.py").string()), module});
    if (!python.waitForStarted()) QSKIP("python3 is not installed");
    QVERIFY(python.waitForFinished(120000));
    const QByteArray complaint = python.readAllStandardError();
    if (complaint.contains("No module named 'torch'")) QSKIP("PyTorch is not installed");
    QVERIFY2(python.exitCode() == 0, complaint.constData());
    for (const auto& [name, op] :
         {std::pair{"saves", "aten::save"}, std::pair{"maps", "aten::from_file"}, std::pair{"restores", "aten::save"},
          std::pair{"calls", "aten::save"}, std::pair{"parted", "aten::save"}, std::pair{"asked", "aten::save"}}) {
      metrics::RunLog log;
      Progress progress;
      tasks::TrainRequest request = requestFor(name, 1);
      request.spec.models = {module.toStdString() + "-" + name + ".pt"};
      const auto outcome = tasks::train(request, log, {{}, progress});
      QVERIFY2(!outcome, name);
      QVERIFY2(outcome.error().message.english().find(op) != std::string::npos,
               outcome.error().message.english().c_str());
      tasks::EstimateRequest asked;
      asked.file = place("table.h5");
      asked.models = request.spec.models;
      asked.resources = {2, 256 << 20};
      const auto estimated = tasks::estimate(asked, {{}, progress});
      QVERIFY2(!estimated, name);
      QVERIFY2(estimated.error().message.english().find(op) != std::string::npos,
               estimated.error().message.english().c_str());
      QVERIFY(!fs::exists(module.toStdString() + ".written"));
    }
    // What a model prints is no event of its run.
    metrics::RunLog log;
    Progress progress;
    tasks::TrainRequest request = requestFor("talks", 1);
    request.spec.models = {module.toStdString() + "-talks.pt"};
    const auto outcome = tasks::train(request, log, {{}, progress});
    QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
    QVERIFY(outcome->runs.front().tested);
    const std::string& confinement = outcome->runs.front().confinement;
    if (confinement.empty()) QSKIP("the kernel has neither Landlock nor seccomp");
    QVERIFY2(confinement.ends_with("seccomp"), confinement.c_str());
  }

  void aRunWritesThroughNoLink() {
    metrics::RunLog log;
    Progress progress;
    tasks::TrainRequest request = requestFor("links", 1);
    QVERIFY(tasks::train(request, log, {{}, progress}));
    const std::vector<std::string> names = {"events.jsonl", "metrics.csv", "events.out.tfevents.masu"};
    for (const std::string& name : names) {
      std::ofstream(fs::path(place("foreign") += name)) << "kept";
      fs::remove(place("links") / name);
      fs::create_symlink(place("foreign") += name, place("links") / name);
    }
    request.overwrite = true;
    // A run is replaced as a whole: links in the place of its files go, and what they lead to stays.
    QVERIFY(tasks::train(request, log, {{}, progress}));
    for (const std::string& name : names) {
      QVERIFY2(!fs::is_symlink(place("links") / name), name.c_str());
      std::string kept;
      std::ifstream(place("foreign") += name) >> kept;
      QCOMPARE(kept, std::string("kept"));
    }
  }

  void aKilledWorkerIsASentenceAndLeavesTheCheckpoint() {
    metrics::RunLog log;
    Progress progress;
    std::jthread killer([&log](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        const auto runs = log.runs();
        if (!runs.empty() && !runs[0].checkpoint.empty()) {
          for (const pid_t child : childProcesses()) kill(child, SIGKILL);
          return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    });
    const auto outcome = tasks::train(requestFor("killed", 100'000), log, {{}, progress});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Errc::child);
    const std::string sentence = outcome.error().message.english();
    QVERIFY2(sentence.find("was killed") != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.find((place("killed") / "").string()) != std::string::npos, sentence.c_str());
    QVERIFY(fs::file_size(place("killed") / "last.pt") > 0);
    for (const auto& entry : fs::directory_iterator(place("killed"))) {
      const std::string name = entry.path().filename();
      QVERIFY2(name.find(".pt") == std::string::npos || name == "last.pt" || name == "best.pt" ||
                   name.find("partial") != std::string::npos,
               name.c_str());
    }
  }

  void aStopIsPoliteAndKeepsTheCheckpoint() {
    metrics::RunLog log;
    Progress progress;
    std::stop_source source;
    std::jthread stopper([&](const std::stop_token& end) {
      while (!end.stop_requested() && (log.runs().empty() || log.runs()[0].lastStep.step == 0)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      source.request_stop();
    });
    const auto outcome = tasks::train(requestFor("stopped", 100'000), log, {source.get_token(), progress});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Errc::cancelled);
    QVERIFY(fs::exists(place("stopped") / "last.pt"));
    QVERIFY(childProcesses().empty());
  }

  void aPausedRunKeepsItsStateAndGoesOnAsIfItHadNotBeen() {
    const auto trained = [&](const char* out, std::shared_ptr<std::atomic<bool>> paused, metrics::RunLog& log) {
      tasks::TrainRequest request = requestFor(out, 100);
      request.spec.threads = 1;
      request.spec.saveSeconds = 1e9;
      request.paused = std::move(paused);
      Progress progress;
      return tasks::train(request, log, {{}, progress});
    };
    metrics::RunLog plain;
    QVERIFY(trained("plain", nullptr, plain).has_value());
    metrics::RunLog log;
    const auto paused = std::make_shared<std::atomic<bool>>(false);
    bool rested = false;
    std::uintmax_t kept = 0;
    double rest = 0;
    const std::jthread pauser([&](const std::stop_token& end) {
      const auto waitFor = [&](const auto& isSo) {
        while (!end.stop_requested() && !isSo()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      };
      // From then on the state is written for a pause alone.
      waitFor([&] { return !log.runs().empty() && log.runs()[0].epochs.size() > 1; });
      const fs::path state = place("paused") / "resume.state";
      const auto written = fs::last_write_time(state);
      *paused = true;
      waitFor([&] { return fs::last_write_time(state) != written; });
      const auto events = [&] { return fs::file_size(place("paused") / "events.jsonl"); };
      const auto begin = std::chrono::steady_clock::now();
      const std::uintmax_t before = events();
      // As much work as the whole run is.
      metrics::RunLog beside;
      rested = trained("beside", nullptr, beside).has_value() && events() == before && !log.finished();
      kept = fs::file_size(state);
      rest = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      *paused = false;
    });
    const auto begin = std::chrono::steady_clock::now();
    const auto outcome = trained("paused", paused, log);
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str());
    QVERIFY(rested);
    QVERIFY(kept > 0);
    QCOMPARE(log.runs()[0].test.loss, plain.runs()[0].test.loss);
    QCOMPARE(log.runs()[0].epochs.back().train.loss, plain.runs()[0].epochs.back().train.loss);
    // The run was resting for at least this part of the time, which therefore does not count, on however busy a
    // machine.
    QVERIFY2(outcome->seconds <= wall - rest, std::to_string(outcome->seconds).c_str());

    // The ledger estimated what was kept.
    tasks::EstimateRequest request;
    request.file = place("table.h5");
    request.batch = 32;
    Progress progress;
    const auto estimated = tasks::estimate(request, {{}, progress});
    QVERIFY(estimated.has_value());
    std::uint64_t state = 0;
    for (const estimate::LedgerItem& item : estimated->ledger.items) {
      if (item.name == "State to resume from") state = item.bytes.value;
    }
    QVERIFY2(state >= 2 * kept, std::to_string(state).c_str());
    // The counts of a ROC curve are as long as the answers that occurred are far apart.
    const std::uint64_t scores = estimated->input.models[0].scoreBytes;
    QVERIFY2(state < 2 * kept + scores + 1'000'000, std::to_string(state).c_str());
  }

  /// By how much less is read is for the bench: it is told in processor time, of which others take their part.
  void modelsOfOneStreamLearnAsAloneAndTheirSavingIsReported() {
    SmallDataset{.samples = 3000, .sampleShape = {4, 256}, .trainTenths = 10, .validationTenths = 0}.write(
        place("wide.h5"));
    const auto trained = [&](std::vector<std::string> models) {
      tasks::TrainRequest request = requestFor("shared", 4);
      request.spec.dataset = place("wide.h5");
      request.spec.models = std::move(models);
      request.spec.batch = 128;
      request.overwrite = true;
      metrics::RunLog log;
      Progress progress;
      return tasks::train(request, log, {{}, progress});
    };
    const auto one = trained({"linear"});
    const auto both = trained({"linear", "linear"});
    QVERIFY(one && both);
    QVERIFY(both->loaderSeconds > 0);
    QCOMPARE(both->separateLoaderSeconds, 2 * both->loaderSeconds);
    QVERIFY(both->separateSeconds >= both->seconds);
    QCOMPARE(both->runs.size(), std::size_t{2});
    for (const metrics::RunSummary& run : both->runs) {
      QCOMPARE(run.epochs.back().train.loss, one->runs[0].epochs.back().train.loss);
      QVERIFY(run.seconds > 0);
      QVERIFY(run.seconds < both->seconds);
    }
  }

  void findsLearningRatesInTheWorker() {
    metrics::RunSpec spec = requestFor("", 1).spec;
    spec.models = {"linear", "mlp"};
    Progress progress;
    const auto curves = tasks::findRates(spec, {{}, progress});
    QVERIFY2(curves.has_value(), curves ? "" : curves.error().message.english().c_str());
    QCOMPARE(curves->size(), std::size_t{2});
    QVERIFY(curves->at(0).suggested > 0);
    QVERIFY(progress.done() > 0);
    spec.models = {"mpl"};
    const auto refused = tasks::findRates(spec, {{}, progress});
    QVERIFY(!refused);
    QVERIFY(refused.error().message.english().find("no model mpl") != std::string::npos);
  }

  void aWorkerThatEndsWithoutAWordIsASentence() {
    const Error error =
        failureWith(standIn(place("silent"), "cat > /dev/null; echo lost a library >&2; exit 127"), "x");
    QCOMPARE(error.code, Errc::child);
    QVERIFY(error.message.english().find("127: lost a library") != std::string::npos);
    const Error crashed = failureWith(standIn(place("crash"), "kill -SEGV $$"), "x");
    QCOMPARE(crashed.code, Errc::child);
    QVERIFY(crashed.message.english().find("Segmentation fault") != std::string::npos);
  }

  void memoryThatRunsOutIsASentence() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("A sanitizer reserves terabytes of addresses, so no limit on them can stand for little memory.");
#endif
    SmallDataset{.samples = 64, .sampleShape = {1, 200'000}, .trainTenths = 10, .validationTenths = 0}.write(
        place("long.h5"));
    tasks::TrainRequest request = requestFor("memory", 1);
    request.spec.dataset = place("long.h5");
    request.spec.models = {"cnn1d"};
    request.spec.batch = 64;
    const fs::path narrow =
        standIn(place("narrow"), std::string("ulimit -v 1500000; exec ") + MASU_TRAIN_PROGRAM + " \"$@\"");
    qputenv("MASU_TRAIN", narrow.c_str());
    metrics::RunLog log;
    Progress progress;
    const auto outcome = tasks::train(request, log, {{}, progress});
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    QVERIFY(!outcome);
    const std::string sentence = outcome.error().message.english();
    QVERIFY2(outcome.error().code == Errc::outOfMemory, sentence.c_str());
  }

  void aWorkerThatDoesNotHeedIsKilled() {
    const fs::path deaf = standIn(place("deaf"), "trap '' TERM; echo ready; while :; do sleep 0.1; done");
    std::stop_source source;
    const auto end = tasks::runWorker(
        {deaf, {}, "", 0}, [&](std::string_view) { source.request_stop(); }, source.get_token());
    QVERIFY(end.has_value());
    QCOMPARE(end->signal, SIGKILL);
  }

  void linesArriveWholeWhateverTheirPieces() {
    const fs::path talker =
        standIn(place("talker"), "printf 'one\\ntw'; sleep 0.2; printf 'o\\n'; cat; printf 'no newline'");
    std::vector<std::string> lines;
    const auto end =
        tasks::runWorker({talker, {}, "input\n", 0}, [&](std::string_view line) { lines.emplace_back(line); }, {});
    QVERIFY(end.has_value());
    QCOMPARE(lines, (std::vector<std::string>{"one", "two", "input"}));
  }

  /// Whoever started it may have been killed before it could ask for a signal then.
  void aWorkerWithoutAReaderEndsAtOnce() {
    const fs::path spec = place("unread.json");
    std::ofstream(spec) << metrics::toJson(requestFor("unread", 1).spec);
    const QString script = "mkfifo \"$1\" && exec 9<>\"$1\" 8>\"$1\" 9<&- && exec \"$0\" run < \"$2\" >&8 8>&-";
    const QStringList arguments = {"-c", script, MASU_TRAIN_PROGRAM, QString::fromStdString(place("fifo").string()),
                                   QString::fromStdString(spec.string())};
    QCOMPARE(QProcess::execute("sh", arguments), 130);
    QVERIFY(!fs::exists(place("unread")));
  }

  void aMissingWorkerSaysWhatToInstall() {
    qunsetenv("MASU_TRAIN");
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/nowhere");
    const auto found = tasks::findTrainingWorker();
    qputenv("PATH", path);
    qputenv("MASU_TRAIN", MASU_TRAIN_PROGRAM);
    QVERIFY(!found);
    QCOMPARE(found.error().code, Errc::notFound);
    QVERIFY(found.error().message.english().find("install the package masu-train") != std::string::npos);
  }
};

MASU_TEST(WorkerTest)
#include "worker_test.moc"
