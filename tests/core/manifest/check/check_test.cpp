// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/check.h"

#include <QTest>
#include <cmath>

#include "tests/fixtures/check_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace fixture;

class CheckTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void soundSplitPassesAllNine();
  void aSplitWithoutSamplesIsFound();
  void sameContentInTwoSplits();
  void passesDoNotMatter();
  void conflictingLabels();
  void columnThatRevealsTheClass();
  void gapsThatRevealOneOfSeveralClasses();
  void gapsOfCategoriesRevealAClass();
  void ofTooManyClassesTheGapsAreLookedAt();
  void driftBetweenSplits();
  void classThatASplitLacks();
  void whatHasNothingToCompareSaysSo();
  void randomWindowsOfOneRecordingLeak();
  void windowsThatShareFramesAreCountedOnBothSides();
  void windowsThatTakeTurnsAreAWarning();
  void noRemedyThatCannotBeDrawn();
  void windowsAtOnePlaceAreKeptTogether();
  void stretchesSideBySidePass();
  void windowsOutOfOrderGiveTheSame();
  void driftOfCategories();
  void noPlaceForScratchIsASentence();
  void gapInOrderKeepsWindowsApart();
  void columnsThatRevealTheValue();
  void aColumnThatVariesLateRevealsTheValueToo();
  void gapsOfOtherColumnsDoNotHideASum();
  void valuesOfEqualSamplesAreMeasured();
  void arraysOfSamplesAreNoWindows();
  void groupsThatItWasDrawnBy();
};

void CheckTest::columnsThatRevealTheValue() {
  constexpr std::uint64_t kSamples = 3000;
  auto features = noise(3 * kSamples);
  const auto found = [&](auto labelOf) {
    std::vector<float> labels(kSamples);
    for (std::uint64_t i = 0; i < kSamples; ++i) labels[i] = labelOf(&features[3 * i]);
    return named(checksOf(*valued(kSamples, features, labels), halves(kSamples)), "label_given_away");
  };
  std::mt19937 random(3);
  const Check chance = found([&](const float* x) { return x[0] + static_cast<float>(random() % 1000); });
  QVERIFY2(chance.passed, chance.detail.english().c_str());
  const Check linear = found([](const float* x) { return 1.609344F * x[1] + 3; });
  QCOMPARE(linear.severity, Severity::serious);
  QCOMPARE(linear.detail.arguments[0].text, std::string("column 1"));
  const Check monotone = found([](const float* x) { return std::exp(3 * x[2]); });
  QCOMPARE(monotone.severity, Severity::serious);
  QCOMPARE(monotone.detail.arguments[0].text, std::string("column 2"));
  QVERIFY(monotone.detail.english().find("scale") != std::string::npos);
  const Check pair = found([](const float* x) { return x[0] + x[2]; });
  QCOMPARE(pair.severity, Severity::serious);
  QCOMPARE(pair.detail.arguments[0].text, std::string("column 0 + column 2"));
  const Check sum = found([](const float* x) { return x[0] - 2 * x[1] + x[2] + 5; });
  QCOMPARE(sum.severity, Severity::serious);
  QCOMPARE(sum.detail.arguments[0].text, std::string("column 0 + column 1 + column 2"));
  QCOMPARE(sum.detail.arguments[2].text, std::to_string(kSamples));
  const Check nearly = found([](const float* x) { return x[0] + x[1] + x[2] + 0.1F * x[0] * x[1]; });
  QVERIFY2(nearly.passed, nearly.detail.english().c_str());
}

/// Rows are taken from everywhere: at the front the third column is the same.
void CheckTest::aColumnThatVariesLateRevealsTheValueToo() {
  constexpr std::uint64_t kSamples = 24'000;
  auto features = noise(3 * kSamples);
  std::vector<float> labels(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    float* x = &features[3 * i];
    if (i < kSamples / 4) x[2] = 0;
    labels[i] = x[0] + x[1] + x[2];
  }
  const Check sum = named(checksOf(*valued(kSamples, features, labels), halves(kSamples)), "label_given_away");
  QCOMPARE(sum.severity, Severity::serious);
  QCOMPARE(sum.detail.arguments[0].text, std::string("column 0 + column 1 + column 2"));
}

