// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_lock.h"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

class FileLockTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void oneHoldsItAtATime() {
    {
      const auto lock = io::FileLock::acquire(target());
      QVERIFY(lock);
      const auto other = io::FileLock::acquire(target(), 0ms);
      QVERIFY(!other);
      QVERIFY(other.error().code == Errc::busy);
      QCOMPARE(other.error().source.file, target().string());
      QVERIFY(io::FileLock::acquire(target().string() + "2", 0ms));
    }
    QVERIFY(io::FileLock::acquire(target(), 0ms));
    QVERIFY2(!fs::exists(target().string() + ".lock"), "the name goes with the lock");
  }

  void aMovedLockIsStillHeld() {
    auto first = io::FileLock::acquire(target());
    QVERIFY(first);
    const io::FileLock moved = std::move(*first);
    first = fail(Errc::internal, "gone");  // destroys the one moved from
    QVERIFY(!io::FileLock::acquire(target(), 0ms));
  }

  /// Every increment is read and written by one thread alone, although the name is removed and made again each time.
  void threadsTakeTurns() {
    constexpr int kThreads = 4;
    constexpr int kTurns = 50;
    int count = 0;  // no atomic: the lock protects it
    std::atomic<int> inside = 0;
    std::atomic<bool> alone = true;
    {
      std::vector<std::jthread> threads;
      for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&] {
          for (int i = 0; i < kTurns; ++i) {
            const auto lock = io::FileLock::acquire(target());
            if (!lock || inside.fetch_add(1) != 0) alone = false;
            ++count;
            inside.fetch_sub(1);
          }
        });
      }
    }
    QVERIFY(alone);
    QCOMPARE(count, kThreads * kTurns);
  }

  void aProcessThatDiesLeavesNoLock() {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto lock = io::FileLock::acquire(target());
      ::_exit(lock ? 0 : 1);  // as if killed: nothing is cleaned up
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    QVERIFY2(fs::exists(target().string() + ".lock"), "what a crash leaves");
    QVERIFY(io::FileLock::acquire(target(), 0ms));
    QVERIFY(!fs::exists(target().string() + ".lock"));
  }

  /// Someone's link in the place of the lock must not make Masu write elsewhere.
  void aLinkIsNotFollowed() {
    const fs::path elsewhere = target().string() + ".elsewhere";
    fs::create_symlink(elsewhere, target().string() + ".lock");
    QVERIFY(!io::FileLock::acquire(target(), 0ms));
    QVERIFY(!fs::exists(elsewhere));
    fs::remove(target().string() + ".lock");
  }

  void aMissingFolderIsSaidAtOnce() {
    const auto lock = io::FileLock::acquire(target() / "below" / "F.h5");
    QVERIFY(!lock);
    QVERIFY(lock.error().code == Errc::notFound);
  }

 private:
  fs::path target() const { return fs::path(m_folder.path().toStdString()) / "F.h5"; }

  QTemporaryDir m_folder;
};

MASU_TEST(FileLockTest)
#include "file_lock_test.moc"
