// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_lock.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <thread>

#include "tests/fixtures/test_group.h"

using namespace masu;
using metrics::RunLock;

class RunLockTest : public QObject {
  Q_OBJECT

 private:
  std::filesystem::path run() const { return std::filesystem::path(m_folder.path().toStdString()) / "run"; }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void oneHoldsIt() {
    QVERIFY(!RunLock::isHeld(run()));
    {
      const auto held = RunLock::take(run());
      QVERIFY(held.has_value());
      QVERIFY(RunLock::isHeld(run()));
      const auto other = RunLock::take(run());
      QVERIFY(!other);
      QCOMPARE(other.error().code, Errc::busy);
    }
    QVERIFY(!RunLock::isHeld(run()));
    QVERIFY(RunLock::take(run()).has_value());
  }

  void whoAsksRefusesNobody() {
    QVERIFY(RunLock::take(run()).has_value());
    const std::jthread asking([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) RunLock::isHeld(run());
    });
    constexpr int kTimes = 5000;
    for (int i = 0; i < kTimes; ++i) QVERIFY2(RunLock::take(run()).has_value(), std::to_string(i).c_str());
  }
};

MASU_TEST(RunLockTest)
#include "run_lock_test.moc"