/// Of 64 columns 61 lack some values each: hardly a row has all.
void CheckTest::gapsOfOtherColumnsDoNotHideASum() {
  constexpr std::uint64_t kSamples = 4000;
  constexpr std::size_t kColumns = 64;
  auto features = noise(kColumns * kSamples);
  std::mt19937 random(3);
  std::vector<float> labels(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    float* x = &features[kColumns * i];
    labels[i] = x[3] + x[7] - x[20];
    for (std::size_t c = 0; c < kColumns; ++c) {
      if (c != 3 && c != 7 && c != 20 && random() % 11 == 0) x[c] = std::nanf("");
    }
  }
  const Check sum = named(checksOf(*valued(kSamples, features, labels), halves(kSamples)), "label_given_away");
  QCOMPARE(sum.severity, Severity::serious);
  QCOMPARE(sum.detail.arguments[0].text, std::string("column 3 + column 7 + column 20"));
}

void CheckTest::valuesOfEqualSamplesAreMeasured() {
  constexpr std::uint64_t kSamples = 4000;
  std::vector<float> features(3 * kSamples);
  for (std::uint64_t i = 0; i < features.size(); ++i) features[i] = static_cast<float>(i / 3 % 100);
  std::mt19937 random(3);
  const auto found = [&](float scatter) {
    std::vector<float> labels(kSamples);
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      labels[i] = features[3 * i] + scatter * static_cast<float>(random() % 100);
    }
    return named(checksOf(*valued(kSamples, features, labels), halves(kSamples)), "conflicting_labels");
  };
  const Check little = found(0.01F);
  QVERIFY2(little.passed, little.detail.english().c_str());
  QCOMPARE(little.detail.arguments[1].text, std::to_string(kSamples));
  const Check much = found(2);
  QCOMPARE(much.severity, Severity::warning);
  QVERIFY(!much.remedy.any());
}

void CheckTest::arraysOfSamplesAreNoWindows() {
  const auto data = windows(3, 40, 256);
  for (auto& source : data->editMeta().sources) source.records = 40 * 256;
  const auto checks = checksOf(*data, halves(120));
  for (const char* name : {"overlapping_windows", "groups_across_splits"}) {
    QVERIFY2(named(checks, name).passed, named(checks, name).detail.english().c_str());
  }
  QVERIFY(!masu::manifest::usualGroups(*data, 3));
  // With a rate, or a rest that is in no sample, they are windows again.
  data->editMeta().sources[1].records += 7;
  QVERIFY(!named(checksOf(*data, halves(120)), "groups_across_splits").passed);
  QCOMPARE(*masu::manifest::usualGroups(*data, 3), std::string("group"));
  QVERIFY(!masu::manifest::usualGroups(*data, 4));
}

void CheckTest::groupsThatItWasDrawnBy() {
  const auto data = dataset({10, 50});
  std::vector<float> features = noise(500);
  data->add("features", DType::f32, {1}, 64, features);
  SplitPlan plan;
  plan.ratios = {0.6, 0.2, 0.2};
  plan.byGroup = true;
  plan.groupBy = "source";
  Assignment assignment = *draw(*data, plan);
  const std::string origin = masu::manifest::describe(plan);
  const Check whole = named(checksOf(*data, assignment, 0, origin), "groups_across_splits");
  QVERIFY(whole.passed);
  QCOMPARE(whole.detail.arguments, (std::vector<masu::Argument>{"10", "source"}));
  assignment[0] = assignment[0] == Split::test ? Split::train : Split::test;
  const Check torn =
      named(checksOf(*data, assignment, 0, masu::manifest::editedOrigin(origin, 1)), "groups_across_splits");
  QCOMPARE(torn.severity, Severity::serious);
  QCOMPARE(torn.detail.arguments.back().text, sourcePath(0));
  QCOMPARE(torn.remedy.redraw->groupBy, std::string("source"));
}

