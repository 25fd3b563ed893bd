// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <hdf5.h>

namespace masu::waveform {

/// The numbers of an attribute of an HDF5 object. At most 64 of them: beyond that it is something else.
struct AttributeNumbers {
  std::vector<double> numbers;      ///< empty where there is no such attribute, or it is something else
  std::vector<std::uint64_t> bits;  ///< of integers, as 64-bit integers of the kind that was asked for; else empty
  std::size_t elementBytes = 0;
};

/// `isSigned`: the kind of AttributeNumbers::bits. Requires: the caller holds io::Hdf5Lock.
AttributeNumbers attributeNumbers(hid_t object, const char* name, bool isSigned = true);

/// The short text of an attribute; empty where there is none, or something else. Requires: the caller holds
/// io::Hdf5Lock.
std::string attributeText(hid_t object, const char* name);

}  // namespace masu::waveform
