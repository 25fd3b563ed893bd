// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/append_log.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/test_group.h"

using namespace masu;
using masu::train::AppendLog;
namespace fs = std::filesystem;

class AppendLogTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void whatIsAppendedFollows() {
    auto log = AppendLog::create(file());
    QVERIFY(log.has_value());
    QCOMPARE(log->bytes(), std::uint64_t{0});
    QVERIFY(log->append("one\n"));
    QVERIFY(log->append(""));
    QVERIFY(log->append("two\n"));
    QCOMPARE(log->bytes(), std::uint64_t{8});
    // It is in the file at once, for whoever follows the run.
    QCOMPARE(content(), std::string("one\ntwo\n"));
  }

  void aNewLogEmptiesTheFile() {
    std::ofstream(file()) << "of a run before";
    auto log = AppendLog::create(file());
    QVERIFY(log.has_value());
    QCOMPARE(content(), std::string());
    QVERIFY(log->append("x"));
    QCOMPARE(content(), std::string("x"));
  }

  void whatFollowsTheStateIsDropped() {
    for (const std::uint64_t bytes : {0U, 4U, 8U}) {
      std::ofstream(file()) << "one\ntwo\n";
      auto log = AppendLog::reopen(file(), bytes);
      QVERIFY(log.has_value());
      QCOMPARE(log->bytes(), bytes);
      QVERIFY(log->append("new"));
      QCOMPARE(content(), std::string("one\ntwo\n").substr(0, bytes) + "new");
      QCOMPARE(log->bytes(), bytes + 3);
    }
  }

  void aFileThatIsShorterIsRefusedAndStays() {
    std::ofstream(file()) << "one\ntwo\n";
    const auto log = AppendLog::reopen(file(), 9);
    QVERIFY(!log);
    QCOMPARE(log.error().code, Errc::damaged);
    QVERIFY(log.error().message.english().find(file().string()) != std::string::npos);
    QCOMPARE(content(), std::string("one\ntwo\n"));
  }

  void aFileThatIsNotThereIsNotMade() {
    QVERIFY(!AppendLog::reopen(file(), 0));
    QVERIFY(!fs::exists(file()));
    QVERIFY(!AppendLog::create(file() / "below"));
  }

 private:
  fs::path file() const { return fs::path(m_folder->path().toStdString()) / "events.jsonl"; }
  std::string content() const {
    std::ifstream input(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(input), {}};
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(AppendLogTest)
#include "append_log_test.moc"
