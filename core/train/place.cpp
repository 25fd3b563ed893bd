#include "core/train/place.h"

#include <torch/cuda.h>
#include <torch/types.h>

namespace masu::train {

Place bestPlace() {
  return torch::cuda::is_available() ? Place::card : Place::host;
}

c10::Device deviceOf(Place place) {
  return {place == Place::card ? torch::kCUDA : torch::kCPU};
}

}  // namespace masu::train
