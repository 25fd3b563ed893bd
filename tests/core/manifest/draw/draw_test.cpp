// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace fixture;
using masu::manifest::SplitPlan;

namespace {

SplitPlan planOf(std::array<double, 3> ratios, std::uint64_t seed = 0) {
  SplitPlan plan;
  plan.ratios = ratios;
  plan.seed = seed;
  return plan;
}

std::array<double, 3> randomRatios(std::mt19937& random) {
  // Quarters and tenths among them, so that remainders tie.
  const int whole = random() % 2 == 0 ? 100 : 10;
  const int a = static_cast<int>(random() % static_cast<unsigned>(whole + 1));
  const int b = static_cast<int>(random() % static_cast<unsigned>(whole - a + 1));
  return {a / double(whole), b / double(whole), (whole - a - b) / double(whole)};
}

std::array<std::uint64_t, 3> countsWhere(const Assignment& assignment, auto&& predicate) {
  std::array<std::uint64_t, 3> counts{};
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    if (assignment[i] != Split::unused && predicate(i)) ++counts[static_cast<std::size_t>(assignment[i]) - 1];
  }
  return counts;
}

bool nearestToShares(const std::array<std::uint64_t, 3>& counts, const std::array<double, 3>& ratios,
                     std::uint64_t samples) {
  for (std::size_t s = 0; s < 3; ++s) {
    if (std::abs(static_cast<double>(counts[s]) - ratios[s] * static_cast<double>(samples)) >= 1) return false;
    if (ratios[s] == 0 && counts[s] != 0) return false;
  }
  return counts[0] + counts[1] + counts[2] == samples;
}

masu::Errc codeOf(const masu::Result<Assignment>& result) {
  return result ? masu::Errc::internal : result.error().code;
}

}  // namespace

class DrawTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void countsAreExact();
  void everyClassHasItsShareToTheSample();
  void tiesOfSmallClassesBalance();
  void sameSeedSameAnswerOtherSeedOther();
  void drawsEverySampleAlike();
  void groupsStayOnOneSide();
  void groupsComeNearTheSharesOfEveryClass();
  void groupsOfManySizesMeetTheShares();
  void fewGroupsLeaveNoSplitEmpty();
  void rulesComeFirstAndTheFirstWins();
  void withoutRatiosTheRestIsUnused();
  void badPlansAreSentences();
  void planDescribesItself();
};

void DrawTest::countsAreExact() {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const auto data = dataset({1, 1 + random() % 3000});
    const auto ratios = randomRatios(random);
    const auto assignment = draw(*data, planOf(ratios, random()));
    QVERIFY(assignment);
    QVERIFY(nearestToShares(countsWhere(*assignment, [](std::size_t) { return true; }), ratios, data->samples()));
  }
}

void DrawTest::everyClassHasItsShareToTheSample() {
  std::mt19937 random(2);
  for (int round = 0; round < 60; ++round) {
    const std::size_t classes = 1 + random() % 14;
    const auto data = dataset({10, 1 + random() % 500});
    const auto labels = skewedLabels(data->samples(), classes, random());
    addLabels(*data, labels, classes);
    SplitPlan plan = planOf(randomRatios(random), random());
    plan.stratify = true;
    const auto assignment = draw(*data, plan);
    QVERIFY(assignment);
    for (std::size_t c = 0; c < classes; ++c) {
      const auto counts = countsWhere(*assignment, [&](std::size_t i) { return labels[i] == c; });
      const auto size = static_cast<std::uint64_t>(std::count(labels.begin(), labels.end(), c));
      QVERIFY(nearestToShares(counts, plan.ratios, size));
    }
  }
}

void DrawTest::tiesOfSmallClassesBalance() {
  // 1000 classes of 5: each leaves half a sample for validation and half for test.
  const auto data = dataset({1, 5000});
  std::vector<std::uint16_t> labels(5000);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::uint16_t>(i / 5);
  addLabels(*data, labels, 1000);
  SplitPlan plan = planOf({0.8, 0.1, 0.1});
  plan.stratify = true;
  const auto assignment = draw(*data, plan);
  QVERIFY(assignment);
  const auto counts = masu::manifest::countsOf(*assignment);
  QCOMPARE(counts.train, std::uint64_t{4000});
  QCOMPARE(counts.validation, std::uint64_t{500});
  QCOMPARE(counts.test, std::uint64_t{500});
}

