// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/module_definition.h"

#include <algorithm>
#include <array>

namespace masu::train {

namespace {

struct BuiltIn {
  std::string_view name;
  ModuleDefinition (*draw)(const DatasetSummary&);
  bool needsNumbers;  ///< categories alone do not do
  double adamRate;
  double sgdRate;
};

constexpr std::array kBuiltIn = {
    BuiltIn{"linear", linear, false, 5e-3, 0.1}, BuiltIn{"mlp", mlp, false, 1e-3, 0.03},
    BuiltIn{"cnn1d", cnn1d, true, 3e-3, 0.03},   BuiltIn{"resnet1d", resnet1d, true, 1e-3, 0.03},
    BuiltIn{"cnn2d", cnn2d, true, 3e-3, 0.03},   BuiltIn{"rocket", rocket, true, 0, 0},
};

const BuiltIn* find(std::string_view model) {
  const auto* found =
      std::find_if(kBuiltIn.begin(), kBuiltIn.end(), [&](const BuiltIn& one) { return one.name == model; });
  return found == kBuiltIn.end() ? nullptr : found;
}

}  // namespace

double defaultLearningRate(std::string_view model, std::string_view optimizer) {
  constexpr BuiltIn kOther = {"", nullptr, false, 1e-3, 0.03};
  const BuiltIn* found = find(model);
  const BuiltIn& builtIn = found == nullptr ? kOther : *found;
  return optimizer == "sgd" ? builtIn.sgdRate : builtIn.adamRate;
}

Result<ModuleDefinition> moduleDefinitionFor(std::string_view model, const DatasetSummary& summary) {
  const BuiltIn* found = find(model);
  if (found == nullptr) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "There is no model {0}: choose linear, mlp, cnn1d, resnet1d, cnn2d, rocket or the path of "
                          "a TorchScript file that ends in .pt."),
                {std::string(model)});
  }
  if (found->needsNumbers && summary.sampleShape.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core", "The model {0} needs numbers and the dataset holds categories only: choose mlp."),
                {std::string(model)});
  }
  if (model == "cnn2d" && summary.sampleShape.size() < 2) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The model cnn2d needs images and a sample here is a row of {0} values: give the shape of "
                          "the image by --shape, such as 1x28x28, or choose another model."),
                {std::to_string(summary.featureCount())});
  }
  if (model == "rocket" && !summary.cardinalities.empty()) {
    return fail(Errc::invalidArgument,
                MASU_TEXT("core",
                          "The model rocket takes numbers only and the dataset has {0} category columns: choose "
                          "another model, such as cnn1d."),
                {std::to_string(summary.cardinalities.size())});
  }
  return found->draw(summary);
}

}  // namespace masu::train
