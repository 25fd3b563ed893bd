// SPDX-License-Identifier: GPL-3.0-or-later
// The ways to split beside plain ratios: filters, hashes, orders, folds, subsets, groups of any column.
#include <QTest>
#include <cmath>
#include <map>
#include <set>

#include "core/manifest/draw/division.h"
#include "tests/fixtures/manifest_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace fixture;
using masu::manifest::draw;
using masu::manifest::drawFolds;
using masu::manifest::SplitPlan;

namespace {

SplitPlan ratios(double train, double validation, double test) {
  SplitPlan plan;
  plan.ratios = {train, validation, test};
  return plan;
}

/// Ten recordings of 100 samples, a time that runs backwards, and a number that names machines.
std::shared_ptr<FakeDataset> recordings(std::uint64_t sources = 10) {
  auto data = dataset({sources, 100});
  const std::uint64_t samples = data->samples();
  std::vector<float> features(samples * 2);
  for (std::uint64_t i = 0; i < samples; ++i) {
    features[2 * i] = static_cast<float>(samples - i);
    features[2 * i + 1] = static_cast<float>(i / 100 % 5);
  }
  data->add("features", DType::f32, {2}, 512, features);
  data->editMeta().schema.columns.resize(2);
  data->editMeta().schema.columns[0].name = "time";
  data->editMeta().schema.columns[1].name = "machine";
  addLabels(*data, skewedLabels(samples, 4, 1), 4);
  return data;
}

std::uint64_t count(const Assignment& assignment, Split split) {
  return static_cast<std::uint64_t>(std::ranges::count(assignment, split));
}

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

}  // namespace

class WaysTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void excludedSamplesAreUnused();
  void excludedSamplesDoNotCountForShares();
  void badFilterIsASentence();
  void hashMovesNobodyWhenRecordingsJoin();
  void hashOfSamplesMovesNobody();
  void orderOfAColumnIsSortedWithItsGap();
  void orderKeepsEqualValuesTogether();
  void gapsOfEqualValuesAreWhole();
  void everySplitGetsAValueOfItsOwn();
  void fewerValuesThanSplitsAreASentence();
  void anOptionNamesAColumnThatIsNotThere();
  void missingTimesAreUnused();
  void positionsDivideEveryRecording();
  void positionsOutOfOrderGiveTheSame();
  void anyColumnGroups();
  void aColumnThatHasANameOfTheLanguageGroups();
  void foldsAreAPartition();
  void foldsKeepClassShares();
  void foldsKeepTestAndGroups();
  void moreFoldsThanGroupsIsASentence();
  void subsetKeepsClassShares();
  void waysThatExcludeEachOther();
  void plansReadBackAsTheyWereWritten();
  void tablesBeyondTheMemoryAreASentence();
  void groupsThatTakeTurnsAreAllPlacedOrRefused();
  void aStopEndsEveryDivision();
};

void WaysTest::tablesBeyondTheMemoryAreASentence() {
  const auto data = recordings(200);  // 20,000 samples, each with a time of its own
  std::vector<float> twice(data->samples() * 2);
  for (std::size_t i = 0; i < twice.size(); ++i) twice[i] = static_cast<float>(i / 4);
  auto pairs = dataset({200, 100});
  pairs->add("features", DType::f32, {2}, 512, twice);
  SplitPlan byGroup = ratios(0.8, 0.1, 0.1);
  byGroup.byGroup = true;
  byGroup.groupBy = "time";
  SplitPlan byHash = byGroup;
  byHash.byHash = true;
  SplitPlan equal = ratios(0.8, 0.1, 0.1);
  equal.keepEqual = true;
  for (const auto& [plan, of] : {std::pair(byGroup, data), std::pair(byHash, data), std::pair(equal, pairs)}) {
    const auto free = draw(*of, plan);
    QVERIFY2(free, sentence(free).c_str());
    const auto enough = draw(*of, plan, {}, nullptr, nullptr, 16 << 20);
    QVERIFY(enough && *enough == *free);
    const auto tooLittle = draw(*of, plan, {}, nullptr, nullptr, 1 << 20);
    QVERIFY(!tooLittle);
    QCOMPARE(tooLittle.error().code, masu::Errc::outOfMemory);
    QVERIFY2(sentence(tooLittle).find("--memory") != std::string::npos, sentence(tooLittle).c_str());
    const auto since = masu::manifest::setAsideSince(*of, plan, *free, {}, 1 << 20);
    QVERIFY(!since && since.error().code == masu::Errc::outOfMemory);
  }
  byGroup.ratios = {0, 0, 0};
  QVERIFY(drawFolds(*data, byGroup, 3, {}, 16 << 20));
  const auto folds = drawFolds(*data, byGroup, 3, {}, 1 << 20);
  QVERIFY(!folds && folds.error().code == masu::Errc::outOfMemory);
}

