#include "core/train/blueprint.h"

#include <algorithm>
#include <cmath>

namespace masu::train {

namespace {

/// Writes a model's source and tensors side by side, so that a layer is named in one place.
class Draft {
 public:
  explicit Draft(const DataFacts& facts) : m_facts(facts) {
    m_source =
        facts.cardinalities.empty() ? "def forward(self, features):\n" : "def forward(self, features, categories):\n";
  }

  void line(const std::string& text) { m_source += "  " + text + "\n"; }

  void tensor(std::string name, std::vector<std::int64_t> shape, Fill fill, double amount, bool learned = true) {
    m_plan.tensors.push_back({std::move(name), std::move(shape), fill, amount, learned, {}});
  }

  /// `x` through a dense layer, drawn as torch.nn.Linear draws it: uniform within one over the root of its inputs.
  void dense(const std::string& name, std::int64_t inputs, std::int64_t outputs) {
    const double bound = 1 / std::sqrt(static_cast<double>(std::max<std::int64_t>(inputs, 1)));
    tensor(name + "_weight", {outputs, inputs}, Fill::uniform, bound);
    tensor(name + "_bias", {outputs}, Fill::uniform, bound);
    line("x = torch.linear(x, self." + name + "_weight, self." + name + "_bias)");
  }

  void dropout(const std::string& share) { line("x = torch.dropout(x, " + share + ", self.training)"); }

  /// `x` through a convolution, drawn as He et al. draw it; no bias, as the normalisation behind would take it out
  /// again.
  void convolve(const std::string& name, std::int64_t inputs, std::int64_t outputs, std::int64_t kernel,
                std::int64_t stride) {
    tensor(name + "_weight", {outputs, inputs, kernel}, Fill::normal,
           std::sqrt(2.0 / static_cast<double>(inputs * kernel)));
    line("x = torch.conv1d(x, self." + name + "_weight, None, [" + std::to_string(stride) + "], [" +
         std::to_string(kernel / 2) + "])");
  }

  void batchNorm(const std::string& name, std::int64_t channels) {
    tensor(name + "_gain", {channels}, Fill::constant, 1);
    tensor(name + "_shift", {channels}, Fill::constant, 0);
    tensor(name + "_mean", {channels}, Fill::constant, 0, false);
    tensor(name + "_variance", {channels}, Fill::constant, 1, false);
    line("x = torch.batch_norm(x, self." + name + "_gain, self." + name + "_shift, self." + name + "_mean, self." +
         name + "_variance, self.training, 0.1, 1e-5, False)");
  }

  /// A table of vectors for each category column, joined to `x`. Returns how many values that adds.
  std::int64_t joinEmbeddings() {
    std::int64_t added = 0;
    std::string parts;
    for (std::size_t i = 0; i < m_facts.cardinalities.size(); ++i) {
      const std::int64_t codes = m_facts.cardinalities[i];
      const std::int64_t width = embeddingWidth(codes);
      const std::string name = "embedding" + std::to_string(i);
      tensor(name, {codes, width}, Fill::normal, kEmbeddingDeviation);
      parts += ", torch.embedding(self." + name + ", categories[:, " + std::to_string(i) + "])";
      added += width;
    }
    if (added > 0) line("x = torch.cat([x" + parts + "], 1)");
    return added;
  }

  /// Values leave in their own unit, so that a network learns deviations of the train split and no unit.
  Blueprint finish() {
    if (m_facts.predictsValues()) {
      m_plan.tensors.push_back({"target_mean", {m_facts.outputs}, Fill::constant, 0, false, m_facts.targetMean});
      m_plan.tensors.push_back(
          {"target_deviation", {m_facts.outputs}, Fill::constant, 1, false, m_facts.targetDeviation});
      line("x = x * self.target_deviation + self.target_mean");
    }
    line("return x");
    m_plan.source = std::move(m_source);
    return std::move(m_plan);
  }

 private:
  static constexpr double kEmbeddingDeviation = 0.1;

  /// The rule of thumb of fast.ai's tabular learner.
  static std::int64_t embeddingWidth(std::int64_t codes) {
    const double width = std::round(1.6 * std::pow(static_cast<double>(codes), 0.56));
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(width), 2, 50);
  }

