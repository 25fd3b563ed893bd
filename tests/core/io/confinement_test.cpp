// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/confinement.h"

#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/atomic_file.h"
#include "core/io/file.h"
#include "core/io/limited_child.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::io;

/// What a confined thread can do; the thread that runs the tests stays as it is.
class ConfinementTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  fs::path in(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  static bool opens(const fs::path& path, int flags) {
    const int opened = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (opened >= 0) ::close(opened);
    return opened >= 0;
  }

  /// Each in a thread of its own, as confinement lasts as long as the thread.
  template <class Body>
  static Confinement confined(Body body) {
    Confinement held;
    std::thread([&] {
      held = confineThread(Devices::no);
      // The kernel confines a thread once for all; threads that a confined one starts are.
      body();
    }).join();
    return held;
  }

 private Q_SLOTS:
  void everythingInOneThread() {
    std::ofstream(in("mine")) << "kept";
    QVERIFY(opens(in("mine"), O_RDWR));
    bool ranInside = false;
    bool wrote = true;
    bool emptied = true;
    bool made = true;
    bool removed = true;
    bool connected = true;
    bool ran = true;
    bool readsLibraries = false;
    bool readsMine = true;
    bool childWrote = true;
    bool masuWrote = false;
    bool masuRead = false;
    bool threwThrough = false;
    Result<void> tried;
    const Confinement held = confined([&] {
      wrote = opens(in("new"), O_WRONLY | O_CREAT);
      emptied = opens(in("mine"), O_WRONLY | O_TRUNC);
      made = ::mkdir(in("folder").c_str(), 0777) == 0;
      removed = ::unlink(in("mine").c_str()) == 0;
      connected = ::socket(AF_INET, SOCK_STREAM, 0) >= 0;
      readsLibraries = opens("/usr", O_RDONLY | O_DIRECTORY) && opens("/proc/self/statm", O_RDONLY) &&
                       opens("/proc/meminfo", O_RDONLY);
      readsMine = opens(in("mine"), O_RDONLY);
      std::thread([&] { childWrote = opens(in("other"), O_WRONLY | O_CREAT); }).join();
      const pid_t child = fork();
      if (child == 0) {
        ::execl("/bin/true", "true", nullptr);
        _exit(1);
      }
      int status = 0;
      waitpid(child, &status, 0);
      ran = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      // Masu's own files are exempt.
      masuWrote = writeText(in("text"), "written", Overwrite::no) && File::create(in("plain")) &&
                  writeText(in("text"), "again", Overwrite::yes);
      { const auto dropped = AtomicFile::create(in("dropped"), Overwrite::no); }
      masuRead = readText(in("text")).value_or("") == "again";
      try {
        unconfined([] { throw std::runtime_error("inside"); });
      } catch (const std::runtime_error&) {
        threwThrough = true;
      }
      // A process that was forked off has no thread with other rights, and does not wait for one.
      auto limited = LimitedChild::start("file", [] {
        unconfined([] {});
        return Result<void>();
      });
      tried = limited ? limited->wait() : fail(std::move(limited.error()));
      ranInside = true;
    });
    QVERIFY(ranInside);
    QVERIFY(masuWrote);
    QVERIFY(masuRead);
    QVERIFY(threwThrough);
    QVERIFY(tried);
    QVERIFY(!fs::exists(in("dropped.partial")));
    QCOMPARE(confineThread(Devices::no), held);
    if (held == Confinement()) QSKIP("the kernel has neither Landlock nor seccomp");
    QVERIFY(!wrote);
    QVERIFY(!emptied);
    QVERIFY(!made);
    QVERIFY(!removed);
    QVERIFY(!childWrote);
    QVERIFY(!fs::exists(in("new")));
    QVERIFY(!fs::exists(in("other")));
    QCOMPARE(readText(in("mine")).value(), std::string("kept"));
    QVERIFY(readsLibraries);
    if (held.seccomp) QVERIFY(!connected && !ran);
    if (held.landlock > 0) QVERIFY(!readsMine);
    // This thread was there before.
    QVERIFY(opens(in("new"), O_WRONLY | O_CREAT));
  }
};

MASU_TEST(ConfinementTest)
#include "confinement_test.moc"