/// A table of groups is merged before it is found too large, and no group is left out of it: users that take turns make
/// a cell a sample, and those of the second half come when the table is full.
void WaysTest::groupsThatTakeTurnsAreAllPlacedOrRefused() {
  constexpr std::uint64_t kUsers = 100;
  const auto data = dataset({3, 100'000});
  const std::uint64_t samples = data->samples();
  std::vector<float> users(samples);
  for (std::uint64_t i = 0; i < samples; ++i) {
    users[i] = static_cast<float>(i % kUsers + (i < samples / 2 ? 0 : kUsers));
  }
  data->add("features", DType::f32, {1}, 4096, users);
  data->editMeta().schema.columns.resize(1);
  data->editMeta().schema.columns[0].name = "user";
  SplitPlan plan = ratios(0.8, 0.1, 0.1);
  plan.byGroup = true;
  plan.groupBy = "user";
  const auto free = draw(*data, plan);
  QVERIFY2(free, sentence(free).c_str());
  int placed = 0;
  int refused = 0;
  for (std::uint64_t bytes = 1 << 10; bytes <= 64 << 20; bytes = bytes * 5 / 4) {
    const auto drawn = draw(*data, plan, {}, nullptr, nullptr, bytes);
    if (drawn) {
      QVERIFY2(*drawn == *free, std::to_string(bytes).c_str());
      ++placed;
    } else {
      QCOMPARE(drawn.error().code, masu::Errc::outOfMemory);
      QCOMPARE(placed, 0);  // what fits into less fits into more
      ++refused;
    }
  }
  QVERIFY(placed > 0 && refused > 0);
  QVERIFY(draw(*data, plan, {}, nullptr, nullptr, 1 << 20));  // 200 groups take little
}

/// Also one that comes when a division has begun.
void WaysTest::aStopEndsEveryDivision() {
  using namespace masu::manifest;
  const auto data = recordings();
  const Division halves{{0.5, 0.5}, {Split::train, Split::test}, 1, false};
  auto groups = GroupKeys::open(*data, "machine");
  QVERIFY(groups);
  std::stop_source stop;
  stop.request_stop();
  const SplitKeys byClass{data->find("labels"), nullptr, kAnyMemory, stop.get_token()};
  const SplitKeys byGroup{data->find("labels"), &*groups, kAnyMemory, stop.get_token()};
  Assignment assignment(data->samples(), kUnassigned);
  for (const auto& ended :
       {divideSamples(*data, byClass, halves, assignment), divideGroups(*data, byGroup, halves, assignment),
        divideByHash(*data, byClass, halves, assignment), divideByHash(*data, byGroup, halves, assignment)}) {
    QVERIFY(!ended);
    QCOMPARE(ended.error().code, masu::Errc::cancelled);
  }
  QCOMPARE(assignment, Assignment(data->samples(), kUnassigned));
}

void WaysTest::excludedSamplesAreUnused() {
  const auto data = recordings();
  SplitPlan plan = ratios(0.5, 0.25, 0.25);
  plan.exclude = "machine = 3 or sample < 10";
  plan.rules = {{Split::test, "rec_0"}};
  const auto drawn = draw(*data, plan);
  QVERIFY2(drawn, sentence(drawn).c_str());
  for (std::uint64_t i = 0; i < drawn->size(); ++i) {
    const bool excluded = i / 100 % 5 == 3 || i < 10;
    QCOMPARE((*drawn)[i] == Split::unused, excluded);
    if (!excluded && i < 100) QCOMPARE((*drawn)[i], Split::test);
  }
}

void WaysTest::excludedSamplesDoNotCountForShares() {
  const auto data = recordings();
  SplitPlan plan = ratios(0.8, 0.1, 0.1);
  plan.exclude = "source contains \"rec_1.\"";
  const auto drawn = draw(*data, plan);
  QVERIFY(drawn);
  QCOMPARE(count(*drawn, Split::train), std::uint64_t{720});
  QCOMPARE(count(*drawn, Split::test), std::uint64_t{90});
}

void WaysTest::badFilterIsASentence() {
  SplitPlan plan = ratios(1, 0, 0);
  plan.exclude = "age > 3";
  const auto drawn = draw(*recordings(), plan);
  QVERIFY(!drawn);
  QCOMPARE(drawn.error().code, masu::Errc::notFound);
  QVERIFY(sentence(drawn).find("machine") != std::string::npos);
}

void WaysTest::hashMovesNobodyWhenRecordingsJoin() {
  SplitPlan plan = ratios(0.6, 0.2, 0.2);
  plan.byHash = true;
  plan.byGroup = true;
  plan.groupBy = "source";
  const auto few = draw(*recordings(40), plan);
  const auto more = draw(*recordings(90), plan);
  QVERIFY(few && more);
  QVERIFY(std::equal(few->begin(), few->end(), more->begin()));
  std::set<Split> seen(more->begin(), more->end());
  QCOMPARE(seen.size(), std::size_t{3});
  for (std::size_t i = 0; i < more->size(); ++i) QCOMPARE((*more)[i], (*more)[i / 100 * 100]);
  plan.seed = 1;
  QVERIFY(*draw(*recordings(90), plan) != *more);
}

void WaysTest::hashOfSamplesMovesNobody() {
  SplitPlan plan = ratios(0.6, 0.2, 0.2);
  plan.byHash = true;
  const auto few = draw(*recordings(40), plan);
  const auto more = draw(*recordings(90), plan);
  QVERIFY(few && more);
  QVERIFY(std::equal(few->begin(), few->end(), more->begin()));
  const double share = static_cast<double>(count(*more, Split::train)) / static_cast<double>(more->size());
  QVERIFY(std::abs(share - 0.6) < 4.5 * std::sqrt(0.24 / 9000));
}

void WaysTest::orderOfAColumnIsSortedWithItsGap() {
  const auto data = recordings();
  SplitPlan plan = ratios(0.5, 0.25, 0.25);
  plan.order = "time";
  plan.gap = 20;
  std::vector<masu::manifest::OrderGap> gaps;
  const auto drawn = draw(*data, plan, {}, nullptr, nullptr, masu::manifest::kAnyMemory, &gaps);
  QVERIFY2(drawn, sentence(drawn).c_str());
  QCOMPARE(gaps.size(), std::size_t{2});
  QCOMPARE(gaps[0].before, Split::train);
  QCOMPARE(gaps[0].after, Split::validation);
  QCOMPARE(gaps[0].samples, std::uint64_t{20});
  QCOMPARE(gaps[1].after, Split::test);
  QCOMPARE(gaps[1].samples, std::uint64_t{20});
  // Time runs backwards, so the oldest samples are the last ones: 480 train, 20 unused, 240, 20, 240.
  for (std::uint64_t rank = 0; rank < 1000; ++rank) {
    const Split expected = rank < 480   ? Split::train
                           : rank < 500 ? Split::unused
                           : rank < 740 ? Split::validation
                           : rank < 760 ? Split::unused
                                        : Split::test;
    QCOMPARE((*drawn)[999 - rank], expected);
  }
}

void WaysTest::orderKeepsEqualValuesTogether() {
  const auto data = recordings();
  SplitPlan plan = ratios(0.45, 0.15, 0.4);
  plan.order = "machine";
  const auto drawn = draw(*data, plan);
  QVERIFY2(drawn, sentence(drawn).c_str());
  // Each machine has 200 samples, so that train ends before machine 2, of which it would have a quarter.
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t machine = i / 100 % 5;
    QCOMPARE((*drawn)[i], machine < 2 ? Split::train : machine == 2 ? Split::validation : Split::test);
  }
}

void WaysTest::gapsOfEqualValuesAreWhole() {
  SplitPlan plan = ratios(0.5, 0, 0.5);
  plan.order = "machine";
  plan.gap = 20;
  std::vector<masu::manifest::OrderGap> gaps;
  const auto drawn = draw(*recordings(), plan, {}, nullptr, nullptr, masu::manifest::kAnyMemory, &gaps);
  QVERIFY2(drawn, sentence(drawn).c_str());
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t machine = i / 100 % 5;
    QCOMPARE((*drawn)[i], machine < 2 ? Split::train : machine == 2 ? Split::unused : Split::test);
  }
  QCOMPARE(gaps.size(), std::size_t{1});
  QCOMPARE(gaps[0].samples, static_cast<std::uint64_t>(std::ranges::count(*drawn, Split::unused)));
}

