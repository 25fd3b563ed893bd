// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/permutation.h"
#include "tests/fixtures/test_group.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_set>
#include <vector>

using masu::Permutation;

namespace {

std::vector<std::uint64_t> orderOf(std::uint64_t size, std::uint64_t key) {
  const Permutation permutation(size, key);
  std::vector<std::uint64_t> order(size);
  for (std::uint64_t i = 0; i < size; ++i) order[i] = permutation(i);
  return order;
}

}  // namespace

class PermutationTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void isABijectionOfEverySmallSize() {
    for (std::uint64_t size = 0; size <= 3000; ++size) {
      std::vector<std::uint64_t> order = orderOf(size, size * 31 + 5);
      std::sort(order.begin(), order.end());
      for (std::uint64_t i = 0; i < size; ++i) {
        if (order[i] != i) QFAIL(qPrintable(QStringLiteral("size %1 misses index %2").arg(size).arg(i)));
      }
    }
  }

  void staysInsideAndNeverRepeatsForLargeSizes() {
    for (const std::uint64_t size : {std::uint64_t{1} << 20, (std::uint64_t{1} << 32) + 1, std::uint64_t{1} << 40,
                                     std::uint64_t{1'000'000'000'000}, (std::uint64_t{1} << 62) + 12345}) {
      const Permutation permutation(size, 99);
      std::unordered_set<std::uint64_t> seen;
      const std::uint64_t step = size / 50'000 + 1;
      for (std::uint64_t position = 0; position < size; position += step) {
        const std::uint64_t index = permutation(position);
        QVERIFY(index < size);
        QVERIFY(seen.insert(index).second);
      }
    }
  }

  void findsThePositionOfAnIndex() {
    for (std::uint64_t size = 1; size <= 600; ++size) {
      const Permutation permutation(size, size * 7 + 1);
      for (std::uint64_t position = 0; position < size; ++position)
        QCOMPARE(permutation.positionOf(permutation(position)), position);
    }
    for (const std::uint64_t size : {std::uint64_t{1} << 20, (std::uint64_t{1} << 32) + 1, std::uint64_t{1} << 40,
                                     (std::uint64_t{1} << 62) + 12345, ~std::uint64_t{0}}) {
      const Permutation permutation(size, 99);
      for (std::uint64_t i = 0; i < 2000; ++i) {
        const std::uint64_t position = size / 2000 * i;
        QCOMPARE(permutation.positionOf(permutation(position)), position);
      }
    }
  }

  void givesManyPositionsAsItGivesEach() {
    for (const std::uint64_t size :
         {std::uint64_t{1}, std::uint64_t{9}, std::uint64_t{100}, std::uint64_t{4097}, std::uint64_t{1'000'003},
          (std::uint64_t{1} << 32) + 1, std::uint64_t{1} << 62, ~std::uint64_t{0}}) {
      for (std::uint64_t key = 0; key < 8; ++key) {
        const Permutation permutation(size, key);
        const std::uint64_t first = key * (size / 11);
        std::vector<std::uint64_t> indices(std::min<std::uint64_t>(size - first, 1 + key * 37));
        permutation.at(first, indices);
        for (std::size_t i = 0; i < indices.size(); ++i) QCOMPARE(indices[i], permutation(first + i));
      }
    }
  }

  void differsBetweenKeys() {
    for (const std::uint64_t size : {100U, 1000U, 2048U}) {
      std::vector<std::vector<std::uint64_t>> orders;
      for (std::uint64_t key = 0; key < 20; ++key) orders.push_back(orderOf(size, key));
      std::sort(orders.begin(), orders.end());
      QVERIFY(std::adjacent_find(orders.begin(), orders.end()) == orders.end());
    }
  }

  void leavesNoTraceOfTheInputOrder() {
    // Spearman's correlation of position and index has deviation 1/sqrt(n) for a random order.
    constexpr std::uint64_t kSize = 20'000;
    for (std::uint64_t key = 0; key < 10; ++key) {
      const std::vector<std::uint64_t> order = orderOf(kSize, key);
      constexpr double kMiddle = (kSize - 1) / 2.0;
      double covariance = 0;
      for (std::uint64_t i = 0; i < kSize; ++i) {
        covariance += (static_cast<double>(i) - kMiddle) * (static_cast<double>(order[i]) - kMiddle);
      }
      const double correlation = covariance / (kSize * (double(kSize) * kSize - 1) / 12.0);
      QVERIFY2(std::abs(correlation) < 5 / std::sqrt(double(kSize)), qPrintable(QString::number(correlation)));
    }
  }

  void keepsTheOrderOfItsAlgorithmVersion() {
    // From an independent implementation; a change here breaks every stored stream state.
    QCOMPARE(Permutation::kAlgorithmVersion, 2);
    const std::array<std::uint64_t, 8> thousand = {69, 842, 740, 609, 540, 356, 708, 626};
    const Permutation small(1000, 42);
    for (std::size_t i = 0; i < thousand.size(); ++i) QCOMPARE(small(i), thousand[i]);
    const std::array<std::uint64_t, 4> trillion = {722036494441, 586503489823, 446804433231, 270442538441};
    const Permutation large(1'000'000'000'000, 7);
    for (std::size_t i = 0; i < trillion.size(); ++i) QCOMPARE(large(i), trillion[i]);
  }
};

MASU_TEST(PermutationTest)
#include "permutation_test.moc"
