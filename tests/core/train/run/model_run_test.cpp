// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/model_run.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "core/metrics/receipt.h"
#include "core/train/run/trainer.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

/// The models of a run share a stream of batches and nothing else.
class ModelRunTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  metrics::RunSpec specFor(const char* dataset, std::vector<std::string> models, const char* out) const {
    metrics::RunSpec spec;
    spec.overwrite = true;
    spec.dataset = place(dataset);
    spec.models = std::move(models);
    spec.epochs = 4;
    spec.batch = 32;
    spec.learningRates = {0.01};
    spec.threads = 1;
    spec.memoryBytes = 256 << 20;
    spec.out = place(out);
    return spec;
  }

  static EventList mustTrain(const metrics::RunSpec& spec) {
    EventList events;
    Progress progress;
    const auto done = masu::train::train(spec, std::ref(events), {{}, progress});
    if (!done) qWarning("%s", done.error().message.english().c_str());
    return events;
  }

  static std::vector<double> lossesOf(const EventList& events, int run) {
    std::vector<double> losses;
    for (const auto& epoch : events.all<metrics::EpochDone>(run)) {
      losses.push_back(epoch.train.loss);
      losses.push_back(epoch.validation.loss);
    }
    for (const auto& tested : events.all<metrics::RunTested>(run)) losses.push_back(tested.test.loss);
    return losses;
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    SmallDataset{}.write(place("table.h5"));
    SmallDataset{.samples = 300, .sampleShape = {2, 96}}.write(place("waves.h5"));
  }

  void modelsOfOneStreamGiveWhatEachGivesAlone() {
    const EventList together = mustTrain(specFor("waves.h5", {"mlp", "cnn1d"}, "together"));
    QCOMPARE(lossesOf(together, 0), lossesOf(mustTrain(specFor("waves.h5", {"mlp"}, "alone-mlp")), 0));
    QCOMPARE(lossesOf(together, 1), lossesOf(mustTrain(specFor("waves.h5", {"cnn1d"}, "alone-cnn")), 0));
    QVERIFY(fs::exists(place("together") / "1-mlp" / "best.pt"));
    QVERIFY(fs::exists(place("together") / "2-cnn1d" / "last.pt"));
  }

  void ratesOfOneModelGiveWhatEachGivesAlone() {
    metrics::RunSpec spec = specFor("table.h5", {"mlp"}, "rates");
    spec.learningRates = {0.001, 0.02};
    const EventList together = mustTrain(spec);
    const auto started = together.all<metrics::RunStarted>();
    QCOMPARE(started.size(), std::size_t{2});
    QCOMPARE(started[1].learningRate, 0.02);
    for (int run = 0; run < 2; ++run) {
      metrics::RunSpec alone = specFor("table.h5", {"mlp"}, "rate-alone");
      alone.learningRates = {spec.learningRates[static_cast<std::size_t>(run)]};
      QCOMPARE(lossesOf(together, run), lossesOf(mustTrain(alone), 0));
    }
    QVERIFY(lossesOf(together, 0) != lossesOf(together, 1));
    QVERIFY(fs::exists(place("rates") / "2-mlp" / "best.pt"));
    // 0 is no rate to train at, and in particular not the default.
    EventList events;
    Progress progress;
    for (const double wrong : {-1.0, 0.0}) {
      spec.learningRates = {0.001, wrong};
      const auto refused = masu::train::train(spec, std::ref(events), {{}, progress});
      QVERIFY(!refused && refused.error().message.english().find("--lr") != std::string::npos);
    }
  }

  /// The first is the run without repeats; the others read the same batches and differ in their seeds.
  void repeatsDifferInTheirSeedsAlone() {
    metrics::RunSpec spec = specFor("table.h5", {"mlp"}, "repeats");
    spec.repeats = 3;
    spec.seed = 5;
    const EventList together = mustTrain(spec);
    const auto started = together.all<metrics::RunStarted>();
    QCOMPARE(started.size(), std::size_t{3});
    QCOMPARE(started[2].repeat, 3);
    metrics::RunSpec once = specFor("table.h5", {"mlp"}, "once");
    once.seed = 5;
    QCOMPARE(lossesOf(together, 0), lossesOf(mustTrain(once), 0));
    QVERIFY(lossesOf(together, 1) != lossesOf(together, 0));
    QVERIFY(lossesOf(together, 2) != lossesOf(together, 1));
    const auto receipt = metrics::readReceipt(spec.out);
    const auto alone = metrics::readReceipt(once.out);
    once.seed = 7;
    mustTrain(once);
    const auto third = metrics::readReceipt(once.out);
    QVERIFY(receipt && alone && third);
    QCOMPARE(receipt->models[0].initial, alone->models[0].initial);
    QCOMPARE(receipt->models[2].initial, third->models[0].initial);
    QCOMPARE(receipt->models[2].repeat, 3);
    QCOMPARE(receipt->epochs.front().order, alone->epochs.front().order);
  }
};

MASU_TEST(ModelRunTest)
#include "model_run_test.moc"
