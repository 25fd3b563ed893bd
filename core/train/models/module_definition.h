// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/train/data/dataset_summary.h"

namespace masu::train {

/// How a tensor of a new model is filled: uniform in ±amount, normal with deviation `amount`, or `amount` everywhere.
enum class Fill { uniform, normal, constant };

struct TensorPlan {
  std::string name;
  std::vector<std::int64_t> shape;
  Fill fill = Fill::constant;
  double amount = 0;
  bool learned = true;        ///< false: a buffer, such as a running mean
  std::vector<float> values;  ///< where not empty, the content itself
};

/// A built-in model as data: its tensors, and TorchScript source of `forward` that names them. It takes
/// features f32 [B, …] and, where the dataset has categories, their codes i64 [B, K]; it gives [B, classes] or [B,
/// values].
struct ModuleDefinition {
  std::vector<TensorPlan> tensors;
  std::string source;
};

/// The learning rate that suits a model where none was asked for; `model` may be the path of a TorchScript file.
double defaultLearningRate(std::string_view model, std::string_view optimizer);

/// Sized to the dataset. Errors: a name that is not a built-in model; a model that does not fit the data's shape.
Result<ModuleDefinition> moduleDefinitionFor(std::string_view model, const DatasetSummary& summary);

// The built-in models, each sized to the dataset. Those over waves and images require features; cnn2d requires them to
// be [channels, rows, columns] or [rows, columns].

/// One matrix over numbers and one-hot categories; an embedding of one value an output is that matrix' part.
ModuleDefinition linear(const DatasetSummary& summary);
/// Two or three dense layers; categories through embeddings.
ModuleDefinition mlp(const DatasetSummary& summary);
/// Convolutions along the wave; a table's row is a wave of one channel.
ModuleDefinition cnn1d(const DatasetSummary& summary);
/// Residual blocks along the wave (Wang, Yan and Oates 2017), after the first layer of cnn1d where the wave is long.
ModuleDefinition resnet1d(const DatasetSummary& summary);
/// How often each of many fixed kernels along the wave exceeds a threshold (MiniRocket; Dempster, Schmidt and Webb
/// 2021), and a linear layer over these frequencies, which is solved and not trained by steps: see RocketFit. Numbers
/// only, no categories.
ModuleDefinition rocket(const DatasetSummary& summary);
/// Convolutions over an image.
ModuleDefinition cnn2d(const DatasetSummary& summary);

}  // namespace masu::train
