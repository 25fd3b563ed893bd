// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "train_workers.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

constexpr int kRefused = 2;

}  // namespace

/// Processes that cannot train together say so before anything is written.
class ClusterTrainRefusalTest : public QObject, private RunFolder {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { writeDatasets(); }
  void aMissingProcessIsNamed();
  void whatCannotBeSharedIsRefused();
  void aWrongEnvironmentIsNamed_data();
  void aWrongEnvironmentIsNamed();
};

void ClusterTrainRefusalTest::aMissingProcessIsNamed() {
  metrics::RunSpec spec = specFor("missing");
  spec.timeoutSeconds = 1;
  Worker alone(QByteArray::fromStdString(metrics::toJson(spec)), environmentOf(0, 2, freePort()));
  QCOMPARE(alone.code(), 1);
  QVERIFY2(alone.sentence().contains("Rank 1"), qPrintable(alone.sentence()));
  QVERIFY2(alone.sentence().contains("--timeout"), qPrintable(alone.sentence()));
  QVERIFY(!fs::exists(spec.out));
}

void ClusterTrainRefusalTest::whatCannotBeSharedIsRefused() {
  Workers few = started(specFor("few", 2), 3);
  for (const auto& worker : few) {
    QCOMPARE(worker->code(), 1);
    QVERIFY2(worker->sentence().contains("--slices"), qPrintable(worker->sentence()));
  }
  QVERIFY(!fs::exists(place("few")));
  metrics::RunSpec spec = specFor("unlike");
  const int port = freePort();
  Worker first(QByteArray::fromStdString(metrics::toJson(spec)), environmentOf(0, 2, port));
  spec.learningRates = {0.25};
  Worker second(QByteArray::fromStdString(metrics::toJson(spec)), environmentOf(1, 2, port));
  for (Worker* worker : {&first, &second}) {
    QCOMPARE(worker->code(), 1);
    QVERIFY2(worker->sentence().contains("another --lr than"), qPrintable(worker->sentence()));
  }
  // What rank 0 left to the recipe, and the other one did not.
  metrics::RunSpec chosen = specFor("unlike");
  chosen.recipe = {{"batch", "32", {"all", {}}}, {"schedule", "onecycle", {"it warms up", {}}}};
  metrics::RunSpec stated = chosen;
  stated.recipe.pop_back();
  stated.schedule = "step";
  const int other = freePort();
  Worker leaves(QByteArray::fromStdString(metrics::toJson(chosen)), environmentOf(0, 2, other));
  Worker states(QByteArray::fromStdString(metrics::toJson(stated)), environmentOf(1, 2, other));
  for (Worker* worker : {&leaves, &states}) {
    QCOMPARE(worker->code(), 1);
    QVERIFY2(worker->sentence().contains("another --schedule than"), qPrintable(worker->sentence()));
  }
  Worker rates(QByteArray::fromStdString(metrics::toJson(spec)), environmentOf(1, 2, port), "rates");
  QCOMPARE(rates.code(), kRefused);
  QVERIFY2(rates.sentence().contains("not masu train --find-lr:"), qPrintable(rates.sentence()));
}

void ClusterTrainRefusalTest::aWrongEnvironmentIsNamed_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("value");
  QTest::addColumn<int>("code");
  QTest::addRow("no number of processes") << "WORLD_SIZE" << "" << kRefused;
  QTest::addRow("a rank too many") << "RANK" << "2" << kRefused;
  QTest::addRow("no such port") << "MASTER_PORT" << "65536" << kRefused;
  QTest::addRow("no such machine") << "MASTER_ADDR" << "no-such-machine.invalid" << 1;
}

void ClusterTrainRefusalTest::aWrongEnvironmentIsNamed() {
  QFETCH(QString, name);
  QFETCH(QString, value);
  QFETCH(int, code);
  QProcessEnvironment environment = environmentOf(1, 2, freePort());
  environment.insert(name, value);
  Worker worker(QByteArray::fromStdString(metrics::toJson(specFor("nowhere"))), environment);
  QCOMPARE(worker.code(), code);
  QVERIFY2(worker.sentence().contains(name), qPrintable(worker.sentence()));
  QVERIFY(!fs::exists(place("nowhere")));
}

MASU_TEST(ClusterTrainRefusalTest)
#include "train_refusal_test.moc"
