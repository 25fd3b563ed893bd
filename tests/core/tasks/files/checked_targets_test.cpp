// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/files/checked_targets.h"

#include <QTest>
#include <algorithm>
#include <set>

#include "core/ingest/sources/sources.h"
#include "core/store/format/layout.h"
#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

namespace {

std::set<fs::path> pathsOf(const std::vector<io::OutputTarget>& targets) {
  std::set<fs::path> paths;
  for (const io::OutputTarget& target : targets) paths.insert(target.path);
  return paths;
}

}  // namespace

/// No command replaces what it reads, nor what a dataset is made of or from.
class CheckedTargetsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void everythingThatAPlanReadsIsListed();
  void whatADatasetMayReplaceIsItsOwn();
  void aDatasetIsNotWrittenOver();
  void aSourceIsKnownByWhatIsInIt();
  void whatAHeaderDescribesIsPartOfIt();

 private:
  fs::path path(const std::string& name) const { return m_folder->path(name); }
  /// As imported from two files, which a dataset knows by their content alone.
  void importInto(FakeDataset& dataset) const {
    dataset.lieAt(path("t.h5"));
    for (const char* name : {"a.csv", "b.csv"})
      dataset.editMeta().sources.push_back(ingest::describeSource(path(name), m_folder->root()).value());
  }

  std::unique_ptr<TableFolder> m_folder;
};

void CheckedTargetsTest::everythingThatAPlanReadsIsListed() {
  const fs::path labels = m_folder->write("labels.csv", "key,label\na,1\n");
  const fs::path groups = m_folder->write("groups.csv", "key,group\na,1\n");
  ingest::ImportPlan plan;
  plan.root = m_folder->root();
  plan.options.sources = {path("folder"), path("more.zip")};
  plan.sources = {{"folder/a.wav", 1, 1, "", 0}, {"more.zip/b.wav", 1, 1, "", 0}};
  std::set<fs::path> expected = {path("folder"), path("more.zip"), path("folder/a.wav"), path("more.zip/b.wav")};
  const auto found = [&] {
    const std::vector<fs::path> files = filesRead(plan);
    return std::set<fs::path>(files.begin(), files.end());
  };
  QVERIFY(found() == expected);
  plan.options.recordings.labelFiles = {path("labels.idx")};
  expected.insert(path("labels.idx"));
  QVERIFY(found() == expected);
  plan.options.recordings.labelFrom = "csv:" + labels.string() + "#key,label";
  expected.insert(labels);
  QVERIFY(found() == expected);
  plan.options.recordings.groupFrom = "csv:groups.csv";  // below the root
  expected.insert(groups);
  QVERIFY(found() == expected);
  // Other rules name no file.
  plan.options.recordings.labelFrom = "name:csv:labels.csv";
  plan.options.recordings.groupFrom = "folder";
  expected.erase(labels);
  expected.erase(groups);
  QVERIFY(found() == expected);
}

void CheckedTargetsTest::whatADatasetMayReplaceIsItsOwn() {
  const fs::path file = path("t.h5");
  const std::set<fs::path> always = {file, store::layout::splitsPath(file), store::layout::oldSplitsPath(file)};
  QVERIFY(pathsOf(datasetTargets(file, "--out")) == always);
  std::set<fs::path> expected = always;
  for (const std::size_t part : {0, 7, 499}) {
    expected.insert(store::layout::partPath(file, part));
    m_folder->write(store::layout::partPath(file, part).filename().string(), "x");
  }
  for (const char* other : {"t.csv", "u.part000.h5", "t.part.h5", "t.h5.part000", "t.partabc.h5"})
    m_folder->write(other, "x");
  const auto targets = datasetTargets(file, "--out");
  QVERIFY(pathsOf(targets) == expected);
  QCOMPARE(targets.size(), expected.size());
  QVERIFY(std::ranges::all_of(targets, [](const io::OutputTarget& target) { return target.option == "--out"; }));
  // Of a folder that is not there yet, nothing is.
  QCOMPARE(datasetTargets(path("missing") / "t.h5", "--out").size(), std::size_t{3});
}

