// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/staged_objects.h"

#include <cstring>

#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;
using store::StagedObject;
using store::StagedObjects;

/// The values of a dataset while it is written.
class StagedObjectsTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 300;

  std::unique_ptr<QTemporaryDir> m_folder;
  Progress m_progress;
  const JobContext m_job{{}, m_progress};

  fs::path folder() const { return m_folder->path().toStdString(); }
  static std::vector<ObjectInfo> objects(Compression compression = Compression::none) {
    return {
        {.name = "features", .dtype = DType::u8, .sampleShape = {2}, .chunkSamples = 64, .compression = compression},
        {.name = "labels", .dtype = DType::u8, .chunkSamples = 100, .compression = compression}};
  }
  static bool writeAll(StagedObjects& staged) {
    const auto features = someValues(DType::u8, kSamples * 2, 1);
    const auto labels = someCodes(DType::u8, kSamples, 2, 2);
    return staged.write(0, 0, features) && staged.write(1, 0, labels);
  }
  static std::vector<std::byte> valuesOf(const StagedObject& object) {
    std::vector<std::byte> values(kSamples * object.info().sampleBytes());
    return object.read(0, values) ? values : std::vector<std::byte>();
  }

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void whatTheFormatHasNoPlaceForIsRefused() {
    StagedObjects staged(folder(), {});
    const auto begun = staged.begin({{.name = "pictures"}});
    QVERIFY(!begun);
    QVERIFY(begun.error().message.english().find("pictures") != std::string::npos);
  }

  void halfASampleIsRefused() {
    StagedObjects staged(folder(), {});
    REQUIRE_OK(staged.begin(objects()));
    QCOMPARE(staged.count(), std::size_t{2});
    const std::vector<std::byte> bytes(3);
    const auto written = staged.write(0, 0, bytes);
    QVERIFY(!written);
    QVERIFY(written.error().code == Errc::internal);
    QVERIFY(written.error().message.english().find("features") != std::string::npos);
  }

  void sealedObjectsAreThoseThatHoldSomething() {
    StagedObjects staged(folder(), {});
    REQUIRE_OK(staged.begin(objects()));
    QVERIFY(writeAll(staged));
    REQUIRE_OK(staged.appendTexts("note", std::vector<std::string>(kSamples, "text")));
    // A sample that nobody wrote is missed.
    QVERIFY(!staged.seal(kSamples + 1));
    const auto sealed = staged.seal(kSamples);
    REQUIRE_OK(sealed);
    QCOMPARE(sealed->size(), std::size_t{4});
    QVERIFY(valuesOf(*(*sealed)[0]) == someValues(DType::u8, kSamples * 2, 1));
    QVERIFY(valuesOf(*(*sealed)[1]) == someCodes(DType::u8, kSamples, 2, 2));
    StagedObjects none(folder(), {});
    REQUIRE_OK(none.begin(objects()));
    QVERIFY(none.seal(0)->empty());
  }

  void widerObjectsHoldTheSameNumbers() {
    StagedObjects staged(folder(), {});
    REQUIRE_OK(staged.begin(objects(Compression::gzip)));
    QVERIFY(writeAll(staged));
    REQUIRE_OK(staged.widen(0, DType::i32, {}));
    const auto sealed = staged.seal(kSamples);
    REQUIRE_OK(sealed);
    const StagedObject& features = *sealed->front();
    QVERIFY(features.info().dtype == DType::i32);
    const auto narrow = someValues(DType::u8, kSamples * 2, 1);
    const auto wide = valuesOf(features);
    QCOMPARE(wide.size(), narrow.size() * 4);
    for (std::size_t i = 0; i < narrow.size(); ++i) {
      std::int32_t number = 0;
      std::memcpy(&number, &wide[4 * i], sizeof(number));
      QCOMPARE(number, std::to_integer<std::int32_t>(narrow[i]));
    }
  }

  void whatARecordNamesIsResumed() {
    for (const Compression compression : {Compression::none, Compression::gzip}) {
      init();
      store::ImportJournal::Entry entry;
      {
        StagedObjects staged(folder(), {});
        REQUIRE_OK(staged.begin(objects(compression)));
        QVERIFY(writeAll(staged));
        const std::uint64_t written[] = {200, 150};
        REQUIRE_OK(staged.note(written, entry));
      }
      QCOMPARE(entry.record.objects.size(), std::size_t{2});
      StagedObjects resumed(folder(), {});
      REQUIRE_OK(resumed.reopen(objects(compression), entry.record, m_job));
      // What the record does not name is written again.
      const auto features = someValues(DType::u8, kSamples * 2, 1);
      const auto labels = someCodes(DType::u8, kSamples, 2, 2);
      REQUIRE_OK(resumed.write(0, 200, std::span(features).subspan(400)));
      REQUIRE_OK(resumed.write(1, 150, std::span(labels).subspan(150)));
      const auto sealed = resumed.seal(kSamples);
      REQUIRE_OK(sealed);
      QVERIFY(valuesOf(*(*sealed)[0]) == features);
      QVERIFY(valuesOf(*(*sealed)[1]) == labels);
    }
  }

  void aRecordOfOtherObjectsIsDamaged() {
    store::ImportJournal::Entry entry;
    StagedObjects staged(folder(), {});
    REQUIRE_OK(staged.begin(objects()));
    QVERIFY(writeAll(staged));
    const std::uint64_t written[] = {200, 150};
    REQUIRE_OK(staged.note(written, entry));
    StagedObjects fewer(folder(), {});
    QVERIFY(fewer.reopen({objects().front()}, entry.record, m_job).error().code == Errc::damaged);
    auto changed = entry.record;
    changed.objects.front().listHash ^= 1;
    StagedObjects other(folder(), {});
    QVERIFY(other.reopen(objects(), changed, m_job).error().code == Errc::damaged);
  }
};

MASU_TEST(StagedObjectsTest)
#include "staged_objects_test.moc"
