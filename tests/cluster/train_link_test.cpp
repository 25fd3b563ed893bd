// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "train_workers.h"
#include "two_machines.h"

using namespace masu;
using namespace masu::train;

/// Processes on two machines, as they see it. By itself, so that a machine that allows no namespaces shows it
/// as skipped.
class ClusterTrainLinkTest : public QObject, private RunFolder {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { writeDatasets(); }
  void aCutLinkEndsBothSides();
};

void ClusterTrainLinkTest::aCutLinkEndsBothSides() {
  TwoMachines machines;
  if (!machines.problem().isEmpty()) QSKIP(qPrintable("no network namespaces here: " + machines.problem()));
  metrics::RunSpec spec = endlessSpec("cut");
  spec.timeoutSeconds = kShortTimeout;
  const int port = freePort();
  Workers workers;
  for (const int rank : {0, 1}) {
    QProcessEnvironment environment = environmentOf(rank, 2, port, TwoMachines::address(0));
    environment.insert("LOCAL_RANK", "0");
    environment.insert("LOCAL_WORLD_SIZE", "1");
    workers.push_back(std::make_unique<Worker>(QByteArray::fromStdString(metrics::toJson(spec)), environment, "run",
                                               machines.starter(rank)));
  }
  if (!workers[0]->awaitsFirstStep()) QFAIL(qPrintable(complaintOf(workers)));
  QElapsedTimer since;
  since.start();
  QVERIFY2(machines.cut(), qPrintable(machines.problem()));
  for (const int rank : {0, 1}) {
    const int other = 1 - rank;
    const QString named = QString("rank %1 on %2").arg(other).arg(TwoMachines::host(other));
    QCOMPARE(workers[static_cast<std::size_t>(rank)]->complaintUnless(named), QString());
  }
  QVERIFY2(since.elapsed() < kSoon, qPrintable(QString("%1 ms").arg(since.elapsed())));
}

MASU_TEST(ClusterTrainLinkTest)
#include "train_link_test.moc"
