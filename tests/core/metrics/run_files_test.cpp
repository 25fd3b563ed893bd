// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_files.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/metrics/run_spec.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::metrics;
namespace fs = std::filesystem;

/// What `--overwrite` may remove from a folder: the files of runs, and never those of people.
class RunFilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void filesOfRuns_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isRuns");
    for (const char* path :
         {"spec.json", "events.jsonl", "resume.state", "data.json", "recipe.json", "best.pt", "last.pt", "metrics.csv",
          kBoardName, "epoch-0001.pt", "2-cnn1d/last.pt", "2-cnn1d/best.pt", "12-a-b/epoch-0100.pt", "1-/metrics.csv"})
      QTest::newRow(path) << path << true;
    for (const char* path : {"",
                             "notes.txt",
                             "model.pt",
                             "epoch-1",
                             "myepoch-1.pt",
                             "best.pt.bak",
                             "BEST.pt",
                             "cnn1d/last.pt",
                             "-cnn1d/last.pt",
                             "2/last.pt",
                             "2cnn1d/last.pt",
                             "2-cnn1d/notes.txt",
                             "2-cnn1d/spec.json",
                             "2-cnn1d",
                             "runs/2-cnn1d/last.pt",
                             "/last.pt",
                             "../last.pt",
                             "2-cnn1d/../last.pt",
                             "2-a/2-b/last.pt",
                             "2-cnn1d/"})
      QTest::newRow(path) << path << false;
  }
  void filesOfRuns() {
    QFETCH(const QString, path);
    QFETCH(const bool, isRuns);
    QCOMPARE(isRunFile(path.toStdString()), isRuns);
  }

  /// The folder as a run of several models leaves it, with a person's own files among them.
  void aFolderGivesTheFilesOfRunsAlone() {
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    RunSpec spec;
    spec.models = {"cnn1d", "mlp"};
    std::vector<fs::path> expected = {"spec.json"};
    for (const fs::path& model : modelFolders(spec)) expected.push_back(model / "last.pt");
    std::vector<fs::path> all = expected;
    all.insert(all.end(), {"notes.txt", "1-cnn1d/notes.txt", "mine/last.pt"});
    for (const fs::path& file : all) {
      fs::create_directories((root / file).parent_path());
      std::ofstream(root / file) << (file == "spec.json" ? toJson(spec) : "x");
    }
    std::ranges::sort(expected);
    const auto files = runFilesIn(root);
    QVERIFY(files);
    QVERIFY(*files == expected);
    for (const fs::path& file : *files) QVERIFY(isRunFile(file));
  }

  void aLinkedFolderIsNotEntered() {
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    fs::create_directories(root / "elsewhere");
    std::ofstream(root / "elsewhere" / "last.pt") << "x";
    fs::create_directories(root / "run");
    RunSpec spec;
    spec.models = {"mlp", "linear"};
    std::ofstream(root / "run" / "spec.json") << toJson(spec);
    fs::create_directory_symlink(root / "elsewhere", root / "run" / "1-mlp");
    const auto files = runFilesIn(root / "run");
    QVERIFY(files);
    QCOMPARE(*files, std::vector<fs::path>{"spec.json"});
  }

  /// Which folders are the run's is not guessed.
  void aDamagedSpecIsAnError() {
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    std::ofstream(root / "spec.json") << "x";
    QVERIFY(!runFilesIn(root));
  }

  void noFolderHasNoFiles() {
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    const auto files = runFilesIn(root / "missing");
    QVERIFY(files);
    QVERIFY(files->empty());
    std::ofstream(root / "file") << "x";
    QVERIFY(!runFilesIn(root / "file"));
  }
};

MASU_TEST(RunFilesTest)
#include "run_files_test.moc"
