// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/temperature_fit.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/fixtures/test_group.h"

using masu::metrics::Temperature;
using masu::train::TemperatureFit;

namespace {

struct Sample {
  std::vector<float> outputs;
  std::size_t truth = 0;
};

constexpr std::uint64_t kMemory = 64 << 20;

/// Samples whose classes are drawn by the softmax of their outputs, which are multiplied by `factor` then.
std::vector<Sample> samples(std::size_t classes, std::size_t count, float factor) {
  std::mt19937_64 random(classes);
  std::normal_distribution<float> normal(0, 2);
  std::vector<Sample> all(count);
  for (Sample& sample : all) {
    std::vector<double> weights;
    for (std::size_t k = 0; k < classes; ++k) {
      sample.outputs.push_back(normal(random));
      weights.push_back(std::exp(sample.outputs.back()));
    }
    sample.truth = std::discrete_distribution<std::size_t>(weights.begin(), weights.end())(random);
    for (float& output : sample.outputs) output *= factor;
  }
  return all;
}

Temperature fitted(const std::vector<Sample>& samples, std::uint64_t bytes = kMemory) {
  TemperatureFit fit(samples.empty() ? 2 : samples.front().outputs.size(), samples.size(), bytes);
  for (const Sample& sample : samples) fit.add(sample.outputs, sample.truth);
  return fit.fit();
}

/// Written otherwise than the fit does it; clipped as log loss is.
double lossAt(const std::vector<Sample>& samples, double temperature) {
  double total = 0;
  for (const Sample& sample : samples) {
    double sum = 0;
    for (const float output : sample.outputs)
      sum += std::exp((static_cast<double>(output) - sample.outputs[sample.truth]) / temperature);
    total += std::min(std::log(sum), -std::log(std::numeric_limits<double>::epsilon()));
  }
  return total / static_cast<double>(samples.size());
}

}  // namespace

class TemperatureFitTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void findsHowMuchTooCertainOutputsAre_data() {
    QTest::addColumn<int>("classes");
    QTest::addColumn<float>("factor");
    for (const int classes : {2, 3, 10}) {
      for (const float factor : {0.2F, 1.0F, 5.0F})
        QTest::addRow("%d classes, times %g", classes, static_cast<double>(factor)) << classes << factor;
    }
  }
  void findsHowMuchTooCertainOutputsAre() {
    QFETCH(const int, classes);
    QFETCH(const float, factor);
    const auto all = samples(static_cast<std::size_t>(classes), 20'000, factor);
    const Temperature found = fitted(all);
    QVERIFY2(std::abs(found.value / static_cast<double>(factor) - 1) < 0.05, qPrintable(QString::number(found.value)));
    QCOMPARE(found.samples, std::uint64_t{20'000});
    QVERIFY(std::abs(found.before - lossAt(all, 1)) < 1e-6);
    QVERIFY(std::abs(found.after - lossAt(all, found.value)) < 1e-6);
    QVERIFY(found.after <= found.before);
    // The smallest: to either side it is larger.
    QVERIFY(lossAt(all, found.value * 1.01) > found.after);
    QVERIFY(lossAt(all, found.value / 1.01) > found.after);
    QCOMPARE(found.divisor(), found.value);
  }

  void ofManySamplesSomeAreKept() {
    const auto all = samples(4, 10'000, 3);
    const Temperature some = fitted(all, 1000 * 4 * sizeof(float));
    QCOMPARE(some.samples, std::uint64_t{1000});
    QCOMPARE(some.outOf, std::uint64_t{10'000});
    QVERIFY2(std::abs(some.value / 3 - 1) < 0.2, qPrintable(QString::number(some.value)));
    QVERIFY(fitted(all, 1).samples <= 1);
  }

  /// Two classes take turns, one with outputs that are much too certain: whichever samples are kept, both are among
  /// them.
  void whatTakesTurnsIsKeptAlike() {
    auto certain = samples(2, 10'000, 10);
    const auto doubtful = samples(2, 10'000, 0.5F);
    for (std::size_t i = 0; i < certain.size(); i += 2) certain[i] = doubtful[i];
    const double whole = fitted(certain).value;
    for (const std::uint64_t kept : {1000U, 2500U, 5000U}) {
      const double part = fitted(certain, kept * 2 * sizeof(float)).value;
      QVERIFY2(part > whole / 2 && part < whole * 2, qPrintable(QString("%1 of %2").arg(part).arg(whole)));
    }
  }

  void whereNoOutputIsAboveTheTrueOneThereIsNone() {
    const Temperature none = fitted({{{3, 1}, 0}, {{-1, 2}, 1}, {{1, 1}, 1}});
    QVERIFY(!none.isFound() && std::isnan(none.after));
    QCOMPARE(none.samples, std::uint64_t{3});
    QVERIFY(std::isfinite(none.before));
    QCOMPARE(none.divisor(), 1.0);
    const Temperature empty = fitted({});
    QVERIFY(!empty.isFound() && empty.samples == 0);
  }

  /// No temperature is high enough for a model that is mostly wrong, nor low enough for one with outputs near 0.
  void staysWithinItsBounds() {
    const std::vector<Sample> wrong(10, Sample{{1, 0}, 1});
    QCOMPARE(fitted(wrong).value, Temperature::kMost);
    std::vector<Sample> faint(10, Sample{{1e-6F, 0}, 0});
    faint.push_back({{1e-6F, 0}, 1});
    QCOMPARE(fitted(faint).value, Temperature::kLeast);
  }

  /// As log loss is measured everywhere: p is clipped.
  void aHopelessSampleCountsAsItDoesElsewhere() {
    const double most = -std::log(std::numeric_limits<double>::epsilon());
    QCOMPARE(fitted({{{1000, 0}, 1}}).before, most);
    QVERIFY(fitted({{{1000, 0}, 0}}).before > 0);
  }

  void whatIsNotFiniteIsLeftOut() {
    auto all = samples(3, 1000, 2);
    const Temperature clean = fitted(all);
    all.push_back({{NAN, 0, 1}, 1});
    all.push_back({{0, INFINITY, 1}, 0});
    all.push_back({{-3e38F, 3e38F, 0}, 0});
    const Temperature found = fitted(all);
    QCOMPARE(found.samples, clean.samples);
    QCOMPARE(found.outOf, clean.outOf + 3);
    QCOMPARE(found.value, clean.value);
  }
};

MASU_TEST(TemperatureFitTest)
#include "temperature_fit_test.moc"
