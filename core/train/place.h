#pragma once

namespace masu::train {

/// Where a model computes.
enum class Place { host, card };

/// On a CUDA card where there is one and the LibTorch found was built for it.
Place bestPlace();

}  // namespace masu::train
