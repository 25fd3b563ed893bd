// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/equal_samples.h"

#include <QTest>
#include <algorithm>
#include <map>

#include "core/manifest/draw/division.h"
#include "tests/fixtures/check_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Split;

namespace {

constexpr std::uint64_t kSamples = 1000;

Division thirds(std::uint64_t seed = 1) {
  return {{0.6, 0.2, 0.2}, {Split::train, Split::validation, Split::test}, seed};
}

/// All of a division: equal samples first, then the others.
Result<store::Assignment> divided(const FakeDataset& data, const SplitKeys& keys, const Division& division,
                                  store::Assignment assignment) {
  MASU_TRY(const EqualDivision equal, EqualDivision::divide(data, keys, division, assignment));
  MASU_CHECK(equal.divideRest(assignment));
  return assignment;
}

store::Assignment open() {
  return store::Assignment(kSamples, kUnassigned);
}

}  // namespace

/// Samples of equal content go to one part, and the others make up for it.
class EqualSamplesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Half of the rows repeat one of a few dozen; one of them a sixth of all.
  void initTestCase() {
    m_features = fixture::repeated(kSamples);
    m_labels = fixture::coins(kSamples);
    m_data = fixture::table(kSamples, m_features, m_labels);
  }

  void equalOnesAreTogetherAndSharesAreMet() {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const auto found = divided(*m_data, {}, thirds(seed), open());
      QVERIFY(found);
      QCOMPARE(apart(*found), std::size_t{0});
      const SplitCounts counts = countsOf(*found);
      QCOMPARE(counts.train, std::uint64_t{600});
      QCOMPARE(counts.validation, std::uint64_t{200});
      QCOMPARE(counts.test, std::uint64_t{200});
      QVERIFY(std::ranges::find(*found, kUnassigned) == found->end());
    }
  }

  /// What the first step leaves open has no equal.
  void onlyRepeatedContentIsPlacedFirst() {
    store::Assignment assignment = open();
    QVERIFY(EqualDivision::divide(*m_data, {}, thirds(), assignment));
    std::map<std::vector<float>, int> times;
    for (std::uint64_t i = 0; i < kSamples; ++i) ++times[rowOf(i)];
    for (std::uint64_t i = 0; i < kSamples; ++i) QCOMPARE(assignment[i] == kUnassigned, times[rowOf(i)] == 1);
  }

  void theSameSeedGivesTheSameParts() {
    const auto first = divided(*m_data, {}, thirds(5), open());
    const auto again = divided(*m_data, {}, thirds(5), open());
    const auto other = divided(*m_data, {}, thirds(6), open());
    QVERIFY(first && again && other);
    QCOMPARE(*first, *again);
    QVERIFY(*first != *other);
  }

  /// One of two equal samples that has its part already is none that the other has to follow.
  void whatIsDrawnAlreadyStays() {
    std::vector<float> features = fixture::noise(3 * 10);
    std::copy_n(features.begin(), 3, features.begin() + 3 * 4);
    std::vector<std::uint16_t> labels(10);
    const auto data = fixture::table(10, features, labels);
    store::Assignment assignment(10, kUnassigned);
    assignment[0] = Split::test;
    const Division all = {{1, 0}, {Split::train, Split::test}, 1};
    const auto equal = EqualDivision::divide(*data, {}, all, assignment);
    QVERIFY(equal);
    QVERIFY(assignment[0] == Split::test && assignment[4] == kUnassigned);
    QVERIFY(equal->divideRest(assignment));
    QVERIFY(assignment[0] == Split::test);
    QCOMPARE(std::ranges::count(assignment, Split::train), std::ptrdiff_t{9});
  }

  /// A content of more samples than any part is to have is in one part all the same.
  void aContentThatIsTooLargeForAPartStaysWhole() {
    std::vector<float> features = fixture::noise(3 * 10);
    for (std::size_t i = 1; i < 8; ++i) std::copy_n(features.begin(), 3, features.begin() + static_cast<int>(3 * i));
    std::vector<std::uint16_t> labels(10);
    const auto data = fixture::table(10, features, labels);
    const auto found = divided(*data, {}, {{0.5, 0.5}, {Split::train, Split::test}, 1},
                               store::Assignment(10, kUnassigned));
    QVERIFY(found);
    QVERIFY(std::equal(found->begin() + 1, found->begin() + 8, found->begin()));
    // The part without it gets all the others.
    QVERIFY((*found)[8] == (*found)[9] && (*found)[8] != (*found)[0]);
  }

  void memoryAndStopsAreObeyed() {
    store::Assignment assignment = open();
    SplitKeys keys;
    keys.memoryBytes = 20'000;
    const auto large = EqualDivision::divide(*m_data, keys, thirds(), assignment);
    QVERIFY(!large);
    QVERIFY(large.error().code == Errc::outOfMemory);
    std::stop_source stop;
    stop.request_stop();
    keys = {};
    keys.stop = stop.get_token();
    QVERIFY(EqualDivision::divide(*m_data, keys, thirds(), assignment).error().code == Errc::cancelled);
  }

 private:
  std::vector<float> rowOf(std::uint64_t i) const {
    const auto begin = m_features.begin() + static_cast<std::ptrdiff_t>(3 * i);
    return {begin, begin + 3};
  }
  std::size_t apart(const store::Assignment& assignment) const { return fixture::apart(m_features, assignment); }

  std::vector<float> m_features;
  std::vector<std::uint16_t> m_labels;
  std::shared_ptr<FakeDataset> m_data;
};

MASU_TEST(EqualSamplesTest)
#include "equal_samples_test.moc"