void WaysTest::everySplitGetsAValueOfItsOwn() {
  SplitPlan plan = ratios(0.5, 0.1, 0.4);
  plan.order = "machine";
  const auto drawn = draw(*recordings(), plan);
  QVERIFY2(drawn, sentence(drawn).c_str());
  // Both cuts are nearest to the end of machine 2, which would leave validation empty.
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t machine = i / 100 % 5;
    QCOMPARE((*drawn)[i], machine < 2 ? Split::train : machine == 2 ? Split::validation : Split::test);
  }
}

void WaysTest::fewerValuesThanSplitsAreASentence() {
  const auto data = dataset({1, 100});
  std::vector<float> time(100);
  for (std::size_t i = 0; i < 100; ++i) time[i] = i < 50 ? 1.0F : 2.0F;
  data->add("features", DType::f32, {1}, 64, time);
  data->editMeta().schema.columns.resize(1);
  data->editMeta().schema.columns[0].name = "time";
  SplitPlan plan = ratios(0.5, 0.25, 0.25);
  plan.order = "time";
  const auto drawn = draw(*data, plan);
  QVERIFY(!drawn);
  QCOMPARE(drawn.error().code, masu::Errc::invalidArgument);
  QVERIFY2(sentence(drawn).find("time") != std::string::npos, sentence(drawn).c_str());
}

