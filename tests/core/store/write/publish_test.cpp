// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/publish.h"

#include <QTest>
#include <filesystem>

#include <sys/stat.h>

#include "core/store/format/layout.h"
#include "core/store/splits/splits_hdf5.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;
using store::Assignment;
using store::Published;
using store::Split;
using Names = std::vector<std::string>;

namespace {

constexpr std::uint64_t kSamples = 4;
const Assignment kDrawn = {Split::train, Split::test, Split::unused, Split::validation};

Result<void> writeSplits(const fs::path& file, std::uint64_t samples, const std::vector<std::string>& manifests) {
  store::splits::Heading heading{"uuid of before", samples, {}};
  for (const std::string& name : manifests)
    heading.manifests.push_back({.name = name, .origin = "{}", .frozen = name == "frozen"});
  Assignment drawn = kDrawn;
  drawn.resize(samples, Split::test);
  return store::splits::replace(
      file, heading, [&](std::size_t) -> Result<store::splits::Values> { return store::splits::Values{drawn}; });
}

std::uint64_t linksOf(const fs::path& file) {
  return fs::hard_link_count(file);
}

}  // namespace

/// A finished dataset gets its name, and nothing that anybody drew or wrote is lost by it.
class PublishTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    fs::create_directory(path("F.h5.partial"));
    writeBytes(path("F.h5.partial/data"), "new");
  }

  void aNewOneHasItsPartsAndSplits() {
    auto publication = dataset();
    writeBytes(path("F.h5.partial/part"), "values");
    publication.complete.parts = {{path("F.h5.partial/part"), "F.part000.h5"}};
    const auto published = store::publish(publication);
    REQUIRE_OK(published);
    QVERIFY(published->unfrozen.empty());
    QCOMPARE(names(), (Names{"F.h5", "F.part000.h5", "F.splits.h5"}));
    QCOMPARE(bytesOf(path("F.h5")), std::string("new"));
    QCOMPARE(bytesOf(path("F.part000.h5")), std::string("values"));
    const auto heading = store::splits::readHeading(path("F.splits.h5"));
    REQUIRE_OK(heading);
    QCOMPARE(heading->uuid, std::string("uuid of F"));
    QCOMPARE(heading->samples, kSamples);
    QVERIFY(heading->manifests.empty());
  }

  /// As many samples in the same order, such as those of a conversion: manifests and their freezing stay.
  void manifestsOfTheSameSamplesAreKept() {
    REQUIRE_OK(writeSplits(path("other.splits.h5"), kSamples, {"frozen", "mine"}));
    auto publication = dataset();
    publication.splitsFrom = path("other.splits.h5");
    const auto published = store::publish(publication);
    REQUIRE_OK(published);
    QVERIFY(published->unfrozen.empty());
    const auto heading = store::splits::readHeading(path("F.splits.h5"));
    REQUIRE_OK(heading);
    QCOMPARE(heading->uuid, std::string("uuid of F"));
    QCOMPARE(heading->manifests.size(), std::size_t{2});
    QVERIFY(heading->manifests[0].frozen && !heading->manifests[1].frozen);
    for (const char* name : {"frozen", "mine"})
      QVERIFY(store::splits::readAssignment(path("F.splits.h5"), name, kSamples).value() == kDrawn);
  }

  void manifestsOfOtherSamplesAreRefused() {
    REQUIRE_OK(writeSplits(path("other.splits.h5"), kSamples + 1, {"mine"}));
    auto publication = dataset();
    publication.splitsFrom = path("other.splits.h5");
    const auto published = store::publish(publication);
    QVERIFY(!published);
    QVERIFY(published.error().message.english().find("is for 5 samples, not for 4") != std::string::npos);
    QCOMPARE(names(), (Names{"other.splits.h5"}));
  }

  void whatIsAppendedToKeepsFileAndManifests() {
    writeBytes(path("F.h5"), "before");
    REQUIRE_OK(writeSplits(path("F.splits.h5"), kSamples, {"frozen", "mine"}));
    writeBytes(path("F.h5.partial/part"), "values");
    auto publication = dataset();
    publication.complete.parts = {{path("F.h5.partial/part"), "F.part001.h5"}};
    publication.complete.formerName = "F.part000.h5";
    publication.samples = kSamples + 2;
    publication.samplesBefore = kSamples;
    publication.splitsFrom = path("F.splits.h5");
    const auto published = store::publish(publication);
    REQUIRE_OK(published);
    QCOMPARE(published->unfrozen, Names{"frozen"});
    QCOMPARE(names(), (Names{"F.h5", "F.part000.h5", "F.part001.h5", "F.splits.h5"}));
    QCOMPARE(bytesOf(path("F.h5")), std::string("new"));
    QCOMPARE(bytesOf(path("F.part000.h5")), std::string("before"));
    QCOMPARE(linksOf(path("F.part000.h5")), std::uint64_t{1});
    Assignment longer = kDrawn;
    longer.resize(kSamples + 2, Split::unused);
    const auto heading = store::splits::readHeading(path("F.splits.h5"));
    REQUIRE_OK(heading);
    QCOMPARE(heading->samples, kSamples + 2);
    for (const auto& manifest : heading->manifests) {
      QVERIFY(!manifest.frozen);
      QVERIFY(store::splits::readAssignment(path("F.splits.h5"), manifest.name, kSamples + 2).value() == longer);
    }
  }

  void manifestsAreNeverLost() {
    const auto replace = [&](const Names& manifests) {
      fs::create_directory(path("F.h5.partial"));
      writeBytes(path("F.h5.partial/data"), "new");
      fs::remove(path("F.splits.h5"));
      const auto written = writeSplits(path("F.splits.h5"), kSamples, manifests);
      if (!written) return std::string("no splits");
      const fs::path place = store::placeOfReplacedSplits(path("F.h5"));
      auto publication = dataset();
      publication.overwrite = true;
      const auto published = store::publish(publication);
      return published ? place.filename().string() : published.error().message.english();
    };
    const auto firstIn = [&](const char* file) {
      const auto heading = store::splits::readHeading(path(file));
      return heading && !heading->manifests.empty() ? heading->manifests.front().name : std::string();
    };
    // Nobody drew anything yet: nothing to announce, and nothing to keep.
    QCOMPARE(replace({}), std::string());
    QCOMPARE(names(), (Names{"F.h5", "F.splits.h5"}));
    QCOMPARE(replace({"one"}), std::string("F.splits.old.h5"));
    QCOMPARE(replace({"two"}), std::string("F.splits.old2.h5"));
    // One that cannot be read may still be repaired.
    writeBytes(path("F.splits.old.h5"), "damaged");
    QCOMPARE(replace({"three"}), std::string("F.splits.old3.h5"));
    QCOMPARE(replace({}), std::string());
    QVERIFY(!fs::exists(path("F.splits.old4.h5")));
    QCOMPARE(firstIn("F.splits.old2.h5"), std::string("two"));
    QCOMPARE(firstIn("F.splits.old3.h5"), std::string("three"));
    QCOMPARE(bytesOf(path("F.splits.old.h5")), std::string("damaged"));
    QVERIFY(store::splits::readHeading(path("F.splits.h5"))->manifests.empty());
  }

  /// What is in the last place is not lost, either.
  void aDatasetWhoseOldSplitsHaveNoPlaceIsNotReplaced() {
    writeBytes(path("F.h5"), "before");
    REQUIRE_OK(writeSplits(path("F.splits.h5"), kSamples, {"mine"}));
    for (unsigned number = 1; number <= store::layout::kMostOldSplits; ++number)
      writeBytes(store::layout::oldSplitsPath(path("F.h5"), number), "may be repaired");
    const Names before = names();
    auto publication = dataset();
    publication.overwrite = true;
    const auto published = store::publish(publication);
    QVERIFY(!published);
    QCOMPARE(published.error().code, Errc::exists);
    QVERIFY(published.error().message.english().find("F.splits.old99.h5") != std::string::npos);
    QCOMPARE(names(), before);
    QCOMPARE(bytesOf(path("F.h5")), std::string("before"));
    QCOMPARE(bytesOf(path("F.splits.old99.h5")), std::string("may be repaired"));
  }

  void aNameThatIsTakenStaysAsItIs() {
    writeBytes(path("F.h5"), "before");
    REQUIRE_OK(writeSplits(path("F.splits.h5"), kSamples, {"mine"}));
    const std::string drawn = bytesOf(path("F.splits.h5"));
    writeBytes(path("F.h5.partial/part"), "values");
    auto publication = dataset();
    publication.complete.parts = {{path("F.h5.partial/part"), "F.part000.h5"}};
    const auto published = store::publish(publication);
    QVERIFY(!published);
    QCOMPARE(published.error().code, Errc::exists);
    QCOMPARE(names(), (Names{"F.h5", "F.splits.h5"}));
    QCOMPARE(bytesOf(path("F.h5")), std::string("before"));
    QVERIFY(bytesOf(path("F.splits.h5")) == drawn);
    // Nor is a file of another that has the name of a part replaced; what was renamed before it is taken back.
    fs::remove(path("F.h5"));
    writeBytes(path("F.part001.h5"), "mine");
    writeBytes(path("F.h5.partial/second"), "more");
    publication.complete.parts.push_back({path("F.h5.partial/second"), "F.part001.h5"});
    QCOMPARE(store::publish(publication).error().code, Errc::exists);
    QCOMPARE(names(), (Names{"F.part001.h5", "F.splits.h5"}));
    QCOMPARE(bytesOf(path("F.part001.h5")), std::string("mine"));
    QCOMPARE(bytesOf(path("F.h5.partial/part")), std::string("values"));
    QVERIFY(bytesOf(path("F.splits.h5")) == drawn);
  }

  void onlyAFileIsATarget() {
    const auto refused = [&](const char* name, bool overwrite) {
      const auto checked = store::checkTarget(path(name), overwrite);
      return checked ? std::string() : std::string(masu::name(checked.error().code));
    };
    writeBytes(path("G.h5"), "a dataset");
    fs::create_directory(path("folder.h5"));
    QCOMPARE(::mkfifo(path("pipe.h5").c_str(), 0600), 0);
    QCOMPARE(refused("F.h5", false), std::string());
    QCOMPARE(refused("G.h5", false), std::string("exists"));
    QCOMPARE(refused("G.h5", true), std::string());
    for (const bool overwrite : {false, true}) {
      QCOMPARE(refused("folder.h5", overwrite), std::string("invalid_argument"));
      QCOMPARE(refused("pipe.h5", overwrite), std::string("invalid_argument"));
      // There another dataset has its splits; it need not have any yet.
      QCOMPARE(refused("G.splits.h5", overwrite), std::string("invalid_argument"));
      QCOMPARE(refused("none.splits.h5", overwrite), std::string());
    }
  }

 private:
  fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }

  /// Beside the target, but for locks and what is in the making.
  Names names() const {
    Names found = namesIn(m_folder->path().toStdString());
    std::erase_if(found, [](const std::string& name) { return name.ends_with(".lock") || name.ends_with(".partial"); });
    return found;
  }

  store::Publication dataset() const {
    return {.complete = {.file = path("F.h5.partial/data"), .parts = {}, .formerName = {}},
            .target = path("F.h5"),
            .uuid = "uuid of F",
            .samples = kSamples,
            .splitsFrom = {},
            .sync = false};
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(PublishTest)
#include "publish_test.moc"
