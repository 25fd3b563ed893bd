// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/loss_spec.h"

#include <QTest>
#include <cmath>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

namespace {

DatasetSummary classes(std::vector<std::uint64_t> samples) {
  DatasetSummary summary;
  summary.classes.assign(samples.size(), "class");
  summary.outputs = static_cast<std::int64_t>(samples.size());
  summary.classSamples = std::move(samples);
  return summary;
}

DatasetSummary values() {
  DatasetSummary summary;
  summary.outputs = 1;
  return summary;
}

metrics::RunSpec specWith(const char* loss, const char* weights) {
  metrics::RunSpec spec;
  spec.loss = loss;
  spec.classWeights = weights;
  return spec;
}

}  // namespace

class LossSpecTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aLossIsOneOfItsKindOfTarget() {
    const DatasetSummary ofClasses = classes({1, 1});
    const DatasetSummary ofValues = values();
    QCOMPARE(lossSpecFrom(specWith("", "none"), ofClasses)->loss, Loss::crossEntropy);
    QCOMPARE(lossSpecFrom(specWith("", ""), ofValues)->loss, Loss::squared);
    const std::vector<std::pair<const char*, Loss>> numbers = {
        {"mse", Loss::squared}, {"mae", Loss::absolute}, {"huber", Loss::huber}};
    for (const auto& [name, loss] : numbers) {
      QCOMPARE(lossSpecFrom(specWith(name, "none"), ofValues)->loss, loss);
      QVERIFY(!lossSpecFrom(specWith(name, "none"), ofClasses));
    }
    QCOMPARE(lossSpecFrom(specWith("crossentropy", "none"), ofClasses)->loss, Loss::crossEntropy);
    for (const char* name : {"crossentropy", "MSE", "mse ", "rmse"}) {
      const auto refused = lossSpecFrom(specWith(name, "none"), ofValues);
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, Errc::invalidArgument);
      QVERIFY(refused.error().message.english().find(name) != std::string::npos);
    }
  }

  void withoutWeightsAllCountTheSame() {
    for (const char* weights : {"", "none"})
      QVERIFY(lossSpecFrom(specWith("", weights), classes({5, 1}))->classWeights.empty());
  }

  /// All classes that have samples count the same, and a train sample counts 1 on average.
  void balancedClassesCountTheSame() {
    for (const auto& samples : {std::vector<std::uint64_t>{1, 1}, {5, 5, 5}, {1, 999'999}, {3, 1, 4, 1, 59}}) {
      const LossSpec spec = lossSpecFrom(specWith("", "balanced"), classes(samples)).value();
      QCOMPARE(spec.classWeights.size(), samples.size());
      double all = 0;
      double weighted = 0;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto count = static_cast<double>(samples[i]);
        const double share = count * static_cast<double>(spec.classWeights[i]);
        QVERIFY(std::abs(share / (static_cast<double>(samples[0]) * static_cast<double>(spec.classWeights[0])) - 1) <
                1e-6);
        all += count;
        weighted += share;
      }
      QVERIFY(std::abs(weighted / all - 1) < 1e-6);
    }
    // One that no sample has is divided by nothing.
    QCOMPARE(lossSpecFrom(specWith("", "balanced"), classes({4, 0}))->classWeights[1], 1.0F);
  }

  void weightsAreListedInTheOrderOfTheClasses() {
    QCOMPARE(lossSpecFrom(specWith("", "0,2.5,1e3"), classes({1, 1, 1}))->classWeights,
             (std::vector<float>{0, 2.5F, 1000}));
    for (const char* weights : {"1", "1,2,3,4", "1,2,", ",1,2", "1,,2", "1, 2, 3", "1,2,x", "1,2,-1", "0,0,0",
                                "1,2,inf", "1,2,nan", "Balanced", " "}) {
      const auto refused = lossSpecFrom(specWith("", weights), classes({1, 1, 1}));
      QVERIFY2(!refused, weights);
      QCOMPARE(refused.error().code, Errc::invalidArgument);
      const std::string sentence = refused.error().message.english();
      QVERIFY2(sentence.find("3 numbers") != std::string::npos, sentence.c_str());
    }
  }

  void valuesHaveNoClassesToWeigh() {
    for (const char* weights : {"balanced", "1", "1,2"}) {
      const auto refused = lossSpecFrom(specWith("", weights), values());
      QVERIFY(!refused);
      QVERIFY(refused.error().message.english().find("need classes") != std::string::npos);
    }
    QVERIFY(lossSpecFrom(specWith("mae", "none"), values()));
  }
};

MASU_TEST(LossSpecTest)
#include "loss_spec_test.moc"
