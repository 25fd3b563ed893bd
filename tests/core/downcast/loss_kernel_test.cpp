// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/downcast/loss_kernel.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu;
using downcast::LossMeter;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Values of every magnitude, with missing, infinite and zero ones among them.
struct Rows {
  std::size_t stride = 0;
  std::vector<double> values;
  std::vector<float> nearest;
  std::vector<double> readBack;

  Rows(std::mt19937_64& random, std::size_t rows, std::size_t width)
      : stride((width + 7) / 8 * 8), values(rows * stride), nearest(rows * stride), readBack(rows * stride) {
    static constexpr double kSpecial[] = {0.0, -0.0, kNan, kInfinity, -kInfinity, 1e300, -1e-300, 5e-324, 3e38, 4e38};
    const int spread = static_cast<int>(1 + random() % 900);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double unit = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -63);
      values[i] = random() % 20 == 0 ? kSpecial[random() % std::size(kSpecial)]
                                     : std::ldexp(unit, static_cast<int>(random() % 64) * spread / 64 - spread / 2);
      nearest[i] = static_cast<float>(values[i]);
      readBack[i] = std::round(values[i] * 16) / 16;
    }
  }
};

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Nothing, or in what two meters differ.
const char* difference(const LossMeter& a, const LossMeter& b) {
  const table::StorageLoss x = a.loss();
  const table::StorageLoss y = b.loss();
  if (!same(a.maxError(), b.maxError())) return "largest error";
  if (!same(x.maxRelative, y.maxRelative)) return "largest relative error";
  if (!same(x.squaredError, y.squaredError)) return "squares";
  if (x.overflowed != y.overflowed) return "overflowed";
  if (x.flushed != y.flushed) return "flushed";
  if (x.clipped != y.clipped) return "clipped";
  return nullptr;
}

}  // namespace

class LossKernelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyKernelMeasuresLikeTheMeterItself();
  void aMeterGoesOnWhereItStood();
};

void LossKernelTest::everyKernelMeasuresLikeTheMeterItself() {
  std::mt19937_64 random(31);
  for (int round = 0; round < 400; ++round) {
    const std::size_t width = 1 + random() % 20;
    const std::size_t count = random() % 70;
    const Rows rows(random, count, width);
    const double step = round % 2 == 0 ? 0 : 0x1p-5;
    std::vector<LossMeter> floats(width, LossMeter(step));
    std::vector<LossMeter> doubles(width, LossMeter(step));
    for (std::size_t at = 0; at < count * rows.stride; at += rows.stride) {
      for (std::size_t column = 0; column < width; ++column) {
        floats[column].add(rows.values[at + column], static_cast<double>(rows.nearest[at + column]));
        doubles[column].add(rows.values[at + column], rows.readBack[at + column]);
      }
    }
    for (const downcast::LossKernel* kernel : downcast::lossKernels()) {
      std::vector<LossMeter> ours(width, LossMeter(step));
      kernel->addFloats(rows.values.data(), rows.nearest.data(), count, rows.stride, ours);
      for (std::size_t i = 0; i < width; ++i)
        QVERIFY2(difference(ours[i], floats[i]) == nullptr, difference(ours[i], floats[i]));
      ours.assign(width, LossMeter(step));
      kernel->addDoubles(rows.values.data(), rows.readBack.data(), count, rows.stride, ours);
      for (std::size_t i = 0; i < width; ++i)
        QVERIFY2(difference(ours[i], doubles[i]) == nullptr, difference(ours[i], doubles[i]));
    }
  }
}

/// Errors that grow and shrink from batch to batch move the window of bins that a sum keeps.
void LossKernelTest::aMeterGoesOnWhereItStood() {
  constexpr std::size_t kWidth = 11;
  std::mt19937_64 random(32);
  std::vector<LossMeter> wanted(kWidth);
  std::vector<std::vector<LossMeter>> ours(downcast::lossKernels().size(), wanted);
  for (int batch = 0; batch < 300; ++batch) {
    const Rows rows(random, random() % 5, kWidth);
    const std::size_t count = rows.values.size() / rows.stride;
    for (std::size_t at = 0; at < count * rows.stride; at += rows.stride) {
      for (std::size_t column = 0; column < kWidth; ++column)
        wanted[column].add(rows.values[at + column], static_cast<double>(rows.nearest[at + column]));
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
      downcast::lossKernels()[i]->addFloats(rows.values.data(), rows.nearest.data(), count, rows.stride, ours[i]);
      for (std::size_t column = 0; column < kWidth; ++column) {
        const char* const found = difference(ours[i][column], wanted[column]);
        QVERIFY2(found == nullptr, found);
      }
    }
  }
}

MASU_TEST(LossKernelTest)
#include "loss_kernel_test.moc"
