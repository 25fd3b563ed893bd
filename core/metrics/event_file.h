// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace masu::metrics {

/// A figure as TensorBoard shows it: "loss/train", a curve a tag.
struct Scalar {
  std::string tag;
  double value = 0;
};

/// What a TensorBoard event file begins with.
std::string eventFileHead(double wallSeconds);
/// Figures of one step. `wallSeconds` counts from 1970. Appended to a file that begins with the head, it can be read at
/// once. Source: TensorFlow's event.proto and summary.proto in the framing of its record files.
std::string eventRecord(double wallSeconds, std::int64_t step, std::span<const Scalar> scalars);

}  // namespace masu::metrics
