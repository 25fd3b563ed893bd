// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/precision.h"

#include "core/base/named_value.h"

namespace masu::estimate {

namespace {

constexpr std::array<std::string_view, kPrecisions.size()> kNames = {"f32", "tf32", "f16", "bf16", "i8"};

}  // namespace

std::string_view name(Precision precision) {
  return kNames[indexOf(precision)];
}

std::optional<Precision> precisionFrom(std::string_view text) {
  return valueNamed<Precision>(kNames, text);
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
