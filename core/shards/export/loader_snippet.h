// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/shards/content/array_field.h"
#include "core/shards/content/shard_options.h"

namespace masu::shards {

/// Who reads an export.
enum class Framework { numpy, pandas, pytorch, keras, tfdata, webdataset, mosaicml };

/// As people write it: "PyTorch", "tf.data" …
std::string_view title(Framework framework);
/// As the command line writes it: "pytorch", "tfdata" …
std::string_view name(Framework framework);
std::optional<Framework> frameworkFrom(std::string_view name);
/// In the order of the enumeration.
const std::vector<Framework>& frameworks();

/// What reads a format as it is; the first is the one it was made for.
const std::vector<Framework>& frameworksFor(Format format);

/// What is asked of a snippet.
struct SnippetRequest {
  Format format = Format::csv;
  Framework framework = Framework::numpy;
  std::string folder;  ///< that the shards are in, as the program is to name it
  std::string split;   ///< whose shards it reads: "train"
};

/// A Python program that reads one split of an export batch by batch, ready to copy and to train on: `data` yields
/// (x, y), or x alone without labels, in another order each time. x is features, scaled by the train split, and
/// categories, one-hot; nothing is NaN, and what was only kept is left out. It needs what its first lines import and
/// nothing of Masu. Of a ZIP bundle: what reads it once it is unpacked. Empty where the framework does not read the
/// format, or the dataset has neither features nor categories.
std::string loaderSnippet(const store::Dataset& dataset, const Encoding& encoding, const SnippetRequest& request);

}  // namespace masu::shards
