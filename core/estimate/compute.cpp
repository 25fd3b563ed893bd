#include "core/estimate/compute.h"

namespace masu::estimate {

std::string_view name(Compute compute) {
  switch (compute) {
    case Compute::tf32:
      return "tf32";
    case Compute::f16:
      return "f16";
    case Compute::bf16:
      return "bf16";
    case Compute::i8:
      return "i8";
    case Compute::f32:
      break;
  }
  return "f32";
}

std::optional<Compute> computeFrom(std::string_view text) {
  for (const Compute compute : kComputes) {
    if (name(compute) == text) return compute;
  }
  return std::nullopt;
}

double bytesOf(Compute compute) {
  switch (compute) {
    case Compute::f16:
    case Compute::bf16:
      return 2;
    case Compute::i8:
      return 1;
    case Compute::f32:
    case Compute::tf32:
      break;
  }
  return 4;
}

}  // namespace masu::estimate
