// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/train/models/module_builder.h"
#include "core/train/models/module_definition.h"

namespace masu::train {

namespace {

constexpr std::int64_t kLargeSide = 128;
constexpr std::int64_t kSmallestSide = 4;
constexpr std::int64_t kFirstFilters = 32;
constexpr std::int64_t kMostFilters = 256;

}  // namespace

ModuleDefinition cnn2d(const DatasetSummary& summary) {
  const bool grey = summary.sampleShape.size() == 2;
  const std::int64_t channels = grey ? 1 : summary.sampleShape[0];
  const std::int64_t rows = summary.sampleShape[grey ? 0 : 1];
  const std::int64_t columns = summary.sampleShape[grey ? 1 : 2];
  ModuleBuilder builder(summary);
  builder.take({channels, rows, columns});
  const std::int64_t stride = std::min(rows, columns) >= kLargeSide ? 2 : 1;
  builder.convolve("image0", {.inputs = channels, .outputs = kFirstFilters, .kernel = 5, .stride = stride, .axes = 2});
  builder.batchNorm("image0", kFirstFilters);
  builder.relu();
  std::int64_t side = (std::min(rows, columns) + stride - 1) / stride;
  std::int64_t width = kFirstFilters;
  for (int layer = 1; layer == 1 || side >= 2 * kSmallestSide - 1; ++layer) {
    if (side >= 2) builder.line("x = torch.max_pool2d(x, [2, 2])");
    side = std::max<std::int64_t>(side / 2, 1);
    const std::string name = "image" + std::to_string(layer);
    const std::int64_t wider = std::min(2 * width, kMostFilters);
    builder.convolve(name, {.inputs = width, .outputs = wider, .kernel = 3, .axes = 2});
    builder.batchNorm(name, wider);
    builder.relu();
    width = wider;
  }
  builder.poolEverywhere(2);
  const std::int64_t pooled = 2 * width + builder.joinEmbeddings();
  builder.dropout("0.3");
  return builder.finish(pooled);
}

}  // namespace masu::train
