// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/estimate/precision.h"

namespace masu::estimate {

/// An accelerator with memory of its own, as its maker's data sheet describes it.
struct Device {
  std::string name;
  Bytes memory;
  double bytesPerSecond = 0;  ///< of that memory; 0: not known
  /// Multiplications and additions a second, dense: f32 without tensor cores, the others with them where there are any,
  /// sums in f32. 0: it has no such numbers, or they are not known.
  PerPrecision flops = {};
  double pricePerHour = 0;  ///< US dollars for the instance it comes in, on demand; 0: not for hire
  Bytes runtime = {};       ///< what the driver and the libraries take of the memory

  double flopsIn(Precision compute) const { return flops[indexOf(compute)]; }
};

/// Common graphics cards, boards and cloud instances. Prices change: they are those of the providers' lists in 2024.
std::vector<Device> commonDevices();

/// A list that people keep: `[{"name", "memory_bytes", "bytes_per_second", "flops", "price_per_hour",
/// "runtime_bytes"}]`, the last two as may be. `flops` is a number, of f32, or an object with one for any of
/// `{"f32", "tf32", "f16", "bf16", "i8"}`. Errors: not such a list; figures that are not positive.
Result<std::vector<Device>> devicesFromJson(std::string_view json);

/// `own` before `common`, and in place of those of the same names.
std::vector<Device> merged(std::vector<Device> own, const std::vector<Device>& common);

/// A card that was found here, with what is known of one like it. Figures stay 0 where none of them is.
Device foundCard(const std::string& name, Bytes memory, const std::vector<Device>& known);

/// How long it takes at best to move bytes over a link. `bitsPerSecond` > 0.
double transferSeconds(Bytes bytes, double bitsPerSecond);

}  // namespace masu::estimate
