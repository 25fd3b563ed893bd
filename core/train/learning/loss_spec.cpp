// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/loss_spec.h"

#include <algorithm>
#include <numeric>

namespace masu::train {

namespace {

Result<Loss> lossFrom(const std::string& name, bool values) {
  if (name.empty()) return values ? Loss::squared : Loss::crossEntropy;
  if (!values && name == "crossentropy") return Loss::crossEntropy;
  if (values && name == "mse") return Loss::squared;
  if (values && name == "mae") return Loss::absolute;
  if (values && name == "huber") return Loss::huber;
  if (values) {
    return fail(Errc::invalidArgument, MASU_TEXT("core", "There is no loss {0} for values: choose mse, mae or huber."),
                {name});
  }
  return fail(Errc::invalidArgument, MASU_TEXT("core", "There is no loss {0} for classes: choose crossentropy."),
              {name});
}

/// The mean weight of a train sample is 1, as scikit-learn balances.
std::vector<float> balanced(const DatasetSummary& summary) {
  std::vector<float> weights;
  const auto total =
      static_cast<double>(std::accumulate(summary.classSamples.begin(), summary.classSamples.end(), std::uint64_t{0}));
  const auto classes = static_cast<double>(summary.classSamples.size());
  for (const std::uint64_t samples : summary.classSamples) {
    weights.push_back(samples == 0 ? 1.0F : static_cast<float>(total / (classes * static_cast<double>(samples))));
  }
  return weights;
}

Result<std::vector<float>> listed(const std::string& text, const DatasetSummary& summary) {
  std::vector<float> weights = metrics::listedClassWeights(text).value_or(std::vector<float>());
  const bool some = std::any_of(weights.begin(), weights.end(), [](float weight) { return weight > 0; });
  if (!some || weights.size() != summary.classes.size()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The class weights {0} do not fit: choose none, balanced, or {1} numbers with commas "
                          "between them, in the order of the classes."),
                {text, std::to_string(summary.classes.size())});
  }
  return weights;
}

}  // namespace

Result<LossSpec> lossSpecFrom(const metrics::RunSpec& spec, const DatasetSummary& summary) {
  LossSpec lossSpec;
  MASU_TRY(lossSpec.loss, lossFrom(spec.loss, summary.predictsValues()));
  if (spec.classWeights.empty() || spec.classWeights == "none") return lossSpec;
  if (summary.predictsValues()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "Class weights need classes, and this dataset is labelled with values."));
  }
  if (spec.classWeights == "balanced") {
    lossSpec.classWeights = balanced(summary);
    return lossSpec;
  }
  MASU_TRY(lossSpec.classWeights, listed(spec.classWeights, summary));
  return lossSpec;
}

}  // namespace masu::train
