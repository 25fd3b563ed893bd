// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/array_axes.h"

#include <algorithm>

#include "core/waveform/arrays/number_array.h"

namespace masu::waveform {

std::uint64_t ArrayAxes::channels() const {
  const auto channel = std::find(axes.begin(), axes.end(), ArrayAxis::channel);
  return channel == axes.end() ? 1 : shape[static_cast<std::size_t>(channel - axes.begin())];
}

std::uint64_t ArrayAxes::frames() const {
  std::uint64_t frames = 1;
  for (std::size_t i = 0; i < axes.size(); ++i) frames *= axes[i] == ArrayAxis::channel ? 1 : shape[i];
  return frames;
}

bool ArrayAxes::hasSamples() const {
  return std::find(axes.begin(), axes.end(), ArrayAxis::sample) != axes.end();
}

std::vector<std::uint64_t> ArrayAxes::sampleShape(std::uint64_t ofChannels) const {
  if (!hasSamples()) return {};
  std::vector<std::uint64_t> sample{ofChannels};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] == ArrayAxis::frame) sample.push_back(shape[i]);
  }
  return sample;
}

bool isMatrix(const std::vector<std::uint64_t>& shape) {
  return shape.size() == 2 && shape[0] > 1 && shape[1] > 1;
}

std::optional<ArrayAxes> axesOf(std::vector<std::uint64_t> shape, FrameAxis frames) {
  using enum ArrayAxis;
  if (!elementsOf(shape)) return std::nullopt;
  switch (shape.size()) {
    case 0:
      return ArrayAxes{};
    case 1:
      return ArrayAxes{std::move(shape), {frame}};
    case 2: {
      const bool isStated = isMatrix(shape) && frames != FrameAxis::longer;
      const bool isTimeFirst = isStated ? frames == FrameAxis::first : shape[0] >= shape[1];
      return ArrayAxes{std::move(shape), isTimeFirst ? std::vector{frame, channel} : std::vector{channel, frame}};
    }
    case 3:
      return ArrayAxes{std::move(shape), {sample, channel, frame}};
    case 4:
      return ArrayAxes{std::move(shape), {sample, channel, frame, frame}};
    default:
      return std::nullopt;
  }
}

std::optional<ArrayAxes> axesOfRows(std::vector<std::uint64_t> shape) {
  using enum ArrayAxis;
  auto axes = axesOf(std::move(shape));
  if (axes && axes->shape.size() == 1) axes->axes = {sample};
  if (axes && axes->shape.size() == 2) axes->axes = {sample, channel};
  return axes;
}

std::vector<std::string> channelNames(const std::string& name, std::uint64_t count) {
  if (count == 1 && !name.empty()) return {name};
  std::vector<std::string> names;
  for (std::uint64_t i = 1; i <= count; ++i) names.push_back((name.empty() ? "c" : name + ".") + std::to_string(i));
  return names;
}

std::string shapeText(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

}  // namespace masu::waveform
