// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/manifest/check/check_context.h"
#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Assignment;
using store::Split;

/// Shares of classes, and classes that splits lack, from counts alone.
class ClassesTest : public QObject {
  Q_OBJECT

  /// Samples of each class that are unused, train, validation and test.
  using Counts = std::vector<SplitTally>;

 private Q_SLOTS:
  void equalSharesPass() {
    const ClassChecks checks = check({{7, 800, 100, 100}, {0, 400, 50, 50}});
    QVERIFY(checks.shares.passed && checks.missing.passed);
    QVERIFY(!checks.shares.remedy.any() && !checks.missing.remedy.any());
    QCOMPARE(checks.shares.name, std::string("class_shares"));
    QCOMPARE(checks.missing.name, std::string("missing_classes"));
  }

  /// One per cent, or as much as chance explains of so few samples.
  void sharesMayDifferByChance() {
    QVERIFY(check({{0, 505'000, 0, 495'000}, {0, 495'000, 0, 505'000}}).shares.passed);
    const Check far = check({{0, 530'000, 0, 470'000}, {0, 470'000, 0, 530'000}}).shares;
    QVERIFY(!far.passed);
    QVERIFY(far.severity == Severity::warning);
    QVERIFY(far.remedy.redraw->stratify);
    // Of a hundred samples each, the same shares say nothing.
    QVERIFY(check({{0, 53, 0, 47}, {0, 47, 0, 53}}).shares.passed);
    QVERIFY(check({{0, 5, 0, 0}, {0, 0, 0, 5}}).shares.passed);
    QVERIFY(!check({{0, 50, 0, 0}, {0, 0, 0, 50}}).shares.passed);
  }

  void theFarthestShareIsNamed() {
    // Of all that is used, half is class 0; of train 55 %, of test 20 %.
    const Check found = check({{1000, 5500, 300, 200}, {0, 2250, 350, 400}, {0, 2250, 350, 400}}).shares;
    QVERIFY(!found.passed);
    QVERIFY(found.severity == Severity::serious);
    QCOMPARE(argument(found, 0), std::string("class 0"));
    QCOMPARE(argument(found, 1), std::string("20.0"));
    QCOMPARE(argument(found, 2), std::string(store::name(Split::test)));
    QCOMPARE(argument(found, 3), std::string("50.0"));
  }

  void unusedSamplesDoNotCount() {
    QVERIFY(check({{100'000, 500, 0, 500}, {0, 500, 0, 500}}).shares.passed);
    // A class that nothing is used of is lacked by nobody.
    QVERIFY(check({{50, 0, 0, 0}, {0, 50, 50, 50}}).missing.passed);
  }

  void aClassThatASplitLacksIsNamed() {
    const Check untested = check({{0, 100, 100, 100}, {0, 100, 0, 100}}).missing;
    QVERIFY(!untested.passed);
    QVERIFY(untested.severity == Severity::warning);
    QVERIFY(untested.remedy.redraw->stratify);
    QCOMPARE(untested.detail.english(),
             std::string("Classes that splits lack altogether: 1 in all, such as class 1 (validation)."));
    // What is tested without having been learnt is worse.
    QVERIFY(check({{0, 100, 100, 100}, {0, 0, 100, 100}}).missing.severity == Severity::serious);
    // A split without any sample lacks nothing: empty_splits reports it.
    QVERIFY(check({{0, 100, 0, 100}, {0, 100, 0, 100}}).missing.passed);
  }

  void ofManyThatAreLackedTheFirstAreNamed() {
    Counts counts(20, SplitTally{0, 10, 0, 10});
    counts[0][2] = 10;
    const Check found = check(counts).missing;
    QCOMPARE(argument(found, 0), std::string("19"));
    const std::string sentence = found.detail.english();
    QVERIFY2(sentence.find("class 8 (validation).") != std::string::npos, sentence.c_str());
    QVERIFY(sentence.find("class 9 ") == std::string::npos);
  }

  void samplesAreCountedByClassAndSplit() {
    std::vector<std::uint16_t> codes;
    Assignment assignment;
    Counts expected(3);
    for (std::uint16_t i = 0; i < 1000; ++i) {
      const auto code = static_cast<std::uint16_t>(i * i % 3);
      const auto split = static_cast<Split>(i * 7 % 11 % 4);
      codes.push_back(code);
      assignment.push_back(split);
      ++expected[code][static_cast<std::size_t>(split)];
    }
    const auto data = fixture::dataset({1, codes.size()});
    fixture::addLabels(*data, codes, 3);
    const JobContext job{{}, m_progress};
    const CheckContext context{.dataset = *data, .assignment = assignment, .scratch = {}, .job = job};
    const auto counts = countClasses(context);
    QVERIFY(counts.has_value());
    QVERIFY(*counts == expected);
    QCOMPARE(usedOf((*counts)[0]), expected[0][1] + expected[0][2] + expected[0][3]);
  }

  void withoutClassesThereIsNothingToCount() {
    const auto data = fixture::dataset({1, 10});
    const Assignment assignment(10, Split::train);
    const JobContext job{{}, m_progress};
    const CheckContext context{.dataset = *data, .assignment = assignment, .scratch = {}, .job = job};
    QVERIFY(countClasses(context)->empty());
    const ClassChecks checks = checkClasses(context, {});
    for (const Check* check : {&checks.shares, &checks.missing}) {
      QVERIFY(check->passed);
      QCOMPARE(check->detail.english(), std::string("The dataset has no classes."));
    }
  }

 private:
  /// Of a dataset whose classes have these counts; the samples themselves are not looked at.
  ClassChecks check(const Counts& counts) {
    const auto data = fixture::dataset({1, 1});
    fixture::addLabels(*data, {0}, counts.size());
    const Assignment assignment(1, Split::train);
    const JobContext job{{}, m_progress};
    return checkClasses({.dataset = *data, .assignment = assignment, .scratch = {}, .job = job}, counts);
  }
  static std::string argument(const Check& check, std::size_t place) { return check.detail.arguments.at(place).text; }

  Progress m_progress;
};

MASU_TEST(ClassesTest)
#include "classes_test.moc"
