// SPDX-License-Identifier: GPL-3.0-or-later
#include "foreign_module.h"

#include <torch/jit.h>
#include <torch/script.h>

namespace masu::train {

void writeModule(const std::filesystem::path& file, const std::string& source) {
  torch::jit::Module module("foreign");
  module.register_attribute("training", c10::BoolType::get(), true);
  module.register_parameter("weight", torch::ones({4, 2}).requires_grad_(), false);
  module.register_buffer("running_mean", torch::zeros({4}));
  module.register_buffer("num_batches_tracked", torch::zeros({}, torch::kInt64));
  module.register_buffer("samples_seen", torch::zeros({}, torch::kInt64));
  module.define(source);
  module.save(file.string());
}

bool runsUnchecked(const std::string& source) {
  try {
    torch::jit::compile(source)->run_method("f");
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace masu::train
