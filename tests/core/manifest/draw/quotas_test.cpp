// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/draw/quotas.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "core/manifest/draw/group_split.h"
#include "tests/fixtures/test_group.h"

using namespace masu::manifest;

namespace {

std::uint64_t sumOf(const Quota& quota) {
  return std::accumulate(quota.begin(), quota.end(), std::uint64_t{0});
}

const std::vector<Shares> kShares = {{0.8, 0.1, 0.1}, {0.7, 0.3, 0},     {1, 0, 0},       {1.0 / 3, 1.0 / 3, 1.0 / 3},
                                     {0.5, 0.5},      {0, 0.999, 0.001}, {0.1, 0.1, 0.8}, {0.29, 0.57, 0.14}};

struct Group {
  std::int32_t group = 0;
  std::vector<std::uint64_t> samples;  ///< of each class
};

std::vector<Group> someGroups(std::mt19937& random, int count, std::size_t classes) {
  std::vector<Group> groups;
  for (int g = 0; g < count; ++g) {
    Group group{static_cast<std::int32_t>(g * 7 - 20), {}};
    for (std::size_t c = 0; c < classes; ++c) group.samples.push_back(random() % 20);
    group.samples[random() % classes] += 1;
    groups.push_back(std::move(group));
  }
  return groups;
}

GroupTable tableOf(const std::vector<Group>& groups) {
  GroupTable table;
  for (const Group& group : groups) {
    for (std::size_t c = 0; c < group.samples.size(); ++c) {
      if (group.samples[c] > 0) table.add(group.group, c, group.samples[c]);
    }
  }
  table.finish();
  return table;
}

}  // namespace

/// How many samples, and which groups, go to each part.
class QuotasTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aQuotaIsWithinASampleOfItsShare() {
    for (const Shares& shares : kShares) {
      for (const std::uint64_t size :
           {0ULL, 1ULL, 2ULL, 3ULL, 7ULL, 10ULL, 99ULL, 100ULL, 1'000'003ULL, 10'000'000'019ULL}) {
        const Quota quota = QuotaDivider(shares).divide(size);
        QCOMPARE(sumOf(quota), size);
        for (std::size_t part = 0; part < shares.size(); ++part) {
          QVERIFY(std::abs(static_cast<double>(quota[part]) - shares[part] * static_cast<double>(size)) <= 1);
          if (shares[part] == 0) QCOMPARE(quota[part], std::uint64_t{0});
        }
      }
    }
    QCOMPARE(QuotaDivider({0.8, 0.1, 0.1}).divide(100), (Quota{80, 10, 10}));  // exact shares stay exact
  }

  /// Equal remainders go to the part that is furthest behind, so that many small classes do not all round the same way.
  void smallClassesDoNotRoundTheSameWay() {
    for (const auto& [shares, size] : {std::pair(Shares{0.5, 0.5}, 1U), std::pair(kShares[3], 5U)}) {
      QuotaDivider divider(shares);
      std::vector<std::uint64_t> got(shares.size());
      for (std::uint64_t all = size; all <= 300 * std::uint64_t{size}; all += size) {
        const Quota quota = divider.divide(size);
        for (std::size_t part = 0; part < got.size(); ++part) {
          got[part] += quota[part];
          QVERIFY(std::abs(static_cast<double>(got[part]) - shares[part] * static_cast<double>(all)) < 1.5);
        }
      }
    }
  }

  void theTableCountsHoweverItIsFilled() {
    std::mt19937 random(1);
    const std::vector<Group> groups = someGroups(random, 50, 3);
    const GroupTable whole = tableOf(groups);
    // The same samples one by one, in any order.
    std::vector<std::pair<std::int32_t, std::uint64_t>> samples;
    for (const Group& group : groups) {
      for (std::size_t c = 0; c < group.samples.size(); ++c)
        samples.insert(samples.end(), group.samples[c], {group.group, c});
    }
    std::shuffle(samples.begin(), samples.end(), random);
    GroupTable pieces;
    for (const auto& [group, code] : samples) pieces.add(group, code);
    pieces.finish();
    QCOMPARE(pieces.cells().size(), whole.cells().size());
    for (std::size_t i = 0; i < whole.cells().size(); ++i) {
      QCOMPARE(pieces.cells()[i].group, whole.cells()[i].group);
      QCOMPARE(pieces.cells()[i].classCode, whole.cells()[i].classCode);
      QCOMPARE(pieces.cells()[i].samples, whole.cells()[i].samples);
    }
  }

