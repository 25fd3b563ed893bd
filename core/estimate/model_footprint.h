// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace masu::estimate {

/// Steps on the CUDA card of this machine, measured there: libraries choose their workspace by card and shape, and what
/// a step takes of a small model is the host's time to begin it.
struct CardSteps {
  /// What the card's allocator took beside weights, gradients, optimizer and activations, a sample.
  std::uint64_t workspaceBytesPerSample = 0;
  /// A step takes so long whatever the batch, and so long a sample.
  double stepSeconds = 0;
  double stepSecondsPerSample = 0;
};

/// What a model needs, measured by tracing it once in the training worker; plain figures from there on.
struct ModelFootprint {
  std::string model;
  std::uint64_t parameters = 0;
  std::uint64_t parameterBytes = 0;
  std::uint64_t bufferBytes = 0;
  /// What autograd keeps for the backward pass, a sample.
  std::uint64_t activationBytesPerSample = 0;
  /// The largest short-lived allocation of a step, a sample and fixed.
  std::uint64_t workspaceBytesPerSample = 0;
  std::uint64_t workspaceBytes = 0;
  /// Of matrix products and convolutions, forwards; a step takes about three times as many.
  std::uint64_t flopsPerSample = 0;
  /// What counts the model's predictions, of training and of validation.
  std::uint64_t scoreBytes = 0;
  /// What writing checkpoint and state takes for a moment, between steps.
  std::uint64_t savingBytes = 0;
  std::uint64_t checkpointBytes = 0;
  /// What the worker holds beside any model: runtime, libraries, and what those set up for a model like this.
  std::uint64_t runtimeBytes = 0;
  /// A training step on this machine, measured: so long whatever the batch, and so long a sample.
  double stepSeconds = 0;
  double stepSecondsPerSample = 0;
  /// A run here computes on a CUDA card: the LibTorch found was built for it, and there is one. The other fields but
  /// `card` were traced and measured on the processor all the same.
  bool onCard = false;
  /// None without a card, or where the model did not run on it, for want of memory above all.
  std::optional<CardSteps> card = {};
  /// What this machine does at best, measured beside: f32 operations, and bytes of memory moved, a second. 0: not.
  double machineFlops = 0;
  double machineBytesPerSecond = 0;
  /// What kept the model from files and networks while it was traced, as "Landlock 7, seccomp"; empty: nothing.
  std::string confinement = {};
};

/// One line of JSON without the newline, as masu-train prints it.
std::string toJson(const ModelFootprint& footprint);
/// Errors: text that is not a footprint of this version.
Result<ModelFootprint> footprintFromJson(std::string_view json);

}  // namespace masu::estimate
