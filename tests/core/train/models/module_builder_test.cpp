// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/module_builder.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
using Shape = std::vector<std::int64_t>;

namespace {

DatasetSummary row(std::int64_t columns) {
  DatasetSummary summary;
  summary.sampleShape = summary.storedShape = {columns};
  summary.table = true;
  summary.classes = {"a", "b"};
  summary.outputs = 2;
  return summary;
}

const TensorPlan* find(const ModuleDefinition& model, const std::string& name) {
  const auto found = std::ranges::find(model.tensors, name, &TensorPlan::name);
  return found == model.tensors.end() ? nullptr : &*found;
}

bool hasLine(const ModuleDefinition& model, const std::string& line) {
  return model.source.find("  " + line + "\n") != std::string::npos;
}

/// Mean and deviation.
std::pair<double, double> momentsOf(const std::vector<double>& values) {
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / static_cast<double>(values.size()))};
}

bool isNear(double one, double other) {
  return std::abs(one - other) <= 1e-5 * std::max(1.0, std::abs(other));
}

}  // namespace

class ModuleBuilderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aRowIsNormalisedAsAWhole();
  void columnsOfSeveralUnitsStayAsTheyAre();
  void layersAreDrawnForTheirInputs();
  void aConvolutionKeepsTheLengthButForItsStride();
  void everyCategoryHasATableOfVectors();
  void valuesLeaveInTheirOwnUnit();
};

/// Columns were normalised each by itself: what the model sees then is as if the row had been normalised as one.
void ModuleBuilderTest::aRowIsNormalisedAsAWhole() {
  constexpr std::size_t kColumns = 12;
  constexpr std::size_t kSamples = 50;
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> columns(kColumns);
  std::vector<double> all;
  DatasetSummary summary = row(kColumns);
  for (std::size_t k = 0; k < kColumns; ++k) {
    for (std::size_t i = 0; i < kSamples; ++i)
      columns[k].push_back(k == 4 ? 7.0 : static_cast<double>(k) + (0.5 + static_cast<double>(k) / 9) * normal(random));
    all.insert(all.end(), columns[k].begin(), columns[k].end());
    const auto [mean, deviation] = momentsOf(columns[k]);
    summary.featureMean.push_back(mean);
    summary.featureDeviation.push_back(k == 4 ? 0 : deviation);  // one that never varies
  }
  ModuleBuilder builder(summary);
  builder.take({1, kColumns});
  const ModuleDefinition model = builder.finish();
  const TensorPlan* scale = find(model, "row_scale");
  const TensorPlan* shift = find(model, "row_shift");
  QVERIFY(scale != nullptr && shift != nullptr && !scale->learned && !shift->learned);
  QVERIFY(model.source.find("[-1, 1, 12])") != std::string::npos);
  const auto [mean, deviation] = momentsOf(all);
  for (std::size_t k = 0; k < kColumns; ++k) {
    for (const double value : columns[k]) {
      const double own = summary.featureDeviation[k] > 0
                             ? (value - summary.featureMean[k]) / summary.featureDeviation[k]
                             : 0;
      QVERIFY(isNear(own * static_cast<double>(scale->values.at(k)) + static_cast<double>(shift->values.at(k)),
                     (value - mean) / deviation));
    }
  }
}

void ModuleBuilderTest::columnsOfSeveralUnitsStayAsTheyAre() {
  const auto scaled = [](const std::vector<double>& means, const std::vector<double>& deviations) {
    DatasetSummary summary = row(static_cast<std::int64_t>(means.size()));
    summary.featureMean = means;
    summary.featureDeviation = deviations;
    ModuleBuilder builder(summary);
    builder.take({1, static_cast<std::int64_t>(means.size())});
    const ModuleDefinition model = builder.finish();
    return !find(model, "row_scale")->values.empty();
  };
  QVERIFY(scaled({0, 1, 2}, {1, 2, 1}));
  QVERIFY(!scaled({0, 1, 1e6}, {1, 2, 1}));  // as a year beside a price
  QVERIFY(!scaled({0, 1, 2}, {0, 0, 0}));
  QVERIFY(!scaled({5, 5}, {0, 0}));
  // Where nothing was measured, they are multiplied by 1 and 0 is added.
  const DatasetSummary unknown = row(3);
  ModuleBuilder builder(unknown);
  builder.take({3});
  const ModuleDefinition model = builder.finish();
  QVERIFY(find(model, "row_scale")->values.empty() && find(model, "row_shift")->values.empty());
  QCOMPARE(find(model, "row_scale")->amount, 1.0);
  QCOMPARE(find(model, "row_shift")->amount, 0.0);
  // Channels of recordings are of one unit each, and are not put together.
  DatasetSummary waves = row(3);
  waves.sampleShape = waves.storedShape = {2, 10};
  waves.table = false;
  ModuleBuilder plain(waves);
  plain.take({2, 10});
  const ModuleDefinition other = plain.finish();
  QVERIFY(find(other, "row_scale") == nullptr);
  QVERIFY(hasLine(other, "x = torch.reshape(features, [-1, 2, 10])"));
}

