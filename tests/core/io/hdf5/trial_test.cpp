// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/hdf5/trial.h"

#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/io/hdf5/lock.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// What a trial adds to a limited child: the lock of the HDF5 library on both sides.
class TrialTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theWorkMayTakeTheLock() {
    const auto work = []() -> Result<void> {
      const io::Hdf5Lock lock;
      return {};
    };
    const auto tried = io::tryWithHdf5("F.h5", work);
    QVERIFY2(tried, tried ? "" : tried.error().message.english().c_str());
  }

  void theErrorIsThatOfTheWork() {
    const auto work = []() -> Result<void> { return fail(Errc::format, "It is {0}.", {"another file"}); };
    const auto tried = io::tryWithHdf5("F.h5", work);
    QVERIFY(!tried);
    QCOMPARE(tried.error().code, Errc::format);
    QCOMPARE(tried.error().message.english(), std::string("It is another file."));
  }

  /// The work waits for a file that is made under the lock: held meanwhile, the trial would come to no end.
  void theLockIsFreeWhileTheWorkGoesOn() {
    const QTemporaryDir folder;
    const fs::path sign = fs::path(folder.path().toStdString()) / "sign";
    const auto work = [&]() -> Result<void> {
      const auto end = std::chrono::steady_clock::now() + 50s;
      while (!fs::exists(sign)) {
        if (std::chrono::steady_clock::now() > end) return fail(Errc::io, "Nobody made the file.");
        std::this_thread::sleep_for(1ms);
      }
      return {};
    };
    std::jthread maker([&] {
      const io::Hdf5Lock lock;
      std::ofstream(sign) << "made";
    });
    const auto tried = io::tryWithHdf5("F.h5", work);
    QVERIFY2(tried, tried ? "" : tried.error().message.english().c_str());
  }

  /// A child that began while another thread was within the library would wait for ever.
  void aTrialBesideUsersOfTheLibraryEnds() {
    std::jthread other([](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        {
          const io::Hdf5Lock lock;
        }
        std::this_thread::yield();
      }
    });
    for (int i = 0; i < 10; ++i) {
      const auto tried = io::tryWithHdf5("F.h5", []() -> Result<void> {
        const io::Hdf5Lock lock;
        return {};
      });
      QVERIFY2(tried, tried ? "" : tried.error().message.english().c_str());
    }
  }

  void aStoppedTrialIsCancelled() {
    std::stop_source stop;
    stop.request_stop();
    const auto work = []() -> Result<void> {
      std::this_thread::sleep_for(30s);
      return {};
    };
    const auto tried = io::tryWithHdf5("F.h5", work, {}, stop.get_token());
    QVERIFY(!tried);
    QCOMPARE(tried.error().code, Errc::cancelled);
  }
};

MASU_TEST(TrialTest)
#include "trial_test.moc"
