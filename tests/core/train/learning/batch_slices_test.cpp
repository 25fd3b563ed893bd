// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/batch_slices.h"

#include <QTest>
#include <map>
#include <numeric>
#include <string>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

namespace {

constexpr std::uint64_t kMostSlices = 40;

/// A node as the order in which its slices are added, "((0 1) (2 3))".
std::string treeOf(SliceRange node) {
  const auto given = [](SliceRange part) -> Result<std::optional<std::string>> {
    if (part.size() > 1) return std::optional<std::string>();
    return std::optional<std::string>(std::to_string(part.first));
  };
  const auto join = [](const std::string& left, const std::string& right) -> Result<std::string> {
    return "(" + left + " " + right + ")";
  };
  return addedUp<std::string>(node, given, join).value();
}

/// The whole tree from the nodes that each of some ranks has added up by itself.
std::string treeOfRanks(std::uint64_t world, std::uint64_t slices) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> known;
  for (std::uint64_t rank = 0; rank < world; ++rank) {
    for (const SliceRange node : nodesOf(slicesOfRank(rank, world, slices), slices))
      known[{node.first, node.last}] = treeOf(node);
  }
  const auto given = [&](SliceRange part) -> Result<std::optional<std::string>> {
    const auto found = known.find({part.first, part.last});
    if (found != known.end()) return std::optional<std::string>(found->second);
    if (part.size() == 1) return fail(Errc::invalidArgument, "No rank has slice {0}.", {std::to_string(part.first)});
    return std::optional<std::string>();
  };
  const auto join = [](const std::string& left, const std::string& right) -> Result<std::string> {
    return "(" + left + " " + right + ")";
  };
  const auto whole = addedUp<std::string>({0, slices}, given, join);
  return whole ? *whole : whole.error().message.english();
}

}  // namespace

class BatchSlicesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void slicesHoldEverySampleOnceAndNoneAlone() {
    for (std::uint64_t slices = 1; slices <= kMostSlices; ++slices) {
      for (std::uint64_t samples = 1; samples <= 3 * kMostSlices; ++samples) {
        const std::uint64_t there = slicesOf(samples, slices);
        QVERIFY(there >= 1 && there <= slices);
        QVERIFY(there == slices || 2 * (there + 1) > samples);
        std::uint64_t next = 0;
        for (std::uint64_t slice = 0; slice < slices; ++slice) {
          const SampleRange range = samplesOf(slice, samples, slices);
          QCOMPARE(range.first, next);
          next += range.count;
          QCOMPARE(range.count > 0, slice < there);
          if (range.count == 0) continue;
          QVERIFY(range.count == samples / there || range.count == samples / there + 1);
          QVERIFY(range.count > 1 || samples == 1);
        }
        QCOMPARE(next, samples);
      }
    }
  }

  void halvesMeetInTheMiddle() {
    QCOMPARE(treeOf({0, 1}), std::string("0"));
    QCOMPARE(treeOf({0, 4}), std::string("((0 1) (2 3))"));
    QCOMPARE(treeOf({0, 5}), std::string("((0 1) (2 (3 4)))"));
  }

  /// What makes the weights of N processes those of one.
  void ranksAddUpTheTreeOfOne() {
    for (std::uint64_t slices = 1; slices <= kMostSlices; ++slices) {
      for (std::uint64_t world = 1; world <= slices; ++world) {
        QCOMPARE(treeOfRanks(world, slices), treeOf({0, slices}));
        if (slices % world != 0 || (world & (world - 1)) != 0) continue;
        for (std::uint64_t rank = 0; rank < world; ++rank) {
          const SliceRange own = slicesOfRank(rank, world, slices);
          QVERIFY(nodesOf(own, slices) == std::vector<SliceRange>{own});
        }
      }
    }
    QVERIFY(nodesOf({2, 2}, 4).empty());
  }

  void anErrorEndsTheSum() {
    int asked = 0;
    const auto given = [&](SliceRange part) -> Result<std::optional<int>> {
      if (part.size() > 1) return std::optional<int>();
      ++asked;
      if (part.first == 1) return fail(Error::cancelled());
      return std::optional<int>(1);
    };
    const auto join = [](int left, int right) -> Result<int> { return left + right; };
    const auto sum = addedUp<int>({0, 8}, given, join);
    QVERIFY(!sum);
    QCOMPARE(sum.error().code, Errc::cancelled);
    QCOMPARE(asked, 2);
  }

  void aSliceIsABatchOfItsSamples() {
    constexpr std::uint64_t kSamples = 7;
    std::vector<float> features(kSamples * 3);
    std::iota(features.begin(), features.end(), 0.0F);
    std::vector<std::uint64_t> indices(kSamples);
    std::iota(indices.begin(), indices.end(), std::uint64_t{100});
    std::vector<std::int64_t> labels(kSamples);
    std::iota(labels.begin(), labels.end(), std::int64_t{10});
    const std::vector<float> weights(kSamples, 0.5F);
    loader::Batch batch;
    batch.samples = kSamples;
    batch.padding = 2;
    batch.features = features;
    batch.indices = indices;
    batch.labels = labels;
    batch.weights = weights;
    std::vector<float> again;
    for (std::uint64_t slice = 0; slice < 3; ++slice) {
      const SampleRange range = samplesOf(slice, kSamples, 3);
      const loader::Batch part = sliceOf(batch, range);
      QCOMPARE(part.samples, range.count);
      QCOMPARE(part.indices.front(), 100 + range.first);
      QCOMPARE(part.indices.size(), range.count);
      QCOMPARE(part.labels.front(), static_cast<std::int64_t>(10 + range.first));
      QCOMPARE(part.weights.size(), range.count);
      QVERIFY(part.targets.empty() && part.categories.empty() && part.shares.empty() && part.narrow.empty());
      QCOMPARE(part.padding, std::uint64_t{slice == 2 ? 2U : 0U});
      if (slice > 0) QCOMPARE(reinterpret_cast<std::uintptr_t>(part.features.data()) % 64, std::uintptr_t{0});
      again.insert(again.end(), part.features.begin(), part.features.end());
    }
    QCOMPARE(again, features);
  }
};

MASU_TEST(BatchSlicesTest)
#include "batch_slices_test.moc"
