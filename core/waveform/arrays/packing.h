// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/waveform/arrays/number_array.h"

namespace masu::waveform {

/// How the stored numbers of an array stand for values, where its file says so: value = stored × scale + offset, and
/// some stored numbers stand for missing values. These are scale_factor, add_offset, _FillValue and missing_value of
/// the CF conventions (cfconventions.org, sections 2.5.1 and 8.1), which netCDF files follow, and netCDF's _Unsigned.
struct NumberPacking {
  double scale = 1;  ///< finite, not 0
  double offset = 0;
  std::vector<double> missing;
  std::vector<std::uint64_t> missingBits;  ///< the same of 64-bit integers, which doubles may not distinguish
  std::optional<ElementType> readAs;       ///< what the stored bits are, where it is an integer of the other signedness

  bool isScaled() const { return scale != 1 || offset != 0; }
  bool hasMissing() const { return !missing.empty() || !missingBits.empty(); }
  bool isPlain() const { return !isScaled() && !hasMissing() && !readAs; }
  double valueOf(double stored) const {
    if (std::ranges::find(missing, stored) != missing.end()) return std::numeric_limits<double>::quiet_NaN();
    return stored * scale + offset;
  }
};

}  // namespace masu::waveform