void WaysTest::anOptionNamesAColumnThatIsNotThere() {
  const auto data = recordings();
  SplitPlan plan = ratios(0.5, 0, 0.5);
  plan.order = "NOPE";
  const auto ordered = draw(*data, plan);
  QVERIFY(!ordered);
  for (const char* part : {"NOPE", "--order", "position", "machine"})
    QVERIFY2(sentence(ordered).find(part) != std::string::npos, sentence(ordered).c_str());
  QVERIFY2(sentence(ordered).find("filter") == std::string::npos, sentence(ordered).c_str());
  plan.order.clear();
  plan.byGroup = true;
  plan.groupBy = "NOPE";
  const auto grouped = draw(*data, plan);
  QVERIFY(!grouped);
  for (const char* part : {"NOPE", "--group", "source", "machine"})
    QVERIFY2(sentence(grouped).find(part) != std::string::npos, sentence(grouped).c_str());
}

void WaysTest::missingTimesAreUnused() {
  const auto data = dataset({1, 100});
  std::vector<float> time(100);
  for (std::size_t i = 0; i < 100; ++i) time[i] = i % 10 == 0 ? std::nanf("") : static_cast<float>(i) - 50;
  data->add("features", DType::f32, {1}, 64, time);
  data->editMeta().schema.columns.resize(1);
  data->editMeta().schema.columns[0].name = "time";
  SplitPlan plan = ratios(0.5, 0, 0.5);
  plan.order = "time";
  const auto drawn = draw(*data, plan);
  QVERIFY(drawn);
  QCOMPARE(count(*drawn, Split::unused), std::uint64_t{10});
  for (std::size_t i = 0; i < 100; ++i) {
    if (i % 10 != 0) QCOMPARE((*drawn)[i], i < 50 ? Split::train : Split::test);
  }
}

void WaysTest::positionsDivideEveryRecording() {
  SplitPlan plan = ratios(0.8, 0.1, 0.1);
  plan.order = "position";
  plan.gap = 5;
  const auto drawn = draw(*recordings(), plan);
  QVERIFY(drawn);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t rank = i % 100;
    const Split expected = rank < 72   ? Split::train
                           : rank < 77 ? Split::unused
                           : rank < 86 ? Split::validation
                           : rank < 91 ? Split::unused
                                       : Split::test;
    QCOMPARE((*drawn)[i], expected);
  }
  plan.gap = 80;
  QVERIFY(!draw(*recordings(), plan));
}