void CheckedTargetsTest::aDatasetIsNotWrittenOver() {
  for (const char* name : {"a.csv", "b.csv", "t.h5", "t.splits.h5", "t.edits.h5"}) m_folder->write(name, name);
  FakeDataset dataset(1);
  importInto(dataset);
  for (const fs::path& own : filesOf(dataset)) {
    QVERIFY(fs::exists(own));
    const auto refused = checkTargets(dataset, {{path("new.h5"), "--to"}, {own, "--out"}});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::invalidArgument);
    QVERIFY2(sentenceOf(refused).find("--out") != std::string::npos, sentenceOf(refused).c_str());
  }
  QVERIFY(checkTargets(dataset, {{path("new.h5"), "--out"}}));
  QVERIFY(checkTargets(dataset, {}));
}

void CheckedTargetsTest::aSourceIsKnownByWhatIsInIt() {
  m_folder->write("a.csv", "x,y\n1,2\n");
  m_folder->write("b.csv", "x,y\n3,4\n5,6\n");
  m_folder->write("t.h5", "dataset");
  FakeDataset dataset(1);
  importInto(dataset);
  const auto allowed = [&](const std::string& name) {
    const auto checked = checkTargets(dataset, {{path("new"), "--to"}, {path(name), "--out"}});
    if (!checked && sentenceOf(checked).find(path(name).string()) == std::string::npos) qFatal("another target");
    return checked.has_value();
  };
  QVERIFY(!allowed("a.csv"));
  QVERIFY(!allowed("b.csv"));
  // It may be anywhere by now, under any name.
  fs::create_directory(path("moved"));
  fs::rename(path("b.csv"), path("moved/other.txt"));
  QVERIFY(!allowed("moved/other.txt"));
  QVERIFY(allowed("b.csv"));
  fs::create_symlink(path("a.csv"), path("link.csv"));
  QVERIFY(!allowed("link.csv"));
  // As long, and another; longer; of nothing; a folder.
  m_folder->write("same-length.csv", "x,y\n1,3\n");
  m_folder->write("longer.csv", "x,y\n1,2\n\n");
  m_folder->write("empty.csv", "");
  for (const char* name : {"same-length.csv", "longer.csv", "empty.csv", "moved", "missing.csv"})
    QVERIFY2(allowed(name), name);
}

void CheckedTargetsTest::whatAHeaderDescribesIsPartOfIt() {
  fs::create_directory(path("r"));
  m_folder->write("r/x.hea", "x 1 100 4\nraw.dat 16 200 12 0 0 0 0 lead\n");
  m_folder->write("r/b.vhdr",
                  "Brain Vision Data Exchange Header File Version 1.0\nDataFile=b.eeg\nMarkerFile=m.vmrk\n");
  m_folder->write("t.h5", "dataset");
  FakeDataset dataset(1);
  dataset.lieAt(path("t.h5"));
  for (const char* name : {"r/x.hea", "r/b.vhdr"})
    dataset.editMeta().sources.push_back(ingest::describeSource(path(name), m_folder->root()).value());
  const std::vector<std::string> own = {"r/raw.dat", "r/x.atr", "r/b.eeg", "r/m.vmrk"};
  for (const std::string& name : own) {
    QVERIFY2(checkTargets(dataset, {{path(name), "--out"}}), name.c_str());  // as long as it is not there
    m_folder->write(name, "samples");
    QVERIFY2(!checkTargets(dataset, {{path(name), "--out"}}), name.c_str());
  }
  fs::create_symlink(path("r/raw.dat"), path("link.dat"));
  QVERIFY(!checkTargets(dataset, {{path("link.dat"), "--out"}}));
  // Another recording, the same names elsewhere, and a header that is no source.
  m_folder->write("r/y.dat", "samples");
  m_folder->write("r/w.dat", "samples");
  m_folder->write("raw.dat", "samples");
  m_folder->write("other.dat", "samples");
  m_folder->write("other.hea", "other 1 100 4\nother.dat 16 200 12 0 0 0 0 lead\n");
  for (const char* name : {"r/y.dat", "r/w.dat", "raw.dat", "other.dat"})
    QVERIFY2(checkTargets(dataset, {{path(name), "--out"}}), name);
}

MASU_TEST(CheckedTargetsTest)
#include "checked_targets_test.moc"
