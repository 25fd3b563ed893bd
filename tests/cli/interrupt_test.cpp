// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <functional>

#include <sys/wait.h>
#include <unistd.h>

#include <QTest>

#include "tests/fixtures/test_group.h"

using masu::cli::Ending;
using masu::cli::Interrupt;

namespace {

constexpr int kInterrupted = 130;
constexpr int kOther = 7;

/// How a process ends that does this, and then ends by itself.
int exitCodeOf(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(kOther);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

class InterruptTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aSignalAsksToStop_data() {
    QTest::addColumn<int>("number");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
  }

  /// Of the second Interrupt in a process as of the first.
  void aSignalAsksToStop() {
    QFETCH(int, number);
    const Interrupt interrupt(Ending::tidy);
    QVERIFY(!interrupt.token().stop_requested());
    raise(number);
    QTRY_VERIFY(interrupt.token().stop_requested());
  }

  void formerHandlersAreRestored() {
    struct sigaction ignored = {};
    ignored.sa_handler = SIG_IGN;
    struct sigaction ofTests = {};
    QCOMPARE(sigaction(SIGINT, &ignored, &ofTests), 0);
    { const Interrupt interrupt(Ending::tidy); }
    struct sigaction now = {};
    QCOMPARE(sigaction(SIGINT, &ofTests, &now), 0);
    QVERIFY(now.sa_handler == SIG_IGN);
  }

  void aSecondSignalEndsTheProcess() {
    const int code = exitCodeOf([] {
      const Interrupt interrupt(Ending::tidy);
      raise(SIGINT);
      raise(SIGTERM);
    });
    QCOMPARE(code, kInterrupted);
  }

  /// As timeout(1) sends it: to the process, then to its group.
  void theSameSignalTwiceAtOnceIsOneRequest() {
    const int code = exitCodeOf([] {
      const Interrupt interrupt(Ending::tidy);
      raise(SIGTERM);
      raise(SIGTERM);
    });
    QCOMPARE(code, kOther);
  }

  /// Work that looks at no token, and has nothing to tidy up.
  void promptWorkIsNotWaitedFor() {
    const int code = exitCodeOf([] {
      const Interrupt interrupt(Ending::prompt);
      raise(SIGINT);
      sleep(60);
    });
    QCOMPARE(code, kInterrupted);
  }

  void promptWorkThatStopsEndsByItself() {
    const int code = exitCodeOf([] {
      const Interrupt interrupt(Ending::prompt);
      raise(SIGINT);
      while (!interrupt.token().stop_requested()) usleep(1000);
    });
    QCOMPARE(code, kOther);
  }
};

MASU_TEST(InterruptTest)
#include "interrupt_test.moc"