void CheckTest::soundSplitPassesAllNine() {
  auto features = noise(3 * 2000);
  auto labels = coins(2000);
  SplitPlan plan;
  plan.ratios = {0.5, 0, 0.5};
  const auto checks = checksOf(*table(2000, features, labels), halves(2000), 0, masu::manifest::describe(plan));
  QCOMPARE(checks.size(), std::size_t{9});
  const std::vector<std::string> names = {"duplicates",      "overlapping_windows", "groups_across_splits",
                                          "class_shares",    "label_given_away",    "drift",
                                          "missing_classes", "conflicting_labels",  "empty_splits"};
  for (std::size_t i = 0; i < checks.size(); ++i) {
    QCOMPARE(checks[i].name, names[i]);
    QVERIFY2(checks[i].passed, checks[i].detail.english().c_str());
    QCOMPARE(checks[i].severity, Severity::fine);
    QVERIFY(!checks[i].remedy.any());
    QVERIFY(!checks[i].detail.text.empty() && checks[i].fix.text.empty());
  }
}

void CheckTest::aSplitWithoutSamplesIsFound() {
  auto features = noise(3 * 2000);
  auto labels = coins(2000);
  const auto data = table(2000, features, labels);
  const auto found = [&](const Assignment& assignment, const std::optional<std::string>& origin) {
    return named(checksOf(*data, assignment, 0, origin), "empty_splits");
  };
  SplitPlan plan;
  plan.ratios = {0.5, 0, 0.5};
  QVERIFY(found(halves(2000), masu::manifest::describe(plan)).passed);
  // A rule that matches no source, a fold, lists: the split was to be there.
  plan.rules = {{Split::validation, "nowhere"}};
  const Check ruled = found(halves(2000), masu::manifest::describe(plan));
  QCOMPARE(ruled.severity, Severity::warning);
  QCOMPARE(ruled.detail.english(), std::string("Splits without any sample: validation."));
  QVERIFY(!found(halves(2000), masu::manifest::describeFold({}, 1, 2)).passed);
  QVERIFY(!found(halves(2000), R"({"read":"text"})").passed);
  QVERIFY(!found(halves(2000), std::nullopt).passed);
  const Check none = found(Assignment(2000, Split::unused), masu::manifest::describe(plan));
  QCOMPARE(none.severity, Severity::serious);
  QCOMPARE(none.detail.english(), std::string("Splits without any sample: train, validation, test."));
}

void CheckTest::sameContentInTwoSplits() {
  auto features = noise(3 * 2000);
  auto labels = coins(2000);
  // Samples 10 and 700 are both train; 20 and 901 lie apart.
  std::copy_n(features.begin() + 30, 3, features.begin() + 2100);
  std::copy_n(features.begin() + 60, 3, features.begin() + 2703);
  labels[700] = labels[10];
  labels[901] = labels[20];
  const auto data = table(2000, features, labels);
  Assignment assignment = halves(2000);
  const Check found = named(checksOf(*data, assignment), "duplicates");
  QVERIFY(!found.passed);
  const std::vector<masu::Argument> expected = {"1", "1", "20", "901"};
  QCOMPARE(found.detail.arguments, expected);
  QVERIFY(!found.fix.text.empty());
  assignment[901] = Split::unused;
  QVERIFY(named(checksOf(*data, assignment), "duplicates").passed);
}

void CheckTest::passesDoNotMatter() {
  constexpr std::uint64_t kSamples = 1'500'000;
  std::vector<float> features(3 * kSamples);
  for (std::uint64_t i = 0; i < features.size(); ++i) features[i] = static_cast<float>(i / 3 % 1'000'000);
  auto labels = coins(kSamples);
  const auto data = table(kSamples, features, labels);
  // 16 MiB hold a quarter of the prints; a gigabyte holds them all.
  const auto tight = checksOf(*data, halves(kSamples), 1);
  const auto wide = checksOf(*data, halves(kSamples), std::uint64_t{1} << 30U);
  QCOMPARE(tight.size(), std::size_t{9});
  for (const char* name : {"duplicates", "conflicting_labels"}) {
    const auto a = named(tight, name).detail.arguments;
    const auto b = named(wide, name).detail.arguments;
    // The example is whichever comes first.
    QCOMPARE(a.front(), b.front());
    QCOMPARE(a.size() > 1 ? a[1] : masu::Argument(), b.size() > 1 ? b[1] : masu::Argument());
  }
}

