// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/manifest/edit/draft.h"
#include "tests/fixtures/check_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace fixture;

/// What the checks offer against what they find.
class CheckRemediesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalSamplesStayTogether();
  void remediesDoNotUndoEachOther();
  void noRemedyThatDrawsTheSameAgain();
  void remediesDoAwayWithWhatWasFound();
  void remediesAreTriedWithinTheMemory();
  void anOrderThatNoGapPartsGivesWayToRecordings();
};

void CheckRemediesTest::equalSamplesStayTogether() {
  constexpr std::uint64_t kSamples = 3000;
  auto features = repeated(kSamples);
  auto labels = coins(kSamples);
  const auto data = table(kSamples, features, labels);
  SplitPlan plan;
  plan.ratios = {0.7, 0.2, 0.1};
  plan.seed = 4;
  QVERIFY(apart(features, *draw(*data, plan)) > 0);
  plan.keepEqual = true;
  std::optional<Assignment> plain;
  for (const bool stratify : {false, true}) {
    plan.stratify = stratify;
    const Assignment assignment = *draw(*data, plan);
    QCOMPARE(apart(features, assignment), std::size_t(0));
    const auto counts = masu::manifest::countsOf(assignment);
    QCOMPARE(counts.train, std::uint64_t(2100));
    QCOMPARE(counts.validation, std::uint64_t(600));
    QVERIFY(named(checksOf(*data, assignment), "class_shares").passed);
    QVERIFY(*draw(*data, plan) == assignment);
  }
  const auto folds = drawFolds(*data, [&] {
    SplitPlan folded = plan;
    folded.ratios = {};
    return folded;
  }(), 4);
  QVERIFY(folds);
  for (unsigned fold = 0; fold < 4; ++fold) QCOMPARE(apart(features, folds->assignment(fold)), std::size_t(0));
  const Assignment before = *draw(*data, plan);
  plan.seed = 5;
  QVERIFY(*draw(*data, plan) != before);
  plan.byGroup = true;
  QCOMPARE(draw(*data, plan).error().code, masu::Errc::invalidArgument);
}

/// A table with many equal rows, whose shares of classes were kept: what one check offers leaves the others passing.
void CheckRemediesTest::remediesDoNotUndoEachOther() {
  constexpr std::uint64_t kSamples = 3000;
  auto features = repeated(kSamples);
  auto labels = coins(kSamples);
  for (std::uint64_t i = 0; i < kSamples; i += 2) labels[i] = 0;
  const auto data = table(kSamples, features, labels);
  SplitPlan plan;
  plan.ratios = {0.6, 0.3, 0.1};
  Assignment assignment = *draw(*data, plan);
  const Check equal = named(checksOf(*data, assignment, 0, masu::manifest::describe(plan)), "duplicates");
  QVERIFY(equal.remedy.redraw && equal.remedy.redraw->keepEqual);
  plan = masu::manifest::redrawn(plan, *equal.remedy.redraw);
  plan = masu::manifest::redrawn(plan, {.stratify = true});
  // What somebody set aside stays so.
  masu::manifest::SampleSet aside;
  aside.add(100, 50);
  assignment = *draw(*data, plan, {}, &aside);
  QVERIFY(std::all_of(assignment.begin() + 100, assignment.begin() + 150, [](Split s) { return s == Split::unused; }));
  const auto since = masu::manifest::setAsideSince(*data, plan, assignment);
  QCOMPARE(since->size(), std::uint64_t(50));
  QCOMPARE(since->at(0), std::uint64_t(100));
  const auto checks = checksOf(*data, assignment, 0, masu::manifest::describe(plan));
  QVERIFY(named(checks, "duplicates").passed);
  QVERIFY(named(checks, "class_shares").passed);
  const auto counts = masu::manifest::countsOf(assignment);
  QVERIFY(std::abs(static_cast<double>(counts.train) / (kSamples - 50) - 0.6) < 0.002);
}

void CheckRemediesTest::noRemedyThatDrawsTheSameAgain() {
  auto features = noise(3 * 2000);
  for (std::size_t i = 0; i < 1000; ++i) features[3 * i] += 5;
  auto labels = coins(2000);
  std::ranges::sort(labels);
  const auto data = table(2000, features, labels);
  SplitPlan plan;
  plan.ratios = {0.5, 0, 0.5};
  plan.order = "position";
  const Assignment inOrder = *draw(*data, plan);
  for (const auto& origin : {masu::manifest::describe(plan), std::string(R"({"read":"text"})")}) {
    const auto checks = checksOf(*data, inOrder, 0, origin);
    for (const char* name : {"class_shares", "drift", "missing_classes"}) {
      QVERIFY(!named(checks, name).passed);
      QVERIFY2(!named(checks, name).remedy.any(), name);
    }
  }
  SplitPlan random;
  random.ratios = plan.ratios;
  const auto offered = named(checksOf(*data, inOrder, 0, masu::manifest::describe(random)), "class_shares");
  QVERIFY(offered.remedy.redraw && offered.remedy.redraw->stratify);
  random.stratify = true;
  QVERIFY(!named(checksOf(*data, inOrder, 0, masu::manifest::describe(random)), "class_shares").remedy.any());
}