  const DataFacts& m_facts;
  Blueprint m_plan;
  std::string m_source;
};

/// One matrix over numbers and one-hot categories; an embedding of one value an output is that matrix' part.
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
  const std::int64_t trainSamples = static_cast<std::int64_t>(facts.samplesOf(store::Split::train));
  std::int64_t hidden = width > 64 || trainSamples > 100'000 ? 256 : 128;
  const int layers = trainSamples > 100'000 ? 3 : 2;
  for (int i = 0; i < layers; ++i) {
    draft.dense("hidden" + std::to_string(i), width, hidden);
    draft.line("x = torch.relu(x)");
    draft.dropout("0.2");
    width = hidden;
    hidden /= 2;
  }
  draft.dense("output", width, facts.outputs);
  return draft.finish();
}

constexpr std::int64_t kLongWave = 512;
constexpr std::int64_t kFilters = 32;

/// The first layer of a long wave: a bank of learned filters, of which the loudness over a few milliseconds is kept, in
/// logarithms as one hears; what comes after sees a spectrogram. Returns the length left.
std::int64_t listen(Draft& draft, std::int64_t channels, std::int64_t length) {
  const std::int64_t stride = length >= 4 * kLongWave ? 8 : 2;
  draft.convolve("wave0", channels, kFilters, stride * 8 + 1, stride);
  draft.line("x = torch.log(torch.avg_pool1d(torch.abs(x), [4]) + 0.01)");
  draft.batchNorm("wave0", kFilters);
  return ((length + stride - 1) / stride) / 4;
}

Blueprint cnn1d(const DataFacts& facts) {
  const bool table = facts.sampleShape.size() == 1;
  const std::int64_t channels = table ? 1 : facts.sampleShape[0];
  const std::int64_t length = facts.featureCount() / channels;
  Draft draft(facts);
  draft.line("x = torch.reshape(features, [-1, " + std::to_string(channels) + ", " + std::to_string(length) + "])");
  std::int64_t left = length;
  if (length >= kLongWave) {
    left = listen(draft, channels, length);
  } else {
    draft.convolve("wave0", channels, kFilters, 7, 1);
    draft.batchNorm("wave0", kFilters);
    draft.line("x = torch.relu(x)");
  }
  std::int64_t width = kFilters;
  for (const std::int64_t wider : {64, 128, 128}) {
    const std::string name = "wave" + std::to_string(width) + "to" + std::to_string(wider);
    draft.convolve(name, width, wider, 7, 1);
    draft.batchNorm(name, wider);
    draft.line("x = torch.relu(x)");
    if (left >= 8) {
      draft.line("x = torch.max_pool1d(x, [2])");
      left /= 2;
    }
    width = wider;
  }
  // The mean tells how much of a pattern there is, the maximum whether it occurs at all.
  draft.line("x = torch.cat([torch.mean(x, [2]), torch.amax(x, [2])], 1)");
  const std::int64_t pooled = 2 * width + draft.joinEmbeddings();
  draft.dropout("0.3");
  draft.dense("output", pooled, facts.outputs);
  return draft.finish();
}

}  // namespace

bool isBuiltIn(std::string_view model) {
  return model == "linear" || model == "mlp" || model == "cnn1d";
}

double defaultLearningRate(std::string_view model, std::string_view optimizer) {
  if (optimizer == "sgd") return model == "linear" ? 0.1 : 0.03;
  if (model == "linear") return 5e-3;
  return model == "cnn1d" ? 3e-3 : 1e-3;
}

Result<Blueprint> blueprintFor(std::string_view model, const DataFacts& facts) {
  if (model == "linear") return linear(facts);
  if (model == "mlp") return mlp(facts);
  if (model != "cnn1d") {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "There is no model {0}: choose linear, mlp, cnn1d or the path of a TorchScript file "
                          "that ends in .pt."),
                {std::string(model)});
  }
  if (facts.sampleShape.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The model cnn1d needs numbers and the dataset holds categories only: choose mlp."));
  }
  return cnn1d(facts);
}

}  // namespace masu::train
