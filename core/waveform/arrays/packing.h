// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

namespace masu::waveform {

/// How the stored numbers of an array stand for values, where its file says so: value = stored × scale + offset, and
/// some stored numbers stand for missing values. These are scale_factor, add_offset, _FillValue and missing_value of
/// the CF conventions (cfconventions.org, sections 2.5.1 and 8.1), which netCDF files follow.
struct Packing {
  double scale = 1;  ///< finite, not 0
  double offset = 0;
  std::vector<double> missing;

  bool isPlain() const { return scale == 1 && offset == 0 && missing.empty(); }
  double valueOf(double stored) const {
    if (std::ranges::find(missing, stored) != missing.end()) return std::numeric_limits<double>::quiet_NaN();
    return stored * scale + offset;
  }
};

}  // namespace masu::waveform
