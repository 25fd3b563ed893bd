// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/waveform/arrays/array_choice.h"
#include "core/waveform/arrays/linear_array.h"

namespace masu::waveform {

/// The arrays of a MAT file and where each is in it. Layouts of what is not an array of real numbers mean nothing.
struct MatListing {
  std::vector<ListedArray> arrays;
  std::vector<LinearLayout> layouts;  ///< beside `arrays`
};

/// How deep variables may nest, how many arrays there may be in all of them, and how long all their names together:
/// no file of measurements comes near, and hostile ones would take any memory.
inline constexpr int kDeepestMatStruct = 32;
inline constexpr std::size_t kMostMatArrays = 1U << 20U;
inline constexpr std::size_t kMostMatNameBytes = 64U << 20U;

/// Walks the variables of a MAT file of version 4. Errors: what its headers promise is not there.
Result<MatListing> listMat4(const io::File& file);

/// Walks the variables of a MAT file of version 5 or 7 that unpackMat() has unpacked, into structs (`bearing.gs`,
/// `runs(2).gs`) and cells (`parts{3}`). Errors: sizes that do not fit into one another or into the file.
Result<MatListing> listMat5(const io::File& file);

/// The failures of all walks.
Error damagedMat(const std::string& path, std::uint64_t at);
Error tooManyInMat(const std::string& path);

/// A MAT file of version 5 or 7 with its packed variables (those of version 7) unpacked, so that all of it can be
/// read in place: the same file where none is packed, else one in memory up to 64 MiB, or a scratch file without a
/// name. Errors: a variable that is cut short or damaged; one that unpacks to a hundred times its size, as no data
/// does.
Result<io::File> unpackMat(io::File file);

}  // namespace masu::waveform
