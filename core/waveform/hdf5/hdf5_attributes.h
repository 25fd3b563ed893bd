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
  std::vector<std::uint64_t> bits;  ///< of integers, widened to 64 bits as their sign asks for; else empty
  bool isSigned = false;            ///< the integers
  std::size_t elementBytes = 0;
};

/// Requires: the caller holds io::Hdf5Lock.
AttributeNumbers attributeNumbers(hid_t object, const char* name);

/// The short text of an attribute; empty where there is none, or something else. Requires: the caller holds
/// io::Hdf5Lock.
std::string attributeText(hid_t object, const char* name);

}  // namespace masu::waveform
