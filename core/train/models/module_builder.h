// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/train/data/dataset_summary.h"
#include "core/train/models/module_definition.h"

namespace masu::train {

/// Writes a model's source and tensors side by side, so that a layer is named in one place. What passes through the
/// layers is `x` in the source. Lifetime: borrows the summary.
class ModuleBuilder {
 public:
  explicit ModuleBuilder(const DatasetSummary& summary);

  void line(const std::string& text) { m_source += "  " + text + "\n"; }
  /// Ends the method at hand, which is `forward` at first: the lines to come are another one's, such as
  /// "scores(self, x)".
  void method(const std::string& signature) { m_source += "def " + signature + ":\n"; }
  void tensor(std::string name, std::vector<std::int64_t> shape, Fill fill, double amount, bool learned = true);
  /// A buffer of these values.
  void content(std::string name, std::vector<std::int64_t> shape, std::vector<float> values);

  /// `x` becomes the features in this shape, a batch of them. Columns of a table were normalised each by itself, which
  /// bends a wave or an image that is in a row: where they are of one unit, the row is put back as it was and
  /// normalised as a whole.
  void take(const std::vector<std::int64_t>& shape);

  /// `x` through a dense layer, drawn as torch.nn.Linear draws it: uniform within one over the root of its inputs.
  void dense(const std::string& name, std::int64_t inputs, std::int64_t outputs);
  void dropout(const std::string& share) { line("x = torch.dropout(x, " + share + ", self.training)"); }
  void relu() { line("x = torch.relu(x)"); }

  /// `x` through a convolution over `axes` dimensions, drawn as He et al. draw it; no bias, as the normalisation after
  /// it would take it out again. The length stays but for the stride.
  struct Convolution {
    std::int64_t inputs = 1;
    std::int64_t outputs = 1;
    std::int64_t kernel = 3;
    std::int64_t stride = 1;
    int axes = 1;
  };
  void convolve(const std::string& name, const Convolution& shape, const std::string& variable = "x");

  /// `gain` is 0 at the end of a residual branch, so that a new block passes on what it gets (Goyal et al. 2017).
  void batchNorm(const std::string& name, std::int64_t channels, double gain = 1, const std::string& variable = "x");

  /// Mean and maximum over every place: the mean shows how much of a pattern there is, the maximum whether it occurs.
  void poolEverywhere(int axes);

  /// A table of vectors for each category column, joined to `x`. Returns how many values that adds.
  std::int64_t joinEmbeddings();

  /// The last layer. Values leave in their own unit, so that a network learns deviations of the train split and no
  /// unit.
  ModuleDefinition finish(std::int64_t inputs);
  /// The same where `x` is the prediction already.
  ModuleDefinition finish();

 private:
  std::string wholeRow();

  const DatasetSummary& m_summary;
  ModuleDefinition m_definition;
  std::string m_source;
};

}  // namespace masu::train