void WaysTest::positionsOutOfOrderGiveTheSame() {
  std::vector<masu::store::Origin> origins(1000);
  std::vector<std::uint32_t> order(1000);
  for (std::uint32_t i = 0; i < 1000; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(3));
  for (std::uint32_t i = 0; i < 1000; ++i) origins[i] = {order[i] / 100, order[i] % 100};
  const auto data = std::make_shared<FakeDataset>(1000);
  data->addOrigins(origins);
  data->editMeta().sources.resize(10);
  SplitPlan plan = ratios(0.7, 0.1, 0.2);
  plan.order = "position";
  plan.gap = 3;
  const auto shuffled = draw(*data, plan);
  const auto straight = draw(*recordings(), plan);
  QVERIFY(shuffled && straight);
  for (std::uint32_t i = 0; i < 1000; ++i) QCOMPARE((*shuffled)[i], (*straight)[order[i]]);
}

void WaysTest::anyColumnGroups() {
  SplitPlan plan = ratios(0.6, 0.2, 0.2);
  plan.byGroup = true;
  plan.groupBy = "machine";
  const auto drawn = draw(*recordings(), plan);
  QVERIFY2(drawn, sentence(drawn).c_str());
  std::map<std::uint64_t, std::set<Split>> sides;
  for (std::uint64_t i = 0; i < drawn->size(); ++i) sides[i / 100 % 5].insert((*drawn)[i]);
  for (const auto& [machine, splits] : sides) QCOMPARE(splits.size(), std::size_t{1});
  QCOMPARE(count(*drawn, Split::train), std::uint64_t{600});
  plan.groupBy = "wheel";
  QVERIFY(!draw(*recordings(), plan));
}

void WaysTest::aColumnThatHasANameOfTheLanguageGroups() {
  QCOMPARE(masu::manifest::nameInPlan("machine"), std::string("machine"));
  const auto named = recordings();
  for (const char* name : {"sample", "source", "position", "label", "group", "split"}) {
    const auto data = recordings();
    data->editMeta().schema.columns[1].name = name;
    SplitPlan plan = ratios(0.4, 0.2, 0.4);
    plan.byGroup = true;
    plan.groupBy = masu::manifest::nameInPlan(name);
    const auto drawn = draw(*data, plan);
    QVERIFY2(drawn, sentence(drawn).c_str());
    SplitPlan expected = plan;
    expected.groupBy = "machine";
    const auto others = draw(*named, expected);
    QVERIFY2(others, sentence(others).c_str());
    QVERIFY2(*drawn == *others, name);
  }
}

void WaysTest::foldsAreAPartition() {
  const auto data = recordings();
  const auto folds = drawFolds(*data, SplitPlan{}, 7);
  QVERIFY2(folds, sentence(folds).c_str());
  std::vector<int> held(data->samples());
  for (unsigned fold = 0; fold < 7; ++fold) {
    const Assignment assignment = folds->assignment(fold);
    const std::uint64_t size = count(assignment, Split::validation);
    QVERIFY(size == 142 || size == 143);
    QCOMPARE(count(assignment, Split::train), 1000 - size);
    for (std::size_t i = 0; i < held.size(); ++i) held[i] += assignment[i] == Split::validation ? 1 : 0;
  }
  QVERIFY(std::ranges::all_of(held, [](int times) { return times == 1; }));
}

void WaysTest::foldsKeepClassShares() {
  const auto data = recordings();
  const auto labels = skewedLabels(1000, 4, 1);
  SplitPlan plan;
  plan.stratify = true;
  const auto folds = drawFolds(*data, plan, 5);
  QVERIFY(folds);
  for (unsigned fold = 0; fold < 5; ++fold) {
    const Assignment assignment = folds->assignment(fold);
    for (std::uint16_t code = 0; code < 4; ++code) {
      double inFold = 0;
      double all = 0;
      for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] != code) continue;
        ++all;
        inFold += assignment[i] == Split::validation ? 1 : 0;
      }
      QVERIFY(std::abs(inFold - all / 5) < 1);
    }
  }
}