void CheckTest::conflictingLabels() {
  auto features = noise(3 * 500);
  auto labels = coins(500);
  std::copy_n(features.begin() + 30, 3, features.begin() + 60);
  labels[10] = 0;
  labels[20] = 1;
  const Check found = named(checksOf(*table(500, features, labels), halves(500)), "conflicting_labels");
  QVERIFY(!found.passed);
  const std::vector<masu::Argument> expected = {"1", "2", "10", "20"};
  QCOMPARE(found.detail.arguments, expected);
}

void CheckTest::columnThatRevealsTheClass() {
  auto features = noise(3 * 1000);
  auto labels = coins(1000);
  for (std::size_t i = 0; i < 1000; ++i) features[3 * i + 1] = labels[i] == 0 ? -1.0F : 1.0F;
  const Check found = named(checksOf(*table(1000, features, labels), halves(1000)), "label_given_away");
  QVERIFY(!found.passed);
  QCOMPARE(found.detail.arguments.front().text, std::string("column 1"));
}

/// The values of the column say nothing, and of four classes only one is known by its gaps.
void CheckTest::gapsThatRevealOneOfSeveralClasses() {
  constexpr std::uint64_t kSamples = 2000;
  std::mt19937 random(3);
  std::vector<std::uint16_t> labels(kSamples);
  for (auto& label : labels) label = static_cast<std::uint16_t>(random() % 4);
  const auto found = [&](auto isMissing) {
    auto features = noise(3 * kSamples);
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      if (isMissing(i)) features[3 * i + 1] = std::nanf("");
    }
    const auto data = table(kSamples, features, labels);
    data->editMeta().classes = {"ash", "beech", "oak", "pine"};
    return named(checksOf(*data, halves(kSamples)), "label_given_away");
  };
  const auto oaks = std::to_string(std::ranges::count(labels, 2));
  const auto others = std::to_string(kSamples - std::ranges::count(labels, 2));
  const Check lacking = found([&](std::uint64_t i) { return labels[i] == 2; });
  QCOMPARE(lacking.severity, Severity::serious);
  QCOMPARE(lacking.detail.english(), "The column column 1 gives the class oak away by its gaps: it is missing in " +
                                         oaks + " of " + oaks + " samples of that class, and in 0 of " + others +
                                         " others.");
  const Check alone = found([&](std::uint64_t i) { return labels[i] != 2; });
  QCOMPARE(alone.severity, Severity::serious);
  QCOMPARE(alone.detail.english(), "The column column 1 gives the class oak away by its gaps: it has a value in " +
                                       oaks + " of " + oaks + " samples of that class, and in 0 of " + others +
                                       " others.");
  const Check nearly = found([&](std::uint64_t i) { return labels[i] == 2 && i % 50 != 0; });
  QVERIFY2(nearly.detail.english().find("oak") != std::string::npos, nearly.detail.english().c_str());
  const Check often = found([&](std::uint64_t i) { return labels[i] == 2 && i % 4 != 0; });
  QVERIFY2(often.passed, often.detail.english().c_str());
  const Check chance = found([&](std::uint64_t) { return random() % 3 == 0; });
  QVERIFY2(chance.passed, chance.detail.english().c_str());
}

void CheckTest::gapsOfCategoriesRevealAClass() {
  constexpr std::uint64_t kSamples = 2000;
  std::mt19937 random(4);
  std::vector<std::uint16_t> labels(kSamples);
  std::vector<std::uint8_t> codes(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    labels[i] = static_cast<std::uint16_t>(random() % 3);
    codes[i] = labels[i] == 0 ? 0 : static_cast<std::uint8_t>(1 + random() % 3);
  }
  auto features = noise(3 * kSamples);
  const auto data = table(kSamples, features, labels);
  data->editMeta().classes = {"class 0", "class 1", "class 2"};
  auto& column = data->editMeta().schema.columns.emplace_back();
  column.name = "trade";
  column.role = masu::table::Role::category;
  column.dictionary = {"smith", "baker", "miller"};
  data->add("categories", DType::u8, {1}, 128, codes);
  const Check found = named(checksOf(*data, halves(kSamples)), "label_given_away");
  QVERIFY2(found.detail.english().starts_with("The column trade gives the class class 0 away by its gaps"),
           found.detail.english().c_str());
}

