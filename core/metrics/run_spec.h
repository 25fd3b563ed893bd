#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace masu::metrics {

/// What a training run was asked to do: the head of its log, and what masu-train reads on stdin as JSON.
struct RunSpec {
  std::filesystem::path dataset;
  std::string manifest = "default";
  std::vector<std::string> models;  ///< linear | mlp | cnn1d | resnet1d | cnn2d | FILE.pt
  /// What the values of a sample are to the models; empty: as the dataset stores them.
  std::vector<std::int64_t> shape;
  int epochs = 10;
  std::uint64_t batch = 64;
  double learningRate = 0;  ///< 0: the model's default
  std::string optimizer = "adamw";
  std::string schedule = "onecycle";  ///< constant | cosine | onecycle; the default rates are meant as its peak
  double weightDecay = 0;
  int patience = 0;  ///< epochs without a better validation loss before stopping; 0: never
  std::uint64_t seed = 0;
  std::filesystem::path out;  ///< the run's directory
  unsigned threads = 0;
  std::uint64_t memoryBytes = 0;  ///< binds loader and buffers
};

std::string toJson(const RunSpec& spec);
Result<RunSpec> specFromJson(std::string_view json);

}  // namespace masu::metrics
