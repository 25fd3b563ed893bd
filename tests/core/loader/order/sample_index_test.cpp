// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/order/sample_index.h"

#include <QTest>
#include <random>

#include "tests/fixtures/test_group.h"

using masu::loader::SampleIndex;
using masu::store::Assignment;
using masu::store::Split;

class SampleIndexTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void selectAndRankAgreeWithAList_data();
  void selectAndRankAgreeWithAList();
  void forEachVisitsARange();
  void fingerprintDistinguishesSets();
};

void SampleIndexTest::selectAndRankAgreeWithAList_data() {
  QTest::addColumn<int>("samples");
  QTest::addColumn<double>("share");
  for (const int samples : {1, 63, 64, 65, 4096, 100'003}) {
    for (const double share : {0.001, 0.1, 0.5, 0.9, 1.0}) {
      QTest::addRow("%d × %g", samples, share) << samples << share;
    }
  }
}

void SampleIndexTest::selectAndRankAgreeWithAList() {
  QFETCH(int, samples);
  QFETCH(double, share);
  std::mt19937 random(1);
  Assignment assignment(static_cast<std::size_t>(samples));
  std::vector<std::uint64_t> list;
  for (std::size_t i = 0; i < assignment.size(); ++i) {
    const bool member = std::uniform_real_distribution<>()(random) < share;
    assignment[i] = member ? Split::validation : Split::train;
    if (member) list.push_back(i);
  }
  const SampleIndex index = SampleIndex::of(assignment, Split::validation);
  QCOMPARE(index.size(), list.size());
  for (std::size_t i = 0; i < list.size(); ++i) QCOMPARE(index.select(i), list[i]);
  std::uint64_t below = 0;
  for (std::size_t i = 0; i <= assignment.size(); ++i) {
    QCOMPARE(index.rank(i), below);
    if (i < assignment.size() && assignment[i] == Split::validation) ++below;
  }
}

void SampleIndexTest::forEachVisitsARange() {
  Assignment assignment(1000);
  for (std::size_t i = 0; i < assignment.size(); i += 7) assignment[i] = Split::test;
  const SampleIndex index = SampleIndex::of(assignment, Split::test);
  for (const auto& [first, last] : {std::pair{0, 1000}, {64, 128}, {63, 65}, {100, 101}, {5, 999}, {500, 500}}) {
    std::vector<std::uint64_t> visited, expected;
    index.forEach(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last),
                  [&](std::uint64_t sample) { visited.push_back(sample); });
    for (int i = first; i < last; ++i) {
      if (i % 7 == 0) expected.push_back(static_cast<std::uint64_t>(i));
    }
    QVERIFY(visited == expected);
  }
}

void SampleIndexTest::fingerprintDistinguishesSets() {
  Assignment assignment(100, Split::train);
  const auto all = SampleIndex::of(assignment, Split::train).fingerprint();
  assignment[99] = Split::unused;
  QVERIFY(SampleIndex::of(assignment, Split::train).fingerprint() != all);
}

MASU_TEST(SampleIndexTest)
#include "sample_index_test.moc"
