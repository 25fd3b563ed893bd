#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/waveform/linear_array.h"

namespace masu::waveform {

/// True where the bytes begin an NPY file, NumPy's format of one array.
bool isNpy(std::span<const std::byte> head);

/// As many bytes from the start of a file as its header can take.
inline constexpr std::uint64_t kLongestNpyHeader = 64U << 10U;

/// Where and how the array of an NPY file of version 1, 2 or 3 lies. `head` are its first bytes, at least the smaller
/// of `size`, which is the file's, and kLongestNpyHeader. The file may hold more bytes than the array. `name` is what
/// messages call it. Errors: not NPY, or a header that is damaged; elements that are no real numbers of 8 to 64 bits
/// (complex numbers, records, texts, times, Python objects); fewer bytes than the shape promises.
Result<LinearLayout> readNpyHeader(std::span<const std::byte> head, std::uint64_t size, const std::string& name);

}  // namespace masu::waveform