void DrawTest::sameSeedSameAnswerOtherSeedOther() {
  const auto data = dataset({50, 40});
  addLabels(*data, skewedLabels(data->samples(), 5, 3), 5);
  std::vector<std::int32_t> groups(data->samples());
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = static_cast<std::int32_t>(i / 40);
  data->add("group", DType::i32, {}, 1000, groups);
  for (const bool stratify : {false, true}) {
    for (const bool byGroup : {false, true}) {
      SplitPlan plan = planOf({0.6, 0.2, 0.2}, 5);
      plan.stratify = stratify;
      plan.byGroup = byGroup;
      const auto one = draw(*data, plan);
      QVERIFY(one);
      QVERIFY(*one == *draw(*data, plan));
      plan.seed = 6;
      QVERIFY(*one != *draw(*data, plan));
    }
  }
}

void DrawTest::drawsEverySampleAlike() {
  // Over many seeds each sample is in test equally often, wherever it stands.
  const auto data = dataset({1, 50});
  std::vector<int> inTest(50);
  constexpr int kSeeds = 4000;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto assignment = draw(*data, planOf({0.7, 0.1, 0.2}, seed));
    for (std::size_t i = 0; i < inTest.size(); ++i) inTest[i] += (*assignment)[i] == Split::test ? 1 : 0;
  }
  const double expected = kSeeds * 0.2;
  const double deviation = std::sqrt(kSeeds * 0.2 * 0.8);
  for (const int count : inTest) QVERIFY(std::abs(count - expected) < 4.5 * deviation);
}

void DrawTest::groupsStayOnOneSide() {
  std::mt19937 random(4);
  for (int round = 0; round < 40; ++round) {
    const auto data = dataset({10, 200});
    const std::uint64_t groupCount = 1 + random() % 60;
    std::vector<std::int32_t> groups(data->samples());
    // Scattered over the dataset, so that no group is a run; negative numbers too.
    for (auto& group : groups) group = static_cast<std::int32_t>(random() % groupCount) - 3;
    data->add("group", DType::i32, {}, 1000, groups);
    addLabels(*data, skewedLabels(data->samples(), 4, random()), 4);
    SplitPlan plan = planOf(randomRatios(random), random());
    plan.byGroup = true;
    plan.stratify = round % 2 == 0;
    const auto assignment = draw(*data, plan);
    QVERIFY(assignment);
    std::map<std::int32_t, std::set<Split>> sides;
    for (std::size_t i = 0; i < groups.size(); ++i) sides[groups[i]].insert((*assignment)[i]);
    for (const auto& [group, splits] : sides) {
      QCOMPARE(splits.size(), std::size_t{1});
      QVERIFY(*splits.begin() != Split::unused);
      QVERIFY(plan.ratios[static_cast<std::size_t>(*splits.begin()) - 1] > 0);
    }
  }
}

void DrawTest::groupsComeNearTheSharesOfEveryClass() {
  const auto data = dataset({400, 30});
  std::mt19937 random(5);
  std::vector<std::int32_t> groups(data->samples());
  std::vector<std::uint16_t> labels(data->samples());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups[i] = static_cast<std::int32_t>(i / 30);
    labels[i] = static_cast<std::uint16_t>(groups[i] % 5 == 0 ? 1 : groups[i] % 17 == 0 ? 2 : random() % 2 * 3);
  }
  data->add("group", DType::i32, {}, 1000, groups);
  addLabels(*data, labels, 4);
  SplitPlan plan = planOf({0.7, 0.15, 0.15}, 9);
  plan.byGroup = true;
  plan.stratify = true;
  const auto assignment = draw(*data, plan);
  QVERIFY(assignment);
  for (std::uint16_t c = 0; c < 4; ++c) {
    const auto counts = countsWhere(*assignment, [&](std::size_t i) { return labels[i] == c; });
    const auto size = static_cast<double>(std::count(labels.begin(), labels.end(), c));
    for (std::size_t s = 0; s < 3; ++s) {
      // A group has 30 samples, so no class can promise to come nearer than one of them.
      QVERIFY(std::abs(static_cast<double>(counts[s]) - plan.ratios[s] * size) <= 30);
    }
  }
}

void DrawTest::groupsOfManySizesMeetTheShares() {
  // 30 groups of 5 to 63 samples, 1020 in all: some always add up to a tenth, which moves of single groups rarely find.
  const auto data = dataset({102, 10});
  std::vector<std::int32_t> groups;
  for (std::int32_t group = 0; group < 30; ++group) groups.insert(groups.end(), 5 + group * 2, group);
  QCOMPARE(groups.size(), std::size_t{1020});
  data->add("group", DType::i32, {}, 1000, groups);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SplitPlan plan = planOf({0.8, 0.1, 0.1}, seed);
    plan.byGroup = true;
    const auto counts = masu::manifest::countsOf(*draw(*data, plan));
    QVERIFY2(counts.validation >= 101 && counts.validation <= 103, std::to_string(counts.validation).c_str());
    QVERIFY2(counts.test >= 101 && counts.test <= 103, std::to_string(counts.test).c_str());
  }
}

