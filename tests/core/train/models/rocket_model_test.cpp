// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <map>
#include <set>

#include "core/train/models/module_definition.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
using Shape = std::vector<std::int64_t>;

namespace {

constexpr std::int64_t kLength = 9;
constexpr std::int64_t kKernels = 84;  ///< 9 over 3

DatasetSummary waves(Shape shape, std::int64_t outputs = 3) {
  DatasetSummary summary;
  summary.sampleShape = summary.storedShape = std::move(shape);
  summary.outputs = outputs;
  summary.classes.assign(static_cast<std::size_t>(outputs), "class");
  return summary;
}

const TensorPlan& tensorOf(const ModuleDefinition& model, const char* name) {
  return *std::ranges::find(model.tensors, name, &TensorPlan::name);
}

/// Those that the source lists.
Shape dilationsOf(const ModuleDefinition& model) {
  const QString source = QString::fromStdString(model.source);
  const auto match = QRegularExpression(QStringLiteral("steps = \\[([0-9, ]*)\\]")).match(source);
  Shape dilations;
  for (const QString& one : match.captured(1).split(QStringLiteral(", "))) dilations.push_back(one.toLongLong());
  return dilations;
}

}  // namespace

class RocketModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kernelsFitIntoTheWave_data();
  void kernelsFitIntoTheWave();
  void kernelsAreAllWaysToChooseThreePlaces();
  void channelsVaryFromKernelToKernel();
  void aRowIsAWaveOfOneChannel();
};

void RocketModelTest::kernelsFitIntoTheWave_data() {
  QTest::addColumn<qlonglong>("length");
  for (const qlonglong length : {1, 2, 8, 9, 16, 17, 100, 4096, 1'000'000}) QTest::addRow("%lld", length) << length;
}

/// Whatever the wave, the features are some thousand at most, and each has its kernel, dilation and threshold.
void RocketModelTest::kernelsFitIntoTheWave() {
  QFETCH(const qlonglong, length);
  const ModuleDefinition model = rocket(waves({2, length}));
  const Shape dilations = dilationsOf(model);
  QCOMPARE(dilations.front(), std::int64_t{1});
  QVERIFY(std::ranges::adjacent_find(dilations, std::greater_equal<>()) == dilations.end());
  QVERIFY(dilations.back() == 1 || dilations.back() * (kLength - 1) < length);
  // The largest that fits is among them.
  QVERIFY((dilations.back() + 1) * (kLength - 1) >= length);
  const auto count = static_cast<std::int64_t>(dilations.size());
  QCOMPARE(tensorOf(model, "kernels").shape, (Shape{count, kKernels, 2, kLength}));
  const Shape biases = tensorOf(model, "biases").shape;
  QCOMPARE(biases.size(), std::size_t{3});
  QCOMPARE(biases[0], count);
  QCOMPARE(biases[2], kKernels);
  const std::int64_t features = biases[0] * biases[1] * biases[2];
  QVERIFY(features >= 500 && features <= 1008);
  for (const char* name : {"frequency_mean", "frequency_scale"}) QCOMPARE(tensorOf(model, name).shape, Shape{features});
  QCOMPARE(tensorOf(model, "output_weight").shape, (Shape{3, features}));
  for (const TensorPlan& tensor : model.tensors) QCOMPARE(tensor.learned, tensor.name.starts_with("output_"));
}

/// Each adds up to nothing, so that a level that is added to a wave changes no response.
void RocketModelTest::kernelsAreAllWaysToChooseThreePlaces() {
  constexpr std::int64_t kChannels = 5;
  const ModuleDefinition model = rocket(waves({kChannels, 1000}));
  const TensorPlan& kernels = tensorOf(model, "kernels");
  const std::int64_t dilations = kernels.shape[0];
  QCOMPARE(kernels.values.size(), static_cast<std::size_t>(dilations * kKernels * kChannels * kLength));
  auto value = kernels.values.begin();
  for (std::int64_t dilation = 0; dilation < dilations; ++dilation) {
    std::set<std::vector<float>> chosen;
    for (std::int64_t kernel = 0; kernel < kKernels; ++kernel) {
      std::set<std::vector<float>> used;
      for (std::int64_t channel = 0; channel < kChannels; ++channel, value += kLength) {
        const std::vector<float> weights(value, value + kLength);
        if (std::ranges::count(weights, 0.0F) == kLength) continue;
        QCOMPARE(std::ranges::count(weights, 2.0F), 3);
        QCOMPARE(std::ranges::count(weights, -1.0F), 6);
        used.insert(weights);
      }
      QCOMPARE(used.size(), std::size_t{1});  // the same in every channel that it adds up, and in one at least
      chosen.insert(*used.begin());
    }
    QCOMPARE(chosen.size(), static_cast<std::size_t>(kKernels));
  }
}

/// Few more often than many, each channel in some kernel, and never more than a kernel has places.
void RocketModelTest::channelsVaryFromKernelToKernel() {
  for (const std::int64_t channels : {1, 2, 12, 40}) {
    const ModuleDefinition model = rocket(waves({channels, 4096}));
    const std::vector<float>& values = tensorOf(model, "kernels").values;
    std::map<std::int64_t, std::int64_t> kernelsOf;  // by how many channels they add up
    std::set<std::int64_t> met;
    for (std::size_t at = 0; at < values.size();) {
      std::int64_t used = 0;
      for (std::int64_t channel = 0; channel < channels; ++channel, at += kLength) {
        if (values[at] == 0.0F) continue;
        ++used;
        met.insert(channel);
      }
      ++kernelsOf[used];
    }
    QCOMPARE(static_cast<std::int64_t>(met.size()), channels);
    QCOMPARE(kernelsOf.begin()->first, std::int64_t{1});
    QVERIFY(kernelsOf.rbegin()->first <= std::min(channels, kLength));
    if (channels > 1) QVERIFY(kernelsOf.size() > 1 && kernelsOf.begin()->second > kernelsOf.rbegin()->second);
    QCOMPARE(tensorOf(rocket(waves({channels, 4096})), "kernels").values, values);  // they are not drawn
  }
}

void RocketModelTest::aRowIsAWaveOfOneChannel() {
  DatasetSummary summary = waves({30});
  summary.table = true;
  const ModuleDefinition row = rocket(summary);
  QCOMPARE(tensorOf(row, "kernels").shape[2], std::int64_t{1});
  QCOMPARE(tensorOf(row, "row_scale").shape, Shape{30});
  // An image is a wave of its pixels, a channel each.
  const ModuleDefinition image = rocket(waves({3, 8, 8}));
  QCOMPARE(tensorOf(image, "kernels").shape[2], std::int64_t{3});
  QCOMPARE(dilationsOf(image), dilationsOf(rocket(waves({3, 64}))));
}

MASU_TEST(RocketModelTest)
#include "rocket_model_test.moc"
