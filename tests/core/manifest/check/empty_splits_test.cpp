// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/manifest/check/check_context.h"
#include "core/manifest/draw/split_plan.h"
#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Assignment;
using store::Split;

class EmptySplitsTest : public QObject {
  Q_OBJECT

  static constexpr Split kTrain = Split::train;
  static constexpr Split kValidation = Split::validation;
  static constexpr Split kTest = Split::test;
  static constexpr Split kUnused = Split::unused;

 private Q_SLOTS:
  void splitsThatHaveSamplesPass() {
    const Check found = check({kTrain, kValidation, kTest, kUnused});
    QVERIFY(found.passed);
    QCOMPARE(found.name, std::string("empty_splits"));
    QVERIFY(found.severity == Severity::fine);
  }

  /// Where nobody knows how the manifest was made, all three are wanted.
  void withoutAnOriginAllAreWanted() {
    for (const auto& origin : {std::optional<std::string>(), std::optional<std::string>("not a plan")}) {
      QCOMPARE(empty(check({kTrain, kTest}, origin)), std::string("validation"));
      QCOMPARE(empty(check({kTrain, kUnused}, origin)), std::string("validation, test"));
      QVERIFY(check({kTrain}, origin).severity == Severity::warning);
    }
  }

  void nobodyTrainsOnNothing() {
    SplitPlan plan;
    plan.ratios = {0, 0.5, 0.5};
    const Check found = check({kValidation, kTest}, describe(plan));
    QCOMPARE(empty(found), std::string("train"));
    QVERIFY(found.severity == Severity::serious);
    QCOMPARE(empty(check({kUnused})), std::string("train, validation, test"));
  }

  void onlyWhatWasAskedForIsWanted() {
    SplitPlan plan;
    plan.ratios = {0.8, 0, 0.2};
    QVERIFY(check({kTrain, kTest}, describe(plan)).passed);
    QCOMPARE(empty(check({kTrain}, describe(plan))), std::string("test"));
    plan.ratios = {1, 0, 0};
    QVERIFY(check({kTrain}, describe(plan)).passed);
    // A rule asks for its split, but one that leaves samples out.
    plan.rules = {{kValidation, "a < 5"}, {kUnused, "a > 9"}};
    QCOMPARE(empty(check({kTrain}, describe(plan))), std::string("validation"));
    QVERIFY(check({kTrain, kValidation}, describe(plan)).passed);
  }

  void foldsAreValidatedOn() {
    SplitPlan plan;
    plan.ratios = {1, 0, 0};
    QCOMPARE(empty(check({kTrain}, describeFold(plan, 1, 5))), std::string("validation"));
    QVERIFY(check({kTrain, kValidation}, describeFold(plan, 1, 5)).passed);
  }

 private:
  static Check check(const Assignment& assignment, const std::optional<std::string>& origin = std::nullopt) {
    const auto data = fixture::dataset({1, assignment.size()});
    Progress progress;
    const JobContext job{{}, progress};
    return checkEmptySplits({.dataset = *data, .assignment = assignment, .scratch = {}, .job = job}, origin);
  }
  /// The splits that are named; what it says where none is.
  static std::string empty(const Check& check) {
    const std::string sentence = check.detail.english();
    const std::string begin = "Splits without any sample: ";
    if (check.passed || !sentence.starts_with(begin)) return sentence;
    return sentence.substr(begin.size(), sentence.size() - begin.size() - 1);
  }
};

MASU_TEST(EmptySplitsTest)
#include "empty_splits_test.moc"
