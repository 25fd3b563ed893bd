// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <latch>

#include "tests/fixtures/test_group.h"
#include "ui/jobs/job_runner.h"
#include "ui/jobs/job_slot.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// Runs until it is asked to stop.
Result<int> untilStopped(const JobContext& job) {
  while (!job.stopRequested()) QThread::msleep(1);
  return fail(Error::cancelled());
}

}  // namespace

class JobTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void deliversTheResultOnTheGuiThread() {
    JobRunner runner;
    QThread* delivered = nullptr;
    int value = 0;
    runner.start<int>(
        {"seven"}, [](const JobContext&) -> Result<int> { return 7; }, this,
        [&](Result<int> result) {
          value = result.value_or(-1);
          delivered = QThread::currentThread();
        });
    QTRY_COMPARE(value, 7);
    QCOMPARE(delivered, QThread::currentThread());
    QTRY_VERIFY(runner.jobs().empty());
  }

  void cancelsAndSaysSo() {
    JobRunner runner;
    std::optional<Errc> code;
    Job* job = runner.start<int>({"long"}, untilStopped, this, [&](Result<int> result) { code = result.error().code; });
    QVERIFY(runner.busy());
    job->cancel();
    QVERIFY(job->state().stopping);
    QTRY_VERIFY(code.has_value());
    QCOMPARE(*code, Errc::cancelled);
  }

  void reportsProgressTenTimesASecond() {
    JobRunner runner;
    std::atomic<bool> stop = false;
    Job* job = runner.start<int>(
        {"bytes"},
        [&](const JobContext& context) -> Result<int> {
          context.progress.begin("Reading", 1000, Progress::Unit::bytes);
          context.progress.add(250);
          while (!stop) QThread::msleep(1);
          return 1;
        },
        this, [](Result<int>) {});
    QTRY_COMPARE(job->state().done, std::uint64_t{250});
    QCOMPARE(job->state().share, 0.25);
    QCOMPARE(job->state().stage, "Reading");
    stop = true;
    QTRY_VERIFY(runner.jobs().empty());
  }

  void dropsTheResultOfASupersededJob() {
    JobRunner runner;
    JobSlot slot(runner);
    std::vector<int> delivered;
    std::latch started(1);
    // The first ignores its stop request and finishes late with a value of its own.
    slot.run<int>(
        {"first"},
        [&](const JobContext& job) -> Result<int> {
          started.count_down();
          while (!job.stopRequested()) QThread::msleep(1);
          QThread::msleep(30);
          return 1;
        },
        [&](Result<int> result) { delivered.push_back(*result); });
    started.wait();
    slot.run<int>(
        {"second"}, [](const JobContext&) -> Result<int> { return 2; },
        [&](Result<int> result) { delivered.push_back(*result); });
    QTRY_VERIFY(runner.jobs().empty());
    QCOMPARE(delivered, std::vector<int>{2});
    QVERIFY(!slot.busy());
  }

  void dropsTheResultWhenItsReceiverIsGone() {
    JobRunner runner;
    bool called = false;
    auto receiver = std::make_unique<QObject>();
    Job* job = runner.start<int>({"orphan"}, untilStopped, receiver.get(), [&](Result<int>) { called = true; });
    receiver.reset();
    job->cancel();
    QTRY_VERIFY(runner.jobs().empty());
    QVERIFY(!called);
  }

  void turnsAnExceptionIntoASentence() {
    JobRunner runner;
    std::optional<Error> error;
    QSignalSpy ended(&runner, &JobRunner::ended);
    runner.start<int>(
        {"throws"}, [](const JobContext&) -> Result<int> { throw std::bad_alloc(); }, this,
        [&](Result<int> result) { error = result.error(); });
    QTRY_VERIFY(error.has_value());
    QCOMPARE(error->code, Errc::outOfMemory);
    QTRY_COMPARE(ended.count(), 1);
  }

  void waitsForItsJobsWhenItGoes() {
    std::atomic<bool> finished = false;
    {
      JobRunner runner;
      runner.start<int>(
          {"long"},
          [&](const JobContext& job) -> Result<int> {
            while (!job.stopRequested()) QThread::msleep(1);
            finished = true;
            return fail(Error::cancelled());
          },
          this, [](Result<int>) {});
    }
    QVERIFY(finished);
  }

  void keepsQuietJobsOutOfTheStrip() {
    JobRunner runner;
    Job* job = runner.start<int>({"preview", "box", Job::Kind::quiet}, untilStopped, this, [](Result<int>) {});
    QVERIFY(!runner.busy());
    QCOMPARE(runner.jobs().size(), std::size_t{1});
    job->cancel();
    QTRY_VERIFY(runner.jobs().empty());
  }
};

MASU_TEST(JobTest)
#include "job_test.moc"
