// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/runs_folder.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <optional>

#include "core/store/splits/splits_file.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

class RunsFolderTest : public QObject {
  Q_OBJECT

 private:
  fs::path place() const { return fs::path(m_folder->path().toStdString()); }

  static void fill(const fs::path& folder) {
    fs::create_directories(folder / "run-1" / "deep");
    std::ofstream(folder / "run-1" / "deep" / "best.pt") << "weights";
    std::ofstream(folder / "a.txt") << "text";
  }

  std::unique_ptr<QTemporaryDir> m_folder;

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void aFolderThatWasMadeGoesWithWhatIsInIt() {
    fs::path scratch;
    for (const fs::path& named : {fs::path(), place() / "new" / "runs"}) {
      {
        const auto folder = RunsFolder::create(named);
        QVERIFY(folder.has_value());
        QVERIFY(fs::is_directory(folder->path()));
        QVERIFY(named.empty() ? folder->path() != scratch : folder->path() == named);
        scratch = folder->path();
        fill(scratch);
      }
      QVERIFY(!fs::exists(scratch));
    }
  }

  /// One that was there was somebody's: it stays, empty as it was.
  void aFolderThatWasThereStays() {
    {
      const auto folder = RunsFolder::create(place());
      QVERIFY(folder.has_value());
      fill(folder->path());
    }
    QVERIFY(fs::is_directory(place()) && fs::is_empty(place()));
  }

  void whatIsKeptStays() {
    {
      auto folder = RunsFolder::create(place() / "runs");
      QVERIFY(folder.has_value());
      fill(folder->path());
      folder->keep();
      const RunsFolder moved = std::move(*folder);
      QCOMPARE(moved.path(), place() / "runs");
    }
    QVERIFY(fs::exists(place() / "runs" / "run-1" / "deep" / "best.pt"));
  }

  void aFolderThatHoldsSomethingIsRefused() {
    fill(place() / "full");
    for (const fs::path& named : {place() / "full", place() / "full" / "a.txt"}) {
      const auto refused = RunsFolder::create(named);
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, Errc::exists);
      QVERIFY(refused.error().message.english().find(named.string()) != std::string::npos);
    }
    QVERIFY(fs::exists(place() / "full" / "run-1" / "deep" / "best.pt"));
    QVERIFY(!RunsFolder::create(place() / "full" / "a.txt" / "runs"));
    // It is linked, and what it links to is not of the runs.
    {
      const auto folder = RunsFolder::create(place() / "runs");
      QVERIFY(folder.has_value());
      fs::create_directory_symlink(place() / "full", folder->path() / "link");
    }
    QVERIFY(fs::exists(place() / "full" / "a.txt"));
  }

  /// What is drawn over there does not reach the splits of the dataset.
  void aLinkedDatasetHasSplitsOfItsOwn() {
    const auto made = test::makeTable(place() / "a b.h5", 50, store::Compression::none);
    QVERIFY(made && test::split(**made));
    fs::create_directory(place() / "runs");
    const auto link = linkDataset(**made, place() / "runs");
    QVERIFY(link.has_value());
    QCOMPARE(*link, place() / "runs" / "a b.h5");
    const auto linked = store::Dataset::open(*link);
    QVERIFY2(linked, linked ? "" : linked.error().message.english().c_str());
    QCOMPARE((*linked)->uuid(), (*made)->uuid());
    QCOMPARE((*linked)->samples(), std::uint64_t{50});
    auto splits = store::SplitsFile::open(*link, (*made)->uuid(), 50);
    QVERIFY(splits && splits->find("default") != nullptr);
    const auto written = splits->write({"another", "{}", false}, store::Assignment(50, store::Split::train));
    QVERIFY2(written, written ? "" : written.error().message.english().c_str());
    const auto own = store::SplitsFile::open((*made)->path(), (*made)->uuid(), 50);
    QVERIFY(own.has_value());
    QVERIFY(own->find("default") != nullptr && own->find("another") == nullptr);
    // The name is taken now.
    QVERIFY(!linkDataset(**made, place() / "runs"));
  }
};

MASU_TEST(RunsFolderTest)
#include "runs_folder_test.moc"
