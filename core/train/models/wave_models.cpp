// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/module_builder.h"
#include "core/train/models/module_definition.h"

namespace masu::train {

namespace {

constexpr std::int64_t kLongWave = 512;
constexpr std::int64_t kFilters = 32;

/// The wave that a model sees: channels × length.
struct Wave {
  explicit Wave(const DatasetSummary& summary)
      : channels(summary.sampleShape.size() == 1 ? 1 : summary.sampleShape[0]),
        length(summary.featureCount() / channels) {}

  std::int64_t channels;
  std::int64_t length;
};

/// The first layer of a long wave: a bank of learned filters, of which the loudness over a few milliseconds is kept, in
/// logarithms as one hears; what comes after sees a spectrogram. Returns the length left.
std::int64_t listen(ModuleBuilder& builder, const Wave& wave) {
  const std::int64_t stride = wave.length >= 4 * kLongWave ? 8 : 2;
  builder.convolve("wave0", {.inputs = wave.channels, .outputs = kFilters, .kernel = stride * 8 + 1, .stride = stride});
  builder.line("x = torch.log(torch.avg_pool1d(torch.abs(x), [4]) + 0.01)");
  builder.batchNorm("wave0", kFilters);
  return ((wave.length + stride - 1) / stride) / 4;
}

/// Halves a length that can spare it; returns what is left.
std::int64_t halve(ModuleBuilder& builder, std::int64_t length, std::int64_t shortest) {
  if (length < shortest) return length;
  builder.line("x = torch.max_pool1d(x, [2])");
  return length / 2;
}

/// Three convolutions around which the input is led, widened where it must be.
void residualBlock(ModuleBuilder& builder, const std::string& name, std::int64_t inputs, std::int64_t outputs) {
  builder.line("r = x");
  if (inputs != outputs) {
    builder.convolve(name + "_around", {.inputs = inputs, .outputs = outputs, .kernel = 1}, "r");
    builder.batchNorm(name + "_around", outputs, 1, "r");
  }
  std::int64_t width = inputs;
  for (const std::int64_t kernel : {7, 5, 3}) {
    const std::string layer = name + "_" + std::to_string(kernel);
    builder.convolve(layer, {.inputs = width, .outputs = outputs, .kernel = kernel});
    builder.batchNorm(layer, outputs, kernel == 3 ? 0 : 1);
    if (kernel != 3) builder.relu();
    width = outputs;
  }
  builder.line("x = torch.relu(x + r)");
}

}  // namespace

ModuleDefinition cnn1d(const DatasetSummary& summary) {
  const Wave wave(summary);
  ModuleBuilder builder(summary);
  builder.take({wave.channels, wave.length});
  std::int64_t left = wave.length;
  if (wave.length >= kLongWave) {
    left = listen(builder, wave);
  } else {
    builder.convolve("wave0", {.inputs = wave.channels, .outputs = kFilters, .kernel = 7});
    builder.batchNorm("wave0", kFilters);
    builder.relu();
  }
  std::int64_t width = kFilters;
  for (const std::int64_t wider : {64, 128, 128}) {
    const std::string name = "wave" + std::to_string(width) + "to" + std::to_string(wider);
    builder.convolve(name, {.inputs = width, .outputs = wider, .kernel = 7});
    builder.batchNorm(name, wider);
    builder.relu();
    left = halve(builder, left, 8);
    width = wider;
  }
  builder.poolEverywhere(1);
  const std::int64_t pooled = 2 * width + builder.joinEmbeddings();
  builder.dropout("0.3");
  return builder.finish(pooled);
}

ModuleDefinition resnet1d(const DatasetSummary& summary) {
  constexpr std::int64_t kFewSamples = 1000;
  constexpr std::int64_t kLong = 128;
  const Wave wave(summary);
  ModuleBuilder builder(summary);
  builder.take({wave.channels, wave.length});
  const bool isLong = wave.length >= kLongWave;
  std::int64_t left = isLong ? listen(builder, wave) : wave.length;
  std::int64_t width = isLong ? kFilters : wave.channels;
  const bool few = static_cast<std::int64_t>(summary.samplesOf(store::Split::train)) < kFewSamples;
  const std::int64_t base = few ? kFilters : 2 * kFilters;
  int number = 0;
  for (const std::int64_t wider : {base, 2 * base, 2 * base}) {
    residualBlock(builder, "block" + std::to_string(number++), width, wider);
    left = halve(builder, left, kLong);
    width = wider;
  }
  builder.line("x = torch.mean(x, [2])");
  const std::int64_t pooled = width + builder.joinEmbeddings();
  return builder.finish(pooled);
}

}  // namespace masu::train
