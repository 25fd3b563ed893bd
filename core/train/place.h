#pragma once

namespace c10 {
struct Device;
}

namespace masu::train {

/// Where a model computes.
enum class Place { host, card };

/// CUDA where a device is found that the installed LibTorch was built for, else the processor.
Place bestPlace();
/// As LibTorch names it.
c10::Device deviceOf(Place place);

}  // namespace masu::train
