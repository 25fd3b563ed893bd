// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/module_builder.h"
#include "core/train/models/module_definition.h"

namespace masu::train {

ModuleDefinition linear(const DatasetSummary& summary) {
  ModuleBuilder builder(summary);
  builder.line("x = torch.flatten(features, 1)");
  builder.dense("output", summary.featureCount(), summary.outputs);
  for (std::size_t i = 0; i < summary.cardinalities.size(); ++i) {
    const std::string name = "category" + std::to_string(i);
    builder.tensor(name, {summary.cardinalities[i], summary.outputs}, Fill::constant, 0);
    builder.line("x = x + torch.embedding(self." + name + ", categories[:, " + std::to_string(i) + "])");
  }
  return builder.finish();
}

ModuleDefinition mlp(const DatasetSummary& summary) {
  ModuleBuilder builder(summary);
  builder.line("x = torch.flatten(features, 1)");
  // A table's columns are often skewed by orders of magnitude; asinh is linear near zero and logarithmic far out.
  if (summary.sampleShape.size() <= 1) builder.line("x = torch.asinh(x)");
  std::int64_t width = summary.featureCount() + builder.joinEmbeddings();
  const auto trainSamples = static_cast<std::int64_t>(summary.samplesOf(store::Split::train));
  std::int64_t hidden = width > 64 || trainSamples > 100'000 ? 256 : 128;
  const int layers = trainSamples > 100'000 ? 3 : 2;
  for (int i = 0; i < layers; ++i) {
    builder.dense("hidden" + std::to_string(i), width, hidden);
    builder.relu();
    builder.dropout("0.2");
    width = hidden;
    hidden /= 2;
  }
  return builder.finish(width);
}

}  // namespace masu::train
