// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/common/model_names.h"

namespace masu::ui {

std::vector<std::string> modelsFor(const store::Dataset& dataset) {
  if (dataset.meta().kind == store::SampleKind::waveform) return {"cnn1d", "resnet1d", "mlp", "linear"};
  if (dataset.sampleShape().size() > 1) return {"cnn2d", "mlp", "linear"};
  return {"mlp", "linear"};
}

}  // namespace masu::ui