/// Their values are not compared with so many classes, which is said.
void CheckTest::ofTooManyClassesTheGapsAreLookedAt() {
  constexpr std::uint64_t kSamples = 6000;
  auto features = noise(3 * kSamples);
  std::vector<std::uint16_t> labels(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) labels[i] = static_cast<std::uint16_t>(i / 2 % 300);
  const auto found = [&] {
    const auto data = table(kSamples, features, labels);
    data->editMeta().classes.clear();
    for (int c = 0; c < 300; ++c) data->editMeta().classes.push_back("class " + std::to_string(c));
    return named(checksOf(*data, halves(kSamples)), "label_given_away");
  };
  const Check none = found();
  QVERIFY2(none.passed && none.detail.english().find("Of 3 columns") != std::string::npos,
           none.detail.english().c_str());
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    if (labels[i] == 7) features[3 * i + 2] = std::nanf("");
  }
  const Check gaps = found();
  QVERIFY2(gaps.detail.english().starts_with("The column column 2 gives the class class 7 away by its gaps"),
           gaps.detail.english().c_str());
}

void CheckTest::driftBetweenSplits() {
  auto features = noise(3 * 2000);
  auto labels = coins(2000);
  for (std::size_t i = 1; i < 2000; i += 2) features[3 * i + 2] += 0.5F;
  const Check found = named(checksOf(*table(2000, features, labels), halves(2000)), "drift");
  QVERIFY(!found.passed);
  QCOMPARE(found.detail.arguments.front().text, std::string("column 2"));
}

void CheckTest::classThatASplitLacks() {
  auto features = noise(3 * 400);
  std::vector<std::uint16_t> labels(400);
  for (std::size_t i = 0; i < 400; i += 4) labels[i] = 1;
  const auto checks = checksOf(*table(400, features, labels), halves(400));
  QVERIFY(!named(checks, "missing_classes").passed);
  const masu::Argument lacking = named(checks, "missing_classes").detail.arguments[1];
  QVERIFY(lacking.isMessage);
  QCOMPARE((masu::Message{lacking.text, lacking.arguments}.english()), std::string("class 1 (test)"));
  QVERIFY(!named(checks, "class_shares").passed);
}

void CheckTest::whatHasNothingToCompareSaysSo() {
  const auto uncompared = [](const std::vector<Check>& checks) {
    std::vector<std::string> names;
    for (const Check& check : checks) {
      if (!check.compared) names.push_back(check.name);
    }
    return names;
  };
  auto features = noise(3 * 400);
  auto labels = coins(400);
  const std::vector<std::string> ofSplits = {"duplicates",   "overlapping_windows", "groups_across_splits",
                                             "class_shares", "drift",               "missing_classes"};
  QVERIFY(uncompared(checksOf(*table(400, features, labels), halves(400))).empty());
  // One split.
  const auto alone = checksOf(*table(400, features, labels), Assignment(400, masu::store::Split::train));
  QCOMPARE(uncompared(alone), ofSplits);
  for (const Check& check : alone) QVERIFY2(check.passed || check.name == "empty_splits", check.name.c_str());
  QVERIFY(named(alone, "class_shares").detail.english().find("two splits") != std::string::npos);
  // One class.
  std::vector<std::uint16_t> same(400, 0);
  QCOMPARE(uncompared(checksOf(*table(400, features, same), halves(400))),
           (std::vector<std::string>{"class_shares", "label_given_away"}));
  // One sample.
  Assignment one(400, masu::store::Split::unused);
  one[7] = masu::store::Split::train;
  QCOMPARE(uncompared(checksOf(*table(400, features, labels), one)).size(), std::size_t{8});
}

void CheckTest::randomWindowsOfOneRecordingLeak() {
  const auto data = windows(6, 50, 128);
  SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  const auto checks = checksOf(*data, *draw(*data, plan));
  QVERIFY(!named(checks, "overlapping_windows").passed);
  QVERIFY(!named(checks, "groups_across_splits").passed);
  plan.byGroup = true;
  const auto apart = checksOf(*data, *draw(*data, plan));
  QVERIFY(named(apart, "overlapping_windows").passed);
  QVERIFY(named(apart, "groups_across_splits").passed);
}