/// As torch.nn.Linear, and as He et al. for what ReLU follows.
void ModuleBuilderTest::layersAreDrawnForTheirInputs() {
  const DatasetSummary summary = row(16);
  ModuleBuilder builder(summary);
  builder.dense("first", 16, 5);
  builder.dense("empty", 0, 2);
  builder.convolve("wave", {.inputs = 3, .outputs = 8, .kernel = 6});
  builder.convolve("image", {.inputs = 2, .outputs = 4, .kernel = 3, .axes = 2});
  builder.batchNorm("norm", 8, 0);
  const ModuleDefinition model = builder.finish(5);
  QCOMPARE(find(model, "first_weight")->shape, (Shape{5, 16}));
  QCOMPARE(find(model, "first_bias")->shape, Shape{5});
  for (const char* name : {"first_weight", "first_bias"}) {
    QVERIFY(find(model, name)->fill == Fill::uniform && find(model, name)->learned);
    QCOMPARE(find(model, name)->amount, 0.25);
  }
  QCOMPARE(find(model, "empty_weight")->amount, 1.0);  // and not infinite
  QCOMPARE(find(model, "wave_weight")->shape, (Shape{8, 3, 6}));
  QCOMPARE(find(model, "wave_weight")->amount, 1.0 / 3);  // the root of 2 / 18
  QVERIFY(find(model, "wave_weight")->fill == Fill::normal);
  QCOMPARE(find(model, "image_weight")->shape, (Shape{4, 2, 3, 3}));
  QCOMPARE(find(model, "image_weight")->amount, 1.0 / 3);
  QCOMPARE(find(model, "norm_gain")->amount, 0.0);
  QVERIFY(find(model, "norm_shift")->learned && !find(model, "norm_mean")->learned);
  QCOMPARE(find(model, "norm_variance")->amount, 1.0);
  QCOMPARE(find(model, "output_weight")->shape, (Shape{2, 5}));
}

void ModuleBuilderTest::aConvolutionKeepsTheLengthButForItsStride() {
  const DatasetSummary summary = row(16);
  for (const std::int64_t kernel : {1, 3, 7}) {
    for (const std::int64_t stride : {1, 2, 4}) {
      ModuleBuilder builder(summary);
      builder.convolve("c", {.inputs = 1, .outputs = 2, .kernel = kernel, .stride = stride, .axes = 2}, "y");
      const std::string model = builder.finish().source;
      const std::string padding = std::to_string((kernel - 1) / 2);
      const std::string step = std::to_string(stride);
      const std::string line = "y = torch.conv2d(y, self.c_weight, None, [" + step + ", " + step + "], [" + padding +
                               ", " + padding + "])";
      QVERIFY2(model.find(line) != std::string::npos, model.c_str());
    }
  }
}

void ModuleBuilderTest::everyCategoryHasATableOfVectors() {
  DatasetSummary summary = row(4);
  {
    ModuleBuilder builder(summary);
    QCOMPARE(builder.joinEmbeddings(), std::int64_t{0});
    QVERIFY(builder.finish().source.starts_with("def forward(self, features):\n"));
  }
  summary.cardinalities = {2, 1, 40, 100'000'000};
  ModuleBuilder builder(summary);
  const std::int64_t added = builder.joinEmbeddings();
  const ModuleDefinition model = builder.finish();
  QVERIFY(model.source.starts_with("def forward(self, features, categories):\n"));
  std::int64_t widths = 0;
  std::int64_t before = 0;
  for (const std::size_t i : {1, 0, 2, 3}) {  // by how many codes they have
    const TensorPlan* table = find(model, "embedding" + std::to_string(i));
    QVERIFY(table != nullptr && table->learned);
    QCOMPARE(table->shape.size(), std::size_t{2});
    QCOMPARE(table->shape[0], summary.cardinalities[i]);
    QVERIFY(table->shape[1] >= std::max<std::int64_t>(2, before) && table->shape[1] <= 50);
    before = table->shape[1];
    widths += table->shape[1];
    QVERIFY(model.source.find("categories[:, " + std::to_string(i) + "]") != std::string::npos);
  }
  QCOMPARE(added, widths);
}

void ModuleBuilderTest::valuesLeaveInTheirOwnUnit() {
  DatasetSummary summary = row(4);
  {
    ModuleBuilder builder(summary);
    const ModuleDefinition model = builder.finish(4);
    QVERIFY(find(model, "target_mean") == nullptr);
    QVERIFY(model.source.ends_with("self.output_bias)\n  return x\n"));
  }
  summary.classes.clear();
  summary.targetMean = {10, 20};
  summary.targetDeviation = {2, 3};
  ModuleBuilder builder(summary);
  const ModuleDefinition model = builder.finish(4);
  QCOMPARE(find(model, "target_mean")->values, summary.targetMean);
  QCOMPARE(find(model, "target_deviation")->values, summary.targetDeviation);
  QVERIFY(!find(model, "target_mean")->learned && !find(model, "target_deviation")->learned);
  QVERIFY(model.source.ends_with("x = x * self.target_deviation + self.target_mean\n  return x\n"));
}

MASU_TEST(ModuleBuilderTest)
#include "module_builder_test.moc"
