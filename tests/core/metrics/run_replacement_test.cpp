// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_replacement.h"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <barrier>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/metrics/run_lock.h"
#include "made_run.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;
using made_run::Files;
using made_run::filesIn;
using made_run::write;

namespace {

const Files kNotes = {{"notes.txt", "mine"}};
/// What is in the folder before one run replaces the other, and after it.
const Files kOld = made_run::with(made_run::oldRun(), kNotes);
const Files kReplaced = made_run::with(made_run::newRun(), kNotes);

void move(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::rename(from, to);
}

}  // namespace

class RunReplacementTest : public QObject {
  Q_OBJECT

 private:
  fs::path run() const { return fs::path(m_folder->path().toStdString()) / "run"; }
  fs::path staged() const { return run() / "run.partial"; }

  /// The folder as a process left it that was killed after so many of the renames.
  void interrupt(int renames) {
    write(run(), kOld);
    write(staged() / "new", made_run::newRun());
    fs::create_directory(staged() / "old");
    std::string note;
    std::vector<std::pair<fs::path, fs::path>> moves;
    for (const auto& [name, text] : made_run::oldRun()) {
      (note += "-" + name) += '\0';
      moves.emplace_back(run() / name, staged() / "old" / name);
    }
    for (const auto& [name, text] : made_run::newRun()) {
      (note += "+" + name) += '\0';
      moves.emplace_back(staged() / "new" / name, run() / name);
    }
    std::ofstream(staged() / "renames") << note;
    for (int i = 0; i < renames; ++i) move(moves.at(i).first, moves.at(i).second);
  }

  std::unique_ptr<QTemporaryDir> m_folder;

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void theOldRunStaysUntilTheNewOneIsComplete() {
    write(run(), kOld);
    auto replacement = metrics::RunReplacement::begin(run());
    QVERIFY(replacement.has_value());
    QVERIFY(replacement->isPending());
    write(replacement->folder(), made_run::newRun());
    for (const auto& [name, text] : kOld) QCOMPARE(filesIn(run())[name], text);
    QVERIFY(replacement->complete().has_value());
    QVERIFY(!replacement->isPending());
    QVERIFY(filesIn(run()) == kReplaced);
  }

  void whatWasNotCompletedIsRemoved() {
    write(run(), kOld);
    {
      const auto replacement = metrics::RunReplacement::begin(run());
      QVERIFY(replacement.has_value());
      write(replacement->folder(), made_run::newRun());
    }
    QVERIFY(filesIn(run()) == kOld);
  }

  void whereThereIsNoRunNothingIsReplaced() {
    write(run(), {{"notes.txt", "mine"}});
    const auto replacement = metrics::RunReplacement::begin(run());
    QVERIFY(replacement.has_value());
    QVERIFY(!replacement->isPending());
    QVERIFY(filesIn(run()) == (Files{{"notes.txt", "mine"}}));
  }

  void theOldRunIsPutBackWhereTheNewOneCannotTakeItsPlace() {
    write(run(), kOld);
    write(run(), {{"2-cnn1d", "a file where the new run has a folder"}});
    Files before = filesIn(run());
    {
      auto replacement = metrics::RunReplacement::begin(run());
      QVERIFY(replacement.has_value());
      write(replacement->folder(), made_run::newRun());
      QVERIFY(!replacement->complete());
      QVERIFY(replacement->isPending());
    }
    QVERIFY(filesIn(run()) == before);
  }

  void aProcessKilledBeforeLeavesTheOldRun() {
    write(run(), kOld);
    write(staged() / "new", made_run::newRun());
    QVERIFY(metrics::completeReplacement(run()).has_value());
    QVERIFY(fs::exists(staged() / "new" / "spec.json"));  // only whoever trains in the folder removes it
    QVERIFY(metrics::settleReplacement(run()).has_value());
    QVERIFY(filesIn(run()) == kOld);
  }

  void aProcessKilledBetweenTwoRenamesLeavesTheNewRun_data() {
    QTest::addColumn<int>("renames");
    for (int i = 0; i <= 8; ++i) QTest::addRow("%d", i) << i;
  }
  void aProcessKilledBetweenTwoRenamesLeavesTheNewRun() {
    QFETCH(const int, renames);
    interrupt(renames);
    // Whoever reads the run may name the folder, a model of it or a checkpoint.
    QVERIFY(metrics::completeReplacement(run() / "2-cnn1d" / "best.pt").has_value());
    QVERIFY(filesIn(run()) == kReplaced);
  }

  void aRunThatIsHeldIsLeftToItsHolder() {
    interrupt(2);
    const Files before = filesIn(run());
    const auto lock = metrics::RunLock::take(run());
    QVERIFY(lock.has_value());
    QVERIFY(metrics::completeReplacement(run()).has_value());
    QVERIFY(filesIn(run()) == before);
  }

  void readersDoNotDisturbEachOther() {
    constexpr int kReaders = 4;
    for (int round = 0; round < 100; ++round) {
      init();
      interrupt(round % 9);
      std::barrier begin(kReaders);
      std::atomic<int> right = 0;
      {
        std::vector<std::jthread> readers;
        for (int i = 0; i < kReaders; ++i) {
          readers.emplace_back([&] {
            begin.arrive_and_wait();
            if (metrics::completeReplacement(run()) && fs::exists(run() / "2-cnn1d" / "best.pt")) ++right;
          });
        }
      }
      QCOMPARE(right.load(), kReaders);
      QVERIFY(filesIn(run()) == kReplaced);
    }
  }

