// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"

namespace masu::estimate {

/// One model of a measured step, as LibTorch's allocator was asked for it.
struct MeasuredModel {
  std::string model;
  Bytes weights;       ///< with buffers
  Bytes learning;      ///< gradients and what the optimizer keeps
  Bytes turn;          ///< activations and workspace of a step
  double seconds = 0;  ///< the quickest of some steps
};

/// What the beginning of a real run took on this machine.
struct Measurement {
  std::vector<MeasuredModel> models;
  std::uint64_t batch = 0;  ///< samples in the batches that were learned from
  Bytes loader;             ///< by how much the process grew until the streams were full
  Bytes peak;               ///< the most that the worker held, by the kernel's count
  double loaderSecondsPerSample = 0;

  /// Of the model that needs most: models of one stream take turns.
  Bytes turn() const;
  /// Runtime, libraries, and what is free between blocks: all of the peak that has no other name.
  Bytes rest() const;
  double stepSeconds() const;
};

/// One line of JSON without the newline, as masu-train prints it.
std::string toJson(const Measurement& measurement);
/// Errors: text that is not a measurement of this version.
Result<Measurement> measurementFromJson(std::string_view json);

}  // namespace masu::estimate
