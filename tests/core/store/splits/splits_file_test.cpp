// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/splits/splits_file.h"

#include <QScopeGuard>
#include <atomic>
#include <thread>

#include <sys/mount.h>

#include "core/io/file_lock.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;
using store::Assignment;
using store::Split;
using store::SplitsFile;

namespace {

constexpr std::uint64_t kSamples = 50;

Assignment someAssignment(unsigned seed) {
  std::mt19937 random(seed);
  Assignment assignment(kSamples);
  for (Split& split : assignment) split = static_cast<Split>(random() % store::kSplitCount);
  return assignment;
}

std::vector<std::string> namesOf(const SplitsFile& file) {
  std::vector<std::string> names;
  for (const auto& manifest : file.manifests()) names.push_back(manifest.name);
  return names;
}

}  // namespace

class SplitsFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const Content content{{.name = "labels", .dtype = DType::u8}, someCodes(DType::u8, kSamples, 4, 2)};
    REQUIRE_OK(writeDataset(path("F.h5"), {content}, kSamples, wholePieces(1, kSamples), 1));
  }

  void beginsEmpty() { QVERIFY(open()->manifests().empty()); }

  void keepsManifestsAcrossChanges() {
    auto file = open();
    REQUIRE_OK(file);
    REQUIRE_OK(file->write({"default", R"({"seed": 1})", false}, someAssignment(1)));
    REQUIRE_OK(file->write({"a/b %", "{}", false}, someAssignment(2)));
    QCOMPARE(file->write({"", "{}", false}, someAssignment(2)).error().code, Errc::invalidArgument);
    REQUIRE_OK(file->write({"default", R"({"seed": 3})", false}, someAssignment(3)));
    REQUIRE_OK(file->rename("a/b %", "other"));
    REQUIRE_OK(file->write({"gone", "{}", false}, someAssignment(4)));
    REQUIRE_OK(file->remove("gone"));
    for (const auto& seen : {file, open()}) {
      QCOMPARE(namesOf(*seen), (std::vector<std::string>{"default", "other"}));
      QVERIFY(*seen->read("default") == someAssignment(3));
      QVERIFY(*seen->read("other") == someAssignment(2));
      QCOMPARE(seen->find("default")->origin, std::string(R"({"seed": 3})"));
      QCOMPARE(seen->read("gone").error().code, Errc::notFound);
    }
    QCOMPARE(namesIn(folder()), (std::vector<std::string>{"F.h5", "F.splits.h5"}));
  }

  void guardsFrozenManifests() {
    auto file = open();
    REQUIRE_OK(file->write({"kept", "{}", false}, someAssignment(1)));
    REQUIRE_OK(file->freeze("kept"));
    QVERIFY(open()->find("kept")->frozen);
    QCOMPARE(file->write({"kept", "{}", false}, someAssignment(2)).error().code, Errc::permission);
    QCOMPARE(file->remove("kept").error().code, Errc::permission);
    QVERIFY(*open()->read("kept") == someAssignment(1));
  }

  void losesNothingOfWritersThatOpenedTogether() {
    REQUIRE_OK(open()->write({"shared", "{}", false}, someAssignment(1)));
    auto one = open();
    auto other = open();
    REQUIRE_OK(one->write({"one", "{}", false}, someAssignment(2)));
    REQUIRE_OK(other->write({"other", "{}", false}, someAssignment(3)));
    QCOMPARE(namesOf(*other), (std::vector<std::string>{"one", "other", "shared"}));
    REQUIRE_OK(one->freeze("shared"));
    REQUIRE_OK(other->rename("other", "another"));
    QCOMPARE(namesOf(*open()), (std::vector<std::string>{"another", "one", "shared"}));
    QVERIFY(open()->find("shared")->frozen);
    QVERIFY(*open()->read("one") == someAssignment(2));
    QVERIFY(*open()->read("another") == someAssignment(3));
    // Known as unfrozen still, and as a name that was free.
    QCOMPARE(other->write({"shared", "{}", false}, someAssignment(4)).error().code, Errc::permission);
    auto late = open();
    REQUIRE_OK(one->write({"late", "{}", false}, someAssignment(5)));
    QCOMPARE(late->rename("one", "late").error().code, Errc::exists);
  }

  void losesNothingOfThreadsThatWriteAtOnce() {
    constexpr unsigned kWriters = 6;
    constexpr unsigned kRounds = 10;
    std::vector<std::thread> writers;
    std::atomic<unsigned> failures = 0;
    for (unsigned writer = 0; writer < kWriters; ++writer) {
      writers.emplace_back([&, writer] {
        for (unsigned round = 0; round < kRounds; ++round) {
          const std::string name = std::to_string(writer) + "-" + std::to_string(round);
          if (!open()->write({name, "{}", false}, someAssignment(writer))) ++failures;
        }
      });
    }
    for (std::thread& writer : writers) writer.join();
    QCOMPARE(failures.load(), 0U);
    QCOMPARE(open()->manifests().size(), std::size_t(kWriters * kRounds));
    QCOMPARE(namesIn(folder()), (std::vector<std::string>{"F.h5", "F.splits.h5"}));
  }

  void replacesOnlyWhatWasSeen() {
    auto file = open();
    const store::SeenManifest none;
    const store::SeenManifest first{store::hashOf(someAssignment(1))};
    REQUIRE_OK(file->write({"a", "{}", false}, someAssignment(1), none));
    QCOMPARE(file->write({"a", "{}", false}, someAssignment(2), none).error().code, Errc::exists);
    REQUIRE_OK(open()->write({"a", "{}", false}, someAssignment(3)));
    const auto changed = file->write({"a", "{}", false}, someAssignment(2), first);
    QCOMPARE(changed.error().code, Errc::exists);
    QVERIFY(changed.error().message.english().find("changed by another program") != std::string::npos);
    REQUIRE_OK(open()->write({"a", "{}", false}, someAssignment(1)));
    REQUIRE_OK(file->write({"a", "{}", false}, someAssignment(2), first));
    REQUIRE_OK(open()->remove("a"));
    QCOMPARE(file->write({"a", "{}", false}, someAssignment(2), first).error().code, Errc::notFound);
  }

  void refusesADatasetThatWasReplacedMeanwhile() {
    auto file = open();
    const Content content{{.name = "labels", .dtype = DType::u8}, someValues(DType::u8, kSamples + 1, 4)};
    fs::remove(path("F.h5"));
    REQUIRE_OK(writeDataset(path("F.h5"), {content}, kSamples + 1, wholePieces(1, kSamples + 1), 1));
    QVERIFY(!file->write({"a", "{}", false}, someAssignment(1)));
  }

  void waitsForALockOnlySoLong() {
    const auto held = io::FileLock::acquire(path("F.splits.h5"));
    QVERIFY(held);
    const auto other = io::FileLock::acquire(path("F.splits.h5"), std::chrono::milliseconds(20));
    QCOMPARE(other.error().code, Errc::busy);
  }

  void refusesWhatDoesNotFit() {
    auto file = open();
    QCOMPARE(file->write({"short", "{}", false}, Assignment(kSamples - 1)).error().code, Errc::invalidArgument);
    REQUIRE_OK(file->write({"a", "{}", false}, someAssignment(1)));
    REQUIRE_OK(file->write({"b", "{}", false}, someAssignment(2)));
    QCOMPARE(file->rename("a", "b").error().code, Errc::exists);
    QCOMPARE(file->rename("c", "d").error().code, Errc::notFound);
    QCOMPARE(file->write({"long", std::string(100000, 'x'), false}, someAssignment(1)).error().code,
             Errc::invalidArgument);
    QCOMPARE(namesOf(*open()), (std::vector<std::string>{"a", "b"}));
  }

  void reportsAMissingAndAForeignFile() {
    const auto foreign = SplitsFile::open(path("F.h5"), "another uuid", kSamples);
    QVERIFY(!foreign);
    QVERIFY(foreign.error().message.english().find("another dataset") != std::string::npos);
    QVERIFY(!SplitsFile::open(path("F.h5"), someMeta().uuid, kSamples + 1));
    fs::remove(path("F.splits.h5"));
    const auto missing = open();
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, Errc::notFound);
    QVERIFY(missing.error().message.english().find("masu convert") != std::string::npos);
    writeBytes(path("F.splits.h5"), "no HDF5");
    const auto damaged = open();
    QVERIFY(!damaged);
    QCOMPARE(damaged.error().code, Errc::damaged);
    QVERIFY(damaged.error().message.english().find("masu convert") != std::string::npos);
  }

  void changesNothingOfTheDatasetThatACopyWasMadeOf() {
    auto file = open();
    REQUIRE_OK(file->write({"default", "{}", false}, someAssignment(1)));
    fs::copy_file(path("F.h5"), path("G.h5"));
    fs::copy_file(path("F.splits.h5"), path("G.splits.h5"));
    auto copy = SplitsFile::open(path("G.h5"), someMeta().uuid, kSamples);
    REQUIRE_OK(copy);
    const auto written = copy->write({"default", "{}", false}, someAssignment(2));
    QVERIFY(!written);
    QCOMPARE(written.error().code, Errc::exists);
    QVERIFY(!copy->remove("default"));
    QVERIFY(*open()->read("default") == someAssignment(1));
    // Another name of the same file is no copy.
    fs::create_symlink(path("F.h5"), path("L.h5"));
    REQUIRE_OK(SplitsFile::open(path("L.h5"), someMeta().uuid, kSamples)->write({"b", "{}", false}, someAssignment(2)));
    QVERIFY(*open()->read("b") == someAssignment(2));
    // Without the original, its splits are the copy's.
    fs::remove(path("F.h5"));
    REQUIRE_OK(SplitsFile::open(path("G.h5"), someMeta().uuid, kSamples)->write({"c", "{}", false}, someAssignment(3)));
  }

  void survivesAFullDisk() {
    constexpr std::uint64_t kMany = 20'000;
    constexpr std::uint64_t kPage = 4096;
    const fs::path disk = path("disk");
    fs::create_directory(disk);
    if (::mount("masu-test", disk.c_str(), "tmpfs", 0, "size=400k") != 0) QSKIP("mounting needs privileges");
    const auto unmount = qScopeGuard([&] { ::umount2(disk.c_str(), MNT_DETACH); });
    const Content content{{.name = "labels", .dtype = DType::u8}, someCodes(DType::u8, kMany, 4, 2)};
    REQUIRE_OK(writeDataset(disk / "F.h5", {content}, kMany, wholePieces(1, kMany), 1));
    const auto reopened = [&] { return SplitsFile::open(disk / "F.h5", someMeta().uuid, kMany); };
    Assignment first(kMany, Split::train);
    REQUIRE_OK(reopened()->write({"first", "{}", false}, first));
    int refused = 0;
    for (std::uint64_t left = 0; left < 16; ++left) {
      fs::remove(disk / "ballast");
      const std::uint64_t ballast = fs::space(disk).available - left * kPage;
      writeBytes(disk / "ballast", std::string(ballast, 'x'));
      auto file = reopened();
      REQUIRE_OK(file);
      const auto written = file->write({"second", "{}", false}, Assignment(kMany, Split::test));
      if (!written) {
        ++refused;
        QCOMPARE(written.error().code, Errc::noSpace);
      }
      QCOMPARE(namesIn(disk), (std::vector<std::string>{"F.h5", "F.splits.h5", "ballast"}));
      QVERIFY(*reopened()->read("first") == first);
      if (written) break;
    }
    QVERIFY(refused > 3);
  }

  void isFoundByTheLinkAndByTheName() {
    auto file = open();
    REQUIRE_OK(file->write({"default", "{}", false}, someAssignment(1)));
    // Renamed alone, the dataset's link still leads to its splits; renamed together, the name does.
    fs::rename(path("F.h5"), path("G.h5"));
    QVERIFY(*SplitsFile::open(path("G.h5"), someMeta().uuid, kSamples)->read("default") == someAssignment(1));
    fs::rename(path("F.splits.h5"), path("G.splits.h5"));
    QVERIFY(*SplitsFile::open(path("G.h5"), someMeta().uuid, kSamples)->read("default") == someAssignment(1));
  }

 private:
  Result<SplitsFile> open() const { return SplitsFile::open(path("F.h5"), someMeta().uuid, kSamples); }
  fs::path folder() const { return m_folder->path().toStdString(); }
  fs::path path(const std::string& name) const { return folder() / name; }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(SplitsFileTest)
#include "splits_file_test.moc"
