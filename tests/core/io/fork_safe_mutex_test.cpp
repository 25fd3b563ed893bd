// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/fork_safe_mutex.h"

#include <QTest>
#include <mutex>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "core/io/hdf5/lock.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

io::ForkSafeMutex first;
io::ForkSafeMutex second;
int guarded = 0;

/// How a child ends that was forked here and takes both mutexes; a signal's number where it waits for ever.
int statusOfChild() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    {
      const std::lock_guard lock(first);
      ++guarded;
    }
    const std::lock_guard lock(second);
    ::_exit(0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace

class ForkSafeMutexTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { io::Hdf5Lock::serveHost(); }

  void aChildTakesWhatThreadsOfTheParentHold() {
    std::vector<std::jthread> threads;
    for (io::ForkSafeMutex* const mutex : {&first, &second}) {
      threads.emplace_back([mutex](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          const io::Hdf5Lock library;  // those who hold the lock may take a mutex
          const std::lock_guard lock(*mutex);
          std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
      });
    }
    for (int i = 0; i < 100; ++i) QCOMPARE(statusOfChild(), 0);
  }

  void theParentHasThemBackAfterAFork() {
    QCOMPARE(statusOfChild(), 0);
    for (io::ForkSafeMutex* const mutex : {&first, &second}) {
      const std::lock_guard lock(*mutex);
      ++guarded;
    }
    QCOMPARE(guarded, 2);  // the child counts its own
  }

  /// As another module of the process has, which joins the one that serves the host.
  void listsAreJoined() {
    io::ForkSafeMutex::List other;
    other.join(io::ForkSafeMutex::all());
    io::ForkSafeMutex::all().join(other);
    QCOMPARE(statusOfChild(), 0);
    io::ForkSafeMutex::all().lock();
    std::jthread taker([] { const std::lock_guard lock(second); });
    io::ForkSafeMutex::all().unlock();
  }
};

MASU_TEST(ForkSafeMutexTest)
#include "fork_safe_mutex_test.moc"