  /// However near to its limit it is: users that take turns make a cell a sample.
  void aTableThatNearlyFillsItsMemoryIsSortedSeldom() {
    constexpr std::int32_t kGroups = 400'000;
    constexpr std::uint64_t kNeeded = std::uint64_t{72} * kGroups;
    constexpr int kRounds = 5;
    const auto filled = [&](std::uint64_t limit) {
      GroupTable table;
      table.limit(limit);
      for (int round = 0; round < kRounds; ++round) {
        for (std::int32_t group = 0; group < kGroups; ++group) table.add(group, 0);
      }
      table.finish();
      return table;
    };
    const GroupTable table = filled(kNeeded);
    QCOMPARE(table.memoryBytes(), kNeeded);
    QCOMPARE(table.groups(), std::size_t{kGroups});
    QVERIFY(table.cells().capacity() * sizeof(GroupTable::Cell) < kNeeded / 4);
    for (const GroupTable::Cell& cell : table.cells()) QCOMPARE(cell.samples, std::uint64_t{kRounds});
    // Once for each doubling from 65,536 cells on, then for as many cells as there are groups: never for each block.
    QVERIFY2(table.merges() <= 3 + kRounds + 1, qPrintable(QString::number(table.merges())));

    const GroupTable beyond = filled(kNeeded / 4);
    QVERIFY(beyond.memoryBytes() > kNeeded / 4);
    QVERIFY(beyond.cells().size() < kGroups / 2);  // it stops growing
    QVERIFY(beyond.merges() <= 4);
  }

  /// Every group is in one part that has a share, and none of the larger parts is left without.
  void groupsStayWhole() {
    std::mt19937 random(2);
    for (const Shares& shares : kShares) {
      for (const int count : {3, 20, 200}) {
        const GroupTable table = tableOf(someGroups(random, count, 3));
        const auto places = placeGroups(table, shares, 5);
        QCOMPARE(places.size(), static_cast<std::size_t>(count));
        std::map<int, int> groups;
        for (std::size_t i = 0; i < places.size(); ++i) {
          QVERIFY(i == 0 || places[i - 1].group < places[i].group);
          QVERIFY(places[i].part < shares.size() && shares[places[i].part] > 0);
          ++groups[places[i].part];
        }
        for (std::size_t part = 0; part < shares.size(); ++part)
          QVERIFY(count < 20 || shares[part] < 0.01 || groups.contains(static_cast<int>(part)));
      }
    }
  }

  /// With many small groups each class comes within a few samples of its shares.
  void everyClassComesNearItsShare() {
    std::mt19937 random(3);
    const std::vector<Group> groups = someGroups(random, 300, 4);
    for (const Shares& shares : {kShares[0], kShares[3], kShares[4]}) {
      const auto places = placeGroups(tableOf(groups), shares, 1);
      std::vector<std::vector<double>> held(shares.size(), std::vector<double>(4));
      std::vector<double> total(4);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        QCOMPARE(places[g].group, groups[g].group);
        for (std::size_t c = 0; c < 4; ++c) {
          held[places[g].part][c] += static_cast<double>(groups[g].samples[c]);
          total[c] += static_cast<double>(groups[g].samples[c]);
        }
      }
      for (std::size_t part = 0; part < shares.size(); ++part) {
        for (std::size_t c = 0; c < 4; ++c) QVERIFY(std::abs(held[part][c] / total[c] - shares[part]) < 0.01);
      }
    }
  }

  void theSeedAloneDecides() {
    std::mt19937 random(4);
    const GroupTable table = tableOf(someGroups(random, 40, 2));
    const auto parts = [&](std::uint64_t seed) {
      std::vector<int> all;
      for (const GroupPlace& place : placeGroups(table, kShares[0], seed)) all.push_back(place.part);
      return all;
    };
    QCOMPARE(parts(7), parts(7));
    QVERIFY(parts(7) != parts(8));
  }
};

MASU_TEST(QuotasTest)
#include "quotas_test.moc"
