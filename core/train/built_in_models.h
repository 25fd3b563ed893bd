#pragma once

#include "core/train/blueprint.h"
#include "core/train/data_facts.h"

namespace masu::train {

// The built-in models, each sized to the dataset. Those over waves and images require features; cnn2d requires them to
// be [channels, rows, columns] or [rows, columns].

/// One matrix over numbers and one-hot categories; an embedding of one value an output is that matrix' part.
Blueprint linear(const DataFacts& facts);
/// Two or three dense layers; categories through embeddings.
Blueprint mlp(const DataFacts& facts);
/// Convolutions along the wave; a table's row is a wave of one channel.
Blueprint cnn1d(const DataFacts& facts);
/// Residual blocks along the wave (Wang, Yan and Oates 2017), behind the first layer of cnn1d where the wave is long.
Blueprint resnet1d(const DataFacts& facts);
/// Convolutions over an image.
Blueprint cnn2d(const DataFacts& facts);

}  // namespace masu::train