/// Counted from the definition: windows that share a frame with at least one window of another split.
void CheckTest::windowsThatShareFramesAreCountedOnBothSides() {
  constexpr std::array kSplits = {Split::train, Split::validation, Split::test, Split::unused};
  std::mt19937 random(21);
  for (const std::uint64_t hop : {30, 100, 128, 255, 256, 300}) {
    constexpr std::uint64_t kPerSource = 40;
    const auto data = windows(3, kPerSource, hop);
    for (const unsigned turns : {1U, 3U, 9U}) {
      Assignment assignment(3 * kPerSource);
      Split split = Split::train;
      for (auto& each : assignment) {
        if (random() % turns == 0) split = kSplits[random() % kSplits.size()];
        each = split;
      }
      std::uint64_t sharing = 0;
      for (std::uint64_t i = 0; i < assignment.size(); ++i) {
        bool shares = false;
        for (std::uint64_t j = 0; j < assignment.size(); ++j) {
          const bool near = i / kPerSource == j / kPerSource && std::max(i, j) - std::min(i, j) < (255 + hop) / hop;
          const bool both = assignment[i] != Split::unused && assignment[j] != Split::unused;
          shares = shares || (near && both && assignment[i] != assignment[j]);
        }
        sharing += shares ? 1 : 0;
      }
      const Check found = named(checksOf(*data, assignment), "overlapping_windows");
      if (sharing == 0) {
        QVERIFY(found.severity != Severity::serious);
        continue;
      }
      QCOMPARE(found.severity, Severity::serious);
      QCOMPARE(found.detail.arguments[0].text, std::to_string(sharing));
    }
  }
}

void CheckTest::windowsThatTakeTurnsAreAWarning() {
  const auto data = windows(6, 50, 256);
  const auto checks = checksOf(*data, halves(300));
  const Check turns = named(checks, "overlapping_windows");
  QVERIFY(!turns.passed);
  QCOMPARE(turns.severity, Severity::warning);
  QCOMPARE(turns.detail.arguments[0].text, std::string("6"));
  QVERIFY(turns.remedy.redraw.has_value());
  QVERIFY(!named(checks, "groups_across_splits").passed);
}

/// Two recordings cannot be shared by three splits, so that an order with a gap is what helps; a gap of three windows
/// leaves nothing of a recording of three.
void CheckTest::noRemedyThatCannotBeDrawn() {
  SplitPlan plan;
  plan.ratios = {0.4, 0.3, 0.3};
  for (const std::uint64_t perSource : {50, 3}) {
    const auto data = windows(2, perSource, 64);
    addLabels(*data, coins(2 * perSource), 2);
    const auto checks = checksOf(*data, *draw(*data, plan), 0, masu::manifest::describe(plan));
    const Check overlaps = named(checks, "overlapping_windows");
    QVERIFY(!overlaps.passed);
    QCOMPARE(overlaps.remedy.redraw.has_value(), perSource == 50);
  }
}

/// An order by position with a gap cannot part them.
void CheckTest::windowsAtOnePlaceAreKeptTogether() {
  const auto data = windows(6, 50, 0);
  const Check found = named(checksOf(*data, halves(300)), "overlapping_windows");
  QVERIFY(!found.passed);
  QVERIFY(found.remedy.redraw.has_value());
  QVERIFY(found.remedy.redraw->order.empty());
  QCOMPARE(found.remedy.redraw->groupBy, std::string("group"));
}

void CheckTest::stretchesSideBySidePass() {
  const auto data = windows(6, 50, 256);
  SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  plan.order = "position";
  QVERIFY(named(checksOf(*data, *draw(*data, plan)), "overlapping_windows").passed);
  // A fold in the middle of each recording.
  Assignment assignment(300, Split::train);
  for (std::uint64_t i = 0; i < 300; ++i) {
    if (i % 50 >= 20 && i % 50 < 30) assignment[i] = Split::validation;
  }
  QVERIFY(named(checksOf(*data, assignment), "overlapping_windows").passed);
}

