#include "core/train/blueprint.h"
#include "core/train/draft.h"

namespace masu::train {

namespace {

constexpr std::int64_t kLongWave = 512;
constexpr std::int64_t kFilters = 32;

/// The wave that a model sees: channels × length.
struct Wave {
  explicit Wave(const DataFacts& facts)
      : channels(facts.sampleShape.size() == 1 ? 1 : facts.sampleShape[0]), length(facts.featureCount() / channels) {}

  std::int64_t channels;
  std::int64_t length;
};

/// The first layer of a long wave: a bank of learned filters, of which the loudness over a few milliseconds is kept, in
/// logarithms as one hears; what comes after sees a spectrogram. Returns the length left.
std::int64_t listen(Draft& draft, const Wave& wave) {
  const std::int64_t stride = wave.length >= 4 * kLongWave ? 8 : 2;
  draft.convolve("wave0", {.inputs = wave.channels, .outputs = kFilters, .kernel = stride * 8 + 1, .stride = stride});
  draft.line("x = torch.log(torch.avg_pool1d(torch.abs(x), [4]) + 0.01)");
  draft.batchNorm("wave0", kFilters);
  return ((wave.length + stride - 1) / stride) / 4;
}

/// Halves a length that can spare it; returns what is left.
std::int64_t halve(Draft& draft, std::int64_t length, std::int64_t shortest) {
  if (length < shortest) return length;
  draft.line("x = torch.max_pool1d(x, [2])");
  return length / 2;
}

/// Three convolutions around which the input is led, widened where it must be.
void residualBlock(Draft& draft, const std::string& name, std::int64_t inputs, std::int64_t outputs) {
  draft.line("r = x");
  if (inputs != outputs) {
    draft.convolve(name + "_around", {.inputs = inputs, .outputs = outputs, .kernel = 1}, "r");
    draft.batchNorm(name + "_around", outputs, 1, "r");
  }
  std::int64_t width = inputs;
  for (const std::int64_t kernel : {7, 5, 3}) {
    const std::string layer = name + "_" + std::to_string(kernel);
    draft.convolve(layer, {.inputs = width, .outputs = outputs, .kernel = kernel});
    draft.batchNorm(layer, outputs, kernel == 3 ? 0 : 1);
    if (kernel != 3) draft.relu();
    width = outputs;
  }
  draft.line("x = torch.relu(x + r)");
}

}  // namespace

Blueprint cnn1d(const DataFacts& facts) {
  const Wave wave(facts);
  Draft draft(facts);
  draft.take({wave.channels, wave.length});
  std::int64_t left = wave.length;
  if (wave.length >= kLongWave) {
    left = listen(draft, wave);
  } else {
    draft.convolve("wave0", {.inputs = wave.channels, .outputs = kFilters, .kernel = 7});
    draft.batchNorm("wave0", kFilters);
    draft.relu();
  }
  std::int64_t width = kFilters;
  for (const std::int64_t wider : {64, 128, 128}) {
    const std::string name = "wave" + std::to_string(width) + "to" + std::to_string(wider);
    draft.convolve(name, {.inputs = width, .outputs = wider, .kernel = 7});
    draft.batchNorm(name, wider);
    draft.relu();
    left = halve(draft, left, 8);
    width = wider;
  }
  draft.poolEverywhere(1);
  const std::int64_t pooled = 2 * width + draft.joinEmbeddings();
  draft.dropout("0.3");
  return draft.finish(pooled);
}

Blueprint resnet1d(const DataFacts& facts) {
  constexpr std::int64_t kFewSamples = 1000;
  constexpr std::int64_t kLong = 128;
  const Wave wave(facts);
  Draft draft(facts);
  draft.take({wave.channels, wave.length});
  const bool isLong = wave.length >= kLongWave;
  std::int64_t left = isLong ? listen(draft, wave) : wave.length;
  std::int64_t width = isLong ? kFilters : wave.channels;
  const bool few = static_cast<std::int64_t>(facts.samplesOf(store::Split::train)) < kFewSamples;
  const std::int64_t base = few ? kFilters : 2 * kFilters;
  int number = 0;
  for (const std::int64_t wider : {base, 2 * base, 2 * base}) {
    residualBlock(draft, "block" + std::to_string(number++), width, wider);
    left = halve(draft, left, kLong);
    width = wider;
  }
  draft.line("x = torch.mean(x, [2])");
  const std::int64_t pooled = width + draft.joinEmbeddings();
  return draft.finish(pooled);
}

}  // namespace masu::train
