// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/storage_loss.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/base/half.h"
#include "tests/fixtures/test_group.h"

using namespace masu::table;

class StorageLossTest : public QObject {
  Q_OBJECT

  /// Of storing these values as those.
  static StorageLoss lossOf(const std::vector<double>& values, const std::vector<double>& stored) {
    StorageLoss loss;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double error = values[i] - stored[i];
      loss.squaredError += error * error;
      if (values[i] != 0) loss.maxRelative = std::max(loss.maxRelative, std::abs(error / values[i]));
    }
    return loss;
  }
  static ColumnStats statsOf(const std::vector<double>& values) {
    ColumnStats stats;
    for (const double value : values) stats.add(value);
    return stats;
  }

 private Q_SLOTS:
  void figuresAreThoseOfTheDefinition() {
    const ColumnStats stats = statsOf({0, 10, 20, 30});
    StorageLoss loss;
    loss.squaredError = 16;
    QCOMPARE(loss.rootMeanSquare(stats), 2.);
    // The variance is 125, the mean squared error 4.
    QCOMPARE(loss.signalToNoise(stats), 10 * std::log10(125. / 4));
  }

  void withoutALossOrValuesThereIsNone() {
    QCOMPARE(StorageLoss().rootMeanSquare(statsOf({1, 2})), 0.);
    QVERIFY(std::isinf(StorageLoss().signalToNoise(statsOf({1, 2}))));
    QCOMPARE(StorageLoss{.squaredError = 1}.rootMeanSquare({}), 0.);
  }

  void mergingIsMeasuringTogether() {
    const std::vector<double> values = {1, -2, 0, 4, 5};
    const std::vector<double> stored = {1.25, -2, 0.5, 3, 5.5};
    for (std::size_t cut = 0; cut <= values.size(); ++cut) {
      const auto at = static_cast<std::ptrdiff_t>(cut);
      StorageLoss first = lossOf({values.begin(), values.begin() + at}, {stored.begin(), stored.begin() + at});
      StorageLoss second = lossOf({values.begin() + at, values.end()}, {stored.begin() + at, stored.end()});
      first.overflowed = first.flushed = 2;
      second.overflowed = second.clipped = 3;
      first.merge(second);
      const StorageLoss all = lossOf(values, stored);
      QCOMPARE(first.maxRelative, all.maxRelative);
      QCOMPARE(first.squaredError, all.squaredError);
      QVERIFY(first.overflowed == 5 && first.flushed == 2 && first.clipped == 3);
    }
  }

  void aChainHoldsTheLossOfBothSteps() {
    std::mt19937 random(3);
    std::normal_distribution<double> normal(0, 10);
    for (int round = 0; round < 200; ++round) {
      std::vector<double> values;
      std::vector<double> floats;
      std::vector<double> halves;
      for (int i = 0; i < 20; ++i) {
        values.push_back(normal(random) + 0.1);
        // Coarse steps, so that both errors matter.
        floats.push_back(std::round(values.back() * 8) / 8);
        halves.push_back(masu::floatFromHalf(masu::halfFromDouble(std::round(floats.back() * 3) / 3)));
      }
      const StorageLoss chain = chained(lossOf(values, floats), lossOf(floats, halves));
      const StorageLoss direct = lossOf(values, halves);
      QVERIFY(direct.squaredError <= chain.squaredError * (1 + 1e-12));
      QVERIFY(direct.maxRelative <= chain.maxRelative * (1 + 1e-12));
    }
  }

  void anExactStepAddsNothing() {
    StorageLoss loss{0.25, 3, 1, 2, 4};
    for (const StorageLoss& chain : {chained(loss, {}), chained({}, loss)}) {
      QCOMPARE(chain.maxRelative, loss.maxRelative);
      QCOMPARE(chain.squaredError, loss.squaredError);
      QVERIFY(chain.overflowed == 1 && chain.flushed == 2 && chain.clipped == 4);
    }
    QCOMPARE(chained(loss, loss).clipped, std::uint64_t{8});
  }
};

MASU_TEST(StorageLossTest)
#include "storage_loss_test.moc"
