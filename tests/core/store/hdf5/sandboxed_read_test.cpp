// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/sandboxed_read.h"

#include <QTemporaryDir>
#include <QTest>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
namespace fs = std::filesystem;

namespace {

Result<void> readsNothing(const fs::path&) {
  return {};
}

Result<void> refuses(const fs::path& path) {
  return fail(Errc::format, "{0} was read", {path.string()});
}

}  // namespace

class SandboxedReadTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  int m_made = 0;

  /// Not yet known to anybody.
  fs::path made() {
    const fs::path path = fs::path(m_folder.path().toStdString()) / (std::to_string(++m_made) + ".h5");
    std::ofstream(path) << m_made;
    return path;
  }

 private Q_SLOTS:
  void theErrorOfAReaderIsThatOfTheFile() {
    const std::vector<fs::path> files = {made(), made(), made()};
    const auto second = [&](const fs::path& path) { return path == files[1] ? refuses(path) : readsNothing(path); };
    QVERIFY(readSandboxed(files, "first", readsNothing));
    const auto refused = readSandboxed(files, "second", second);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == Errc::format);
    QCOMPARE(refused.error().message.english(), files[1].string() + " was read");
  }

  void nothingIsReadInThisProcess() {
    const std::vector<fs::path> files = {made()};
    int calls = 0;
    QVERIFY(readSandboxed(files, "test", [&](const fs::path&) -> Result<void> {
      ++calls;
      return {};
    }));
    QCOMPARE(calls, 0);
  }

  void aReaderThatDiesIsDamage() {
    const std::vector<fs::path> files = {made(), made()};
    const auto died = readSandboxed(files, "test", [&](const fs::path& path) -> Result<void> {
      if (path == files[1]) std::_Exit(3);
      return {};
    });
    QVERIFY(!died);
    QVERIFY(died.error().code == Errc::damaged);
    QVERIFY(died.error().message.english().find(files[1].string()) != std::string::npos);
  }

  void whatThisProcessWroteIsNotTried() {
    const std::vector<fs::path> files = {made()};
    trustFile(files[0]);
    QVERIFY(readSandboxed(files, "test", refuses));
    QVERIFY(readSandboxed(files, "other", refuses));
    // Until it changes.
    std::ofstream(files[0]) << "another length";
    QVERIFY(!readSandboxed(files, "test", refuses));
  }

  void whatIsNotThereIsForTheReaderToReport() {
    const std::vector<fs::path> files = {fs::path(m_folder.path().toStdString()) / "absent.h5"};
    QVERIFY(readSandboxed(files, "test", refuses));
    QVERIFY(readSandboxed({}, "test", refuses));
  }

  void aStoppedReadIsCancelled() {
    const std::vector<fs::path> files = {made()};
    std::stop_source source;
    source.request_stop();
    QVERIFY(readSandboxed(files, "test", readsNothing, source.get_token()).error().code == Errc::cancelled);
  }
};

MASU_TEST(SandboxedReadTest)
#include "sandboxed_read_test.moc"
