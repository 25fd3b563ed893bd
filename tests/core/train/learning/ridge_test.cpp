// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/ridge.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::train;

namespace {

constexpr std::size_t kSamples = 20;
constexpr std::size_t kInputs = 3;
constexpr std::size_t kOutputs = 2;

struct Samples {
  std::vector<float> inputs;
  std::vector<float> outputs;
  std::vector<float> weights;
};

/// Outputs that follow from the inputs but for a rest; the last input does not vary.
Samples samplesFor(bool isWeighted) {
  Samples all;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const float first = std::sin(static_cast<float>(i));
    const float second = std::cos(static_cast<float>(3 * i));
    const float rest = std::sin(static_cast<float>(7 * i * i));
    all.inputs.insert(all.inputs.end(), {first, 10 + second, 5});
    all.outputs.insert(all.outputs.end(), {2 * first - second + rest / 2, 3 + second + rest});
    all.weights.push_back(isWeighted ? static_cast<float>(i % 4) : 1);
  }
  return all;
}

RidgeFit fitted(const Samples& all, std::size_t each = kSamples, int times = 1) {
  RidgeSums sums(kInputs, kOutputs);
  for (int time = 0; time < times; ++time) {
    for (std::size_t i = 0; i < kSamples; i += each) {
      sums.add(std::span(all.inputs).subspan(i * kInputs, each * kInputs),
               std::span(all.outputs).subspan(i * kOutputs, each * kOutputs), std::span(all.weights).subspan(i, each));
    }
  }
  return sums.fit(kSamples);
}

double standardised(const RidgeFit& fit, const Samples& all, std::size_t sample, std::size_t input) {
  return (static_cast<double>(all.inputs[sample * kInputs + input]) - fit.mean[input]) * fit.scale[input];
}

double residual(const RidgeFit& fit, const Samples& all, std::size_t sample, std::size_t output) {
  double answer = fit.bias[output];
  for (std::size_t i = 0; i < kInputs; ++i) {
    answer += fit.weights[output * kInputs + i] * standardised(fit, all, sample, i);
  }
  return static_cast<double>(all.outputs[sample * kOutputs + output]) - answer;
}

bool near(double one, double other) {
  return std::abs(one - other) < 1e-9;
}

bool areNear(const RidgeFit& one, const RidgeFit& other) {
  bool same = one.penalty == other.penalty && near(one.error, other.error);
  for (std::size_t i = 0; i < one.weights.size(); ++i) same = same && near(one.weights[i], other.weights[i]);
  for (std::size_t i = 0; i < one.bias.size(); ++i) same = same && near(one.bias[i], other.bias[i]);
  return same;
}

}  // namespace

class RidgeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Of dense ridge regression: what the residuals have in common with an input is the penalty times its weight, and
  /// nothing with a constant.
  void solvesTheNormalEquations_data() {
    QTest::addColumn<bool>("isWeighted");
    QTest::newRow("equal weights") << false;
    QTest::newRow("other weights") << true;
  }
  void solvesTheNormalEquations() {
    QFETCH(bool, isWeighted);
    const Samples all = samplesFor(isWeighted);
    const RidgeFit fit = fitted(all);
    double weight = 0;
    double count = 0;
    for (const float one : all.weights) {
      weight += static_cast<double>(one);
      count += one > 0 ? 1 : 0;
    }
    QVERIFY(fit.penalty > 0);
    for (std::size_t k = 0; k < kOutputs; ++k) {
      double alone = 0;
      for (std::size_t s = 0; s < kSamples; ++s) {
        alone += static_cast<double>(all.weights[s]) * residual(fit, all, s, k);
      }
      QVERIFY(near(alone, 0));
      for (std::size_t i = 0; i < kInputs; ++i) {
        double common = 0;
        for (std::size_t s = 0; s < kSamples; ++s) {
          common += static_cast<double>(all.weights[s]) * residual(fit, all, s, k) * standardised(fit, all, s, i);
        }
        QVERIFY(near(common * count / weight, fit.penalty * fit.weights[k * kInputs + i]));
      }
    }
  }

  void anInputThatDoesNotVaryHasNoPart() {
    const RidgeFit fit = fitted(samplesFor(false));
    QCOMPARE(fit.scale[2], 0.0);
    QVERIFY(near(fit.weights[2], 0) && near(fit.weights[kInputs + 2], 0));
  }

  /// Of a single input the degrees of freedom are known: the bias, and a share of the input.
  void theErrorIsThatOfGeneralizedCrossValidation() {
    const Samples all = samplesFor(false);
    RidgeSums sums(1, 1);
    std::vector<float> inputs;
    std::vector<float> outputs;
    for (std::size_t s = 0; s < kSamples; ++s) {
      inputs.push_back(all.inputs[s * kInputs]);
      outputs.push_back(all.outputs[s * kOutputs]);
    }
    sums.add(inputs, outputs, all.weights);
    const RidgeFit fit = sums.fit(kSamples);
    double squares = 0;
    for (std::size_t s = 0; s < kSamples; ++s) {
      const double input = (static_cast<double>(inputs[s]) - fit.mean[0]) * fit.scale[0];
      const double rest = static_cast<double>(outputs[s]) - fit.bias[0] - fit.weights[0] * input;
      squares += rest * rest;
    }
    const double used = 1 + kSamples / (kSamples + fit.penalty);
    const double left = 1 - used / kSamples;
    QVERIFY(near(fit.error, squares / kSamples / (left * left)));
  }

  void partsAddUp() {
    const Samples all = samplesFor(true);
    QVERIFY(areNear(fitted(all, 1), fitted(all)));
    QVERIFY(areNear(fitted(all, 4), fitted(all)));
  }

  void seenAgainTheSamplesAreNoFurtherEvidence() {
    const Samples all = samplesFor(false);
    QVERIFY(areNear(fitted(all, kSamples, 3), fitted(all)));
  }

  void numbersCarryTheSums() {
    const Samples all = samplesFor(true);
    RidgeSums sums(kInputs, kOutputs);
    sums.add(all.inputs, all.outputs, all.weights);
    RidgeSums other(kInputs, kOutputs);
    std::ranges::copy(sums.numbers(), other.numbers().begin());
    QCOMPARE(other.fit(kSamples).weights, sums.fit(kSamples).weights);
  }

  void nothingAddedIsZero() {
    const RidgeFit fit = RidgeSums(kInputs, kOutputs).fit(kSamples);
    QCOMPARE(fit.weights, std::vector<double>(kInputs * kOutputs));
    QCOMPARE(fit.bias, std::vector<double>(kOutputs));
  }
};

MASU_TEST(RidgeTest)
#include "ridge_test.moc"
