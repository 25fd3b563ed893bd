// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flow/machine.h"

#include <QProcess>
#include <QTest>
#include <algorithm>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::flow;

/// What this process may use of the machine.
class MachineTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void countsCoresAsOtherProgramsDo() {
    QProcess nproc;
    nproc.start("nproc", {});
    if (!nproc.waitForFinished()) QSKIP("nproc is not installed");
    const unsigned counted = nproc.readAllStandardOutput().trimmed().toUInt();
    QCOMPARE(thisMachine().cores, std::min(counted, cgroupLimits().cores));
  }

  void findsMemory() {
    const Machine machine = thisMachine();
    QVERIFY(machine.memoryTotal > mebibytes(16));
    QVERIFY(machine.memoryAvailable > Bytes{});
    QVERIFY(machine.memoryAvailable <= machine.memoryTotal);
  }

  void resolvesOnlyWhatIsOpen() {
    const Resources asked = resolve({3, 12345});
    QCOMPARE(asked.threads, 3U);
    QCOMPARE(asked.memoryBytes, std::uint64_t{12345});
    const Resources found = resolve({});
    QCOMPARE(found.threads, thisMachine().cores);
    QVERIFY(found.memoryBytes >= mebibytes(32).value);
    QVERIFY(found.memoryBytes <= std::max(thisMachine().memoryTotal.value / 2, mebibytes(32).value));
  }

  void peakMemoryGrowsWithUse() {
    const Bytes before = peakMemory();
    QVERIFY(before > Bytes{});
    std::vector<char> block(64U << 20U, 'x');
    QVERIFY(block[block.size() / 2] == 'x');
    QVERIFY(peakMemory() >= before + mebibytes(32));
  }
};

MASU_TEST(MachineTest)
#include "machine_test.moc"
