// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/written_ranges.h"

#include <QTest>
#include <algorithm>
#include <random>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::store::WrittenRanges;

class CoverageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void knowsWhatABitForEachSampleKnows() {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
      WrittenRanges coverage;
      std::vector<bool> bits(60);
      for (int step = 0; step < 25; ++step) {
        const auto first = random() % 60;
        auto end = first;
        while (end < bits.size() && !bits[end] && end - first < random() % 12) ++end;
        if (end == first) continue;
        std::fill(bits.begin() + first, bits.begin() + end, true);
        const auto [reachedFirst, reachedEnd] = coverage.add(first, end);
        QVERIFY(reachedFirst <= first && reachedEnd >= end);
        QVERIFY(
            std::all_of(bits.begin() + long(reachedFirst), bits.begin() + long(reachedEnd), [](bool b) { return b; }));
        QVERIFY(reachedFirst == 0 || !bits[reachedFirst - 1]);
        QVERIFY(reachedEnd == bits.size() || !bits[reachedEnd]);
      }
      for (std::size_t first = 0; first < bits.size(); ++first) {
        for (std::size_t end = first; end <= bits.size(); ++end) {
          const bool all = std::all_of(bits.begin() + long(first), bits.begin() + long(end), [](bool b) { return b; });
          QCOMPARE(coverage.covers(first, end), all);
        }
      }
    }
  }

  void keepsOneRangeWhereNeighboursMeet() {
    WrittenRanges coverage;
    coverage.add(0, 10);
    coverage.add(20, 30);
    QCOMPARE(coverage.ranges().size(), std::size_t{2});
    QCOMPARE(coverage.add(10, 20), (WrittenRanges::Range{0, 30}));
    QCOMPARE(coverage.ranges().size(), std::size_t{1});
  }
};

MASU_TEST(CoverageTest)
#include "written_ranges_test.moc"
