// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_replacement.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/metrics/run_lock.h"

using namespace masu;
namespace fs = std::filesystem;

namespace {

/// Files by their path below the folder, with what they hold.
using Files = std::map<std::string, std::string>;

/// A run of two models with a checkpoint of an epoch, and the run of one model that is to replace it.
const Files kOld = {{"spec.json", "old"},     {"resume.state", "old"},        {"1-linear/last.pt", "old"},
                    {"2-mlp/last.pt", "old"}, {"2-mlp/epoch-0001.pt", "old"}, {"notes.txt", "mine"}};
const Files kNew = {{"spec.json", "new"}, {"last.pt", "new"}, {"3-cnn1d/best.pt", "new"}};
/// What is in the folder when the second has replaced the first.
const Files kReplaced = {{"spec.json", "new"}, {"last.pt", "new"}, {"3-cnn1d/best.pt", "new"}, {"notes.txt", "mine"}};

void write(const fs::path& folder, const Files& files) {
  for (const auto& [name, text] : files) {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << text;
  }
}

/// Everything in the folder, with a slash at the end of a folder that holds nothing; the run's lock aside.
Files filesIn(const fs::path& folder) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (name == "run.lock") continue;
    if (entry.is_directory() && fs::is_empty(entry.path())) files[name + "/"];
    if (!entry.is_regular_file()) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    files[name] = text.str();
  }
  return files;
}

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
    write(staged() / "new", kNew);
    fs::create_directory(staged() / "old");
    std::string note;
    std::vector<std::pair<fs::path, fs::path>> moves;
    for (const auto& [name, text] : kOld) {
      if (text != "old") continue;
      (note += "-" + name) += '\0';
      moves.emplace_back(run() / name, staged() / "old" / name);
    }
    for (const auto& [name, text] : kNew) {
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
    write(replacement->folder(), kNew);
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
      write(replacement->folder(), kNew);
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
    write(run(), {{"3-cnn1d", "a file where the new run has a folder"}});
    Files before = filesIn(run());
    {
      auto replacement = metrics::RunReplacement::begin(run());
      QVERIFY(replacement.has_value());
      write(replacement->folder(), kNew);
      QVERIFY(!replacement->complete());
      QVERIFY(replacement->isPending());
    }
    QVERIFY(filesIn(run()) == before);
  }

  void aProcessKilledBeforeLeavesTheOldRun() {
    write(run(), kOld);
    write(staged() / "new", kNew);
    QVERIFY(metrics::completeReplacement(run()).has_value());
    QVERIFY(fs::exists(staged() / "new" / "last.pt"));  // only whoever trains in the folder removes it
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
    QVERIFY(metrics::completeReplacement(run() / "3-cnn1d" / "best.pt").has_value());
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

  void whatOthersPutInItsPlaceStays() {
    write(run(), kOld);
    write(staged(), {{"notes.txt", "mine"}, {"new/spec.json", "of a process that was killed"}});
    {
      auto replacement = metrics::RunReplacement::begin(run());
      QVERIFY(replacement.has_value());
      write(replacement->folder(), kNew);
      QVERIFY(replacement->complete().has_value());
    }
    Files expected = kReplaced;
    expected["run.partial/notes.txt"] = "mine";
    QVERIFY(filesIn(run()) == expected);
  }
};

QTEST_GUILESS_MAIN(RunReplacementTest)
#include "run_replacement_test.moc"
