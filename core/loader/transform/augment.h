// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/result.h"

namespace masu::loader {

/// How samples are varied each time they are streamed; all off by default. Values are those that a batch delivers, so
/// that under `normalise` a noise of 0.1 is a tenth of a deviation, and 0 is the mean.
struct AugmentSpec {
  double flip = 0;          ///< probability of turning the last axis round
  std::uint64_t shift = 0;  ///< moves a sample by at most so many steps along each axis, zeros after it
  double crop = 1;          ///< keeps an interval of this share of each axis, somewhere; zeros around it
  double gainLow = 1;       ///< multiplies a sample by one factor between these
  double gainHigh = 1;
  double noise = 0;        ///< adds noise of this deviation to every value
  std::uint64_t mask = 0;  ///< puts zeros into an interval of at most so many steps (a rectangle in an image)
  double drop = 0;         ///< probability of zeros in a channel (in a table: a column)
  double mixup = 0;        ///< mixes a sample with another of its batch by shares from Beta(mixup, mixup)

  /// Whether a sample is varied by itself, which mixing is not.
  bool active() const;
  /// True where it takes an axis, which a table's rows lack.
  bool needsAxis() const { return flip > 0 || shift > 0 || crop < 1 || mask > 0; }

  /// "noise=0.05,gain=0.8..1.2,shift=100,crop=0.9,mask=200,drop=0.1,flip=0.5,mixup=0.2", in any order, with
  /// spaces around the words or not; "" for none.
  /// Errors: an unknown word, a figure out of range: named.
  static Result<AugmentSpec> parse(std::string_view text);
};

/// Varies samples in place. The result is a pure function of (spec, seed, epoch, sample number), so the
/// same for any number of threads and after a resume. Threads: const calls are safe together.
class Augmenter {
 public:
  Augmenter() = default;
  /// `shape`: of a sample: [F], [C, T] or [C, H, W].
  Augmenter(const AugmentSpec& spec, std::span<const std::uint64_t> shape, std::uint64_t seed);

  bool active() const { return m_spec.active(); }
  /// Requires: values.size() == indices.size() × values a sample.
  void apply(std::uint32_t epoch, std::span<const std::uint64_t> indices, std::span<float> values) const;

 private:
  void applyTo(std::uint64_t key, std::span<float> sample) const;
  void flip(std::span<float> sample) const;
  void shift(std::uint64_t key, std::span<float> sample) const;
  void crop(std::uint64_t key, std::span<float> sample) const;
  void mask(std::uint64_t key, std::span<float> sample) const;
  void drop(std::uint64_t key, std::span<float> sample) const;

  AugmentSpec m_spec;
  std::uint64_t m_seed = 0;
  std::uint64_t m_channels = 1;
  std::uint64_t m_height = 1;
  std::uint64_t m_width = 1;
};

}  // namespace masu::loader
