// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QSysInfo>
#include <QTest>
#include <csignal>
#include <fstream>

#include "core/metrics/run_files.h"
#include "tests/fixtures/test_group.h"
#include "train_workers.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

/// What becomes of the others when one of the processes of a run fails, dies or falls silent.
class ClusterTrainFailureTest : public QObject, private RunFolder {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { writeDatasets(); }
  void aKilledProcessEndsTheOthers_data();
  void aKilledProcessEndsTheOthers();
  void aProcessThatFailsEndsTheOthersWithItsSentence();
  void aSilentProcessEndsTheOthers();
};

void ClusterTrainFailureTest::aKilledProcessEndsTheOthers_data() {
  QTest::addColumn<int>("killed");
  QTest::addRow("rank 0") << 0;
  QTest::addRow("rank 2") << 2;
}

void ClusterTrainFailureTest::aKilledProcessEndsTheOthers() {
  QFETCH(int, killed);
  metrics::RunSpec spec = longSpec("killed " + std::to_string(killed));
  Workers workers = started(spec, 3);
  QVERIFY(workers[0]->awaitsFirstStep());
  // Of the first step's state there is none yet where the second has not begun.
  QTRY_VERIFY_WITH_TIMEOUT(fs::exists(spec.out / metrics::kStateName), kSoon);
  QElapsedTimer since;
  since.start();
  workers[static_cast<std::size_t>(killed)]->signal(SIGKILL);
  const QString named = QString("rank %1 on %2 has ended").arg(killed).arg(QSysInfo::machineHostName());
  for (int rank = 0; rank < 3; ++rank) {
    Worker& worker = *workers[static_cast<std::size_t>(rank)];
    if (rank == killed) {
      QCOMPARE(worker.code(), -1);
    } else {
      QCOMPARE(worker.complaintUnless(named), QString());
    }
  }
  QVERIFY2(since.elapsed() < kSoon, qPrintable(QString("%1 ms").arg(since.elapsed())));
  Workers resumed = started(again(spec), 2);
  QCOMPARE(complaintOf(resumed), QString());
  QCOMPARE(receiptOf(spec.out), undisturbed().first);
}

void ClusterTrainFailureTest::aProcessThatFailsEndsTheOthersWithItsSentence() {
  const metrics::RunSpec spec = specFor("taken");
  fs::create_directories(spec.out);
  std::ofstream(spec.out / metrics::kSpecName) << "{}";
  Workers workers = started(spec, 3);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    QCOMPARE(workers[rank]->code(), 1);
    QVERIFY2(workers[rank]->sentence().contains("holds a training run"), qPrintable(workers[rank]->sentence()));
    QCOMPARE(workers[rank]->sentence().contains("rank 0 ("), rank > 0);
  }
}

void ClusterTrainFailureTest::aSilentProcessEndsTheOthers() {
  metrics::RunSpec spec = endlessSpec("silent");
  spec.timeoutSeconds = kShortTimeout;
  Workers workers = started(spec, 3);
  QVERIFY(workers[0]->awaitsFirstStep());
  QElapsedTimer since;
  since.start();
  workers[1]->signal(SIGSTOP);
  const QString host = QSysInfo::machineHostName();
  const QString named = QString("Nothing came from rank 1 on %1 for %2 seconds").arg(host).arg(kShortTimeout);
  for (const std::size_t rank : {0U, 2U}) QCOMPARE(workers[rank]->complaintUnless(named), QString());
  QVERIFY2(since.elapsed() < kSoon, qPrintable(QString("%1 ms").arg(since.elapsed())));
  // It finds the others gone when it wakes.
  workers[1]->signal(SIGCONT);
  QCOMPARE(workers[1]->complaintUnless("rank 0 on " + host), QString());
}

MASU_TEST(ClusterTrainFailureTest)
#include "train_failure_test.moc"
