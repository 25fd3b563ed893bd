// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/limited_child.h"

#include <QTest>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stop_token>
#include <thread>
#include <vector>

#include <unistd.h>

#include "core/io/hdf5/lock.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

Result<void> tried(const std::function<Result<void>()>& work, const io::ChildLimits& limits = {}) {
  MASU_TRY(io::LimitedChild child, io::LimitedChild::start("some.file", work, limits));
  return child.wait();
}

}  // namespace

class LimitedChildTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void workThatEndsWellIsNoError() {
    int value = 1;
    QVERIFY(tried([&]() -> Result<void> {
      value = 2;
      return {};
    }));
    QCOMPARE(value, 1);  // the child's own copy
  }

  void itsErrorArrivesWithTemplateAndArguments() {
    const auto done = tried([]() -> Result<void> {
      return fail(Errc::notFound, "There is no {1} in {0}.", {"a", "", Message{"{0} beside", {"b\nc"}}}, {"other"});
    });
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::notFound);
    QCOMPARE(done.error().message.text, std::string("There is no {1} in {0}."));
    QCOMPARE(done.error().message.arguments, (std::vector<Argument>{"a", "", Message{"{0} beside", {"b\nc"}}}));
    QCOMPARE(done.error().source.file, std::string("some.file"));
  }

  void crashesAreDamage_data() {
    QTest::addColumn<int>("how");
    QTest::newRow("segmentation fault") << SIGSEGV;
    QTest::newRow("bus error") << SIGBUS;
    QTest::newRow("abort") << SIGABRT;
    QTest::newRow("division") << SIGFPE;
    QTest::newRow("killed") << SIGKILL;
    QTest::newRow("exit") << 0;
  }
  void crashesAreDamage() {
    QFETCH(const int, how);
    const auto done = tried([&]() -> Result<void> {
      if (how == 0) _exit(3);
      std::raise(how);
      return {};
    });
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::damaged);
    QVERIFY(done.error().message.english().find("some.file") == 0);
  }

  void workWithoutEndIsStopped() {
    for (const bool isBusy : {false, true}) {
      io::ChildLimits limits;
      (isBusy ? limits.processorSeconds : limits.seconds) = 1;
      const auto done = tried(
          [&]() -> Result<void> {
            for (std::atomic<int> i = 0;; ++i) {
              if (!isBusy) pause();
            }
          },
          limits);
      QVERIFY(!done);
      // One that waits, as for storage that does not answer, is not called damaged.
      QCOMPARE(done.error().code, isBusy ? Errc::damaged : Errc::io);
      const char* const reason = isBusy ? "takes longer" : "within 1 seconds";
      QVERIFY(done.error().message.english().find(reason) != std::string::npos);
    }
  }

  void memoryIsLimited() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers take all address space themselves");
#endif
    const auto take = [](std::size_t bytes) {
      return tried(
          [=]() -> Result<void> {
            const std::vector<char> taken(bytes, 1);
            return taken.back() == 1 ? Result<void>() : fail(Errc::internal, "");
          },
          {.memoryBytes = 64U << 20U});
    };
    QVERIFY(take(16U << 20U));
    const auto done = take(256U << 20U);
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::damaged);
    QVERIFY(done.error().message.english().find("more memory") != std::string::npos);
  }

  void theHdf5LockGoesToTheChild() {
    std::atomic<bool> stop = false;
    std::vector<std::jthread> others;
    for (int i = 0; i < 3; ++i) {
      others.emplace_back([&] {
        while (!stop) const io::Hdf5Lock lock;
      });
    }
    for (int i = 0; i < 50; ++i) {
      Result<io::LimitedChild> child = [&] {
        const io::Hdf5Lock lock;
        return io::LimitedChild::start("some.file", []() -> Result<void> {
          const io::Hdf5Lock again;
          return {};
        });
      }();
      QVERIFY(child);
      QVERIFY(child->wait());
    }
    stop = true;
  }

  void aStopKillsTheChild() {
    std::stop_source stop;
    auto child = io::LimitedChild::start("some.file", []() -> Result<void> {
      while (true) pause();
    });
    QVERIFY(child);
    const std::jthread other([&stop] { stop.request_stop(); });
    const auto done = child->wait(stop.get_token());
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::cancelled);
  }

  void aStopAfterTheEndChangesNothing() {
    std::stop_source stop;
    auto child = io::LimitedChild::start("some.file", []() -> Result<void> { return {}; });
    QVERIFY(child);
    QVERIFY(child->wait(stop.get_token()));
    stop.request_stop();
  }

  void nobodyWaitsForAChildThatIsNotWanted() {
    const auto child = io::LimitedChild::start("some.file", []() -> Result<void> {
      while (true) pause();
    });
    QVERIFY(child);
  }
};

MASU_TEST(LimitedChildTest)
#include "limited_child_test.moc"
