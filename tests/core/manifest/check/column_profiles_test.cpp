// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/column_profiles.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "tests/fixtures/check_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Split;

namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

/// Of `counts[value][class]` samples.
double lambdaOf(const std::vector<std::vector<int>>& counts) {
  Association association(counts.size(), counts.front().size());
  for (std::size_t value = 0; value < counts.size(); ++value) {
    for (std::size_t code = 0; code < counts[value].size(); ++code) {
      for (int i = 0; i < counts[value][code]; ++i) association.add(value, code);
    }
  }
  return association.lambda();
}

std::optional<ClassByGaps> gapsOf(const std::vector<std::uint32_t>& missing,
                                  const std::vector<std::uint64_t>& samples) {
  return classByGaps(missing, samples);
}

}  // namespace

/// What the columns of a split say of its classes, with shares worked out by hand.
class ColumnProfilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Guessing the largest class of all errs in 40 of 100; knowing the value, in 10 + 10.
  void lambdaIsTheShareOfErrorsThatGo() {
    QCOMPARE(lambdaOf({{50, 10}, {10, 30}}), 0.5);
    QCOMPARE(lambdaOf({{60, 0}, {0, 40}}), 1.);
    // Each value has the same largest class, so that none of the errors goes.
    QCOMPARE(lambdaOf({{30, 20}, {30, 20}}), 0.);
    QCOMPARE(lambdaOf({{7, 0}, {9, 0}}), 0.);
    QCOMPARE(lambdaOf({{0, 0}, {0, 0}}), 0.);
  }

  /// A number for each sample would predict every class.
  void valuesOfFewSamplesSayNothing() {
    std::vector<std::vector<int>> rows;
    for (int i = 0; i < 50; ++i) rows.push_back(i % 2 == 0 ? std::vector{1, 0} : std::vector{0, 1});
    QCOMPARE(lambdaOf(rows), 0.);
    QCOMPARE(lambdaOf({{10, 0}, {0, 4}}), 0.);
    QCOMPARE(lambdaOf({{10, 0}, {0, 5}}), 1.);
  }

  /// Of 60 and 40 samples 3 and 38 lack the value: that one errs in 3 + 2 of 40.
  void aClassIsKnownByItsGaps() {
    const auto found = gapsOf({3, 38}, {60, 40});
    QVERIFY(found);
    QCOMPARE(found->code, std::size_t{1});
    QVERIFY(found->lacksValue());
    QCOMPARE(found->missing, std::uint64_t{38});
    QCOMPARE(found->samples, std::uint64_t{40});
    QCOMPARE(found->othersMissing, std::uint64_t{3});
    QCOMPARE(found->others, std::uint64_t{60});
    QCOMPARE(found->lambda, 1 - 5. / 40);
  }

  /// Of three classes the one that always has the value is as well known as if it always lacked it.
  void aClassMayBeTheOneThatHasTheValue() {
    const auto found = gapsOf({20, 20, 0}, {20, 20, 20});
    QVERIFY(found);
    QCOMPARE(found->code, std::size_t{2});
    QVERIFY(!found->lacksValue());
    QCOMPARE(found->lambda, 1.);
  }

  void tooFewGapsSayNothing() {
    QVERIFY(!gapsOf({4, 0}, {50, 50}));
    QVERIFY(gapsOf({5, 0}, {50, 50}));
    QVERIFY(!gapsOf({50, 46}, {50, 50}));
    QVERIFY(gapsOf({50, 45}, {50, 50}));
    QVERIFY(!gapsOf({}, {}));
    // One class alone is nothing to tell apart.
    QVERIFY(!gapsOf({20}, {40}));
  }

  void gathersWhatIsUsedBySplit() {
    constexpr std::uint64_t kSamples = 40;
    std::vector<float> features(3 * kSamples);
    std::vector<std::uint16_t> labels(kSamples);
    store::Assignment assignment(kSamples, Split::train);
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      labels[i] = i % 2;
      features[3 * i] = static_cast<float>(i % 2);
      features[3 * i + 1] = i % 2 == 0 ? kMissing : 5.F;
      features[3 * i + 2] = static_cast<float>(i);
      assignment[i] = i < 20 ? Split::train : i < 30 ? Split::test : Split::unused;
    }
    const auto data = fixture::table(kSamples, features, labels);
    Progress progress;
    const JobContext job{{}, progress};
    const CheckContext context{*data, assignment, std::uint64_t{64} << 20U, {}, job};
    const auto counts = countClasses(context);
    QVERIFY(counts);
    ColumnProfiles profiles(context, *counts);
    QVERIFY(profiles.run());
    QVERIFY(profiles.labelled() && profiles.categories().empty());
    QCOMPARE((std::vector<std::uint64_t>(profiles.classes().begin(), profiles.classes().end())),
             (std::vector<std::uint64_t>{15, 15}));
    QCOMPARE(profiles.features().size(), std::size_t{3});
    const auto stats = [&](std::size_t column, Split split) {
      return profiles.features()[column].stats[static_cast<std::size_t>(split)];
    };
    QCOMPARE(stats(2, Split::train).mean, 9.5);
    QCOMPARE(stats(2, Split::test).min, 20.);
    QCOMPARE(stats(2, Split::test).max, 29.);
    QCOMPARE(stats(2, Split::unused).count, std::uint64_t{0});
    QCOMPARE(stats(1, Split::train).missing, std::uint64_t{10});
    QCOMPARE(profiles.features()[1].missing, (std::vector<std::uint32_t>{15, 0}));
    QCOMPARE(profiles.features()[0].association->lambda(), 1.);
    QCOMPARE(profiles.features()[1].association->lambda(), 1.);
  }

  /// A word of a dictionary is counted by split, and 0 is the missing one.
  void wordsAreCountedByCode() {
    const std::vector<std::uint8_t> codes = {0, 1, 2, 1};
    FakeDataset data(codes.size());
    table::Column city;
    city.name = "city";
    city.role = table::Role::category;
    city.dictionary = {"Oslo", "Paris"};
    data.editMeta().schema.columns.push_back(city);
    data.add("categories", table::DType::u8, {1}, 2, codes);
    const store::Assignment assignment = {Split::train, Split::train, Split::test, Split::test};
    Progress progress;
    const JobContext job{{}, progress};
    const CheckContext context{data, assignment, std::uint64_t{64} << 20U, {}, job};
    ColumnProfiles profiles(context, {});
    QVERIFY(profiles.run());
    QVERIFY(!profiles.labelled() && profiles.features().empty());
    const ColumnProfile& profile = profiles.categories().front();
    QCOMPARE(profile.words, (std::vector<SplitTally>{{0, 1, 0, 0}, {0, 1, 0, 1}, {0, 0, 0, 1}}));
    QVERIFY(!profile.association);
  }
};

MASU_TEST(ColumnProfilesTest)
#include "column_profiles_test.moc"
