// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hdf5.h>

#include "core/waveform/arrays/array_choice.h"
#include "core/waveform/hdf5/hdf5_array.h"

namespace masu::waveform {

/// Reads from the attributes of a dataset how its numbers stand for values, and makes `array.type` what these take: an
/// integer of the other signedness, or floats, f64 unless all that is scaled or missing fits f32. A scale or offset of
/// which no value can be made is the array's problem. Attributes that are not numbers are other programs' own.
/// Requires: the caller holds io::Hdf5Lock.
void readPacking(const Hdf5File& file, hid_t dataset, ListedArray& array);

}  // namespace masu::waveform
