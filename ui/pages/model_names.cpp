#include "ui/pages/model_names.h"

namespace masu::ui {

std::vector<std::string> modelsFor(const store::Dataset& dataset) {
  if (dataset.meta().kind == store::SampleKind::waveform) return {"cnn1d", "mlp", "linear"};
  return {"mlp", "linear"};
}

}  // namespace masu::ui
