// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>

#include "core/store/format/part_list.h"
#include "core/store/write/parts_writing.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;

namespace {

using Plan = std::vector<std::vector<ObjectSlice>>;

std::uint64_t valueBytes(const std::vector<ObjectSlice>& part) {
  std::uint64_t bytes = 0;
  for (const ObjectSlice& slice : part) bytes += slice.info().samples * slice.info().sampleBytes();
  return bytes;
}

}  // namespace

/// How chunks are divided into parts: all of them, in order, none too large, and cut near the same samples.
class PartPlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Objects of one dataset whose chunks are of different lengths.
  void init() {
    m_objects.clear();
    m_folder = std::make_unique<QTemporaryDir>();
  }

  void everyChunkIsInOnePart_data() {
    QTest::addColumn<qulonglong>("samples");
    QTest::addColumn<qulonglong>("partBytes");
    for (const qulonglong samples : {1, 99, 100, 101, 1000, 4321}) {
      for (const qulonglong partBytes : {8000, 12000, 20000, 50000, 1 << 30})
        QTest::addRow("%llu samples, %llu bytes", samples, partBytes) << samples << partBytes;
    }
  }
  void everyChunkIsInOnePart() {
    QFETCH(qulonglong, samples);
    QFETCH(qulonglong, partBytes);
    add("features", {7}, 100, samples);
    add("labels", {}, 333, samples);
    add("weights", {}, 50, samples);
    const Plan plan = planParts(pointers(), partBytes);
    QVERIFY(!plan.empty() && plan.size() <= kMostParts);
    std::map<const StagedObject*, std::uint64_t> next;
    for (const auto& part : plan) {
      QVERIFY(!part.empty());
      for (const ObjectSlice& slice : part) {
        QVERIFY(slice.chunks > 0);
        QCOMPARE(slice.firstChunk, next[slice.part]);
        next[slice.part] += slice.chunks;
        // HDF5 has no chunk shorter than the others of its object but the last one of several.
        const ObjectInfo& whole = slice.part->info();
        QVERIFY(slice.chunks > 1 || whole.chunks() == 1 || slice.info().samples == whole.chunkSamples);
      }
    }
    QCOMPARE(next.size(), m_objects.size());
    for (const auto& [object, chunks] : next) QCOMPARE(chunks, object->info().chunks());
  }

  void partsAreFullButNotTooLarge() {
    add("features", {8}, 100, 100'000);
    constexpr std::uint64_t kPartBytes = 50'000;
    const Plan plan = planParts(pointers(), kPartBytes);
    for (const auto& part : plan) QVERIFY(valueBytes(part) <= kPartBytes);
    // What a file takes beside values is less than a third of so small a part, and a chunk is 800 bytes.
    for (std::size_t i = 0; i + 1 < plan.size(); ++i) QVERIFY(valueBytes(plan[i]) + 800 > kPartBytes * 2 / 3);
    QCOMPARE(planParts(pointers(), 1 << 30).size(), std::size_t{1});
  }

  void aChunkThatIsTooLargeIsAPartOfItsOwn() {
    add("features", {100}, 1000, 5000);
    const Plan plan = planParts(pointers(), 70'000);
    QCOMPARE(plan.size(), std::size_t{5});
    for (const auto& part : plan) QCOMPARE(valueBytes(part), std::uint64_t{100'000});
  }

  /// At each cut, what an object still has begins no earlier than the last chunk of any other that is before the cut.
  void objectsAreCutNearTheSameSamples() {
    add("features", {5}, 64, 10'000);
    add("labels", {}, 500, 10'000);
    add("weights", {}, 77, 10'000);
    const Plan plan = planParts(pointers(), 16'000);
    QVERIFY(plan.size() > 3);
    std::map<const StagedObject*, std::uint64_t> next;
    for (std::size_t part = 0; part + 1 < plan.size(); ++part) {
      for (const ObjectSlice& slice : plan[part]) next[slice.part] = slice.firstChunk + slice.chunks;
      std::uint64_t taken = 0;
      std::uint64_t left = 10'000;
      for (const auto& object : m_objects) {
        const ObjectInfo& info = object->info();
        const std::uint64_t chunks = next[object.get()];
        // The last chunk goes with the one before.
        if (chunks > 0) taken = std::max(taken, (chunks - (chunks == info.chunks() ? 2 : 1)) * info.chunkSamples);
        if (chunks < info.chunks()) left = std::min(left, chunks * info.chunkSamples);
      }
      QVERIFY(taken <= left);
    }
  }

  void thereAreNotTooManyParts() {
    add("features", {1000}, 1, 3000);
    const Plan plan = planParts(pointers(), 5000);
    QVERIFY(plan.size() <= kMostParts);
    QVERIFY(plan.size() > kMostParts / 4);
    const auto [least, most] = std::ranges::minmax(plan, {}, valueBytes);
    QVERIFY(valueBytes(most) <= 2 * valueBytes(plan.front()) && valueBytes(least) > 0);
  }

  void nothingIsOneEmptyPart() {
    const Plan plan = planParts({}, 100'000);
    QCOMPARE(plan.size(), std::size_t{1});
    QVERIFY(plan.front().empty());
  }

 private:
  /// Of bytes that are all 0, held in memory and sealed.
  void add(const char* name, std::vector<std::uint64_t> shape, std::uint64_t chunkSamples, std::uint64_t samples) {
    const ObjectInfo info{
        .name = name, .dtype = table::DType::u8, .sampleShape = std::move(shape), .chunkSamples = chunkSamples};
    auto object = StagedObject::create(m_folder->path().toStdString() + "/" + name, info, 64U << 20U);
    QVERIFY(object);
    QVERIFY((*object)->write(0, std::vector<std::byte>(samples * info.sampleBytes())));
    QVERIFY((*object)->seal(samples));
    m_objects.push_back(std::move(*object));
  }
  std::vector<const StagedObject*> pointers() const {
    std::vector<const StagedObject*> pointers;
    for (const auto& object : m_objects) pointers.push_back(object.get());
    return pointers;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::vector<std::unique_ptr<StagedObject>> m_objects;
};

MASU_TEST(PartPlanTest)
#include "part_plan_test.moc"
