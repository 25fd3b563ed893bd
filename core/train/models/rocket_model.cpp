// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/permutation.h"
#include "core/train/models/module_builder.h"
#include "core/train/models/module_definition.h"

namespace masu::train {

namespace {

constexpr std::int64_t kKernels = 84;  ///< the ways to choose three places of nine
constexpr std::int64_t kLength = 9;
constexpr std::int64_t kEachKernel = 12;  ///< features: 1,008 at most, whose products the fit holds (8 MB)

/// From 1 to what just fits into the wave, in steps that grow.
std::vector<std::int64_t> dilationsFor(std::int64_t length) {
  constexpr std::int64_t kMost = 6;
  const std::int64_t largest = std::max<std::int64_t>(1, (length - 1) / (kLength - 1));
  std::vector<std::int64_t> dilations;
  for (std::int64_t i = 0; i < kMost; ++i) {
    const double share = static_cast<double>(i) / (kMost - 1);
    const auto dilation = static_cast<std::int64_t>(std::pow(static_cast<double>(largest), share) + 0.5);
    if (dilations.empty() || dilation > dilations.back()) dilations.push_back(dilation);
  }
  return dilations;
}

/// Which channels a kernel adds up: some of them, few more often than many. The same for every seed.
std::vector<bool> channelsOf(std::int64_t kernel, std::int64_t channels) {
  const auto draw = [&](std::int64_t number) {
    const std::uint64_t word =
        mix64(mix64(static_cast<std::uint64_t>(kernel)) ^ static_cast<std::uint64_t>(number));
    return static_cast<double>(word >> 11U) * 0x1p-53;
  };
  const double most = static_cast<double>(std::min(channels, kLength));
  const auto count = std::min(channels, static_cast<std::int64_t>(std::exp2(draw(-1) * std::log2(most + 1))));
  std::vector<bool> chosen(static_cast<std::size_t>(channels), false);
  std::int64_t left = std::max<std::int64_t>(1, count);
  for (std::int64_t i = 0; i < channels && left > 0; ++i) {
    if (draw(i) * static_cast<double>(channels - i) >= static_cast<double>(left)) continue;
    chosen[static_cast<std::size_t>(i)] = true;
    --left;
  }
  return chosen;
}

/// [dilations, 84, channels, 9]: 2 at three places, -1 at the others, so that a wave's level plays no part.
std::vector<float> kernelsFor(std::int64_t dilations, std::int64_t channels) {
  std::vector<float> values;
  std::int64_t number = 0;
  for (std::int64_t dilation = 0; dilation < dilations; ++dilation) {
    for (std::int64_t a = 0; a < kLength; ++a) {
      for (std::int64_t b = a + 1; b < kLength; ++b) {
        for (std::int64_t c = b + 1; c < kLength; ++c) {
          for (const bool isUsed : channelsOf(number, channels)) {
            for (std::int64_t i = 0; i < kLength; ++i) {
              const float weight = i == a || i == b || i == c ? 2.0F : -1.0F;
              values.push_back(isUsed ? weight : 0.0F);
            }
          }
          ++number;
        }
      }
    }
  }
  return values;
}

std::string listOf(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (const std::int64_t number : numbers) text += (text.empty() ? "[" : ", ") + std::to_string(number);
  return text + "]";
}

/// Some samples at a time, so that what is held does not grow with the batch. Every other bias counts only places at
/// which the whole kernel is within the wave. What is not a number in a wave makes all its frequencies so.
void writeFrequencies(ModuleBuilder& builder, std::int64_t length, std::int64_t dilations, std::int64_t biases) {
  constexpr std::int64_t kMostNumbers = 1 << 20;
  const std::string step = std::to_string(std::max<std::int64_t>(1, kMostNumbers / (kKernels * length)));
  builder.method("frequencies(self, features)");
  builder.line("x = self.wave(features)");
  builder.line("rows = []");
  builder.line("for begin in range(0, x.size(0), " + step + "):");
  builder.line("  parts = []");
  builder.line("  for d in range(" + std::to_string(dilations) + "):");
  builder.line("    whole = self.responses(x[begin:begin + " + step + "], d)");
  const bool fits = length >= kLength;
  builder.line("    edge = " + std::string(fits ? "4 * self.dilation(d)" : "0"));
  builder.line("    inner = whole[:, :, edge:whole.size(2) - edge]");
  builder.line("    for i in range(" + std::to_string(biases) + "):");
  builder.line("      bias = self.biases[d, i].unsqueeze(1)");
  builder.line("      part = whole if i % 2 == 0 else inner");
  builder.line("      parts.append(torch.mean((part > bias).type_as(x), [2]))");
  builder.line("  rows.append(torch.cat(parts, 1))");
  builder.line("return torch.cat(rows, 0) + torch.mean(x, [1, 2]).unsqueeze(1) * 0");
}

}  // namespace

ModuleDefinition rocket(const DatasetSummary& summary) {
  const std::int64_t channels = summary.sampleShape.size() == 1 ? 1 : summary.sampleShape[0];
  const std::int64_t length = summary.featureCount() / channels;
  const std::vector<std::int64_t> dilations = dilationsFor(length);
  const auto dilationCount = static_cast<std::int64_t>(dilations.size());
  const std::int64_t biases = kEachKernel / dilationCount;
  const std::int64_t features = kKernels * dilationCount * biases;
  ModuleBuilder builder(summary);
  builder.content("kernels", {dilationCount, kKernels, channels, kLength}, kernelsFor(dilationCount, channels));
  builder.tensor("biases", {dilationCount, biases, kKernels}, Fill::constant, 0, false);
  builder.tensor("frequency_mean", {features}, Fill::constant, 0, false);
  builder.tensor("frequency_scale", {features}, Fill::constant, 0, false);
  builder.tensor("output_weight", {summary.outputs, features}, Fill::constant, 0);
  builder.tensor("output_bias", {summary.outputs}, Fill::constant, 0);
  builder.line("return self.scores(self.frequencies(features))");
  builder.method("wave(self, features)");
  builder.take({channels, length});
  builder.line("return x");
  builder.method("dilation(self, d: int)");
  builder.line("steps = " + listOf(dilations));
  builder.line("return steps[d]");
  builder.method("responses(self, x, d: int)");
  builder.line("step = self.dilation(d)");
  builder.line("return torch.conv1d(x, self.kernels[d], None, [1], [4 * step], [step])");
  writeFrequencies(builder, length, dilationCount, biases);
  builder.method("scores(self, x)");
  builder.line("x = (x - self.frequency_mean) * self.frequency_scale");
  builder.line("x = torch.linear(x, self.output_weight, self.output_bias)");
  return builder.finish();
}

}  // namespace masu::train
