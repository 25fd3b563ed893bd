// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/edit/group_tree.h"

#include <QTest>

#include "core/manifest/edit/change_recorder.h"
#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Split;
using table::DType;
using Places = std::vector<std::uint32_t>;

namespace {

/// Twelve samples: sources 0, 0, 0, 1 …, three a source; Bob has the sources 0 and 1 and half of 2, Ann the rest.
std::shared_ptr<FakeDataset> twelveSamples() {
  auto data = fixture::dataset({4, 3});
  data->add("group", DType::i32, {}, 8, std::vector<std::int32_t>{1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0});
  data->editMeta().groups = {"Ann", "Bob"};
  return data;
}

/// Unused, train, validation, test, unused …
store::Assignment turns(std::uint64_t samples) {
  store::Assignment assignment(samples);
  for (std::uint64_t i = 0; i < samples; ++i) assignment[i] = static_cast<Split>(i % 4);
  return assignment;
}

SplitTally sumOf(const SplitTally& a, const SplitTally& b) {
  SplitTally sum = a;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += b[i];
  return sum;
}

std::vector<std::uint64_t> samplesOf(const GroupTree& tree, const Places& children) {
  const SampleSet set = tree.samplesOf(children);
  std::vector<std::uint64_t> samples;
  for (std::uint64_t i = 0; i < set.size(); ++i) samples.push_back(set.at(i));
  return samples;
}

}  // namespace

/// Groups, their recordings, and how many samples of each are in which split.
class GroupTreeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void levelsAreWhatTheDatasetHas() {
    FakeDataset nothing(2);
    QVERIFY(!GroupTree::levelsOf(nothing));
    QVERIFY(!GroupTree::levelsOf(*fixture::dataset({1, 5})));
    const auto sources = GroupTree::levelsOf(*fixture::dataset({2, 5}));
    QVERIFY(sources);
    QCOMPARE(sources->outer + "/" + sources->inner, std::string("source/"));
    const auto both = GroupTree::levelsOf(*twelveSamples());
    QVERIFY(both);
    QCOMPARE(both->outer + "/" + both->inner, std::string("group/source"));
  }

  void childrenAreCountedInTheirGroups() {
    const auto data = twelveSamples();
    const auto tree = GroupTree::build(*data, turns(12), {"group", "source"});
    QVERIFY(tree);
    QCOMPARE(tree->groups().size(), std::size_t{2});
    QCOMPARE(tree->nameOf(tree->groups()[0]), std::string("Bob"));
    QCOMPARE(tree->nameOf(tree->groups()[1]), std::string("Ann"));
    QCOMPARE(tree->groups()[0].children, (Places{0, 1, 2}));
    // The third source is in both groups.
    QCOMPARE(tree->groups()[1].children, (Places{3, 4}));
    QCOMPARE(tree->nameOf(tree->children()[2]), fixture::sourcePath(2));
    QCOMPARE(tree->nameOf(tree->children()[3]), fixture::sourcePath(2));
    QCOMPARE(tree->children()[0].counts, (SplitTally{1, 1, 1, 0}));
    QCOMPARE(tree->children()[2].counts, (SplitTally{0, 0, 1, 0}));
    QCOMPARE(tree->children()[3].counts, (SplitTally{1, 0, 0, 1}));
    QCOMPARE(tree->groups()[0].counts, (SplitTally{2, 2, 2, 1}));
    QCOMPARE(sumOf(tree->groups()[0].counts, tree->groups()[1].counts), (SplitTally{3, 3, 3, 3}));
  }

  void withoutAnInnerLevelAGroupIsItsOnlyChild() {
    const auto data = fixture::dataset({3, 2});
    const auto tree = GroupTree::build(*data, turns(6), {"source", ""});
    QVERIFY(tree);
    QCOMPARE(tree->groups().size(), std::size_t{3});
    for (std::uint32_t i = 0; i < 3; ++i) {
      QCOMPARE(tree->groups()[i].children, Places{i});
      QCOMPARE(tree->nameOf(tree->children()[i]), fixture::sourcePath(i));
      QCOMPARE(tree->children()[i].counts, tree->groups()[i].counts);
    }
  }

  void samplesOfChildrenAreFoundWithoutReading() {
    const auto data = twelveSamples();
    const auto tree = GroupTree::build(*data, turns(12), {"group", "source"});
    QVERIFY(tree);
    data->failAt("group", 0);
    QCOMPARE(samplesOf(*tree, {0}), (std::vector<std::uint64_t>{0, 1, 2}));
    QCOMPARE(samplesOf(*tree, {4, 2}), (std::vector<std::uint64_t>{6, 9, 10, 11}));
    QVERIFY(samplesOf(*tree, {}).empty());
    SampleSet some;
    some.add(1, 2);
    some.add(7);
    some.add(11);
    QCOMPARE(tree->tally(some, turns(12)),
             (std::vector<SplitTally>{{0, 1, 1, 0}, {}, {}, {0, 0, 0, 1}, {0, 0, 0, 1}}));
  }

  /// Counts that follow a change are those of counting again, and taking it back brings the old ones.
  void countsFollowAChangeAndBack() {
    const auto data = twelveSamples();
    const store::Assignment before(12, Split::train);
    auto tree = GroupTree::build(*data, before, {"group", "source"});
    QVERIFY(tree);
    const auto first = tree->children();
    ChangeRecorder recorder(*data, nullptr);
    QVERIFY(recorder.add(2, 6, Split::train, Split::test));
    QVERIFY(recorder.add(9, 1, Split::train, Split::unused));
    const auto change = recorder.finish();
    QVERIFY(change);
    tree->follow(*change, false);
    store::Assignment after = before;
    std::fill(after.begin() + 2, after.begin() + 8, Split::test);
    after[9] = Split::unused;
    const auto again = GroupTree::build(*data, after, {"group", "source"});
    QVERIFY(again);
    for (std::size_t i = 0; i < first.size(); ++i) QCOMPARE(tree->children()[i].counts, again->children()[i].counts);
    for (std::size_t i = 0; i < 2; ++i) QCOMPARE(tree->groups()[i].counts, again->groups()[i].counts);
    tree->follow(*change, true);
    for (std::size_t i = 0; i < first.size(); ++i) QCOMPARE(tree->children()[i].counts, first[i].counts);
  }

  void failuresAreErrors() {
    const auto data = twelveSamples();
    QVERIFY(GroupTree::build(*data, turns(12), {"town", ""}).error().code == Errc::notFound);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(GroupTree::build(*data, turns(12), {"group", ""}, stop.get_token()).error().code == Errc::cancelled);
    data->failAt("origin", 0);
    QVERIFY(!GroupTree::build(*data, turns(12), {"group", "source"}));
  }
};

MASU_TEST(GroupTreeTest)
#include "group_tree_test.moc"
