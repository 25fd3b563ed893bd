// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <csignal>
#include <fstream>
#include <sstream>

#include "core/metrics/receipt.h"
#include "core/metrics/step_log.h"
#include "foreign_module.h"
#include "tests/fixtures/test_group.h"
#include "train_workers.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

constexpr int kCancelled = 130;

/// Draws chance, and has each of the buffers that can be combined.
constexpr const char* kModule =
    "def forward(self, x: Tensor) -> Tensor:\n"
    "    if self.training:\n"
    "        self.running_mean.add_(torch.mean(torch.nan_to_num(x), [0]))\n"
    "        self.num_batches_tracked.add_(1)\n"
    "    x = torch.dropout(torch.nan_to_num(x) - self.running_mean, 0.25, self.training)\n"
    "    return torch.matmul(x, self.weight)\n";

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

/// A run that several processes train together is the run of one process with the same slices.
class ClusterTrainTest : public QObject, private RunFolder {
  Q_OBJECT

 private:
  /// Starts a run, or resumes it, and stops it after a step beyond `steps`. The number of steps then; 0: it failed.
  static std::uint64_t stoppedAfter(const metrics::RunSpec& spec, int world, std::uint64_t steps, std::size_t whom) {
    Workers workers = started(spec, world);
    const auto isLater = [&](const metrics::StepDone& step) { return step.step > steps; };
    if (!workers[0]->awaits<metrics::StepDone>(isLater)) return 0;
    workers[whom]->signal(SIGTERM);
    for (const auto& worker : workers) {
      if (worker->code() != kCancelled) return 0;
    }
    const auto receipt = metrics::readReceipt(spec.out);
    return receipt ? receipt->steps : 0;
  }

 private Q_SLOTS:
  void initTestCase();
  void anyNumberOfProcessesLearnsTheSame_data();
  void anyNumberOfProcessesLearnsTheSame();
  void severalProcessesHaveEightSlices();
  void aRunGoesOnWithAnotherNumberOfProcesses();
};

void ClusterTrainTest::initTestCase() {
  writeDatasets();
  writeModule(place("module.pt"), kModule);
}

void ClusterTrainTest::anyNumberOfProcessesLearnsTheSame_data() {
  QTest::addColumn<metrics::RunSpec>("spec");
  QTest::addColumn<QList<int>>("worlds");
  using Change = std::function<void(metrics::RunSpec&)>;
  const auto row = [&](const char* name, const QList<int>& worlds, const Change& change) {
    metrics::RunSpec spec = specFor(name);
    change(spec);
    QTest::newRow(name) << spec << worlds;
  };
  const auto learns = [&](const char* dataset, std::vector<std::string> models, int epochs) {
    return [=, this](metrics::RunSpec& spec) {
      spec.dataset = place(dataset);
      spec.models = models;
      spec.epochs = epochs;
    };
  };
  // Eight slices in equal shares and in unequal ones, and one slice for each process.
  row("mlp and cnn1d of a table", {2, 4}, learns("table.h5", {"mlp", "cnn1d"}, 2));
  row("mlp and cnn1d of values", {3}, learns("values.h5", {"mlp", "cnn1d"}, 2));
  row("cnn1d and resnet1d of waves", {2, 3, 4}, learns("waves.h5", {"cnn1d", "resnet1d"}, 1));
  row("cnn2d of images", {2, 3, 4}, learns("images.h5", {"cnn2d"}, 1));
  row("a module of others", {2, 3, 4}, learns("table.h5", {place("module.pt").string()}, 1));
  row("4 slices, early stop", {4}, [](metrics::RunSpec& spec) {
    spec.slices = 4;
    spec.patience = 1;
    spec.learningRates = {0.5};  // with which validation soon becomes worse
    spec.epochs = 6;
  });
  row("balanced and augmented", {3}, [&](metrics::RunSpec& spec) {
    learns("waves.h5", {"cnn1d"}, 2)(spec);
    spec.balance = true;
    spec.augment = "noise=0.1,gain=0.8..1.2,shift=4,mixup=0.2";
  });
}

void ClusterTrainTest::anyNumberOfProcessesLearnsTheSame() {
  QFETCH(metrics::RunSpec, spec);
  QFETCH(QList<int>, worlds);
  std::string figures;
  std::string receipt;
  std::string steps;
  for (const int world : QList<int>{1} + worlds) {
    spec.out = place(std::string(QTest::currentDataTag()) + " " + std::to_string(world));
    Workers workers = started(spec, world);
    QCOMPARE(complaintOf(workers), QString());
    if (world == 1) {
      figures = figuresOf(workers[0]->events());
      receipt = receiptOf(spec.out);
      steps = textOf(spec.out / metrics::kStepLogName);
      QVERIFY2(receipt.find("\"weights\"") != std::string::npos, receipt.c_str());
      continue;
    }
    QCOMPARE(receiptOf(spec.out), receipt);
    QCOMPARE(figuresOf(workers[0]->events()), figures);
    QCOMPARE(textOf(spec.out / metrics::kStepLogName), steps);
    for (std::size_t rank = 1; rank < workers.size(); ++rank) QVERIFY(workers[rank]->events().events.empty());
  }
}

void ClusterTrainTest::severalProcessesHaveEightSlices() {
  metrics::RunSpec spec = specFor("default");
  spec.epochs = 1;
  QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(metrics::toJson(spec))).object();
  json.remove("slices");
  const int port = freePort();
  Workers workers;
  for (int rank = 0; rank < 2; ++rank)
    workers.push_back(std::make_unique<Worker>(QJsonDocument(json).toJson(), environmentOf(rank, 2, port)));
  QCOMPARE(complaintOf(workers), QString());
  const auto receipt = metrics::readReceipt(spec.out);
  QVERIFY(receipt);
  QCOMPARE(receipt->slices, std::uint64_t{8});
}

void ClusterTrainTest::aRunGoesOnWithAnotherNumberOfProcesses() {
  const metrics::RunSpec spec = longSpec("moved");
  std::uint64_t steps = stoppedAfter(spec, 1, 0, 0);
  QVERIFY(steps > 0);
  for (const auto& [world, whom] : {std::pair{2, 1U}, {3, 0U}}) {
    const std::uint64_t later = stoppedAfter(again(spec), world, steps, whom);
    QVERIFY(later > steps);
    steps = later;
  }
  Workers last = started(again(spec), 1);
  QCOMPARE(complaintOf(last), QString());
  const auto [receipt, figures] = undisturbed();
  QCOMPARE(receiptOf(spec.out), receipt);
  QCOMPARE(figuresOf(last[0]->events()), figures);
}

MASU_TEST(ClusterTrainTest)
#include "train_test.moc"
