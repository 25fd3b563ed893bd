// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/waveform/recording/recording_request.h"

namespace masu::waveform {

/// What a dimension of an array counts. Samples and frames follow each other in time, in the order of the dimensions.
enum class ArrayAxis : std::uint8_t { sample, channel, frame };

/// The shape of an array and what its dimensions count.
/// Invariant: as many axes as dimensions, at most one of them a channel; elements() does not overflow.
struct ArrayAxes {
  std::vector<std::uint64_t> shape;
  std::vector<ArrayAxis> axes;

  std::uint64_t channels() const;  ///< 1 without an axis of channels
  std::uint64_t frames() const;    ///< of all samples together
  bool hasSamples() const;
  /// {channels, …} of one sample, where `ofChannels` are taken: {channels} of a row; empty without an axis of samples.
  std::vector<std::uint64_t> sampleShape(std::uint64_t ofChannels) const;
};

/// What the dimensions mean where nothing but the shape is known: [], [n], [n, 1] and [1, n] are one channel; of a
/// matrix of channels `frames` says which dimension is time; [N, C, T] and [N, C, H, W] are N samples.
/// Nothing for more than four dimensions, and where there are more elements than any file holds.
std::optional<ArrayAxes> axesOf(std::vector<std::uint64_t> shape, FrameAxis frames = FrameAxis::longer);

/// Whether it has two dimensions of more than one element, so that time could be either.
bool isMatrix(const std::vector<std::uint64_t>& shape);

/// The same where [n] and [n, c] are n samples of one number, or of c.
std::optional<ArrayAxes> axesOfRows(std::vector<std::uint64_t> shape);

/// `count` names: NAME.1, NAME.2 …, NAME alone for one, and c1, c2 … where a file gives no name.
std::vector<std::string> channelNames(const std::string& name, std::uint64_t count);

/// "[60000, 28, 28]", as people write a shape.
std::string shapeText(const std::vector<std::uint64_t>& shape);

}  // namespace masu::waveform
