#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace masu::train {

/// The checkpoint of one model.
struct RunCheckpoint {
  std::string model;  ///< the folder in the run, such as "1-mlp"; empty where there is one model
  std::string file;
};

/// A checkpoint itself, the better one of a model's folder, or those of all models of a run, in their order.
/// Errors: there is none.
Result<std::vector<RunCheckpoint>> checkpointsOf(const std::filesystem::path& path);

}  // namespace masu::train
