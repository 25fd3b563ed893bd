// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/order/shuffle.h"

namespace masu::loader {

std::string_view name(Shuffle shuffle) {
  switch (shuffle) {
    case Shuffle::none:
      return "none";
    case Shuffle::blocks:
      return "blocks";
    case Shuffle::queue:
      return "queue";
    case Shuffle::balanced:
      return "balanced";
    case Shuffle::exact:
      break;
  }
  return "exact";
}

std::string_view name(LastBatch last) {
  switch (last) {
    case LastBatch::dropped:
      return "drop";
    case LastBatch::padded:
      return "pad";
    case LastBatch::kept:
      break;
  }
  return "keep";
}

}  // namespace masu::loader
