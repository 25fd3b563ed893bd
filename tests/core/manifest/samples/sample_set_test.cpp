// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/samples/sample_set.h"

#include <QTest>
#include <algorithm>
#include <iterator>
#include <random>
#include <set>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;

namespace {

std::vector<std::uint64_t> samplesOf(const SampleSet& set) {
  std::vector<std::uint64_t> samples;
  for (std::uint64_t i = 0; i < set.size(); ++i) samples.push_back(set.at(i));
  return samples;
}

/// Runs in any order, some of which overlap or hold nothing, and what they hold.
struct Drawn {
  std::vector<TaggedRun> runs;
  std::set<std::uint64_t> samples;

  explicit Drawn(std::mt19937& random) {
    const std::size_t count = random() % 20;
    for (std::size_t i = 0; i < count; ++i) {
      const TaggedRun& run = runs.emplace_back(TaggedRun{random() % 500, random() % 40, 0});
      for (std::uint64_t sample = run.first; sample < run.first + run.count; ++sample) samples.insert(sample);
    }
  }
  std::vector<std::uint64_t> all() const { return {samples.begin(), samples.end()}; }
};

}  // namespace

class SampleSetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everySampleOfTheRunsIsInItOnce() {
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
      const Drawn drawn(random);
      const SampleSet set = SampleSet::of(drawn.runs);
      QCOMPARE(set.size(), std::uint64_t{drawn.samples.size()});
      QCOMPARE(set.empty(), drawn.samples.empty());
      QVERIFY(samplesOf(set) == drawn.all());
    }
  }

  void intersectionsAreThoseOfSets() {
    std::mt19937 random(4);
    int common = 0;
    for (int round = 0; round < 2000; ++round) {
      const Drawn a(random);
      const Drawn b(random);
      std::vector<std::uint64_t> wanted;
      std::ranges::set_intersection(a.samples, b.samples, std::back_inserter(wanted));
      const SampleSet one = SampleSet::of(a.runs);
      const SampleSet other = SampleSet::of(b.runs);
      QVERIFY(samplesOf(intersection(one, other)) == wanted);
      QVERIFY(samplesOf(intersection(other, one)) == wanted);
      QVERIFY(samplesOf(intersection(one, one)) == a.all());
      common += wanted.empty() ? 0 : 1;
    }
    QVERIFY(common > 1000);
  }

  void samplesFarApartKeepTheirNumbers() {
    const std::uint64_t far = std::uint64_t{1} << 50U;
    SampleSet set;
    set.add(5);
    set.add(6, 2);
    set.add(far, 1000);
    QCOMPARE(set.size(), std::uint64_t{1003});
    QCOMPARE(set.at(2), std::uint64_t{7});
    QCOMPARE(set.at(3), far);
    QCOMPARE(set.at(1002), far + 999);
    const SampleSet last = intersection(set, SampleSet::of({{far + 999, 10, 0}, {8, 100, 0}}));
    QVERIFY(samplesOf(last) == (std::vector<std::uint64_t>{far + 999}));
  }
};

MASU_TEST(SampleSetTest)
#include "sample_set_test.moc"