void CheckTest::windowsOutOfOrderGiveTheSame() {
  // More windows than 16 MiB order at once, in one long recording and a few short ones.
  constexpr std::uint64_t kSamples = 900'000;
  std::vector<masu::store::Origin> origins(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    const auto source = static_cast<std::uint32_t>(i < 700'000 ? 0 : 1 + i % 4);
    origins[i] = {source, i * 3};
  }
  std::mt19937 random(4);
  const auto build = [&] {
    auto data = std::make_shared<FakeDataset>(kSamples);
    data->addOrigins(origins);
    data->add("features", DType::i8, {1, 5}, 4096, std::vector<std::int8_t>(5 * kSamples));
    data->editMeta().kind = masu::store::SampleKind::waveform;
    data->editMeta().sources.resize(5);
    for (std::size_t s = 0; s < 5; ++s) data->editMeta().sources[s].path = sourcePath(s);
    return data;
  };
  const auto assignmentOf = [&](const masu::store::Origin& origin) {
    return origin.position % 100'000 < 30 ? Split::test : Split::train;
  };
  Assignment assignment(kSamples);
  std::ranges::transform(origins, assignment.begin(), assignmentOf);
  const Check inOrder = named(checksOf(*build(), assignment, 1), "overlapping_windows");
  QVERIFY(!inOrder.passed);
  std::ranges::shuffle(origins, random);
  std::ranges::transform(origins, assignment.begin(), assignmentOf);
  const Check shuffled = named(checksOf(*build(), assignment, 1), "overlapping_windows");
  QCOMPARE(shuffled.detail.arguments, inOrder.detail.arguments);
}

void CheckTest::driftOfCategories() {
  constexpr std::uint64_t kSamples = 4000;
  std::mt19937 random(8);
  std::vector<std::uint8_t> codes(kSamples);
  for (std::uint64_t i = 0; i < kSamples; ++i) codes[i] = static_cast<std::uint8_t>(random() % 5);
  const auto build = [&] {
    auto data = dataset({1, kSamples});
    data->editMeta().schema.columns.resize(1);
    auto& column = data->editMeta().schema.columns.front();
    column.name = "trade";
    column.role = masu::table::Role::category;
    column.dictionary = {"smith", "baker", "miller", "tailor"};
    data->add("categories", DType::u8, {1}, 128, codes);
    return data;
  };
  QVERIFY(named(checksOf(*build(), halves(kSamples)), "drift").passed);
  for (std::uint64_t i = 1; i < kSamples; i += 2) {
    if (codes[i] == 2 && random() % 2 == 0) codes[i] = 3;
  }
  const Check found = named(checksOf(*build(), halves(kSamples)), "drift");
  QVERIFY(!found.passed);
  QCOMPARE(found.severity, Severity::warning);
  QCOMPARE(found.detail.arguments[0].text, std::string("trade"));
  QCOMPARE(found.detail.arguments[1].text, std::string("baker"));
  QCOMPARE(found.detail.arguments[3], masu::Argument(masu::Message::marked("test")));
  for (std::uint64_t i = 1; i < kSamples; i += 2) codes[i] = random() % 2 == 0 ? 0 : codes[i];
  const Check missing = named(checksOf(*build(), halves(kSamples)), "drift");
  QCOMPARE(missing.severity, Severity::serious);
  QVERIFY(missing.detail.english().starts_with("trade is missing in"));
}

void CheckTest::noPlaceForScratchIsASentence() {
  constexpr std::uint64_t kSamples = 500'000;
  std::vector<float> features(3 * kSamples);
  auto labels = coins(kSamples);
  const auto data = table(kSamples, features, labels);
  masu::Progress progress;
  // A folder that is named has to be there also where all fits into memory, as nobody knows that beforehand.
  for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{1} << 30U}) {
    const auto checks =
        masu::manifest::checkSplit(*data, halves(kSamples), {{1, memory}, "/no such folder", {}}, {{}, progress});
    QVERIFY(!checks);
    QVERIFY(checks.error().message.english().find("There is no folder /no such folder") != std::string::npos);
  }
}

void CheckTest::gapInOrderKeepsWindowsApart() {
  const auto data = windows(6, 50, 128);
  SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  plan.order = "position";
  QVERIFY(!named(checksOf(*data, *draw(*data, plan)), "overlapping_windows").passed);
  plan.gap = 1;
  QVERIFY(named(checksOf(*data, *draw(*data, plan)), "overlapping_windows").passed);
}

MASU_TEST(CheckTest)
#include "check_test.moc"