void WaysTest::foldsKeepTestAndGroups() {
  SplitPlan plan = ratios(0.8, 0, 0.2);
  plan.byGroup = true;
  plan.groupBy = "source";
  const auto folds = drawFolds(*recordings(), plan, 4);
  QVERIFY2(folds, sentence(folds).c_str());
  const Assignment first = folds->assignment(0);
  QCOMPARE(count(first, Split::test), std::uint64_t{200});
  for (unsigned fold = 0; fold < 4; ++fold) {
    const Assignment assignment = folds->assignment(fold);
    QCOMPARE(count(assignment, Split::validation), std::uint64_t{200});
    for (std::size_t i = 0; i < assignment.size(); ++i) {
      QCOMPARE(assignment[i], assignment[i / 100 * 100]);
      QCOMPARE(assignment[i] == Split::test, first[i] == Split::test);
    }
  }
}

void WaysTest::moreFoldsThanGroupsIsASentence() {
  SplitPlan plan;
  plan.byGroup = true;
  plan.groupBy = "machine";
  const auto folds = drawFolds(*recordings(), plan, 6);
  QVERIFY(!folds);
  QCOMPARE(folds.error().code, masu::Errc::invalidArgument);
  QVERIFY(sentence(folds).find("5 groups for 6 parts") != std::string::npos);
  QVERIFY(drawFolds(*recordings(), plan, 5));
  QVERIFY(!drawFolds(*recordings(), SplitPlan{}, 1));
  QVERIFY(!drawFolds(*recordings(), ratios(0.8, 0.1, 0.1), 3));
}

void WaysTest::subsetKeepsClassShares() {
  const auto labels = skewedLabels(1000, 4, 1);
  SplitPlan plan = ratios(0.5, 0.25, 0.25);
  plan.subset = 0.1;
  const auto drawn = draw(*recordings(), plan);
  QVERIFY(drawn);
  QCOMPARE(1000 - count(*drawn, Split::unused), std::uint64_t{100});
  for (std::uint16_t code = 0; code < 4; ++code) {
    double used = 0;
    double all = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] != code) continue;
      ++all;
      used += (*drawn)[i] == Split::unused ? 0 : 1;
    }
    QVERIFY(std::abs(used - all / 10) < 1);
  }
  plan.subset = 0;
  QVERIFY(!draw(*recordings(), plan));
}

void WaysTest::waysThatExcludeEachOther() {
  SplitPlan plan = ratios(1, 0, 0);
  plan.order = "time";
  plan.byGroup = true;
  QCOMPARE(draw(*recordings(), plan).error().code, masu::Errc::invalidArgument);
  plan = ratios(1, 0, 0);
  plan.byHash = true;
  plan.stratify = true;
  QCOMPARE(draw(*recordings(), plan).error().code, masu::Errc::invalidArgument);
  plan = ratios(1, 0, 0);
  plan.gap = 3;
  QCOMPARE(draw(*recordings(), plan).error().code, masu::Errc::invalidArgument);
}

void WaysTest::plansReadBackAsTheyWereWritten() {
  SplitPlan plan = ratios(0.7, 0.2, 0.1);
  plan.rules = {{Split::test, "rec_0"}, {Split::unused, "\"quoted\"\\.wav$"}};
  plan.stratify = plan.byGroup = plan.byHash = true;
  plan.groupBy = "machine";
  plan.exclude = "machine = 3 or label = \"class 2\"";
  plan.order = "time";
  plan.gap = 12;
  plan.subset = 0.25;
  plan.seed = 0xFEDCBA9876543210ULL;
  for (const SplitPlan& written : {plan, SplitPlan()}) {
    const auto read = masu::manifest::planOf(masu::manifest::describe(written));
    QVERIFY(read);
    QCOMPARE(masu::manifest::describe(*read), masu::manifest::describe(written));
    QCOMPARE(read->seed, written.seed);
    QCOMPARE(read->rules.size(), written.rules.size());
  }
  for (const char* other : {"", "{}", "[1]", R"({"read":"text"})", R"({"ratios":["a",1,2]})", R"({"ratios":[1]})"}) {
    QVERIFY(!masu::manifest::planOf(other));
  }
  QVERIFY(!masu::manifest::planOf(masu::manifest::describeFold(plan, 1, 5)));
  const std::string edited = masu::manifest::editedOrigin(masu::manifest::describe(plan), 7);
  QVERIFY(masu::manifest::editedOrigin(edited, 5).find("\"edited\":12") != std::string::npos);
  QCOMPARE(masu::manifest::planOf(edited)->seed, plan.seed);
}

MASU_TEST(WaysTest)
#include "split_ways_test.moc"
