#include "core/train/blueprint.h"
#include "core/train/draft.h"

namespace masu::train {

Blueprint linear(const DataFacts& facts) {
  Draft draft(facts);
  draft.line("x = torch.flatten(features, 1)");
  draft.dense("output", facts.featureCount(), facts.outputs);
  for (std::size_t i = 0; i < facts.cardinalities.size(); ++i) {
    const std::string name = "category" + std::to_string(i);
    draft.tensor(name, {facts.cardinalities[i], facts.outputs}, Fill::constant, 0);
    draft.line("x = x + torch.embedding(self." + name + ", categories[:, " + std::to_string(i) + "])");
  }
  return draft.finish();
}

Blueprint mlp(const DataFacts& facts) {
  Draft draft(facts);
  draft.line("x = torch.flatten(features, 1)");
  // A table's columns are often skewed by orders of magnitude; asinh is linear near zero and logarithmic far out.
  if (facts.sampleShape.size() <= 1) draft.line("x = torch.asinh(x)");
  std::int64_t width = facts.featureCount() + draft.joinEmbeddings();
  const auto trainSamples = static_cast<std::int64_t>(facts.samplesOf(store::Split::train));
  std::int64_t hidden = width > 64 || trainSamples > 100'000 ? 256 : 128;
  const int layers = trainSamples > 100'000 ? 3 : 2;
  for (int i = 0; i < layers; ++i) {
    draft.dense("hidden" + std::to_string(i), width, hidden);
    draft.relu();
    draft.dropout("0.2");
    width = hidden;
    hidden /= 2;
  }
  return draft.finish(width);
}

}  // namespace masu::train
