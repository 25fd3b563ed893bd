// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/precision.h"

namespace masu::estimate {

std::string_view name(Precision precision) {
  switch (precision) {
    case Precision::tf32:
      return "tf32";
    case Precision::f16:
      return "f16";
    case Precision::bf16:
      return "bf16";
    case Precision::i8:
      return "i8";
    case Precision::f32:
      break;
  }
  return "f32";
}

std::optional<Precision> precisionFrom(std::string_view text) {
  for (const Precision compute : kPrecisions) {
    if (name(compute) == text) return compute;
  }
  return std::nullopt;
}

double bytesOf(Precision precision) {
  switch (precision) {
    case Precision::f16:
    case Precision::bf16:
      return 2;
    case Precision::i8:
      return 1;
    case Precision::f32:
    case Precision::tf32:
      break;
  }
  return 4;
}

}  // namespace masu::estimate
