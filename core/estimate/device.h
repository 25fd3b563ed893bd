#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"

namespace masu::estimate {

/// An accelerator with memory of its own, as its maker's data sheet tells it.
struct Device {
  std::string name;
  Bytes memory;
  double bytesPerSecond = 0;  ///< of that memory; 0: not known, as the next
  double flops = 0;           ///< multiplications and additions of f32 a second, without tensor cores
  double pricePerHour = 0;    ///< US dollars for the instance it comes in, on demand; 0: not for hire
  Bytes runtime = {};         ///< what the driver and the libraries take of the memory
};

/// Common graphics cards, boards and cloud instances. Prices change: they are those of the providers' lists in 2024.
std::vector<Device> commonDevices();

/// A list that people keep: `[{"name", "memory_bytes", "bytes_per_second", "flops", "price_per_hour",
/// "runtime_bytes"}]`, the last two as may be. Errors: not such a list; figures that are not positive.
Result<std::vector<Device>> devicesFromJson(std::string_view json);

/// `own` in front of `common`, and in place of those of the same names.
std::vector<Device> merged(std::vector<Device> own, const std::vector<Device>& common);

/// A card that was found here, with what is known of one like it. Figures stay 0 where none of them is.
Device foundCard(const std::string& name, Bytes memory, const std::vector<Device>& known);

/// How long it takes at best to move bytes over a link. `bitsPerSecond` > 0.
double transferSeconds(Bytes bytes, double bitsPerSecond);

}  // namespace masu::estimate