void CheckRemediesTest::remediesDoAwayWithWhatWasFound() {
  // Repeated rows, rows with two labels, and windows that overlap where splits meet.
  auto features = noise(3 * 2000);
  auto labels = coins(2000);
  for (std::size_t i = 0; i < 60; ++i) std::copy_n(features.begin() + 30 + 3 * i, 3, features.begin() + 3003 + 3 * i);
  const auto data = table(2000, features, labels);
  const auto checks = checksOf(*data, halves(2000));
  for (const char* name : {"duplicates", "conflicting_labels"}) {
    const Check found = named(checks, name);
    QVERIFY(!found.passed);
    QVERIFY(!found.remedy.setAside.empty());
    auto draft = masu::manifest::Draft::begin(data, halves(2000));
    QVERIFY(draft && draft->move(found.remedy.setAside, Split::unused));
    const Check after = named(checksOf(*data, draft->assignment()), name);
    QVERIFY2(after.passed, after.detail.english().c_str());
  }
  QCOMPARE(named(checks, "duplicates").severity, Severity::serious);

  const auto recordings = windows(6, 100, 128);
  SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  plan.order = "position";
  auto draft = masu::manifest::Draft::begin(recordings, *draw(*recordings, plan));
  const Check overlaps = named(checksOf(*recordings, draft->assignment()), "overlapping_windows");
  QCOMPARE(overlaps.severity, Severity::serious);
  QVERIFY(draft->move(overlaps.remedy.setAside, Split::unused));
  QVERIFY(named(checksOf(*recordings, draft->assignment()), "overlapping_windows").passed);

  plan = {};
  plan.ratios = {0.6, 0.2, 0.2};
  const Check groups = named(checksOf(*recordings, *draw(*recordings, plan)), "groups_across_splits");
  QVERIFY(groups.remedy.redraw.has_value());
  const auto again = draw(*recordings, masu::manifest::redrawn(plan, *groups.remedy.redraw));
  QVERIFY(again && named(checksOf(*recordings, *again), "groups_across_splits").passed);
}

/// Recordings of four windows, half of each shared with the next: a gap leaves nothing of two of the splits.
void CheckRemediesTest::anOrderThatNoGapPartsGivesWayToRecordings() {
  const auto recordings = windows(12, 4, 128);
  SplitPlan plan;
  plan.ratios = {0.5, 0.3, 0.2};
  plan.order = "position";
  const Assignment assignment = *draw(*recordings, plan);
  const Check found =
      named(checksOf(*recordings, assignment, 0, masu::manifest::describe(plan)), "overlapping_windows");
  QVERIFY(!found.passed);
  QVERIFY(found.remedy.redraw.has_value());
  QCOMPARE(found.remedy.redraw->groupBy, std::string("group"));
  const SplitPlan next = masu::manifest::redrawn(plan, *found.remedy.redraw);
  const Assignment again = *draw(*recordings, next);
  QVERIFY(named(checksOf(*recordings, again, 0, masu::manifest::describe(next)), "overlapping_windows").passed);

  // Where a gap does it, the order stays.
  const auto longer = windows(6, 12, 128);
  const auto checks = checksOf(*longer, *draw(*longer, plan), 0, masu::manifest::describe(plan));
  const Check kept = named(checks, "overlapping_windows");
  QVERIFY(kept.remedy.redraw.has_value());
  QCOMPARE(kept.remedy.redraw->order, std::string("position"));
  QVERIFY(kept.remedy.redraw->gap > 0);
}

/// A gap of three windows leaves nothing of recordings of three, which is found out where the memory holds the two
/// assignments, and not by taking more.
void CheckRemediesTest::remediesAreTriedWithinTheMemory() {
  constexpr std::uint64_t kSamples = 6;
  const auto recordings = windows(2, kSamples / 2, 64);
  addLabels(*recordings, coins(kSamples), 2);
  SplitPlan plan;
  plan.ratios = {0.4, 0.3, 0.3};
  const Assignment assignment = *draw(*recordings, plan);
  const auto offered = [&](std::uint64_t memory) {
    const auto checks = checksOf(*recordings, assignment, memory, masu::manifest::describe(plan));
    return named(checks, "overlapping_windows").remedy.redraw.has_value();
  };
  QVERIFY(!offered(2 * kSamples));
  QVERIFY(offered(2 * kSamples - 1));

  // Equal samples that the memory does not hold: what to do about them is offered all the same.
  constexpr std::uint64_t kRepeated = 3000;
  auto features = repeated(kRepeated);
  auto labels = coins(kRepeated);
  const auto data = table(kRepeated, features, labels);
  const Assignment random = *draw(*data, plan);
  const std::uint64_t memory = 2 * kRepeated + 1000;
  const Check equal = named(checksOf(*data, random, memory, masu::manifest::describe(plan)), "duplicates");
  QVERIFY(equal.remedy.redraw && equal.remedy.redraw->keepEqual);
  const auto again = masu::manifest::redrawn(plan, *equal.remedy.redraw);
  QCOMPARE(draw(*data, again, {}, nullptr, nullptr, memory - 2 * kRepeated).error().code, masu::Errc::outOfMemory);
}

MASU_TEST(CheckRemediesTest)
#include "check_remedies_test.moc"