void DrawTest::fewGroupsLeaveNoSplitEmpty() {
  const auto data = dataset({6, 500});
  std::vector<std::int32_t> groups(data->samples());
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i] = static_cast<std::int32_t>(i / 500);
  data->add("group", DType::i32, {}, 1000, groups);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SplitPlan plan = planOf({0.8, 0.1, 0.1}, seed);
    plan.byGroup = true;
    const auto counts = masu::manifest::countsOf(*draw(*data, plan));
    QCOMPARE(counts.train, std::uint64_t{2000});
    QCOMPARE(counts.validation, std::uint64_t{500});
    QCOMPARE(counts.test, std::uint64_t{500});
  }
}

void DrawTest::rulesComeFirstAndTheFirstWins() {
  const auto data = dataset({12, 10});
  SplitPlan plan = planOf({0.5, 0.5, 0});
  plan.rules = {{Split::test, "rec_1\\.wav$"}, {Split::unused, "^day1/"}, {Split::train, "rec_1"}};
  const auto assignment = draw(*data, plan);
  QVERIFY(assignment);
  std::uint64_t open = 0, train = 0;
  for (std::uint64_t i = 0; i < data->samples(); ++i) {
    const std::uint64_t source = i / 10;
    if (source == 1) {
      QCOMPARE((*assignment)[i], Split::test);
    } else if (source % 3 == 1) {
      QCOMPARE((*assignment)[i], Split::unused);  // day1, and rec_10 with it
    } else if (source == 11) {
      QCOMPARE((*assignment)[i], Split::train);
    } else {
      ++open;
      train += (*assignment)[i] == Split::train ? 1U : 0U;
    }
  }
  QCOMPARE(open, std::uint64_t{70});
  QCOMPARE(train, std::uint64_t{35});
}

void DrawTest::withoutRatiosTheRestIsUnused() {
  const auto data = dataset({3, 10});
  SplitPlan plan;
  plan.rules = {{Split::test, "rec_2"}};
  const auto counts = masu::manifest::countsOf(*draw(*data, plan));
  QCOMPARE(counts.test, std::uint64_t{10});
  QCOMPARE(counts.unused, std::uint64_t{20});
}

void DrawTest::badPlansAreSentences() {
  const auto data = dataset({3, 10});
  using masu::Errc;
  for (const auto& ratios :
       {std::array{0.8, 0.1, 0.2}, {0.5, 0.0, 0.0}, {1.5, -0.5, 0.0}, {0.5, 0.5, NAN}, {0.0, 0.0, 0.0}}) {
    const auto result = draw(*data, planOf(ratios));
    QCOMPARE(codeOf(result), Errc::invalidArgument);
  }
  // Rules and folds assign samples without any.
  SplitPlan ruled = planOf({0, 0, 0});
  ruled.rules = {{Split::test, "rec_2"}};
  QVERIFY(draw(*data, ruled));
  QVERIFY(drawFolds(*data, planOf({0, 0, 0}), 3));
  QCOMPARE(QString::fromStdString(draw(*data, planOf({0.8, 0.1, 0.2})).error().message.english()),
           QString("The ratios 0.8, 0.1 and 0.2 must be between 0 and 1 and add up to 1, not to 1.1."));
  SplitPlan plan = planOf({1, 0, 0});
  plan.stratify = true;
  QCOMPARE(codeOf(draw(*data, plan)), Errc::invalidArgument);
  plan = planOf({1, 0, 0});
  plan.byGroup = true;
  QCOMPARE(codeOf(draw(*data, plan)), Errc::invalidArgument);
  plan = planOf({1, 0, 0});
  plan.rules = {{Split::test, "rec_("}};
  const auto bad = draw(*data, plan);
  QCOMPARE(codeOf(bad), Errc::invalidArgument);
  QVERIFY(bad.error().message.english().find("rec_(") != std::string::npos);
}

void DrawTest::planDescribesItself() {
  SplitPlan plan = planOf({0.8, 0.1, 0.1}, 3);
  plan.rules = {{Split::test, "a\"b"}};
  plan.byGroup = true;
  const std::string expected = R"({"rules":[{"split":"test","expression":"a\"b"}],"ratios":[0.8,0.1,0.1],)"
                               R"("stratify":false,"by_group":true,"seed":3})";
  QCOMPARE(describe(plan), expected);
}

MASU_TEST(DrawTest)
#include "draw_test.moc"