  void filesOfOthersStay() {
    // Named as a run names the folders of its models and their files, and a copy that a run of one model would have
    // here.
    const Files others = {{"2026-11-25/best.pt", "mine"}, {"3-mlp/last.pt", "mine"}, {"last.pt", "mine"}};
    write(run(), made_run::with(kOld, others));
    auto replacement = metrics::RunReplacement::begin(run());
    QVERIFY(replacement.has_value());
    write(replacement->folder(), made_run::newRun());
    QVERIFY(replacement->complete().has_value());
    QVERIFY(filesIn(run()) == made_run::with(kReplaced, others));
  }

  void whatIsInThePlaceOfANewFileIsPutBackWithTheOldRun() {
    const Files before = made_run::with(kOld, {{"last.pt", "mine"}, {"metrics.csv/notes.txt", "mine"}});
    write(run(), before);
    {
      auto replacement = metrics::RunReplacement::begin(run());
      QVERIFY(replacement.has_value());
      write(replacement->folder(), {{"spec.json", made_run::specOf({"linear"})},
                                    {"last.pt", "new"},
                                    {"metrics.csv", "cannot replace a folder"}});
      QVERIFY(!replacement->complete());
      QVERIFY(replacement->isPending());
    }
    QVERIFY(filesIn(run()) == before);
  }

  void aRunThatNobodyKnowsTheFilesOfIsNotReplaced() {
    const Files before = made_run::with({{"spec.json", "{"}, {"1-linear/last.pt", "old"}}, kNotes);
    write(run(), before);
    const auto refused = metrics::RunReplacement::begin(run());
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::format);
    QVERIFY(refused.error().message.english().find((run() / "spec.json").string()) != std::string::npos);
    QVERIFY(filesIn(run()) == before);
  }

  void aNoteThatNamesFilesOfOthersIsDamaged_data() {
    QTest::addColumn<QByteArray>("note");
    QTest::newRow("a file of others") << QByteArray("-notes.txt\0", 11);
    QTest::newRow("above the folder") << QByteArray("-../spec.json\0", 14);
    QTest::newRow("an absolute path") << QByteArray("+/spec.json\0", 12);
    QTest::newRow("an unknown sign") << QByteArray("*spec.json\0", 11);
    QTest::newRow("an empty name") << QByteArray("\0", 1);
  }
  void aNoteThatNamesFilesOfOthersIsDamaged() {
    QFETCH(const QByteArray, note);
    interrupt(0);
    std::ofstream(staged() / "renames") << note.toStdString();
    const Files before = filesIn(run());
    const auto done = metrics::completeReplacement(run());
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::damaged);
    QVERIFY(filesIn(run()) == before);
  }

  void aLinkInItsPlaceIsNotFollowed() {
    write(run(), kOld);
    const fs::path other = fs::path(m_folder->path().toStdString()) / "other";
    write(other, {{"renames", "-spec.json"}, {"new/spec.json", "theirs"}});
    fs::create_directory_symlink(other, staged());
    QVERIFY(metrics::completeReplacement(run()).has_value());
    QVERIFY(metrics::settleReplacement(run()).has_value());
    QVERIFY(filesIn(run()) == kOld);
    QVERIFY(!metrics::RunReplacement::begin(run()));
    QVERIFY(fs::is_symlink(staged()));
    QCOMPARE(filesIn(other).size(), std::size_t{2});
  }

  /// A folder of a model that is a link leads to files that are not the run's, to be removed or to be taken.
  void noFolderOfAModelIsALink_data() {
    QTest::addColumn<QString>("link");
    QTest::addColumn<QByteArray>("note");
    QTest::newRow("of the old run") << "1-linear" << QByteArray("-1-linear/last.pt\0", 18);
    QTest::newRow("of the new run") << "run.partial/new/1-linear" << QByteArray("+1-linear/last.pt\0", 18);
    QTest::newRow("the new run") << "run.partial/new" << QByteArray("+last.pt\0", 9);
  }
  void noFolderOfAModelIsALink() {
    QFETCH(const QString, link);
    QFETCH(const QByteArray, note);
    const fs::path other = fs::path(m_folder->path().toStdString()) / "other";
    write(other, {{"last.pt", "theirs"}});
    write(staged(), {{"renames", note.toStdString()}, {"new/spec.json", "new"}, {"old/spec.json", "old"}});
    fs::remove_all(run() / link.toStdString());
    fs::create_directory_symlink(other, run() / link.toStdString());
    const auto done = metrics::completeReplacement(run());
    QVERIFY(!done);
    QCOMPARE(done.error().code, Errc::damaged);
    QVERIFY(filesIn(other) == (Files{{"last.pt", "theirs"}}));
  }

  void whatOthersPutInItsPlaceStays() {
    write(run(), kOld);
    write(staged(), {{"notes.txt", "mine"}, {"new/spec.json", "of a process that was killed"}});
    {
      auto replacement = metrics::RunReplacement::begin(run());
      QVERIFY(replacement.has_value());
      write(replacement->folder(), made_run::newRun());
      QVERIFY(replacement->complete().has_value());
    }
    Files expected = kReplaced;
    expected["run.partial/notes.txt"] = "mine";
    QVERIFY(filesIn(run()) == expected);
  }
};

MASU_TEST(RunReplacementTest)
#include "run_replacement_test.moc"
