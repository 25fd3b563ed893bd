// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>
#include <random>
#include <set>

#include "core/manifest/check/check_context.h"
#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Assignment;
using store::Split;

namespace {

constexpr std::array kSplits = {Split::unused, Split::train, Split::validation, Split::test};

/// A table whose samples have these groups, and classes where there are any.
std::shared_ptr<FakeDataset> grouped(const std::vector<std::int32_t>& groups,
                                     const std::vector<std::uint16_t>& classes = {}) {
  auto data = fixture::dataset({1, groups.size()});
  data->add("group", table::DType::i32, {}, 16, groups);
  if (!classes.empty()) fixture::addLabels(*data, classes, 3);
  return data;
}

/// Calls use(context) with what checks look at.
template <class Use>
auto within(const FakeDataset& data, const Assignment& assignment, const std::string& groupsKept, const Use& use) {
  Progress progress;
  const JobContext job{{}, progress};
  return use(
      CheckContext{.dataset = data, .assignment = assignment, .scratch = {}, .job = job, .groupsKept = groupsKept});
}

Check groupsOf(const FakeDataset& data, const Assignment& assignment, const std::string& groupsKept = {}) {
  return within(data, assignment, groupsKept, [](const CheckContext& context) {
    const auto check = checkGroups(context);
    if (!check) qFatal("%s", check.error().message.english().c_str());
    return *check;
  });
}

}  // namespace

/// Groups that are in several splits are counted and named, and kept whole where there are enough of them.
class GroupsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// From the definition, of random groups in random splits; with what drawing them whole needs.
  void groupsAcrossSplitsAreCounted() {
    std::mt19937 random(31);
    int across = 0;
    int enoughs = 0;
    for (int round = 0; round < 200; ++round) {
      const std::size_t samples = 1 + random() % 40;
      std::vector<std::int32_t> groups(samples);
      std::vector<std::uint16_t> classes(samples);
      Assignment assignment(samples);
      std::map<std::int32_t, std::set<Split>> sides;
      std::map<std::uint16_t, std::set<std::int32_t>> groupsOfClass;
      std::set<Split> splits;
      for (std::size_t i = 0; i < samples; ++i) {
        groups[i] = static_cast<std::int32_t>(random() % 12);
        classes[i] = static_cast<std::uint16_t>(random() % 3);
        const bool whole = round % 3 == 0;
        assignment[i] = kSplits[(whole ? static_cast<unsigned>(groups[i]) : random()) % kSplits.size()];
        if (assignment[i] == Split::unused) continue;
        sides[groups[i]].insert(assignment[i]);
        groupsOfClass[classes[i]].insert(groups[i]);
        splits.insert(assignment[i]);
      }
      const auto data = grouped(groups, classes);
      const Check check = groupsOf(*data, assignment);
      const auto torn = std::ranges::find_if(sides, [](const auto& each) { return each.second.size() > 1; });
      QCOMPARE(check.passed, torn == sides.end());
      const bool enough =
          std::ranges::all_of(groupsOfClass, [&](const auto& each) { return each.second.size() >= splits.size(); });
      const auto suffice =
          within(*data, assignment, {}, [](const CheckContext& context) { return groupsSuffice(context, "group"); });
      QCOMPARE(suffice.value(), enough);
      if (check.passed) {
        QCOMPARE(check.detail.arguments.at(0).text, std::to_string(sides.size()));
        QVERIFY(!check.remedy.any());
        continue;
      }
      ++across;
      enoughs += enough ? 1 : 0;
      const auto count = std::ranges::count_if(sides, [](const auto& each) { return each.second.size() > 1; });
      QCOMPARE(check.severity, Severity::serious);
      QCOMPARE(check.detail.arguments.at(0).text, std::to_string(count));
      QCOMPARE(check.detail.arguments.at(1).text, std::to_string(sides.size()));
      QCOMPARE(check.remedy.redraw.has_value(), enough);
      if (enough) QCOMPARE(check.remedy.redraw->groupBy, std::string("group"));
    }
    QVERIFY(across > 50 && enoughs > 10 && enoughs < across);
  }

  /// The one of the lowest number: by the name that groups have, or of the recording that a group is.
  void anExampleIsNamed() {
    const Assignment assignment = {Split::train, Split::train, Split::test, Split::train, Split::test};
    const auto data = grouped({0, 2, 2, 1, 1});
    const auto exampleOf = [&] { return groupsOf(*data, assignment).detail.arguments.at(2).text; };
    QCOMPARE(exampleOf(), std::string("1"));
    data->editMeta().sources.resize(3);
    data->editMeta().sources[1].path = "second.wav";
    QCOMPARE(exampleOf(), std::string("second.wav"));
    data->editMeta().groups = {"ann", "bob", "cal"};
    QCOMPARE(exampleOf(), std::string("bob"));
  }

  /// A manifest that was drawn by something else is held to that, too; what is missing is a group of its own.
  void whatItWasDrawnByCounts() {
    const auto data = grouped({0, 0, 1, 1, 2});
    data->add<double>("kept/day", table::DType::f64, {}, 16, {7, 7, 7, 8, std::numeric_limits<double>::quiet_NaN()});
    table::Column& column = data->editMeta().schema.columns.emplace_back();
    column.name = "day";
    column.role = table::Role::kept;
    const Assignment assignment = {Split::train, Split::train, Split::test, Split::test, Split::test};
    QVERIFY(groupsOf(*data, assignment).passed);
    const Check torn = groupsOf(*data, assignment, "day");
    QVERIFY(!torn.passed);
    QCOMPARE(torn.detail.arguments.at(1).text, std::string("3"));
    QCOMPARE(torn.detail.arguments.at(2).text, std::string("7"));
    QCOMPARE(torn.remedy.redraw.value().groupBy, std::string("day"));
    // Groups of the dataset come first.
    QCOMPARE(groupsOf(*data, {Split::train, Split::test, Split::test, Split::test, Split::test}, "day")
                 .remedy.redraw.value()
                 .groupBy,
             std::string("group"));
  }

  void withoutGroupsThereIsNothingToTear() {
    const auto data = fixture::dataset({2, 3});
    const Check check = groupsOf(*data, Assignment(6, Split::train));
    QVERIFY(check.passed);
    QCOMPARE(check.detail.english(), std::string("The dataset has no groups."));
  }

  void aStopEndsIt() {
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    const JobContext job{stop.get_token(), progress};
    const auto data = grouped({0, 1});
    const Assignment assignment(2, Split::train);
    const auto check = checkGroups({.dataset = *data, .assignment = assignment, .scratch = {}, .job = job});
    QVERIFY(!check);
    QCOMPARE(check.error().code, Errc::cancelled);
  }
};

MASU_TEST(GroupsTest)
#include "groups_test.moc"
