#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/io/file.h"
#include "core/waveform/linear_array.h"

namespace masu::waveform {

/// True where the bytes begin an NPY file, NumPy's format of one array.
bool isNpy(std::span<const std::byte> head);

/// Where and how the array of an NPY file of version 1, 2 or 3 lies. `file` may hold more bytes than the array.
/// `name` is what messages call it.
/// Errors: not NPY, or a header that is damaged; elements that are no real numbers of 8 to 64 bits (complex numbers,
/// records, texts, times, Python objects); fewer bytes than the shape promises.
Result<LinearLayout> readNpyHeader(const io::File& file, const std::string& name);

}  // namespace masu::waveform
