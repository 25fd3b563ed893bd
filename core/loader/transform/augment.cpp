// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/augment.h"

#include <algorithm>
#include <cmath>

#include "core/base/permutation.h"

namespace masu::loader {

namespace {

/// What a random word is drawn for: keys of different steps never meet.
enum Step : std::uint64_t { kFlip = 1, kShift, kCrop, kGain, kNoise, kMask, kDrop };

std::uint64_t wordOf(std::uint64_t key, std::uint64_t step, std::uint64_t number = 0) {
  return mix64(key ^ mix64((step << 32U) | number));
}

/// Evenly from [0, 1).
double share(std::uint64_t word) {
  return static_cast<double>(word >> 11U) * 0x1p-53;
}

/// Evenly from [0, bound].
std::uint64_t upTo(std::uint64_t word, std::uint64_t bound) {
  return std::min(bound, static_cast<std::uint64_t>(share(word) * static_cast<double>(bound + 1)));
}

/// The sum of four evenly drawn 16-bit numbers, less its mean.
std::int32_t sumOfFour(std::uint64_t word) {
  constexpr std::int32_t kMean = 2 * 65'535;
  return static_cast<std::int32_t>((word & 0xFFFFU) + (word >> 16U & 0xFFFFU) + (word >> 32U & 0xFFFFU) +
                                   (word >> 48U)) -
         kMean;
}

/// Normal to the eye and to a network (a sum of eight even numbers, at most 4.9 deviations off), the same bits on every
/// machine, and several times as fast as logarithms.
void addNoise(std::uint64_t key, float deviation, std::span<float> values) {
  const float scale = deviation / std::sqrt(8.0F / 12.0F) / 65'536.0F;
  std::uint64_t state = key;
  for (float& value : values) {
    state += 2;
    value += static_cast<float>(sumOfFour(mix64(state)) + sumOfFour(mix64(state + 1))) * scale;
  }
}

/// An interval of `length` somewhere in [0, whole).
struct Interval {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};
Interval somewhere(std::uint64_t word, std::uint64_t length, std::uint64_t whole) {
  const std::uint64_t begin = upTo(word, whole - length);
  return {begin, begin + length};
}

/// Moves `count` items by `by` items of `size` floats, zeros after them.
void move(float* items, std::uint64_t count, std::uint64_t size, std::int64_t by) {
  const std::uint64_t distance = std::min(static_cast<std::uint64_t>(std::abs(by)), count);
  const std::uint64_t kept = (count - distance) * size;
  const std::uint64_t gap = distance * size;
  if (by > 0) {
    std::copy_backward(items, items + kept, items + kept + gap);
    std::fill_n(items, gap, 0.0F);
  } else if (by < 0) {
    std::copy(items + gap, items + gap + kept, items);
    std::fill_n(items + kept, gap, 0.0F);
  }
}

}  // namespace

bool AugmentSpec::active() const {
  return needsAxis() || gainLow != 1 || gainHigh != 1 || noise > 0 || drop > 0;
}

Augmenter::Augmenter(const AugmentSpec& spec, std::span<const std::uint64_t> shape, std::uint64_t seed)
    : m_spec(spec), m_seed(seed) {
  if (!shape.empty()) m_channels = shape[0];
  if (shape.size() > 1) m_width = shape.back();
  for (std::size_t axis = 1; axis + 1 < shape.size(); ++axis) m_height *= shape[axis];
}

void Augmenter::apply(std::uint32_t epoch, std::span<const std::uint64_t> indices, std::span<float> values) const {
  const std::uint64_t width = m_channels * m_height * m_width;
  const std::uint64_t epochKey = mix64(m_seed ^ mix64(~std::uint64_t{epoch}));
  for (std::size_t i = 0; i < indices.size(); ++i) {
    applyTo(mix64(epochKey ^ mix64(indices[i])), values.subspan(i * width, width));
  }
}

void Augmenter::applyTo(std::uint64_t key, std::span<float> sample) const {
  if (m_spec.flip > 0 && share(wordOf(key, kFlip)) < m_spec.flip) flip(sample);
  if (m_spec.shift > 0) shift(key, sample);
  if (m_spec.crop < 1) crop(key, sample);
  if (m_spec.gainLow != 1 || m_spec.gainHigh != 1) {
    const double gain = m_spec.gainLow + (m_spec.gainHigh - m_spec.gainLow) * share(wordOf(key, kGain));
    for (float& value : sample) value *= static_cast<float>(gain);
  }
  if (m_spec.noise > 0) addNoise(wordOf(key, kNoise), static_cast<float>(m_spec.noise), sample);
  if (m_spec.mask > 0) mask(key, sample);
  if (m_spec.drop > 0) drop(key, sample);
}

void Augmenter::flip(std::span<float> sample) const {
  for (auto row = sample.begin(); row != sample.end(); row += static_cast<std::ptrdiff_t>(m_width)) {
    std::reverse(row, row + static_cast<std::ptrdiff_t>(m_width));
  }
}

void Augmenter::shift(std::uint64_t key, std::span<float> sample) const {
  const auto by = [&](std::uint64_t number) {
    return static_cast<std::int64_t>(upTo(wordOf(key, kShift, number), 2 * m_spec.shift)) -
           static_cast<std::int64_t>(m_spec.shift);
  };
  const std::int64_t across = by(0);
  const std::int64_t down = m_height > 1 ? by(1) : 0;
  for (std::uint64_t c = 0; c < m_channels; ++c) {
    float* channel = sample.data() + c * m_height * m_width;
    move(channel, m_height, m_width, down);
    for (std::uint64_t y = 0; y < m_height; ++y) move(channel + y * m_width, m_width, 1, across);
  }
}

void Augmenter::crop(std::uint64_t key, std::span<float> sample) const {
  const auto keep = [&](std::uint64_t number, std::uint64_t whole) {
    const auto length = static_cast<std::uint64_t>(std::lround(m_spec.crop * static_cast<double>(whole)));
    return somewhere(wordOf(key, kCrop, number), std::clamp<std::uint64_t>(length, 1, whole), whole);
  };
  const Interval across = keep(0, m_width);
  const Interval down = keep(1, m_height);
  float* row = sample.data();
  for (std::uint64_t i = 0; i < m_channels * m_height; ++i, row += m_width) {
    const std::uint64_t y = i % m_height;
    const bool within = y >= down.begin && y < down.end;
    std::fill_n(row, within ? across.begin : m_width, 0.0F);
    if (within) std::fill(row + across.end, row + m_width, 0.0F);
  }
}

void Augmenter::mask(std::uint64_t key, std::span<float> sample) const {
  const auto interval = [&](std::uint64_t number, std::uint64_t whole) {
    const std::uint64_t length = upTo(wordOf(key, kMask, number), std::min(m_spec.mask, whole));
    return somewhere(wordOf(key, kMask, number + 1), length, whole);
  };
  const Interval across = interval(0, m_width);
  const Interval down = m_height > 1 ? interval(2, m_height) : Interval{0, 1};
  for (std::uint64_t c = 0; c < m_channels; ++c) {
    for (std::uint64_t y = down.begin; y < down.end; ++y) {
      float* row = sample.data() + (c * m_height + y) * m_width;
      std::fill(row + across.begin, row + across.end, 0.0F);
    }
  }
}

void Augmenter::drop(std::uint64_t key, std::span<float> sample) const {
  const std::uint64_t run = m_height * m_width;
  for (std::uint64_t c = 0; c < m_channels; ++c) {
    if (share(wordOf(key, kDrop, c)) < m_spec.drop) std::fill_n(sample.data() + c * run, run, 0.0F);
  }
}

}  // namespace masu::loader
