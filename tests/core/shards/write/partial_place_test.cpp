// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/partial_place.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/io/folder_claim.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

class PartialPlaceTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  int m_made = 0;

  /// A folder of its own for each test.
  fs::path fresh() {
    const fs::path path = fs::path(m_folder.path().toStdString()) / std::to_string(++m_made);
    fs::create_directories(path);
    return path;
  }
  /// As a stopped export leaves it beside its output: claimed once, by nobody any more.
  static void leave(const fs::path& folder) {
    fs::create_directories(folder);
    QVERIFY(io::claimFolder(folder).value());
  }
  static void write(const fs::path& file) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "work";
  }

 private Q_SLOTS:
  void everythingIsBelowOneFolder() {
    PartialPlace place("out");
    QCOMPARE(place.folder.parent_path().string(), std::string("out"));
    for (int moved = 0; moved < 2; ++moved) {
      for (const fs::path& path : {place.files, place.journal, place.parts})
        QCOMPARE(path.parent_path().string(), place.folder.string());
      QCOMPARE(place.terms.parent_path().string(), place.parts.string());
      place.moveTo("elsewhere/folder");
      QCOMPARE(place.folder.string(), std::string("elsewhere/folder"));
      QCOMPARE(place.out.string(), std::string("out"));
    }
  }

  void asideIsBesideTheOutput() {
    for (const char* out : {"a/out", "a/out/", "a/./out", "a/b/../out", "a/out/."})
      QCOMPARE(PartialPlace(out).aside().string(), std::string("a/out.partial"));
    for (const char* unnamed : {".", "..", "./", "a/..", "../..", "/"})
      QVERIFY2(PartialPlace(unnamed).aside().empty(), unnamed);
  }

  void unfinishedWorkIsBroughtBack() {
    const PartialPlace place(fresh() / "out");
    leave(place.aside());
    write(place.aside() / "files" / "shard");
    place.takeBack();
    QVERIFY(fs::exists(place.files / "shard"));
    QVERIFY(!fs::exists(place.aside()));
  }

  void finishedWorkIsRemoved() {
    const PartialPlace place(fresh() / "out");
    write(place.out / "index.json");
    leave(place.aside());
    write(place.aside() / "journal");
    place.takeBack();
    QVERIFY(!fs::exists(place.aside()));
    QVERIFY(fs::exists(place.out / "index.json"));
  }

  void whatIsSomebodyElsesStays() {
    const PartialPlace foreign(fresh() / "out");
    leave(foreign.aside());
    write(foreign.aside() / "files" / "shard");
    write(foreign.aside() / "notes.txt");
    foreign.takeBack();
    QVERIFY(fs::exists(foreign.aside() / "files" / "shard") && fs::exists(foreign.aside() / "notes.txt"));
    // A folder that nobody claimed.
    const PartialPlace unclaimed(fresh() / "out");
    write(unclaimed.aside() / "files" / "shard");
    unclaimed.takeBack();
    QVERIFY(fs::exists(unclaimed.aside() / "files" / "shard"));
    // The output has something by now: the work stays where it is.
    const PartialPlace taken(fresh() / "out");
    leave(taken.aside());
    write(taken.aside() / "files" / "shard");
    write(taken.out / "other");
    taken.takeBack();
    QVERIFY(fs::exists(taken.aside() / "files" / "shard") && fs::exists(taken.out / "other"));
  }

  void anOutputIsAFolderOrNotThere() {
    const fs::path folder = fresh();
    QVERIFY(checkIsFolder(folder));
    QVERIFY(checkIsFolder(folder / "absent"));
    write(folder / "file");
    const auto file = checkIsFolder(folder / "file");
    QVERIFY(!file);
    QVERIFY(file.error().code == Errc::invalidArgument);
    QVERIFY(file.error().message.english().find((folder / "file").string()) != std::string::npos);
    QVERIFY(isBusy(folder).code == Errc::busy);
  }

  void theFirstFolderThatIsMissingIsTheTopmost() {
    const fs::path folder = fresh();
    QCOMPARE(firstMissing(folder / "a" / "b" / "c").string(), (folder / "a").string());
    QCOMPARE(firstMissing(folder / "a").string(), (folder / "a").string());
    QVERIFY(firstMissing(folder).empty());
    QVERIFY(firstMissing("/").empty());
    QCOMPARE(firstMissing("no such folder of this test/b").string(), std::string("no such folder of this test"));
  }
};

MASU_TEST(PartialPlaceTest)
#include "partial_place_test.moc"
