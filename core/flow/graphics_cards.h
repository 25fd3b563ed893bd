#pragma once

#include <string>
#include <vector>

#include "core/base/units.h"

namespace masu::flow {

/// A card of this machine that models could run on.
struct GraphicsCard {
  std::string name;  ///< as its driver tells it: "NVIDIA GeForce RTX 4060"
  Bytes memory;
};

/// The cards that NVIDIA's driver knows of, asked through its library, which comes with it; none without. Threads: any.
std::vector<GraphicsCard> graphicsCards(const char* library = "libnvidia-ml.so.1");

}  // namespace masu::flow
