#pragma once

namespace c10 {
struct Device;
}

namespace masu::train {

/// Where a model computes.
enum class Place { host, card };

/// On a CUDA card where there is one and the LibTorch found was built for it.
Place bestPlace();
/// As LibTorch names it.
c10::Device deviceOf(Place place);

}  // namespace masu::train
